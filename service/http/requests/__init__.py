"""How requests are read: dependencies, bodies, query parameters and HEAD."""
