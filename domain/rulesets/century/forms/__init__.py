"""What is legal now in Century, as forms."""
