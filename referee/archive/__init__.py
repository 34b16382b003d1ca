"""Annotated games: what is said of a game beside its record, held to its seals."""

NAME = "notes.yaml"
"""Where the notes on a game lie, beside its record."""
