"""Tests of live feeds, replays and sockets."""
