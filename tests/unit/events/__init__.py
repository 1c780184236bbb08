"""Tests of the ``events`` package, with the recordings, samples and forgeries that they share."""
