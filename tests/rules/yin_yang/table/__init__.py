"""Tests of the table of Yin-Yang."""
