"""What critical throws and failed checks bring."""
