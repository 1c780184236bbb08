"""An attack in its stages, from what makes it legal to what it hits."""
