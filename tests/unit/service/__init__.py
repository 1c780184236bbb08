"""Tests of modules of the ``service`` package that need no HTTP server."""
