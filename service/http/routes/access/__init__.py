"""Routes of access: tickets and tokens."""
