"""Tests of the chapters of S3 in `throws`."""
