"""Tests of the Python and TypeScript clients against a running service."""
