"""Tests of the table of S3: each part drawn of a fight that has all of it."""
