"""Reading encounters over HTTP: lists, past versions, projections, tables and comparisons."""
