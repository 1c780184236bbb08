"""Other deeds, things in hand and on the ground, harm and care."""
