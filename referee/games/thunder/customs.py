"""The customs of play by mail under the numbers of this game: 8.5 to 8.7."""

from referee.customs import customs

CUSTOMS = customs(__name__, over="8.6", resign="8.5", draw="8.5", silence="8.7")
Ended = CUSTOMS.ended
