"""The installed rulesets, prepared for play at start-up, and their reference for clients."""
