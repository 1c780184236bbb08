"""Tests of invalid, hostile and costly requests, and of a damaged store."""
