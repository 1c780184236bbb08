"""Tests of the chapters of Yin-Yang in `testing`."""
