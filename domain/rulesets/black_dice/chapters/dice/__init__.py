"""Throws, from the pool to the result: what goes into them, fate and scripting dice, checks."""
