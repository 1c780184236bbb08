"""Stored events: their format, the store on Redis, projections, read models and the audit."""
