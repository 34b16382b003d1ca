"""The customs of play by mail under the numbers of this game: 6.6, 6.8, and who takes which side (H11)."""

from referee.engine.kit.customs import SidesTaken as AnySidesTaken
from referee.engine.kit.customs import StandingUsed as Used
from referee.engine.kit.customs import customs, own_event, sealed_choice

CUSTOMS = customs(__name__, over="6.3", resign="6.6", draw="6.6", silence="6.8")
Ended = CUSTOMS.ended
StandingUsed = own_event("5.7", __name__, Used, only="by")
SidesTaken = own_event("H11", __name__, AnySidesTaken)
CHOICE = sealed_choice(__name__, "2.2", "place")
