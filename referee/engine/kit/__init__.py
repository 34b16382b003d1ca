"""For authors of games: what most games answer alike."""
