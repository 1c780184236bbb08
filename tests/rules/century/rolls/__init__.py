"""Tests of the chapters of Century in `rolls`."""
