"""Tests of what every response has: its names, its entity tags and its encoding."""
