"""Tests of the OpenAPI description: that it is valid, and that responses match it."""
