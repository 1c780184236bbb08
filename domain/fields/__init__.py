"""The fields of forms: what a command may be filled with, declared with the command and evaluated for a state."""
