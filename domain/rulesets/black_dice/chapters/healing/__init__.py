"""Healers and their places, treatment, stabilising, and time that passes."""
