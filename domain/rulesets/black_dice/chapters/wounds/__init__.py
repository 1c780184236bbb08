"""Damage and what comes of it: marks, consciousness, injuries, dying."""
