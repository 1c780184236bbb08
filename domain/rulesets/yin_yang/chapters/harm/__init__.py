"""Damage, harm, rest and care."""
