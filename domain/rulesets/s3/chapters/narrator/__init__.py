"""The narrator: the ground, who stands where, what the world does, and what is set right."""
