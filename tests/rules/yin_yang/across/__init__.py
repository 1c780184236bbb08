"""Tests of Yin-Yang where all chapters meet."""
