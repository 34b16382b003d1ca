"""What the contract asks about a game besides its answers: it is derived from the name, or given where it does not fit.

Most games need only the first form:

    MILL = suite_of("mill")
    THUNDER = suite_of("thunder", cards=cards_on_table, follow=Follow, as_table=as_table)
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.engine.choices import Move
from referee.engine.events import CARD, EVENTS, Event
from referee.engine.game import Game
from referee.house.games import find
from referee.house.rulebook import rulebook
from referee.testing.random_games import values_of
from referee.util.values import Struct, Value, field_names

MOST_PROBES = 24
"""At most how many questions are asked in each position: every one of them is answered in every world."""
Sentences = Callable[[Mapping[str, Any], Any], Iterable[Move]]


class Suite(Value, kw_only=True, dict=True):
    """A game, and what its tests know of it. `suite_of` fills in all that is not given.

    The last three are not derived; without one, its tests are left out.

    Attributes:
        cards: lists every physical card on a table.
        zones: the places in which cards lie unseen by somebody.
        options: those with several values.
        order: one order of the game.
        probes: questions that a letter may ask at any time.
        questions: a few of the probes.
        faulty: lines that are misread or refused.
        any_time: how orders begin that do not depend on how the table stands.
        choices_vary: not only cards are hidden.
        sentences: the moves of the grammar up to a bound, by the options and a view.
        follow: a table kept from what a seat is shown, by the seat and the options.
        as_table: the part of a view that this table must equal.
    """

    game: Game
    cards: Callable[[Any], list[str]]
    zones: Callable[[Any], Iterable[tuple[str, ...]]]
    options: tuple[tuple[str, Sequence[str]], ...]
    order: str
    probes: tuple[str, ...]
    questions: tuple[str, ...]
    faulty: tuple[str, ...]
    any_time: tuple[str, ...]
    choices_vary: bool = False
    sentences: Sentences | None = None
    follow: Callable[[str | None, Mapping[str, Any]], Any] | None = None
    as_table: Callable[[Any], Any] | None = None


def suite_of(name: str, **given: Any) -> Suite:
    """What is known of the game of that name: what is given, and the rest derived. Raises `Faulty`."""
    return Suite(**{**derived(find(name)), **given})


def derived(game: Game) -> dict[str, Any]:
    """All of a suite that can be derived."""
    orders = orders_of(game)
    order = orders[0] if orders else ""
    return {
        "game": game,
        "cards": cards_in,
        "zones": zones_in,
        "options": tuple((name, tuple(values)) for name, values in values_of(game).items()),
        "order": order,
        "probes": probes_of(game, orders),
        "questions": ("moves", "help", "history", "rules 1", f"try {order}", f"why {order}"),
        "faulty": (*(_slip(one) for one in orders[:3]), f"@9.9 {order}", f"{order} please"),
        "any_time": ("resign", "offer draw", "standing "),
        "choices_vary": any(_hides(event) for event in events_of(game).values()),
    }


def events_of(game: Game) -> Mapping[str, type[Event]]:
    """The events that a game declares, by name."""
    return EVENTS.get(type(game).__module__, {})


def orders_of(game: Game) -> tuple[str, ...]:
    """The orders that the rulebook shows, in canonical notation, in its order; each once."""
    rules = rulebook(game.name).rules.values()
    return tuple(dict.fromkeys(order for rule in rules for order in rule.orders))


def probes_of(game: Game, orders: Sequence[str]) -> tuple[str, ...]:
    """Questions of every kind: orders tried and asked about, a guard, the past."""
    asked = [f"{'why' if n % 2 else 'try'} {order}" for n, order in enumerate(orders)]
    step = max(1, -(-len(asked) // MOST_PROBES))
    number = next(iter(rulebook(game.name).rules), "")
    letters = [f"why g1.{seat}.{n}" for n, seat in enumerate(game.seats, 3)]
    guarded = [f"@9.9 {order}" for order in orders[:1]]
    return (*asked[::step], *guarded, "moves", "history", *([f"why {number}"] if number else []), *letters)


def walked(value: Any) -> Iterator[Any]:
    """A value and everything within it: fields of values, members of collections, values of mappings."""
    yield value
    if isinstance(value, Struct):
        parts: Iterable[Any] = [getattr(value, name) for name in field_names(value) or ()]
    elif isinstance(value, Mapping):
        parts = value.values()
    elif isinstance(value, tuple | list | set | frozenset):
        parts = value
    else:
        return
    for part in parts:
        yield from walked(part)


def is_card(value: Any) -> bool:
    """Whether a value has the form of a card's name: `back.name.number`."""
    return isinstance(value, str) and CARD.fullmatch(value) is not None


def cards_in(state: Any) -> list[str]:
    """Every physical card that a state names, each once, sorted."""
    return sorted({one for one in walked(state) if is_card(one)})


def zones_in(state: Any) -> list[tuple[str, ...]]:
    """Every collection of cards in a state, and no other."""
    found = [one for one in walked(state) if isinstance(one, tuple | list | set | frozenset) and one]
    return [tuple(sorted(zone)) for zone in found if all(map(is_card, zone))]


def _hides(event: type[Event]) -> bool:
    """Whether some seat is not shown all of an event."""
    return bool(event.only) or not all(one.audience.everyone for one in event.shown)


def _slip(order: str) -> str:
    """An order with two letters of its verb exchanged, as a slip of the fingers does."""
    return f"{order[0]}{order[2]}{order[1]}{order[3:]}" if len(order) > 2 else f"{order}x"
