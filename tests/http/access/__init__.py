"""Tests of a service that requires tokens: which callers may read and do what."""
