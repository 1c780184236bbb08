"""What is legal now in Black Dice, as forms."""
