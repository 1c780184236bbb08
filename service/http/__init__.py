"""The HTTP API: routes by resource, how requests are read and how responses are written."""
