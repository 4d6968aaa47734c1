"""Tests of the static site on which everything runs in the browser (JupyterLite)."""
