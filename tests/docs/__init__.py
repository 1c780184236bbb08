"""Tests of the documentation: its snippets run, its tables match the code, and its prose is plain."""
