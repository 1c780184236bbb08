"""Importing encounters: bundles are received as streams, verified, and stored as new encounters."""
