"""What a seat could not know: the cards that others knew and it did not, and when it learned of each."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.archive.replay.frames import Whole
from referee.engine.events import face
from referee.table.knowledge import Known


class Hidden(NamedTuple):
    """A card that another seat knew from frame `since` to before frame `until`, and this one did not.

    `learned`: this seat was shown it then; else nobody knew it from then on, or the game ended.
    """

    card: str
    since: int
    until: int
    learned: bool


def hidden_from(film: Whole, seat: str | None) -> tuple[Hidden, ...]:
    """The cards that were hidden from a seat (None: an onlooker) while another seat knew them, in their order."""
    return tuple(sorted(_spans(film, seat), key=lambda one: (one.since, one.card, one.until)))


def _spans(film: Whole, seat: str | None) -> Iterator[Hidden]:
    since: dict[str, int] = {}
    for n, (others, mine) in enumerate(_known(film, seat)):
        for card in [one for one in since if one not in others or one in mine]:
            yield Hidden(face(card), since.pop(card), n, card in mine)
        since |= dict.fromkeys(others - mine - since.keys(), n)
    for card, first in since.items():
        yield Hidden(face(card), first, len(film.frames), learned=False)


def _known(film: Whole, seat: str | None) -> Sequence[tuple[frozenset[str], frozenset[str]]]:
    """After each frame, the cards that other seats know, and those that this one knows."""
    known, found = Known(film.table.seats), []
    for n in range(len(film.frames)):
        for event in film.happened(n):
            known.take_in(event)
        others = [cards for other, cards in known.cards.items() if other is not None and other != seat]
        found.append((frozenset[str]().union(*others), known.cards[seat]))
    return found
