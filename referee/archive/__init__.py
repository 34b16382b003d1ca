"""Annotated games: what is said of a game beside its record, held to its seals."""
