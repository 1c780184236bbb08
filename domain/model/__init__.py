"""What every encounter consists of: its state, its events as a type, speakers, people, cards and refusals."""
