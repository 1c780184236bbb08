"""How a command is decided: the decision in progress, its agenda of stages, its prompts and preconditions."""
