"""What a reader is asked besides, or may do besides: about a dispute, silent players, another game, what is published.

Each has links for the answers.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from referee.telling.answers.offered import Offer
from referee.telling.links import Link
from referee.telling.sentences import Reader
from referee.util.values import Value

if TYPE_CHECKING:
    from referee.telling.receipt import ReceiptTold


Linked = Callable[[Iterable[str]], tuple[Link, ...]]
"""Gives the links for orders to the reader's own address."""


class Disputing(Value):
    """What a reader may do about a dispute (H20): withdraw it, or say how it was; `by` has raised it."""

    by: str
    withdraws: bool = False
    states: bool = False


class After(Value):
    """What a reader is asked when the game is over (H25, H26).

    Attributes:
        opens: whether there is something that the reader may open to all.
        name: the name under which the reader may be published; "" if that is settled.
    """

    opens: bool = False
    name: str = ""


def after(reader: Reader, asked: After | None, link: Linked) -> Iterator[tuple[str, tuple[Link, ...]]]:
    """How the game can be replayed and annotated, and what the reader is asked: each with links for the answers."""
    if asked is None:
        return
    yield reader.text("after-how"), link([reader.order("replay")])
    if asked.opens:
        yield reader.text("after-open"), link([reader.order("open notes")])
    if asked.name:
        answers = reader.text("publish-yes", name=asked.name), reader.text("publish-no")
        yield reader.text("after-publish"), link(answers)
    if asked.opens or asked.name:
        yield reader.text("after-once"), ()


def rematch(reader: Reader, told: "ReceiptTold | None", link: Linked) -> Iterator[Offer]:
    """H30 How another game is asked for, in each letter after the end; not where a line is answered with it."""
    order = reader.order("rematch")
    answered = told is not None and any(order in line.meant for line in told.lines)
    if not answered:
        taps = link([order])
        yield Offer("", (), reader.text("after-rematch"), taps)


def of_dispute(reader: Reader, on: Disputing | None, link: Linked) -> Iterator[Offer]:
    """H20 How the reader withdraws the dispute, or says how it was in a sentence that fits often: each with a link."""
    if on is None:
        return
    if on.withdraws:
        taps = link((reader.order("withdraw dispute"),))
        yield Offer("", (on.by,), reader.text("dispute-yours"), taps)
    if on.states:
        said = (reader.text("dispute-agreed", seat=on.by), reader.text("dispute-denied"))
        yield Offer("", (on.by,), reader.text("dispute-theirs"), link(said))


def votes(
    reader: Reader, silent: Sequence[tuple[str, bool]], link: Linked
) -> Iterator[tuple[str, tuple[Link, ...]]]:
    """H35 How the reader may vote to replace the player of a silent seat, or take a vote back: each with a link."""
    for seat, voted in silent:
        order = reader.order(f"replace {seat} no" if voted else f"replace {seat}")
        told = reader.text("after-voted" if voted else "after-vote", seat=seat)
        yield told, link([order])
