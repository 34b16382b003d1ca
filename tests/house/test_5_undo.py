"""Rule H22: taking a letter back by consent. What can be taken back, and that it tells nothing: see `test_undo.py`."""

import pytest
from houses import AT, broken, happened, opened

from referee.engine.events import Event
from referee.engine.moves import OfferDraw, Resign
from referee.engine.rules import first_broken
from referee.house.docket import ARBITER, Case, Docket
from referee.house.leaves import Leaves, undo_after
from referee.house.rulings import SAME, RolledBack
from referee.house.state import Asked, House
from referee.house.undo import (
    ACCEPT,
    DECLINE,
    OFFER,
    WORDS,
    UndoAccepted,
    UndoAgreed,
    UndoDeclined,
    UndoOffered,
)
from referee.util.errors import Why
from referee.util.values import replace


def test_h22_whoever_offers_plays_nothing_more_but_may_resign() -> None:
    """The other plays on."""
    house = House(undo="odin")
    assert broken(house, OfferDraw()) == "H22 undo-waits"
    assert broken(house, OfferDraw(), seat="thor") == broken(house, Resign("g1")) == ""


class Undoing:
    """What the table says to an offer and to an agreement: the reasons why not, or that it goes back."""

    def __init__(self, reason: Why | None = None, seats: tuple[str, ...] = ("odin", "thor")) -> None:
        """Keep the reason, and who plays."""
        self.reason, self.seats = reason, seats

    def offer(self) -> Why | None:
        """Why a letter cannot be offered."""
        return self.reason

    def asked(self, by: str) -> tuple[str, ...]:
        """The seats that have to agree."""
        return tuple(one for one in self.seats if one != by)

    def accept(self, _by: str, _agreed: tuple[str, ...]) -> Why | None:
        """Why it cannot be taken back."""
        return self.reason

    def back(self) -> tuple[RolledBack, None]:
        """To where."""
        return RolledBack(3, "7.1", SAME), None


FREE = House(undoing=Undoing())
"""A table at which a letter can be taken back."""


def answered(verb: str, house: House, **how: bool) -> str:
    """What a line comes to: the names of events, or the rule that it breaks, and why."""
    asked = Asked(house, "odin", **how)
    happens, rules = WORDS[verb]
    if found := first_broken(rules, asked, verb):
        return f"{found.rule} {found.why.key}"
    return " ".join(type(one).__name__ for one in happens(asked))


@pytest.mark.parametrize(
    ("house", "how", "found"),
    [
        (FREE, {}, "UndoOffered"),
        (FREE, {"over": True}, "H22 game-over"),
        (FREE, {"acted": True}, "H22 undo-same-letter"),
        (replace(FREE, undo="thor"), {}, "H22 undo-stands"),
        (House(undoing=Undoing(Why("undo-nothing"))), {}, "H22 undo-nothing"),
    ],
)
def test_h22_a_letter_is_offered_to_be_taken_back(house: House, how: dict[str, bool], found: str) -> None:
    """One at a time, in a letter of its own, and only what can be."""
    assert answered(OFFER, house, **how) == found


@pytest.mark.parametrize(
    ("house", "how", "found"),
    [
        (FREE, {}, "H22 undo-none"),
        (replace(FREE, undo="odin"), {}, "H22 undo-none"),
        (replace(FREE, undo="thor"), {}, "UndoAccepted RolledBack"),
        (replace(FREE, undo="thor"), {"acted": True}, "H22 undo-acted"),
        (House(undo="thor", undoing=Undoing(Why("undo-nothing"))), {}, "H22 undo-nothing"),
    ],
)
def test_h22_the_other_agrees(house: House, how: dict[str, bool], found: str) -> None:
    """To the offer of another, in a letter of its own, and only if it can be taken back."""
    assert answered(ACCEPT, house, **how) == found


def test_h22_of_more_than_two_all_others_agree() -> None:
    """The table goes back with the last of them.

    A seat that has agreed may still decline, and one that is not asked cannot.
    """
    three = House(undo="thor", undoing=Undoing(seats=("odin", "thor", "frigg")))
    assert answered(ACCEPT, three) == "UndoAgreed"
    assert answered(ACCEPT, replace(three, undo_agreed=("frigg",))) == "UndoAccepted RolledBack"
    assert answered(ACCEPT, replace(three, undo_agreed=("odin",))) == "H22 undo-none"
    assert answered(DECLINE, replace(three, undo_agreed=("odin",))) == "UndoDeclined"
    others = House(undo="thor", undoing=Undoing(seats=("thor", "frigg")))
    assert answered(ACCEPT, others) == answered(DECLINE, others) == "H22 undo-none"
    assert broken(replace(three, undo_agreed=("odin",)), OfferDraw()) == "H22 undo-waits"


def test_h22_an_offer_is_declined_or_withdrawn() -> None:
    """By the other, or by the player who made it; in any letter."""
    assert answered(DECLINE, FREE) == "H22 undo-none"
    for by in ("odin", "thor"):
        assert answered(DECLINE, replace(FREE, undo=by), acted=True) == "UndoDeclined"


@pytest.mark.parametrize("verb", [OFFER, ACCEPT, DECLINE])
def test_h22_nothing_is_taken_back_before_the_deal_nor_after_the_end(verb: str) -> None:
    """No matter what was offered."""
    assert answered(verb, replace(FREE, undo="thor", waiting=("thor",))) == "H22 not-accepted"
    assert answered(verb, House(undo="thor")) == "H22 not-accepted"
    assert answered(verb, replace(FREE, undo="thor"), over=True) == "H22 game-over"


@pytest.mark.parametrize("verb", [OFFER, ACCEPT, DECLINE])
def test_h20_nothing_is_taken_back_while_play_rests(verb: str) -> None:
    """A dispute is on."""
    case = Case("thor", "7.2", "why?", AT, 3, ARBITER)
    assert answered(verb, replace(FREE, undo="thor", docket=Docket(case))) == "H20 play-rests"


def test_h1_an_agreement_that_was_long_on_its_way_is_to_no_later_offer() -> None:
    """It answers a mail that told of another position; a refusal may come late."""
    late = replace(FREE, undo="thor", answers="7.1")
    assert answered(ACCEPT, late) == "H1 undo-stale"
    assert answered(DECLINE, late) == "UndoDeclined"


def test_h18_an_offer_to_take_back_is_a_word_to_the_others() -> None:
    """There are a limited number per day."""
    assert answered(OFFER, replace(FREE, talk=0)) == "H18 talked-enough"
    assert answered(ACCEPT, replace(FREE, undo="thor", talk=0)) == "UndoAccepted RolledBack"


@pytest.mark.parametrize(
    "event", [UndoOffered("thor"), UndoAccepted("thor"), UndoAgreed("thor"), UndoDeclined("thor")]
)
def test_h22_an_offer_and_its_answer_leave_the_table_as_it_is(event: Event) -> None:
    """That the table goes back is an event of its own. An offer stands until it is answered."""
    table = opened()
    before = table.state
    happened(table, event)
    assert table.state == before
    house = undo_after(House(undo="thor"), event, Leaves(table.game))
    assert house.undo == ("thor" if isinstance(event, UndoOffered | UndoAgreed) else "")
    assert house.undo_agreed == (("thor",) if isinstance(event, UndoAgreed) else ())
