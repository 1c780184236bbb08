"""How clients reach the encounters: HTTP, live feeds, access, settings and the command line."""
