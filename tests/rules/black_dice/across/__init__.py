"""Tests of Black Dice where all chapters meet."""
