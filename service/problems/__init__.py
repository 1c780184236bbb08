"""Errors returned to clients: problem details, validation errors, and strict JSON parsing."""
