"""Moving, climbing, falling, running and hiding, and what ends by going away."""
