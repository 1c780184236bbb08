"""Tests of secrets in the responses: hidden cards, sealed declarations and secret sheets."""
