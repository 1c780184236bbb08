"""Tests of single rooms, in process: one folder for each floor."""
