"""The store: its protocol, its implementation on Redis streams, snapshots and feeds."""
