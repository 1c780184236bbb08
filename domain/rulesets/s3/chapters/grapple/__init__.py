"""Holding and moving others: trips, pins and chokes."""
