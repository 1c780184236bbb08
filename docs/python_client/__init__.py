"""Writes the generated modules of the Python client: types from the API description, and the synchronous face."""
