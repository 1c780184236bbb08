"""The server process: start-up, listening sockets, HTTP protocol classes and logs."""
