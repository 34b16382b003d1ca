"""The customs of play by mail under the numbers of this game: 8.5 to 8.7."""

from referee.engine.kit.customs import StandingUsed as Used
from referee.engine.kit.customs import customs, own_event, sealed_choice

CUSTOMS = customs(__name__, over="8.6", resign="8.5", draw="8.5", silence="8.7")
Ended = CUSTOMS.ended
StandingUsed = own_event("3.5", __name__, Used, only="by")
CHOICE = sealed_choice(__name__, "1.3", "deploy")
