"""The description of the API, made from the routes, the commands and the events."""
