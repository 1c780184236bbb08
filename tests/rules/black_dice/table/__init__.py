"""Tests of the table of Black Dice: each part drawn of a fight that has all of it."""
