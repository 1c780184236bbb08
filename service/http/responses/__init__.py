"""How responses are written: encoded JSON, problems and server-sent events."""
