"""2.2A Items: revealed, concealed, discarded."""

from collections.abc import Iterator, Mapping

from referee.engine.choices import Move
from referee.engine.events import Happening
from referee.engine.game import Moves
from referee.engine.kit.base import RestsOn
from referee.engine.lots import Lots
from referee.engine.rules import Rule, cites, rule, why
from referee.games.hammer_of_thor import playing
from referee.games.hammer_of_thor.carried import Concealed, ItemDiscarded, Revealed, Tried
from referee.games.hammer_of_thor.figures import (
    KLEPTOMANIA,
    counter_of,
    of_seat,
    too_many,
    value,
)
from referee.games.hammer_of_thor.grounds import encounter, own_groups, own_hand, together
from referee.games.hammer_of_thor.happened import Rolled
from referee.games.hammer_of_thor.moves import Conceal, Discard, Reveal
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.timing import GOES_ON, fate_over, in_turn_unless, meets
from referee.games.hammer_of_thor.view import View
from referee.util.errors import Why

Turned = Reveal | Conceal


def own_bearer(t: State | View, seat: str, item: str) -> str:
    """The character of the seat that carries an item; "" for none."""
    return next((name for name in of_seat(t, seat) if item in t.figures[name].items), "")


def _bearer(v: View, item: str) -> str:
    return own_bearer(v, v.seat or "", item)


@rule("2.2A2")
def own_item(v: View, m: Turned) -> Why | None:
    """A seat turns the items of its own characters."""
    return None if _bearer(v, m.item) else why("not-your-item", item=m.item)


@rule("2.2A2")
def in_an_encounter(v: View, m: Turned) -> Why | None:
    """Items are revealed and concealed only in an encounter of the bearer's group."""
    return None if meets(v, counter_of(v, _bearer(v, m.item))) else why("encounter-only", item=m.item)


@rule("2.2A2")
def face_down(v: View, m: Reveal) -> Why | None:
    """What is revealed lay face down."""
    shown = m.item in v.figures[_bearer(v, m.item)].revealed
    return why("revealed-already", item=m.item) if shown else None


@rule("2.2A2")
def face_up(v: View, m: Conceal) -> Why | None:
    """What is concealed lay face up."""
    shown = m.item in v.figures[_bearer(v, m.item)].revealed
    return None if shown else why("concealed-already", item=m.item)


@rule("M23")
def one_of_a_letter(v: View, m: Reveal) -> Why | None:
    """A kleptomaniac, who may carry any number, reveals only one item of each letter."""
    figure = v.figures[_bearer(v, m.item)]
    letters = set(v.cards.items[m.item].letters)
    same = [
        one for one in figure.items if one in figure.revealed and letters & set(v.cards.items[one].letters)
    ]
    if figure.insanity != KLEPTOMANIA or not same:
        return None
    return why("letter-shown", item=m.item, shown=same[0])


@rule("2.2A3")
def once_a_turn(v: View, m: Reveal) -> Why | None:
    """The roll for an item is made once in a game-turn; who has not tried it yet waits for the next one."""
    name = _bearer(v, m.item)
    rolls = v.cards.items[m.item].wisdom and (name, m.item) not in v.works
    return why("tried-this-turn", item=m.item) if rolls and m.item in v.tried else None


@cites("2.2A3", "M3")
def _reveal(s: State, by: str, m: Reveal, lots: Lots) -> Happening:
    """The first time a roll against WISDOM is made, if the item needs one; how it came out holds for good."""
    name = own_bearer(s, by, m.item)
    s = yield Revealed(name, m.item, free=True)
    if s.cards.items[m.item].wisdom and (name, m.item) not in s.works:
        need = value(s, name, "wisdom")
        rolled = lots.below(f"wisdom {name}", 10)
        s = yield Rolled("wisdom", name, rolled, need, "2.2A3")
        yield Tried(name, m.item, rolled <= need)


def _conceal(s: State, by: str, m: Conceal, lots: Lots) -> Happening:
    yield Concealed(own_bearer(s, by, m.item), m.item, free=True)


def _is_card(v: View, m: Discard) -> bool:
    """Whether a card in hand is meant, and no item."""
    return bool(playing.held(v.hand, m.thing))


@rule("4.1c")
def cards_in_fate_phase(v: View, m: Discard) -> Why | None:
    """A Fate or Prediction card is discarded by the seat that holds it, in its own Fate phase only."""
    if m.thing not in v.cards.fate and m.thing not in v.cards.predictions:
        return None
    return playing.in_fate_phase.check(v, m) if _is_card(v, m) else why("not-in-hand", card=m.thing)


@rule("2.2A0")
def something_held(v: View, m: Discard) -> Why | None:
    """A seat discards items of its own characters, or a card of its own hand."""
    return None if _is_card(v, m) or _bearer(v, m.thing) else why("not-your-item", item=m.thing)


def _at_any_time(v: View, m: Discard) -> bool:
    """Whether it need not be the seat's turn: a card, one item of too many, or an encounter of the bearer."""
    return _is_card(v, m) or v.owes("discard") or meets(v, counter_of(v, _bearer(v, m.thing)))


@rule("M8")
@cites("M23")
def of_too_many(v: View, m: Discard) -> Why | None:
    """Where there are too many items, by a list or of who was a kleptomaniac, one of those is discarded."""
    if _is_card(v, m) or not v.owes("discard"):
        return None
    found = too_many(v, _bearer(v, m.thing))
    return None if m.thing in found else why("not-too-many", item=m.thing, items=found)


def _discard(s: State, by: str, m: Discard, lots: Lots) -> Happening:
    if playing.held(s.hand(by), m.thing):
        return (yield from playing.discarded(s, by, m, lots))
    if s.stage == "choosing":
        return (yield ItemDiscarded(own_bearer(s, by, m.thing), m.thing, "M8"))
    name = own_bearer(s, by, m.thing)
    if m.thing in too_many(s, name):
        return (yield ItemDiscarded(name, m.thing, "M23"))
    s = yield from fate_over(s, by)
    return (yield ItemDiscarded(name, m.thing, "2.2A0"))


def candidates(v: View) -> Iterator[tuple[str, str, list[Move]]]:
    """Every item of the characters of the seat, turned or discarded."""
    own = [item for name in of_seat(v, v.seat or "") for item in v.figures[name].items]
    yield "reveal", "2.2A2", [Reveal(one) for one in own]
    yield "conceal", "2.2A2", [Conceal(one) for one in own]
    yield "discard", "2.2A0", [Discard(one) for one in own]


_TURNED: tuple[Rule, ...] = (GOES_ON, own_item, in_an_encounter)

MOVES: Moves = {
    Reveal: (_reveal, (*_TURNED, face_down, one_of_a_letter, once_a_turn)),
    Conceal: (_conceal, (*_TURNED, face_up)),
    Discard: (
        _discard,
        (GOES_ON, cards_in_fate_phase, something_held, *in_turn_unless(_at_any_time), of_too_many),
    ),
}
RESTS_ON: Mapping[type[Move], RestsOn] = dict.fromkeys(MOVES, together(own_groups, encounter, own_hand))
