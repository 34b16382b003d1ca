"""What events do to piles beside laying and drawing: cards taken by name, a pile that is cut."""

from referee.engine.decks import Cut, DeckEvents, Decks, Drawn, Lies, Taken
from referee.engine.events import Event, Hidden, Open, event
from referee.util.values import Struct


class Plain(Event):
    """An event that changes nothing here."""


@event("1")
class Laid(Plain):
    """A pile lies so."""

    pile: Open[str]
    cards: Hidden[tuple[str, ...]]


@event("1")
class Named(Plain):
    """A card, and others, are taken by name."""

    card: Open[str]
    others: Open[tuple[str, ...]]


@event("1")
class Halved(Plain):
    """A pile is cut, and others come under it."""

    pile: Open[str]
    count: Open[int]
    under: Hidden[tuple[str, ...]]


@event("1")
class Turned(Plain):
    """The top card is turned up."""

    pile: Open[str]
    card: Open[str]


WHAT: DeckEvents = {
    Laid: Lies("pile", "cards"),
    Named: Taken("", "card", ("others",)),
    Halved: Cut("pile", "under"),
    Turned: Drawn("pile", "card"),
}


class Told(Struct, dict=True):
    """Decks that were dealt so: one pile of four cards."""

    decks: Decks

    @classmethod
    def dealt(cls) -> "Told":
        """The pile `p` as the deal fixed it."""
        made = Decks(WHAT, ("red",))
        made.take_in(0, [Laid("p", ("a", "b", "c", "d"))], ["p"])
        return cls(made)


def test_all_cards_that_are_named_are_taken() -> None:
    """The first field and the others, whether they hold one card or several."""
    assert WHAT[Named].of(Named("a", ("c", "d"))) == ("a", "c", "d")


def test_a_pile_that_is_cut_keeps_its_first_cards_over_the_new_ones() -> None:
    """Two of four stay, and two others lie under them."""
    cut = WHAT[Halved]
    assert isinstance(cut, Cut)
    assert cut.after(Halved("p", 2, ("y", "x")), ("a", "b", "c", "d")) == ("a", "b", "y", "x")


def test_a_card_under_one_that_was_taken_is_not_opened_as_if_it_had_moved() -> None:
    """Its place in the deal would tell how many were taken above it; a card still in its place is opened."""
    whole = Told.dealt().decks
    whole.take_in(1, [Turned("p", "a")])
    assert [(one.place, one.card) for one in whole.opened[1]] == [(0, "a")]
    less = Told.dealt().decks
    less.take_in(1, [Named("a", ()), Turned("p", "b")])
    assert less.opened == {}
