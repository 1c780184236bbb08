"""Yin-Yang, cinematic fights in which attack and defence are one draw from a deck of playing cards."""
