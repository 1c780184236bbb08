"""Request handling: dependencies, bodies, headers, query parameters and HEAD."""
