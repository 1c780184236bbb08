"""Deciding commands: the decision in progress, its agenda of stages, its prompts and preconditions."""
