"""Places, ways and turns, of people and of vehicles."""
