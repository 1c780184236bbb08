"""Live feeds: one reader of the store for each process, and the watches that it serves."""
