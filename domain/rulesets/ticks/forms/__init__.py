"""What is legal now in Ticks, as forms."""
