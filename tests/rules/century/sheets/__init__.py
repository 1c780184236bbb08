"""Tests of sheets, templates and charts of Century."""
