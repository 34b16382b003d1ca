"""The seats of a table: up to six players in their order, and the master where there is one."""

from referee.engine.seating import MASTER

PLAYERS = ("red", "blue", "green", "yellow", "white", "black")
SEATS = (*PLAYERS, MASTER)
FEWEST = 2
"""1.0 Three or more play, or two."""
