"""Machines that answer every letter of ours: an echo that strips all marks, and two that face each other through us.

The mails run through the real desk and a real outbox, over days: each letter out is answered a minute after
it came. What is counted is how many letters go out in all. Run with `-s` to see the figures.
"""

import email
import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from itertools import count
from pathlib import Path

import pytest
from awkward.world import ADDRESS, Out, World, begin, copy

from referee.home.config import Limits
from referee.house.state import MOST_TALK
from referee.verify import check

Echo = Callable[[World, Out, int], bytes]
DAYS, MOST = 3, 300
HOUR, DAY = Limits().answers_an_hour, Limits().answers_a_day
UNMARKED = frozenset({"from", "subject", "content-type", "mime-version", "content-transfer-encoding"})
REPLIES: Mapping[str, tuple[str, ...]] = {
    "garbage": ("qwertz uiop",),
    "a refusal": ("lay thor Z9",),
    "moves": ("moves",),
    "a word": ("say I am a machine.",),
    "a note": ("note I am a machine.",),
    "two words and a question": ("say one", "", "say two", "", "help"),
    "offers": ("decline draw", "offer draw"),
    "a standing order": ("standing order default",),
    "a language": ("language en",),
    "a draw": ("draw",),
    "what is there": ("accept draw", "claim win", "resign g9", "moves"),
}
"""What a machine may answer to every letter, by what it is."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game in progress with the usual limits, two days after its last letter; strangers are answered."""
    world = begin(tmp_path_factory.mktemp("loops") / "home", limits=Limits())
    world.time += timedelta(days=2)
    return world


def headers(world: World, one: Out, n: int, **more: str) -> bytes:
    """The fields of an answer by a machine that leaves no mark of being one; its id is a new one each time."""
    player = world.roster[one.seat].address if one.seat in world.roster else str(one.mail["To"])
    fields = {
        "From": player,
        "To": str(one.mail["Reply-To"]),
        "Message-ID": f"<{n}.{one.name}@mail.example>",
        **more,
    }
    return "".join(f"{name}: {value}\r\n" for name, value in fields.items()).encode()


def whole(world: World, one: Out, n: int) -> bytes:
    """The letter itself, sent to its answer address with only its plainest fields."""
    mail = email.message_from_bytes(one.raw)
    for name in list(mail):
        if name.lower() not in UNMARKED - {"from", "subject"}:
            del mail[name]
    return headers(world, one, n, Subject=str(one.mail["Subject"])) + mail.as_bytes()


def bare(world: World, one: Out, n: int) -> bytes:
    """Its text without any quotation mark."""
    return headers(world, one, n, Subject="x") + b"\r\n" + one.text.encode()


def quoting(world: World, one: Out, n: int) -> bytes:
    """Its text quoted, as an answer to it, after an attribution."""
    text = "\n".join(f"> {line}" for line in one.text.split("\n"))
    head = headers(
        world, one, n, Subject=f"Re: {one.mail['Subject']}", **{"In-Reply-To": str(one.mail["Message-ID"])}
    )
    return head + f"\r\nReferee wrote:\n{text}".encode()


def empty(world: World, one: Out, n: int) -> bytes:
    """Nothing at all."""
    return headers(world, one, n) + b"\r\n"


def saying(*lines: str) -> Echo:
    """The same lines every time."""
    return lambda world, one, n: headers(world, one, n, Subject="Re") + b"\r\n" + "\r\n".join(lines).encode()


ECHOES: Mapping[str, Echo] = {
    "whole": whole,
    "bare": bare,
    "quoting": quoting,
    "empty": empty,
    **{name: saying(*lines) for name, lines in REPLIES.items()},
}


def going_round(world: World, first: list[bytes], echoes: Mapping[str, Echo]) -> int:
    """How many letters go out until nothing moves, or for some days. Each is answered by its reader's machine."""
    ends, sent, numbers = world.time + timedelta(days=DAYS), 0, count()
    waiting = first
    while waiting and world.time < ends and sent < MOST:
        out = world.post(*waiting, minutes=1).out
        sent += len(out)
        waiting = [echoes[one.seat](world, one, next(numbers)) for one in out if one.seat in echoes]
    assert not waiting, f"still going on after {sent} letters"
    assert not check.check(world.home.record_path("g1")).fault
    return sent


def start(world: World, seat: str, name: str = "") -> bytes:
    """The letter that sets all going: a question, or an offer."""
    head = f"From: {world.roster[seat].address}\r\nTo: {world.reply_to(seat)}\r\nMessage-ID: <start@x.example>\r\n"
    return f"{head}\r\n{'offer draw' if name == 'offers' else 'moves'}\r\n".encode()


@pytest.mark.slow
@pytest.mark.parametrize("name", ECHOES)
def test_an_echo_comes_to_its_end(
    played: World, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One seat is a machine that strips every mark and answers every letter: it falls silent within its quota."""
    world = copy(played, tmp_path / "home")
    sent = going_round(world, [start(world, "loki", name)], {"loki": ECHOES[name]})
    with capsys.disabled():
        print(f"\n  an echo, {name}: {sent} letters out in all", end="")
    to_loki = len(list((world.path / "post" / "sent" / "g1").glob("g1.loki.*"))) - 6
    moves = 8 if name == "a draw" else 1  # what plays is answered outside of the quota
    assert 1 <= to_loki <= HOUR + moves
    assert sent <= to_loki + MOST_TALK + moves


TWO = ("bare", "moves", "a word", "two words and a question", "offers", "a standing order", "a draw")


@pytest.mark.slow
@pytest.mark.parametrize("name", TWO)
def test_two_machines_come_to_their_end(
    played: World, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both seats are machines of a kind: the words they send each other are limited per day, the rest by quotas."""
    world = copy(played, tmp_path / "home")
    sent = going_round(
        world,
        [start(world, seat, name) for seat in ("thor", "loki")],
        dict.fromkeys(world.roster, ECHOES[name]),
    )
    with capsys.disabled():
        print(f"\n  two machines, {name}: {sent} letters out in all", end="")
    assert sent <= 2 * (HOUR + 2 * MOST_TALK) + 20


@pytest.mark.slow
def test_two_machines_that_speak_for_ever_are_bounded_by_the_day(played: World, tmp_path: Path) -> None:
    """Woken by a person each hour for three days, they send no more per day than quotas and words allow."""
    world = copy(played, tmp_path / "home")
    sent = 0
    for _ in range(DAYS * 24):
        sent += going_round(
            world,
            [start(world, "thor").replace(b"start@", b"%d@" % sent)],
            dict.fromkeys(world.roster, ECHOES["a word"]),
        )
        world.time += timedelta(hours=1)
    assert sent <= (DAYS + 1) * 2 * (DAY + 2 * MOST_TALK)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["whole", "bare", "quoting", "a word"])
def test_a_stranger_that_echoes_comes_to_its_end(played: World, tmp_path: Path, name: str) -> None:
    """Even with another address each time: no more answers than strangers get in a day."""
    world = copy(played, tmp_path / "home")
    sent, n = 0, 0
    waiting = [b"From: m0@x.example\r\nTo: " + ADDRESS.encode() + b"\r\n\r\nHello\r\n"]
    while waiting:
        out = world.post(*waiting, minutes=1).out
        sent += len(out)
        n += 1
        echoed = [ECHOES[name](world, one, n) for one in out]
        waiting = [re.sub(rb"From: \S+", b"From: m%d@x.example" % n, raw, count=1) for raw in echoed]
    assert 1 < sent <= Limits().strangers_a_day
