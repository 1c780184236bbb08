"""Tests and contests outside an exchange, and what abilities allow."""
