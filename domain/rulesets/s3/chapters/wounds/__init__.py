"""Damage and what it leaves: wounds, stuns, lost limbs, fire and poison."""
