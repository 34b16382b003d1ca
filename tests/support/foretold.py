"""Orders beforehand for searches of other worlds: those that are set off when they are to be, and that play nothing."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

from referee.api import Table
from referee.engine.events import Seen, seen
from referee.engine.kit.foreseen import EMPTY, Fact, foreseen_of
from referee.house.foreseen import Waiting, holds, is_never, of_seat
from referee.notation.reader import Reader
from referee.notation.readings import Foresight
from referee.testing.worlds import World
from referee.util.values import Value

HIDDEN = {
    "thunder": "standing lay never",
    "odins_table": "standing scout never",
    "hammer_of_thor": "when nothing",
}
"""An order of each game that shows nobody else anything, and changes nothing where no standing order stands."""
NEVER = {
    "thunder": ("their b7 is ravens", "they plays dragon"),
    "odins_table": ("their c is empty",),
    "hammer_of_thor": ("turn 9 until turn 8",),
}
"""Conditions that can never come true."""
PLACES = {"thunder": ("a1", "b1", "c1", "a2", "b2"), "odins_table": tuple("abcdef"), "hammer_of_thor": ()}
TARGETS = {
    "thunder": tuple("abc"),
    "odins_table": (*"abcdef", *(f"{column}{row}" for column in "abcdef" for row in "12345")),
    "hammer_of_thor": tuple(map(str, range(1, 80, 6))),
}
WORDS = {"en": ("if", "else", "until turn"), "de": ("wenn", "sonst", "bis Zug")}
NO_ORDER = "resign g7"
"""An order that is understood, and never allowed in a game of another id."""
MOST_NOISE = FEW = 2
"""How many that play nothing wait at a time: two letters may come in one pass, and no more than eight wait."""


class Line(Value, dict=True):
    """A condition, and by which branch orders are to be played."""

    condition: str
    branch: str = "then"

    def line(self, language: str, orders: Sequence[str]) -> str:
        """The line by which orders are given beforehand."""
        begins, otherwise, until = WORDS[language]
        first, told = ", ".join(orders), in_words(self.condition, language)
        if self.branch == "then":
            return f"{begins} {told}: {first}"
        return f"{begins} {told}: {NO_ORDER}; {otherwise} {first}; {until} 999"


def in_words(condition: str, language: str) -> str:
    """A condition as it is written: the plainest ones in German, the others in the words of English."""
    if language == "de":
        return "ich dran bin" if condition == "my turn" else condition.replace("turn ", "Zug ", 1)
    return condition


@cache
def reader_of(game: Any, language: str) -> Reader:
    """A reader of the default deck."""
    return Reader(game, game.options({}), (language,))


@cache
def pool(game: Any) -> tuple[Fact, ...]:
    """Facts of every kind that a game knows."""
    return tuple(dict.fromkeys(_pool(game)))


def _pool(game: Any) -> Iterator[Fact]:
    cards = sorted({card for card, _ in game.reading.card_names(game.options({}))})
    yield Fact("owed", "", "", "")
    yield from (Fact("turn", "", str(turn), "") for turn in range(2, 12))
    for card in (*cards, EMPTY):
        yield from (
            Fact("is", whose, place, card) for whose in ("my", "their") for place in PLACES[game.name]
        )
    for name, deed in foreseen_of(game).deeds.items():
        owners = ("my", "their", "any") if any(shown.of for shown in deed.events) else ("any",)
        if deed.befalls:
            yield from (Fact("befalls", whose, card, name) for whose in owners for card in cards)
        else:
            about = ("", *(deed.able or (*TARGETS[game.name], *cards)))
            yield from (Fact("does", who, what, name) for who in ("they", *game.seats) for what in about)


@cache
def reads(game: Any, language: str, condition: str) -> bool:
    """Whether a condition is read as it is meant."""
    line = f"{WORDS[language][0]} {in_words(condition, language)}: {NO_ORDER}"
    reading = reader_of(game, language).read(line)
    return isinstance(reading, Foresight) and reading.condition == condition


def shown_in(world: World, letter: tuple[int, int], seat: str) -> list[Seen]:
    """What a seat is shown in a letter."""
    events = [event for step in world.steps[letter[0] : letter[1]] for event in step.events]
    return [shown for event in events if (shown := seen(event, seat))]


_FITTING: dict[tuple[int, int, int], tuple[Any, list[Line]]] = {}


def fitting(told: Any, world: World, number: int, root: int) -> list[Line]:
    """The conditions that let a letter be played when the one before it has been, if they are given before `root`.

    None where its writer wrote one of those between, or where its orders cannot stand after a condition.
    """
    key = (id(world), number, root)
    if key not in _FITTING:
        _FITTING[key] = (world, [*_fitting(told, world, number, root)])
    return _FITTING[key][1]


def _fitting(told: Any, world: World, number: int, root: int) -> Iterator[Line]:
    start, end = told.letters[number]
    steps = world.steps[start:end]
    seat, game = steps[0].seat, told.game
    if any(world.steps[told.letters[n][0]].seat == seat for n in range(root, number)):
        return
    language = told.languages[seat]
    if not stands_after(told, seat, steps):
        return
    views = [game.view(world.states[told.letters[n][0]], seat) for n in range(root, number)] + [
        game.view(world.states[start], seat)
    ]
    shown = [list[Seen]()]
    for n in range(root, number):
        shown.append([*shown[-1], *shown_in(world, told.letters[n], seat)])
    owes = [any(owed.seat == seat for owed in view.owed) for view in views]
    due = owes[-1] and not any(owes[:-1]) and shown[-1]
    for fact in pool(game):
        one = fact.written
        if is_never(game, views[0], fact):
            continue
        held = [holds(game, view, told_then, one) for view, told_then in zip(views, shown, strict=True)]
        if held[-1] and not any(held[:-1]) and reads(game, language, one):
            yield Line(one)
        elif not any(held) and fact.kind != "turn" and due and reads(game, language, one):
            yield Line(one, "else")


def stands_after(told: Any, seat: str, steps: Sequence[Any]) -> bool:
    """Whether the orders of a letter can stand after a condition."""
    moves = [step.move for step in steps if step.move is not None]
    orders = [told.order(seat, move) for move in moves]
    reading = reader_of(told.game, told.languages[seat]).read(
        Line("my turn").line(told.languages[seat], orders)
    )
    return isinstance(reading, Foresight) and reading.orders == tuple(move.written for move in moves)


def holding_now(told: Any, world: World, number: int) -> list[Line]:
    """Conditions that hold before a letter is written."""
    start, end = told.letters[number]
    seat = world.steps[start].seat
    if not stands_after(told, seat, world.steps[start:end]):
        return []
    view = told.game.view(world.states[start], seat)
    turn = told.game.position(view)[0]
    facts = [Fact("owed", "", "", ""), Fact("turn", "", str(max(turn, 1)), "")]
    facts += [fact for fact in pool(told.game) if fact.kind == "is"]
    found = [fact.written for fact in facts if holds(told.game, view, [], fact.written)]
    return [Line(one) for one in found if reads(told.game, told.languages[seat], one)]


def stands_nothing(game: Any, world: World, seat: str) -> bool:
    """Whether a seat has no standing order anywhere in a world.

    Then taking one back changes nothing, and no letter of the seat lets one act (Thunder & Lightning, 3.5).
    """
    if game.name == "hammer_of_thor":
        return not any(state.standing.get(seat) or state.answers.get(seat) for state in world.states[1:])
    name = {"thunder": "standing_lay", "odins_table": "standing"}[game.name]
    return not any(getattr(state.side(seat), name) for state in world.states[1:])


def noise(table: Table, seat: str, rng: Random, language: str) -> list[str]:
    """Lines about orders beforehand that play nothing: given, listed, taken back, given twice, refused."""
    house, game = table.index.house, table.game
    if house.waiting or house.rests or game.ended(table.state) is not None or seat in table.state.gone:
        return []
    view = game.view(table.state, seat)
    turn = game.position(view)[0]
    waiting = of_seat(house.foreseen, seat, turn)
    mine = [one for one in waiting if plays_nothing(one)]
    lines = [f"withdraw if {mine[0].given.name}"] if len(mine) > 1 and rng.random() < 0.5 else []
    room = max(MOST_NOISE - len(mine) + len(lines), 0)
    lines += [waits(fact, turn, rng, language) for fact in some_facts(game, view, rng, language)[:room]]
    if rng.random() < 0.4 and len(waiting) <= FEW:
        lines += [f"if turn 990: {NO_ORDER}; until turn 995", "withdraw if"]
    if rng.random() < 0.4:
        lines.append("ifs")
    if rng.random() < 0.5:
        refused = [
            *(f"if {one}: {NO_ORDER}" for one in NEVER[game.name]),
            *([f"if my turn until turn {turn - 1}: {NO_ORDER}"] if turn > 1 else ()),
            *([f"if {mine[-1].given.condition}: {NO_ORDER}"] if mine else ()),
            "withdraw if 99",
        ]
        lines.append(rng.choice(refused))
    return lines


def plays_nothing(one: Waiting) -> bool:
    """Whether neither branch of an order beforehand can ever be played."""
    return one.given.orders == (NO_ORDER,) and one.given.otherwise in {(), (NO_ORDER,)}


def some_facts(game: Any, view: Any, rng: Random, language: str) -> list[Fact]:
    """Facts by chance that may come true by what a reader knows; now and then that it is the reader's turn."""
    first = [Fact("owed", "", "", "")] if rng.random() < 0.4 else []
    facts = [fact for fact in rng.sample(pool(game), 12) if not is_never(game, view, fact)]
    return [*first, *(fact for fact in facts if reads(game, language, fact.written))]


def waits(fact: Fact, turn: int, rng: Random, language: str) -> str:
    """An order beforehand that plays nothing, with another branch or a last turn now and then."""
    begins, otherwise, until = WORDS[language]
    more = rng.choice(("", "", f"; {otherwise} {NO_ORDER}", f"; {until} {turn + rng.randint(0, 2)}"))
    return f"{begins} {in_words(fact.written, language)}: {NO_ORDER}{more}"
