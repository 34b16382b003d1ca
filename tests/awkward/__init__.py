"""Awkward letters, and the game into which they are sent."""
