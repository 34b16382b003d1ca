"""A table of Sindri's Forge that falls as a test says: the treasures and the cards in their order, then the dice."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint
from typing import Any

import pytest
import sindri as package
from sindri.table import CARDS, TREASURES, name_of

from referee.engine import driver
from referee.engine.events import Event, seen
from referee.house import games
from referee.notation.reader import Reader
from referee.table import ruling
from referee.testing.chance import ScriptedLots
from referee.util import data

POINT = EntryPoint("sindri", "sindri:GAME", "referee.games")
GAME: Any = package.GAME
GODS = ("odin", "thor", "freyja", "tyr", "heimdall")


@contextmanager
def announced() -> Iterator[None]:
    """The game as if its package were installed."""
    with pytest.MonkeyPatch.context() as patch:
        for place in (data, games):
            patch.setattr(place, "announced", lambda: (POINT,))
        yield
    games.find.cache_clear()


@pytest.fixture(scope="module")
def sindri() -> Iterator[Any]:
    """The game, announced as long as these tests run."""
    with announced():
        yield GAME


def pile(names: str, cards: tuple[str, ...]) -> list[str]:
    """Cards by their names, the first on top; the others follow as they come."""
    left = list(cards)
    return [left.pop(left.index(next(one for one in left if name_of(one) == name))) for name in names.split()]


class Forge:
    """A game in progress: what is played, what happens, and who is asked.

    `cards` are drawn in this order: one for each god, and one more for each; then whoever bids nothing.
    """

    def __init__(
        self, cards: str = "", gods: int = 3, treasures: str = "ship", gold: int | None = None
    ) -> None:
        """Deal, and turn up the first treasure; each god has this much gold."""
        self.content = GAME.options({"seats": str(gods)})
        self.reader = Reader(GAME, self.content)
        self.lots = ScriptedLots([pile(treasures, TREASURES), pile(cards, CARDS)])
        self.events: list[Event] = []
        self.state: Any = ruling.lay_out(
            GAME, GAME.blank("g1", self.content), self.content, self.lots, self.events
        )
        if gold is not None:
            for god in GODS[:gods]:
                self.state = self.state.but(god, gold=gold)

    def fall(self, *lots: Any) -> "Forge":
        """How the next lots fall: dice as a pair, a lot of the Norn as a number."""
        self.lots._script.extend(lots)
        return self

    def write(self, seat: str, *lines: str) -> str:
        """A letter: what became of its last line, with the rule that was broken."""
        ruled = ruling.rule_on(GAME, self.state, seat, self.reader.read_letter("\n".join(lines)), self.lots)
        self.events = list(ruled.events)
        self.state = ruled.state
        last = ruled.verdicts[-1]
        return f"{last.kind} {last.broken.rule} {last.broken.why.key}" if last.broken else last.kind

    def bids(self, **bids: int) -> "Forge":
        """Sealed bids, each of which is played."""
        for seat, gold in bids.items():
            assert self.write(seat, f"bid {gold}") == "played"
        return self

    def silent(self, seat: str) -> None:
        """No answer comes by the deadline."""
        [owed] = [one for one in GAME.owed(self.state) if one.seat == seat]
        self.events = []
        self.state = driver.silence(GAME, self.state, owed, self.lots, self.events)

    @property
    def owed(self) -> list[str]:
        """Who is asked for what."""
        return [f"{one.seat} {one.duty}" for one in GAME.owed(self.state)]

    def told(self, seat: str | None) -> list[tuple[str, str, dict[str, Any]]]:
        """What a seat was shown of the last letter: kinds, rules and fields."""
        shown = [seen(event, seat) for event in self.events]
        return [(one.kind, one.rule, dict(one.fields)) for one in shown if one]

    def kinds(self, seat: str | None = None) -> list[str]:
        """The kinds of what a seat was shown, and their rules."""
        return [f"{kind} {rule}" for kind, rule, _ in self.told(seat)]

    def legal(self, seat: str) -> list[str]:
        """The orders that carry the game on."""
        return [move.written for move in GAME.choices(GAME.view(self.state, seat)).forward()]

    def gold(self) -> tuple[int, ...]:
        """The gods' gold."""
        return tuple(god.gold for _, god in self.state.gods)

    def hand(self, seat: str) -> str:
        """The names of a god's cards."""
        return " ".join(sorted(map(name_of, self.state.god(seat).hand)))
