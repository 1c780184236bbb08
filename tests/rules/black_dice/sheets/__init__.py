"""Tests of sheets, templates and charts of Black Dice."""
