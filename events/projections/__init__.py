"""What a stream shows: a story, numbers, and why things came about. Each is a fold of the same events."""
