"""Commands and queries on encounters, on behalf of callers and as far as each may see them."""
