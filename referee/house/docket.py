"""A dispute as values: its stage, its judge, and how many disputes of each seat were not granted. See `disputes`."""

from collections.abc import Mapping

from referee.notation.dispute_verbs import AT
from referee.util.values import Value

ARBITER, KEEPER = "arbiter", "keeper"
"""The two judges. The first is also the name of the arbiter's seat."""
OPEN, PASSED, RULED, APPEALED, AGAIN = "open", "passed", "ruled", "appealed", "ruled-again"
"""The stages of a dispute. In `RULED` any side may appeal; after `AGAIN` nothing may be said any more."""
JUDGING = frozenset({OPEN, PASSED, APPEALED})
"""Stages in which a ruling is due."""


class Case(Value):
    """A dispute that is not over: whose, about which position, when it was raised and in which entry.

    Attributes:
        judge: who rules.
        spoken: the seats that have said how it was.
        heard: the time for that is over.
        shown: the packet for this judge was made.
        since: when the stage began (RFC 3339, UTC).
        granted: the last ruling changed something.
        accepted: the seats that accept it, the last of them at `agreed`.
        ruling: the entry of the last ruling.
        word: the entry of the last word to the judge: the dispute itself, a statement, an appeal.
    """

    by: str
    position: str
    text: str
    at: str
    entry: int
    judge: str
    stage: str = OPEN
    spoken: frozenset[str] = frozenset()
    heard: bool = False
    shown: bool = False
    since: str = ""
    granted: bool = False
    accepted: frozenset[str] = frozenset()
    agreed: str = ""
    ruling: int = 0
    word: int = 0

    @property
    def judging(self) -> bool:
        """Whether a ruling is due."""
        return self.stage in JUDGING


class Docket(Value):
    """The disputes of a game.

    Attributes:
        case: the one that is on, if any.
        lost: by seat, how many were not granted.
        over: how many are over.
        final: the entry of the last ruling that has become final.
    """

    case: Case | None = None
    lost: Mapping[str, int] | None = None
    over: int = 0
    final: int = 0

    def lost_by(self, seat: str) -> int:
        """How many disputes of a seat were not granted."""
        return (self.lost or {}).get(seat, 0)

    def closed(self, *, counts: bool) -> "Docket":
        """The same docket without the dispute, which is over; it may count among those not granted."""
        final = max(self.final, self.case.ruling if self.case else 0)
        if self.case is None or not counts:
            return Docket(None, self.lost, self.over + 1, final)
        by = self.case.by
        return Docket(None, {**(self.lost or {}), by: self.lost_by(by) + 1}, self.over + 1, final)


NONE = Docket()
"""No dispute was ever raised."""


class Word(Value):
    """A word in a dispute, when it is held to the rules: whose, what it says, at which position of the table.

    `begun`: the game was dealt. `told`: the entry up to which the answered letter told; None if none is
    answered. `rests`: play may rest for a dispute still.
    """

    docket: Docket
    seat: str
    text: str
    position: tuple[int, int]
    begun: bool = True
    told: int | None = None
    rests: bool = True

    @property
    def meant(self) -> tuple[int, int]:
        """The position that a dispute is about: `7.2: TEXT` names one, else it is the one at hand."""
        found = AT.match(self.text)
        return (int(found["turn"]), int(found["action"])) if found else self.position

    @property
    def words(self) -> str:
        """What it says about that position."""
        found = AT.match(self.text)
        return self.text[found.end() :] if found else self.text
