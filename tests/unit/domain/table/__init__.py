"""Tests of what all tables share."""
