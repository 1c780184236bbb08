"""Tests of the audit of streams, imports and branches."""
