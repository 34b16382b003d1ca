"""Awkward letters, and the game they are thrown into."""
