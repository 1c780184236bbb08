"""The Redis behind the store: the embedded server, its supervisor, and the requirements of an external one."""
