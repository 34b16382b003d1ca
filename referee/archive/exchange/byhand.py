"""A game that was played at a table and written down by hand: can it have happened, and with which cards?

    told = by_hand(game)
    told.possible, told.unknown, told.game

Nobody wrote down what nobody saw: how the decks lay, which card was picked, a card that was never turned up
(`?`). So no record is made of it; what is handed out is the text with cards supposed for those, which can have
happened so, and which says that they are supposed.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from referee.archive.exchange.beginning import OPENING
from referee.archive.exchange.facts import of_entry
from referee.archive.exchange.lots import LOTS
from referee.archive.exchange.making import make
from referee.archive.exchange.model import Entry, Fact, Game, Item, Order, Problem, Tag
from referee.archive.exchange.searching import TRIES, problem_of, search
from referee.archive.exchange.supposing import UNKNOWN, Run, holes
from referee.archive.exchange.telling import told
from referee.util.times import now

SUPPOSED = "Supposed"


@dataclass(frozen=True, slots=True)
class ByHand:
    """What came of a game that was written down by hand.

    Attributes:
        orders: how many orders it has.
        unknown: how many cards in them nobody knew.
        entries: how many letters of the text could be played.
        tries: how many deals were tried.
        game: the game with cards supposed, as it can have happened; None if no such deal was found.
        problem: why, with its place.
    """

    orders: int
    unknown: int
    entries: int
    tries: int
    game: Game | None
    problem: Problem | None


def is_by_hand(game: Game) -> bool:
    """Whether a text leaves open how the cards lay: the deal, or a card."""
    if game.problems or game.tag("audience") or not game.entries:
        return False
    first = game.entries[0]
    dealt = first.what == (OPENING,) and (of_entry(first, *LOTS, "invited", "recorded"))
    open_ = any(UNKNOWN in fact.words for one in game.entries for fact in of_entry(one, *LOTS))
    return not dealt or open_ or _unknown(game) > 0


def by_hand(game: Game, *, by: str = "", clock: Callable[[], str] = now, tries: int = TRIES) -> ByHand:
    """Look for cards with which a game can have happened. Raises `NotSo` for tags that open no game."""
    found = search(game, tries)
    orders = sum(isinstance(item, Order) for one in game.entries for item in one.items)
    problem, supposed = problem_of(found), None
    if problem is None:
        made = make(_with_cards(game, found.run), by=by, clock=clock)
        problem = next(iter(made.problems), None)
        supposed = told(made.table, made.notes) if made.table and not problem else None
    return ByHand(orders, _unknown(game), found.run.reached[0], found.tries, supposed, problem)


def _unknown(game: Game) -> int:
    return sum(holes(item.move) for one in game.entries for item in one.items if isinstance(item, Order))


def _with_cards(game: Game, run: Run) -> Game:
    """The game with the cards and lots of a run."""
    first = next((one for one in game.entries if one.what == (OPENING,)), Entry("0.0", (OPENING,)))
    letters = [one for one in game.entries if one.what != (OPENING,)]
    rest = (item for item in first.items if not _is_lot(item))
    opening = replace(first, position="0.0", items=(*run.facts[0], *rest))
    entries = [
        replace(one, position=position, items=(*_lines(one, texts), *facts))
        for one, position, texts, facts in zip(letters, run.positions, run.lines, run.facts[1:], strict=True)
    ]
    tag = Tag(SUPPOSED, f"deal; unknown cards: {_unknown(game)}", at=game.at)
    others = tuple(one for one in game.tags if one.name != SUPPOSED)
    return replace(game, tags=(*others, tag), entries=(opening, *entries))


def _lines(entry: Entry, texts: list[str]) -> list[Item]:
    """The parts of a letter with its orders as they were played."""
    left, items = iter(texts), list[Item]()
    for item in entry.items:
        if isinstance(item, Order):
            text = next(left)
            items.append(replace(item, move=text, raw="") if item.move else item)
        elif not _is_lot(item):
            items.append(item)
    return items


def _is_lot(item: Item) -> bool:
    return isinstance(item, Fact) and item.name in LOTS
