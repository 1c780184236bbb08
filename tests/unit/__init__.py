"""Unit tests of single modules, run in process: one folder per layer."""
