"""Tests of live connections with tokens: handshakes, connection limits and delayed feeds."""
