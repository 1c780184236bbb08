"""Tests of Yarrow, and the modules that several folders of tests share."""
