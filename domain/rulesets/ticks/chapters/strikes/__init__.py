"""Strikes, from the weapon in hand to the wound that is soaked, and deferred attacks."""
