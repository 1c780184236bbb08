"""Tests of the Python client's types, synchronous face, errors and test kit."""
