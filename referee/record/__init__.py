"""The file of a game: its documents, their layout, their seals."""
