"""Tests of the pages of the documentation that are generated from the code and its data."""
