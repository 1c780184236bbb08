"""Watching live: one reader of the feeds in a process, and as many watchers as there are, each of them a position."""
