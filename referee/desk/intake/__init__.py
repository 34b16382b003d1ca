"""A letter in: whose it is, and what becomes of it."""
