"""Read models across encounters, kept up from the feeds, and their rebuilds."""
