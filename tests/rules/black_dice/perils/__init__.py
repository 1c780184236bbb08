"""Tests of the chapters of Black Dice in `perils`."""
