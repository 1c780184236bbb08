"""Combined attempts, and the consent that they need."""
