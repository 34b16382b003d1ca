"""Standing orders, set and unset: nobody but their owner can tell from what comes whether there is one."""

from errno import ENOSPC
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

import pytest
from support.standing import Thrice, thrice
from support.suite import NAMES, suite

from referee.api import Table
from referee.engine.events import seen
from referee.house.chapters import events_of
from referee.notation.reader import Line
from referee.record.entries import Letter
from referee.record.stores import Memory
from referee.table import replay
from referee.table.legality import Sitting, rule_line
from referee.table.verdicts import Verdict
from referee.testing.random_games import options_of
from referee.testing.sent import everything_sent
from referee.util.values import replace

TIME, SALT = "2026-01-01T00:00:00Z", bytes(32)


class Case(NamedTuple):
    """A game in which one seat has standing orders."""

    name: str
    seat: str
    seed: int

    def played(self, most: int = 140) -> Thrice:
        """Its three ways."""
        one = suite(self.name)
        return thrice(self.name, one.rich(options_of(one.game, self.seed)), self.seat, self.seed, most)


SEEDS = {"odins_table": (0, 1), "thunder": (0, 4)}
"""For each seat a game in which its standing orders do act; a Thor/Loki is drawn only once."""
CASES = [
    Case(name, seat, seed)
    for name in NAMES
    for seat, seed in zip(suite(name).game.seats, SEEDS[name], strict=True)
]


@pytest.fixture(scope="module", params=CASES, ids=lambda case: f"{case.name} {case.seat}")
def told(request: pytest.FixtureRequest) -> Thrice:
    """A game in three ways: by standing orders, by hand, and by hand with orders that never act."""
    case: Case = request.param
    return case.played()


def others(told: Thrice) -> tuple[str | None, ...]:
    """Everybody but the player with the orders."""
    return (*(seat for seat in told.ordered.game.seats if seat != told.seat), None)


@pytest.mark.slow
def test_standing_orders_act_and_others_never_do(told: Thrice) -> None:
    """In the games compared some orders did act, and others were given and did not."""
    assert told.acted > 0
    assert told.given > 0


@pytest.mark.slow
def test_all_that_others_see_of_standing_orders_is_seen_of_lines_by_hand(told: Thrice) -> None:
    """Place by place, the other player and an onlooker are shown the same events in order, and the same table."""
    game = told.ordered.game
    for slots in zip(*(one.slots for one in told.each), strict=True):
        for seat in others(told):
            shown = [[one for event in slot.events if (one := seen(event, seat))] for slot in slots]
            assert shown[0] == shown[1] == shown[2]
            views = [game.view(slot.state, seat) for slot in slots]
            assert views[0] == views[1] == views[2]


@pytest.mark.slow
def test_what_others_are_sent_is_the_same_to_the_byte(told: Thrice) -> None:
    """Reports, lists of moves, answers to questions and refusals do not tell a standing order from a line by hand."""
    game, content = told.ordered.game, told.ordered.content
    last = len(told.ordered.slots) - 1
    at = range(1, last + 1, 6)
    for seat in others(told):
        sent = [everything_sent(suite(game.name), content, one.world(), seat, at) for one in told.each]
        assert sent[0] == sent[1] == sent[2]


@pytest.mark.share(4)
def test_the_table_is_the_same_once_all_is_done_in_the_open(told: Thrice) -> None:
    """After a letter of its owner nothing of a standing order is left on the table but the order itself."""
    unset = suite(told.ordered.game.name).unset
    compared = 0
    for ordered, hand, quiet in zip(*(one.slots for one in told.each), strict=True):
        if hand.letters and hand.letters[-1][0] == told.seat:
            assert unset(ordered.state) == hand.state == unset(quiet.state)
            compared += 1
    assert compared > 5


# Leaks that are planted, and found


ACTING = {"odins_table": Case("odins_table", "thor", 1), "thunder": Case("thunder", "loki", 4)}


def leaks(name: str) -> bool:
    """Whether a difference is found in a game in which a standing order acts."""
    told = ACTING[name].played(60)
    assert told.acted
    try:
        test_all_that_others_see_of_standing_orders_is_seen_of_lines_by_hand(told)
    except AssertionError:
        return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_found_where_nothing_leaks(name: str) -> None:
    """The comparison is silent over the games as they are."""
    assert not leaks(name)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "kind"),
    [("odins_table", "Peeked"), ("odins_table", "StandingScoutSet"), ("thunder", "StandingLaySet")],
)
def test_an_event_of_a_standing_order_that_others_are_shown_is_found(
    name: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That an order is given, or acts unseen, is told to all."""
    monkeypatch.setattr(events_of(suite(name).game)[kind], "only", ())
    assert leaks(name)


@pytest.mark.slow
def test_a_position_that_counts_what_was_peeked_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The action told to everybody counts a scouting that was not yet done in the open."""
    game = suite("odins_table").game
    whole = game.view

    def view(state: Any, seat: str | None) -> Any:
        peeked = sum(len(state.side(one).peeked) for one in game.seats if one != seat)
        made = whole(state, seat)
        return replace(made, action=made.action + peeked)

    monkeypatch.setattr(type(game), "view", staticmethod(view))
    assert leaks("odins_table")


@pytest.mark.slow
def test_a_right_that_is_told_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player's half shows everybody how many scoutings are still to be done.

    A standing order uses them up at once.
    """
    views: Any = import_module("referee.games.odins_table.view")
    whole = views._half

    def half(side: Any, seat: str, known: Any) -> Any:
        return whole(side, seat, known)._replace(rights=("?",) * len(side.rights))

    monkeypatch.setattr(views, "_half", half)
    assert leaks("odins_table")


# An act whose entry cannot be written


class Full(Memory):
    """A store that fails once, at the append of that number."""

    def __init__(self, at: int = 0) -> None:
        super().__init__()
        self.appended, self.at = 0, at

    def append(self, make: Any, expected: Any) -> Any:
        """Fail, or append."""
        self.appended += 1
        if self.appended == self.at:
            raise OSError(ENOSPC, "no space")
        return super().append(make, expected)


def opened(store: Memory) -> Table:
    """A game in which both seats scout by standing order."""
    table = Table.open("odins_table", id="o1", seed="07", store=store, clock=lambda: TIME, salts=lambda: SALT)
    for seat in table.game.seats:
        table.play(seat, "standing scout a, b, c, d, e, f")
    return table


def order(table: Table, rng: Random) -> tuple[str, str]:
    """A legal order of the seat that has to move."""
    seat = table.owed()[0].seat
    choices = table.choices(seat)
    listed = choices.forward()
    return seat, (rng.choice(listed) if listed else choices.families[0].draw(rng)).written


def test_a_standing_act_that_cannot_be_written_is_done_later_and_once() -> None:
    """The disk fills between a letter and the act that answers it.

    The letter stands, and the act follows at the next call.
    """
    store, rng, letters = Full(), Random(3), list[tuple[str, str]]()
    table = opened(store)
    while getattr(table.entries[-1], "act", "") != "standing":
        letters.append(order(table, rng))
        table.play(*letters[-1])
    again = opened(Full(at=store.appended))
    for letter in letters[:-1]:
        again.play(*letter)
    with pytest.raises(OSError, match="no space"):
        again.play(*letters[-1])
    assert again.entries == table.entries[:-1]
    again.stand()
    again.stand()
    assert again.record == table.record


def test_a_recorded_line_is_held_to_the_table_that_it_met(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the writer's standing order did in the open before a line counts for it.

    The line is explained and audited by that table.
    """
    table, rng = opened(Memory()), Random(3)
    while getattr(table.entries[-1], "act", "") != "standing":
        table.play(*order(table, rng))
    [peeked] = table.entries[-1].events
    by, before = peeked.by, table.state  # type: ignore[attr-defined]
    table.play(by, table.moves(by)[0])
    letter = table.entries[-1]
    assert isinstance(letter, Letter)
    assert type(letter.events[0]).__name__ == "StandingUsed"
    met = list[Any]()

    def watched(line: Line, now: Sitting) -> Verdict:
        met.append(now.view)
        return rule_line(line, now)

    monkeypatch.setattr(replay, "rule_line", watched)
    (held,) = replay.held_lines(table, len(table.points) - 1)
    assert held.same
    # A peeked card was opened: to its owner, who knew it, the table looks otherwise too.
    assert met[0] != table.game.view(before, by)
