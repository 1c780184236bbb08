"""What the narrator asks for and rules: checks, contests, extra dice, places, foul failures."""
