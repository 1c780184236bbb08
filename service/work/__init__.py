"""Long work: done in slices by one thread, bounded, charged to its caller, and ended with its client."""
