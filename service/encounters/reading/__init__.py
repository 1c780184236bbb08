"""Reading encounters: their tables and their projections, as callers see them."""
