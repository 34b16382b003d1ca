"""By what name a player may be called in a game: rule H7 of the house, the same by every way in."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from referee.engine.rules import cites, why
from referee.engine.seating import RESERVED
from referee.notation.names import bare, is_shown, is_word, looks
from referee.util.errors import Why


@dataclass(frozen=True, slots=True)
class Naming:
    """What the rules look at for a name.

    Attributes:
        name: The name.
        seat: The seat whose player is to be called so; "" if that is not known yet.
        seats: The seats of the game, as far as it is known.
        others: The names of the other people in it, and that of the referee.
    """

    name: str
    seat: str = ""
    seats: Sequence[str] = ()
    others: Iterable[str] = ()

    @property
    def own(self) -> bool:
        """Whether it is the name of this seat, by which a player without a name is called."""
        return bool(self.seat) and like(self.name, self.seat)


def like(name: str, other: str) -> bool:
    """Whether two names look alike."""
    return bool(looks(name) & looks(other))


@cites("H7")
def can_be_shown(n: Naming) -> Why | None:
    """A name has letters, those of a word of one script, and nothing of an address or a link."""
    return None if is_shown(n.name) else why("name-form", name=n.name)


@cites("H7")
def no_word_of_the_house(n: Naming) -> Why | None:
    """Nobody is called by a word that means somebody or something else in letters."""
    known = is_word(n.name) or any(like(n.name, one) for one in RESERVED)
    return why("name-word", name=n.name) if known and not n.own else None


@cites("H7")
def no_other_seat(n: Naming) -> Why | None:
    """Nobody is called as another seat of the game is, with an article, a title or a number or without."""
    said = looks(n.name) | looks(bare(n.name))
    other = next((one for one in n.seats if one != n.seat and said & looks(one)), "")
    return why("name-seat", name=n.name, seat=other) if other else None


@cites("H7")
def nobody_elses(n: Naming) -> Why | None:
    """Nobody is called as somebody else in the game is."""
    return why("name-taken", name=n.name) if any(like(n.name, one) for one in n.others if one) else None


RULES: tuple[Callable[[Naming], Why | None], ...] = (
    can_be_shown,
    no_word_of_the_house,
    no_other_seat,
    nobody_elses,
)


def why_not(naming: Naming) -> Why | None:
    """Why nobody may be called so; None if somebody may, and for no name."""
    if not naming.name:
        return None
    return next((reason for one in RULES if (reason := one(naming))), None)
