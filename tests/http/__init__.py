"""Tests over HTTP, by resource: what a client sends and what it gets."""
