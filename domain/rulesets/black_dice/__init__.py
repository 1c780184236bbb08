"""Black Dice."""
