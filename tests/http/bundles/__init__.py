"""Tests of bundles: export, import, signatures and damaged files."""
