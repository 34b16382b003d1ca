"""H27 Other worlds over orders beforehand: no byte mailed to a seat rests on those of the others, or on hidden cards.

A sample of what `foretold_worlds.py` runs at length. The search is itself proved: leaks are planted in each place where
an order beforehand could be seen, and found.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import chain
from random import Random
from typing import Any
from zlib import crc32

import desk_worlds
import pytest
from foretold_worlds import Found, search
from support.foretold import NO_ORDER, pool, reads
from support.suite import known

from referee.api import Table
from referee.desk.letters import calling, joining
from referee.desk.letters.due import Due
from referee.desk.letters.writer import Writer as Mailer
from referee.engine.events import seen
from referee.engine.seating import players
from referee.house import foreseen as rules
from referee.notation.reader import Reader
from referee.table import beforehand, foreseeing, ruling
from referee.table.index import writer_of
from referee.table.parts import Parts
from referee.telling.receipt import receipt
from referee.telling.sentences import reader_of
from referee.testing.chance import Chance
from referee.testing.random_games import options_of, random_world
from referee.testing.sent import worlds_of
from referee.util.values import replace

answers: Any = import_module("referee.desk.letters.writer")
GAMES = ("thunder", "odins_table", "hammer_of_thor")


@pytest.fixture(scope="module", autouse=True)
def _nothing_is_kept() -> Iterator[None]:
    """These homes need not outlive the machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _fd: None)
        yield


# Through the whole desk

HOUSE, MASTER = {"seats": "3", "supplement": "house"}, {"seats": "2", "supplement": "none"}
SAMPLE: tuple[tuple[int, str | None, int, int, dict[str, Any]], ...] = (
    (0, "thor", 10, 4, {"languages": ("en", "de")}),
    (14, "loki", 9, 4, {"languages": ("en", "de")}),
    (1, None, 9, 3, {"languages": ("de", "en")}),
    (4, "odin", 9, 4, {"name": "odins_table", "languages": ("de", "en")}),
    (2, "thor", 8, 3, {"name": "odins_table", "languages": ("en", "en")}),
    (2, "red", 5, 2, {"name": "hammer_of_thor", "languages": ("de", "en"), "given": HOUSE}),
    (10, "master", 4, 2, {"name": "hammer_of_thor", "languages": ("en", "de"), "given": MASTER}),
)
"""Seeds, who is watched (None: an onlooker), letters, worlds; mails come at each order, on one's turn, and daily."""


@pytest.fixture(scope="module")
def found() -> Found:
    """Games of each kind, in either language, watched from several seats."""
    found = Found()
    for seed, seat, letters, many, how in SAMPLE:
        found.add(search(seed, seat, letters, many, **how))
    return found


@pytest.mark.slow
def test_h27_every_byte_mailed_is_the_same_whatever_was_given_beforehand(found: Found) -> None:
    """Conditions, branches, further orders that wait, lapse or are taken back, hidden cards: nothing of it is seen."""
    assert found.worlds > 18
    assert found.letters > 200
    assert found.bytes > 3_000_000
    assert found.played > 45
    assert found.own > 15
    assert found.differences == []


@pytest.mark.slow
def test_h27_orders_beforehand_of_every_kind_were_given(found: Found) -> None:
    """By the others too: both branches, conditions that held already, hidden ones; others were written by hand."""
    for kind in (
        "else",
        "a condition that holds already",
        "a hidden order beforehand",
        "by hand in the same pass",
    ):
        assert found.kinds[kind] > 1, kind
    assert found.kinds["ForeseenWithdrawn"] > 50
    assert found.kinds["Foreseen"] > 200
    assert found.told["can never be true"] > 1
    assert found.told["waits already"] > 1
    assert found.told["no longer waits"] > 3


@pytest.mark.slow
def test_h27_whoever_leaves_by_an_order_beforehand_tells_no_more_by_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One of three resigns when something comes true; the others go on."""
    monkeypatch.setattr(desk_worlds, "LEAVES", 0.3)
    found = search(16, "red", 4, 2, name="hammer_of_thor", languages=("de", "en"), given=HOUSE)
    assert found.kinds["leaves"] > 0
    assert (found.worlds, found.differences) == (2, [])


def test_h27_a_short_game_is_the_same_in_other_worlds() -> None:
    """The same, small."""
    found = search(*SHORT, 2)
    assert (found.worlds, found.differences) == (2, [])
    assert found.letters > 15
    assert found.played > 3


SHORT = (0, "thor", 5)


# The trial on acceptance


def receipts(name: str, state: Any, seat: str, at: int) -> list[str]:
    """What a seat is told when it gives each of some orders beforehand, in a letter of its own."""
    game: Any = known(name).game
    content = game.options({})
    reader, rng = Reader(game, content), Random(f"{name} {seat} {at}")
    facts = [fact for fact in pool(game) if fact.kind != "is" or rng.random() < 0.1]
    view, found = game.view(state, seat), []
    STATE[:] = [state]
    for fact in [*rng.sample(facts, 12), *(fact for fact in facts if fact.kind == "owed")]:
        if not reads(game, "en", fact.written):
            continue
        lines = reader.read_letter(f"if {fact.written}: {NO_ORDER}; until turn 9")
        verdicts = ruling.rule_on(game, state, seat, lines, Chance(Random(0))).verdicts
        found.append(receipt(reader_of(game, content, view), verdicts, game.choices(view)))
    return found


STATE: list[Any] = []
"""The table that is ruled on: for a leak that is planted."""


def told_apart(name: str, seed: int, worlds: int, lines: int = 16) -> tuple[Counter[str], int]:
    """How many answers in other worlds were compared, by what they say, and how many differ."""
    one, kinds, differ = known(name), Counter[str](), 0
    content = options_of(one.game, seed)
    world = random_world(one.game, content, seed, at_most=lines)
    for seat in players(world.states[1].seats):
        at = range(4, len(world.states) - 1, 6)
        here = [receipts(name, world.states[n], seat, n) for n in at]
        found = worlds_of(one, content, world, seat, seed, 12)
        for other in [other for other, _ in zip(found, range(worlds), strict=False)]:
            there = [receipts(name, other.states[n], seat, n) for n in at]
            differ += sum(a != b for a, b in zip(chain(*here), chain(*there), strict=True))
            kinds.update("never" if "never be true" in text else "waits" for text in chain(*there))
            kinds["worlds"] += 1
    return kinds, differ


@pytest.mark.parametrize("name", GAMES)
def test_h27_whether_an_order_beforehand_is_taken_rests_on_what_was_shown(name: str) -> None:
    """The receipt for each is the same in other worlds, of those that can never be true and of those that wait."""
    kinds, differ = told_apart(name, 3, 2)
    assert kinds["worlds"] >= 2
    assert kinds["never"] > 3
    assert kinds["waits"] > 20
    assert differ == 0


def test_h27_a_trial_that_rests_on_hidden_cards_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """For some hands of the other a condition "can never be true"."""
    right = rules.is_never

    def is_never(*given: Any) -> bool:
        return right(*given) or crc32(repr(STATE[0]).encode()) % 2 == 1

    monkeypatch.setattr(rules, "is_never", is_never)
    assert told_apart("thunder", 3, 2)[1] > 0


# Leaks that are planted, and found


def waiting(table: Table, seat: str | None, n: int) -> int:
    """How many orders beforehand of others wait after an entry: something that nobody else may know."""
    return sum(one.given.by != seat for one in table.points[n].house.foreseen)


def leaks(seed: int, letters: int = 4, worlds: int = 1, seat: str | None = "thor") -> bool:
    """Whether a short search finds a difference."""
    return bool(search(seed, seat, letters, worlds).differences)


def test_h27_an_order_beforehand_in_the_subject_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The subject has a dot for each that waits."""
    monkeypatch.setattr(Mailer, "said", saying(lambda said, k: said._replace(subject=said.subject + "." * k)))
    assert leaks(SHORT[0], 3)


def saying(change: Callable[[Any, int], Any]) -> Callable[..., Any]:
    """The writing of a letter, changed by how many orders beforehand of others wait."""
    whole = Mailer.said

    def said(self: Mailer, table: Table, one: Due, number: str) -> Any:
        return change(whole(self, table, one, number), waiting(table, one.seat, one.until))

    return said


@pytest.mark.slow
@pytest.mark.parametrize("part", ["text", "html"])
def test_h27_an_order_beforehand_in_the_body_is_found(monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    """The text, or the page, has a blank more for each that waits."""
    monkeypatch.setattr(
        Mailer, "said", saying(lambda said, k: said._replace(**{part: getattr(said, part) + " " * k}))
    )
    assert leaks(0, 3)


@pytest.mark.slow
def test_h27_a_list_of_all_that_wait_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter lists the orders beforehand of all."""

    def told_of(table: Table, seat: str, n: int) -> tuple[str, ...]:
        return tuple(chain.from_iterable(foreseeing.told_of(table, one, n) for one in (seat, *table.seats)))

    monkeypatch.setattr(answers, "told_of", told_of)
    assert leaks(0)


@pytest.mark.slow
def test_h27_an_answer_that_lists_those_of_all_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of others count among those of the writer: in `ifs`, and for how many may wait."""
    whole = beforehand.looked_at

    def looked_at(game: Any, view: Any, asked: Any, house: Any, **how: Any) -> Any:
        return replace(whole(game, view, asked, house, **how), waiting=house.foreseen)

    monkeypatch.setattr(beforehand, "looked_at", looked_at)
    assert leaks(3, 5)


@pytest.mark.slow
def test_h27_a_number_that_counts_those_of_all_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An order beforehand is called by a number that no other seat's has."""
    monkeypatch.setattr(
        rules, "free_name", lambda waiting, _seat: 1 + max((one.given.name for one in waiting), default=0)
    )
    assert leaks(0)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "seat"), [(0, "thor"), (6, None)])
def test_h27_the_branch_that_another_had_played_is_found(
    monkeypatch: pytest.MonkeyPatch, seed: int, seat: str | None
) -> None:
    """What is done with orders beforehand is told as its writer is told it, to the other, or to an onlooker."""
    points: Any = import_module("referee.table.points")
    monkeypatch.setattr(
        points,
        "seen",
        lambda event, seat: seen(event, event.by if isinstance(event, rules.ForeseenPlayed) else seat),
    )
    assert leaks(seed, seat=seat)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("note", "seed", "letters", "worlds"), [("gone", 8, 4, 1), ("passed", 6, 7, 2), ("held_back", 3, 4, 1)]
)
def test_h27_what_lapsed_for_another_is_found(
    monkeypatch: pytest.MonkeyPatch, note: str, seed: int, letters: int, worlds: int
) -> None:
    """That an order of another waits no longer, was passed over, or is held back, stands in the letter to this seat."""
    whole = getattr(foreseeing, note)

    def told(table: Table, _seat: str, *between: int) -> Any:
        return tuple(chain.from_iterable(whole(table, seat, *between) for seat in table.seats))

    monkeypatch.setattr(answers, note, told)
    assert leaks(seed, letters, worlds)


@pytest.mark.slow
def test_h27_a_digest_that_is_called_for_by_an_order_beforehand_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Letters come before their hour if another has given one."""
    whole = calling._in_a_digest

    def in_a_digest(table: Table, seat: str, since: int, until: int, digest: Any) -> bool:
        events = [event for point in table.points[since + 1 : until + 1] for event in point.entry.events]
        given = any(isinstance(event, rules.Foreseen) and event.by != seat for event in events)
        return given or whole(table, seat, since, until, digest)

    monkeypatch.setattr(calling, "_in_a_digest", in_a_digest)
    assert leaks(5, 6, 2)


@pytest.mark.slow
def test_h27_a_letter_more_for_what_was_played_unseen_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was: only where the next entry of all plays an order beforehand that is shown, one letter tells both."""

    def answered(table: Table, n: int, seat: str) -> bool:
        if not (n + 1 < len(table.points) and joining.orders(table.points[n].entry, seat)):
            return False
        then = table.points[n + 1].entry
        return beforehand.plays(then) and writer_of(then) != seat and n + 1 in table.index.concerning[seat]

    monkeypatch.setattr(joining, "answered_beforehand", answered)
    assert leaks(5, 6)


@pytest.mark.slow
def test_h27_an_order_beforehand_set_off_by_hidden_cards_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a condition holds rests on the whole table: a letter tells which are held back."""
    whole = foreseeing._holds

    def holds(table: Any, n: int, seat: str, view: Any, one: Any) -> bool:
        hidden = crc32(repr(table.points[n - 1].state).encode()) % 2 == 1
        return whole(table, n, seat, view, one) or (hidden and one.given.orders == (NO_ORDER,))

    monkeypatch.setattr(foreseeing, "_holds", holds)
    assert leaks(3, 7, 2)


@pytest.mark.slow
def test_h27_data_that_count_those_of_others_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The file for programs says how many wait."""
    data: Any = import_module("referee.desk.letters.as_data")
    whole = data.document

    def document(table: Table, seat: str, *more: Any) -> Any:
        return {**whole(table, seat, *more), "foreseen": waiting(table, seat, -1)}

    monkeypatch.setattr(data, "document", document)
    assert leaks(3)


@pytest.mark.slow
def test_h27_a_redacted_record_that_tells_how_it_was_played_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part of an entry tells how many lines it has: one more where an order beforehand was played."""
    whole = Parts.part

    def part(self: Parts, seat: str | None, entry: Any, *given: Any) -> Any:
        return {**whole(self, seat, entry, *given), "lines": len(getattr(entry, "lines", ()))}

    monkeypatch.setattr(Parts, "part", part)
    assert leaks(1, 6, seat=None)
