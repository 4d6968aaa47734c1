"""Maintenance programs: they make the data that the package ships, and are not part of the wheel.

Run each from a checkout, as `python -m tools.NAME` or `python tools/NAME.py`; `--help` lists its options.
"""
