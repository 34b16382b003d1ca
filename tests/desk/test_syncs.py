"""How often a letter makes the disk write: each sync has a reason, and there is no other.

Delivered         the mail, before its sender is told that it was taken; then its name
A pass begins     the folders in which a process that was killed may have moved something: the pass builds on it
Taken             its new place, then the old one: a letter that brings processes down is not tried for ever
Ruled on          the entry: what a letter out tells stands in the record for good; the folder while a record is young
Answered          each letter out, then its name, before its number counts as used and before anything is posted
Put away          its new place, then the old one: a letter that counts twice is found by its digest, but is read again
The clock         when the game is to be looked at next, and when the last pass was: what happened while nobody
                  was there is told by the difference

What a pass needs is the same for a thousand letters. Nothing is synced for what may be lost: snapshots, the sums of
letters out, how much of a record has been told.

Not put together, because a promise hangs on each: an entry before the answer to it, and each answer before the next
letter is ruled on, so that whatever a player was told happened, whenever the power fails.
"""

import os
import re
from collections import Counter
from pathlib import Path

import pytest
from awkward.world import World, begin, simple
from support.faults import disk

DELIVERY = {"post/tmp/MAIL": 1, "post/new": 1}
BEGINS = (
    "",
    "games",
    "post",
    "post/new",
    "post/work",
    "post/hold",
    "post/done",
    "post/done/M",
    "post/out",
    "post/sent",
)
TAKEN = {"post/work": 1, "post/new": 1}
RULED_ON = {"games/g1/record.yaml": 1}
ANSWERED = {"post/out/LETTER": 1, "post/out": 1}
PUT_AWAY = {"post/done/M": 1, "post/work": 1}
CLOCK = {"post/clock/g1": 1, "post/clock/.passed": 1, "post/clock": 2}
NAMES = (
    (re.compile(r"tmp/[0-9TZ]+-[0-9a-f]+$"), "tmp/MAIL"),
    (re.compile(r"\.(g1\.[a-z]+\.[0-9]+\.eml)\.[0-9a-f]{8}\.tmp$"), "LETTER"),
    (re.compile(r"/\.([^/]+)\.[0-9a-f]{8}\.tmp$"), r"/\1"),
    (re.compile(r"done/[0-9]{4}-[0-9]{2}$"), "done/M"),
)


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """A game in progress with a snapshot, made without waiting for the disk."""
    monkeypatch.setattr(os, "fsync", lambda _fd: None)
    return begin(tmp_path / "home")


def together(*parts: dict[str, int]) -> Counter[str]:
    """All syncs of these."""
    return sum(map(Counter, parts), Counter[str]())


def name_of(path: str, world: World) -> str:
    """A file or folder of the home, without what is another each time."""
    name = (
        os.path.relpath(path, world.path).removeprefix(".")
        if path == str(world.path)
        else path[len(f"{world.path}/") :]
    )
    for pattern, short in NAMES:
        name = pattern.sub(short, name)
    return name


def synced(world: World, *lines: str) -> tuple[Counter[str], Counter[str]]:
    """What is synced while letters with these lines are delivered, and in the pass over them."""
    raws = [simple(world, "loki", one, 900 + n) for n, one in enumerate(lines)]
    with disk(root=world.path) as delivery:
        for raw in raws:
            world.desk.spool.put(raw, at=world.time)
    world.fresh()
    with disk(root=world.path) as double, world.desk.held():
        done = world.desk.run()
    assert done.ruled == len(lines)
    logs = ([act[1] for act in one.log if act[0] == "fsync"] for one in (delivery, double))
    before, then = (Counter(name_of(path, world) for path in log) for log in logs)
    return before, then


def test_a_letter_with_two_answers_syncs_what_it_must(world: World) -> None:
    """Two syncs to take it, ten for the pass, thirteen for the letter and its two answers."""
    delivered, found = synced(world, "draw")
    assert delivered == DELIVERY
    once = dict.fromkeys(BEGINS, 1)
    assert found == together(once, TAKEN, RULED_ON, ANSWERED, ANSWERED, PUT_AWAY, CLOCK)
    assert sum(found.values()) == len(BEGINS) + 13


def test_more_letters_in_a_pass_cost_less(world: World) -> None:
    """What a pass begins with, and the clock of a game, are synced once for all of them; so is the one report."""
    _, found = synced(world, "draw", "draw", "say well")
    each = (TAKEN, RULED_ON, ANSWERED, PUT_AWAY) * 3
    assert found == together(dict.fromkeys(BEGINS, 1), *each, ANSWERED, CLOCK)
