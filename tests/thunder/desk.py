"""A table with its letters and the texts that follow them, for the tests of reports.

desk = middle()
desk.letter("loki", "draw", "challenge B")   # the receipt of the writer
desk.report("thor")                          # what the other reads
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from board import GAME, Board
from support.plain_dice import PlainDice

from referee.engine import driver
from referee.engine.events import Event, seen
from referee.table import ruling
from referee.table.points import Told
from referee.table.verdicts import Verdict
from referee.telling.receipt import receipt
from referee.telling.report import Letter, text_report
from referee.telling.sentences import reader_of
from referee.testing.chance import ScriptedLots


class Desk:
    """A table with its letters, and the texts that follow them."""

    def __init__(self, **given: Any) -> None:
        """Lay the cards out as `Board` does."""
        self.board = Board(**given)
        self.happened: list[tuple[str, Event]] = []
        self.verdicts: tuple[Verdict, ...] = ()

    def letter(self, seat: str, *lines: str) -> str:
        """Rule on a letter; the receipt of its writer."""
        board, state = self.board, self.board.state
        read = board.reader.read_letter("\n".join(lines))
        ruled = ruling.rule_on(GAME, state, seat, read, board.lots)
        for event in ruled.events:
            state = GAME.apply(state, event)
            self.happened.append(("{}.{}".format(*GAME.position(GAME.view(state, seat))), event))
        board.state, self.verdicts = ruled.state, ruled.verdicts
        view = board.view(seat)
        return receipt(
            reader_of(GAME, board.options, view), ruled.verdicts, board.choices(seat), self.told(seat)
        )

    def told(self, seat: str | None) -> list[Told]:
        """Everything the seat was shown."""
        return [Told(at, shown) for at, event in self.happened if (shown := seen(event, seat)) is not None]

    def report(self, seat: str | None, **more: Any) -> str:
        """The report of the seat about everything so far."""
        view = self.board.view(seat)
        choices = GAME.choices(view)
        name = f"g1.{seat or 'onlooker'}.1"
        return text_report(
            Letter(
                game=GAME,
                content=self.board.options,
                view=view,
                told=self.told(seat),
                choices=choices,
                number=name,
                seal="0" * 64,
                **more,
            )
        )


def middle(**more: Any) -> Desk:
    """A position in the middle of a game."""
    return Desk(
        loki={
            "hand": "frigg, ravens, ravens, tyr*, freya",
            "A": "fire-giant, ravens+",
            "B": "frost-giant",
            "pile": "seer, ravens",
        },
        thor={
            "hand": "ravens, nightmare",
            "A": "viking-warriors",
            "B": "hirdman+, ravens",
            "pile": "einherjar",
        },
        **{"ap": 3, **more},
    )


def dealt() -> Desk:
    """A table just dealt."""
    desk = Desk()
    options = GAME.options({"players": "thor:Anna,loki:Bert"})
    state = GAME.blank("g1", options)
    lots = Shuffling()
    events: list[Event] = []
    desk.board.state = driver.settle(GAME, state, GAME.setup(state, options, lots), events)
    desk.board.options, desk.board.lots = options, ScriptedLots([])
    desk.happened = [("0.0", event) for event in events]
    return desk


class Shuffling(PlainDice):
    """Lots of a fixed seed."""

    def __init__(self) -> None:
        self.rng = Random(5)
        self.drawn: list[Any] = []

    def shuffle(self, label: str, items: Sequence[Any]) -> tuple[Any, ...]:  # noqa: ARG002
        """In a fixed disorder."""
        return tuple(self.rng.sample(list(items), len(items)))

    def below(self, label: str, n: int) -> int:  # noqa: ARG002
        """A number below n."""
        return self.rng.randrange(n)

    def heard(self, seat: str, line: str) -> None:
        """Nothing hangs on words here."""
