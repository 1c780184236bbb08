"""Tests of the Redis store: appends, durability, feeds, snapshots, imports and connections."""
