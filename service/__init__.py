"""How the world reaches the rules: HTTP, live feeds, access, settings, command line and page."""
