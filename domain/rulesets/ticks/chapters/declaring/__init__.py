"""How combat and its rounds begin, and what is declared on the count up."""
