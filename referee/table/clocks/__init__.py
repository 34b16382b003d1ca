"""Counted time: how long each clock has run, what is due and when, and what the clock then does."""
