"""Routes for operators: health, metrics, and the projections across encounters."""
