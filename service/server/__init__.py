"""The server process: start, listening sockets, HTTP protocol classes and logs."""
