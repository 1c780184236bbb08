"""Tests of the story: clauses, their sentences, and sentences in pieces."""
