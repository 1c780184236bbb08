"""Tests of sheets, templates and charts of Yin-Yang."""
