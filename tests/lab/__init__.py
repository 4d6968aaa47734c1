"""Tests in a real JupyterLab."""
