"""The way of a request to its route: names, origins, admission and compression."""
