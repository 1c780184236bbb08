"""The published rule systems, one folder each."""
