"""A program that plays a seat, as a partner to play against by mail at any hour (H34).

It knows what its seat sees, and nothing else: `referee.partner.mailing` is given no state of the game.
"""
