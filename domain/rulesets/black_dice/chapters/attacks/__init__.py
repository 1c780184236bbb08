"""Attacks, on combatants and on objects: places, weapons, aim, cover, and the exchange of blows."""
