"""Tests of S3 where all chapters meet."""
