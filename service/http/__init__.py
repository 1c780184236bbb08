"""The HTTP API: routes by resource, request parsing and response encoding."""
