"""Weapons and armour, in hand and on the body."""
