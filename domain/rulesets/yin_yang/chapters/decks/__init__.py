"""Decks, hands and the cards that are drawn, played, granted and ranked."""
