"""The tests. Helpers that several of them share are modules beside them, imported as `tests.NAME`."""
