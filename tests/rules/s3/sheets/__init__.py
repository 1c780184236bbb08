"""Tests of sheets, templates and charts of S3."""
