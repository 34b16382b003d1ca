"""A report as data: what each template that shows one is given."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.telling.answers.offered import Offer
from referee.telling.laid import Section
from referee.telling.links import Link, Row
from referee.telling.moves import FamilyTold
from referee.telling.sentences import OwedTold, TurnTold

if TYPE_CHECKING:
    from referee.telling.answers.line_told import LineTold
    from referee.telling.receipt import ReceiptTold


@dataclass(frozen=True, slots=True)
class Report:
    """A report as data, for every template that shows one: sentences, and what is laid out as a table.

    Attributes:
        headline: the first line, which is the subject of the mail too.
        beside: what an inbox shows beside the subject.
        lead: what matters most in one sentence, the first of a letter.
        shape: how much is told of table and moves (`referee.telling.shape`).
        parted: whether the likely answers stand within the table, below what is most needed of it.
        short: whether the table is told without what seldom changes: after orders of the reader's own.
        mine: whether an answer of the reader's is due.
        folded: that the table is left out, which letter shows it as it still is (`tabled`), and how to ask for it.
        people: the game and its turn, and who is who.
        led, waits: what led to the order beforehand that the receipt tells; those that wait, if no receipt does (H27).
        withdraw: links that take back each of those that wait.
        foot: the number of the letter and the position.
        options: those that are not the default.
        pace: when letters come, where that is told.
        earlier: on a page, what happened before that which is told in `turns`.
        detailed: on a page, lines of the reader's letter that `receipt` tells in short.
        settings: links by which that and the language are chosen otherwise.
        fixed: by what the decks are fixed (H19), told at the foot.
        words: the seal in words.
        table, uncovered: the game's own data, for its own templates.
        brief: that the text leaves the moves out, and how to ask for them; "" where it lists them.
        taps: the likely answers as links, in rows of what begins alike.
        first: whether the game knows them for likely, so that a page shows them first.
        learned: what cards do that the reader has now for the first time, told below the table.
        asks: questions that help.
        asked: the moves, where the reader has asked for them: a page lists them with links.
        remarks: remarks on the mail to the reader.
        packet: what a dispute is about (H20).
        in_short: at the end, the game in a few lines.
        unseen: at the end, what the reader was never shown.
        secret: at the end, the secret of the lots in hex.
        after: at the end, what can be done now, and what is asked once; each with links for the answers.
    """

    headline: str
    beside: str
    lead: str
    shape: str
    parted: bool
    short: bool
    mine: bool
    folded: str
    people: str
    foot: str
    options: str
    receipt: "ReceiptTold | None"
    turns: tuple[TurnTold, ...]
    fixed: tuple[str, ...]
    table: Any
    outcome: str
    owed: tuple[OwedTold, ...]
    families: tuple[FamilyTold, ...]
    how: str
    questions: str
    seal: str
    words: str = ""
    brief: str = ""
    taps: tuple[Row, ...] = ()
    offers: tuple[Offer, ...] = ()
    first: bool = False
    learned: tuple[str, ...] = ()
    asks: tuple[Link, ...] = ()
    uncovered: Any = None
    in_short: tuple[str, ...] = ()
    unseen: tuple[TurnTold, ...] = ()
    secret: str = ""
    remarks: tuple[str, ...] = ()
    packet: tuple[Section, ...] = ()
    after: tuple[tuple[str, tuple[Link, ...]], ...] = ()
    pace: str = ""
    earlier: tuple[TurnTold, ...] = ()
    detailed: "tuple[LineTold, ...]" = ()
    settings: tuple[Row, ...] = ()
    asked: tuple[FamilyTold, ...] = ()
    led: tuple[TurnTold, ...] = ()
    waits: tuple[str, ...] = ()
    withdraw: tuple[Row, ...] = ()

    @property
    def told_keys(self) -> frozenset[str]:
        """The names of the families of moves that the text lists."""
        return frozenset(() if self.brief else [one.key for one in self.families])
