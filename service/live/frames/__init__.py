"""Frames of one encounter with more than the events of their batch: what changes on its table, and its story."""
