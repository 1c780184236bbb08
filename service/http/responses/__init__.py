"""Response encoding: JSON, problems and server-sent events."""
