"""Words: phrases that sentences are made of, and validation errors in words."""
