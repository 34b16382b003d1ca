"""The Hammer of Thor: a game master's table, with what the public rulebook says enforced."""
