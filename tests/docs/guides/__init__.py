"""Tests of the how-to guides: what they show is run as a reader would run it."""
