"""How combatants are: conditions, damage, wounds and health, being down, and care."""
