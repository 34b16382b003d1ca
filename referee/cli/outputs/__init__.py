"""Verbs that hand on a game in another form."""
