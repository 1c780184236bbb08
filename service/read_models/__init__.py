"""Read models across encounters: the list and the tallies, with their cursors and metrics."""
