"""Errors that a client gets: problem+json, validation errors, and strict reading of JSON."""
