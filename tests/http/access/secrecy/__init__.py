"""Tests that secrets are read only by the callers that they are for."""
