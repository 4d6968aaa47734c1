"""The tests. Helpers that several of them use are plain modules beside them, imported as `tests.NAME`."""
