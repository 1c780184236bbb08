"""The Redis of the store: the embedded server, its supervisor, and the requirements of an external server."""
