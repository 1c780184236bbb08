"""Tests of the chapters of Ticks in `counting`."""
