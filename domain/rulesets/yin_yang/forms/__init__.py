"""What is legal now in Yin-Yang, as forms."""
