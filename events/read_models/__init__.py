"""Read models across encounters: projections kept up to date from the feeds, and their rebuilds."""
