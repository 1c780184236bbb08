"""The installed rulesets: their runtimes, prepared at start-up, and their reference for clients."""
