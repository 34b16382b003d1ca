"""What a game is made of and what drives it: moves, rules, events, decks, lots."""
