"""No letter in makes more than a stated multiple of itself.

The record, the receipt, the report, a history and the last letters are measured. The bounds stand in the host
guide, under "What a letter can cost".
"""

import os
import random
from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import permutations
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.api import Table
from referee.desk.letters.due import due
from referee.desk.letters.quotas import DAY, HEAD, MONTH, Quotas
from referee.desk.letters.writer import Writer
from referee.home.config import Config, Limits
from referee.house.players import Player
from referee.notation.rows import LONGEST_WORDS, MOST_READ


class Bound(NamedTuple):
    """How many bytes at most: some however short the letter, some for each of its lines, some for each of its bytes."""

    each: int
    line: int
    byte: int

    def of(self, letter: str) -> int:
        """The bound for a letter; lines and bytes beyond what is read make nothing."""
        return self.each + self.line * min(letter.count("\n") + 1, 200) + self.byte * len(letter.encode())


BOUNDS: Mapping[str, Bound] = {
    "entry": Bound(1_000, 300, 5),
    "receipt": Bound(40_000, 1_200, 8),
    "report": Bound(20_000, 300, 4),
    "history": Bound(30_000, 300, 6),
    "last letters": Bound(120_000, 1_500, 14),
}
MOST = {"entry": 150_000, "receipt": 500_000, "report": 300_000, "history": 300_000, "last letters": 700_000}
"""However long the letter is; the record that goes with the last letters is that of this one letter."""
SIGNS = "a\u202e\u0301\x01\"&<=\U000e0041ß語\U0001f600\\{}|>'\t"
FORMS: Mapping[str, str] = {
    "words": "say x{1}{1}{1}",
    "prose": "x{1}{1}{1}",
    "rows of prose": "\n".join(["x{0}"] * 199),
    "many words": "\n\n".join(["say x{0}"] * 99),
    "many notes": "\n\n".join(["note x{0}"] * 99),
    "misread": "\n".join(["draw x{0}"] * 199),
    "remarks": "\n".join(["draw {{{0}}}"] * 199),
    "a dispute": "dispute: {1}{1}{1}",
    "languages": "\n".join(["language {0}"] * 199),
    "addresses": "\n".join(["address x{0}@example.org"] * 199),
    "guards": "\n".join(["@7.2 draw {0}"] * 199),
    "questions": "\n".join(
        ["history", "moves", "help", "rules", "why 0.0", "why g1.loki.2", "try draw"] * 28
    ),
    "one question": "\n".join(["history"] * 199),
}
CARDS = ("ravens", "hel", "frigg", "dragon", "tyr", "baldr", "nightmare")
TRIES = "\n".join(f"try deploy {', '.join(three)}" for three in list(permutations(CARDS, 3))[:199])


def mails(table: Table, seat: str, told: int) -> list[bytes]:
    """The letters out to a seat that was told up to that number."""
    writer = Writer(
        config=Config("referee@games.example", pictures="no"),
        player=Player(address=f"{seat}@example.org", name=seat),
        secret="a" * 26,
        date=datetime(2026, 1, 1, tzinfo=UTC),
        rulings={},
        answers={},
        notes={},
        ids=lambda seat, k: f"<g1.{seat}.{k}@games.example>",
        calendar=f"g1.{seat}@games.example",
    )
    return [writer.mail(table, one) for one in due(table, seat, told)]


def costs(body: str) -> dict[str, int]:
    """What a letter of Loki's makes of itself, in bytes, in a game that is over soon after."""
    table = Table.open("thunder", seed="07")
    told = {seat: table.index.number(seat) for seat in table.game.seats}
    before = len(table.record.encode())
    table.play("loki", list(enumerate(body.split("\n"), 1)))
    made = {"entry": len(table.record.encode()) - before}
    made["receipt"] = sum(map(len, mails(table, "loki", told["loki"])))
    made["report"] = sum(map(len, mails(table, "thor", told["thor"])))
    told["loki"] = table.index.number("loki")
    table.play("loki", "history")
    made["history"] = sum(map(len, mails(table, "loki", told["loki"])))
    told = {seat: table.index.number(seat) for seat in table.game.seats}
    table.play("thor", "resign g1")
    made["last letters"] = max(len(mails(table, seat, told[seat])[-1]) for seat in table.game.seats)
    return made


def refuse_more(body: str) -> None:
    """Nothing is more than its bound."""
    for what, size in costs(body).items():
        assert size <= min(BOUNDS[what].of(body), MOST[what]), (what, size, BOUNDS[what].of(body), body[:60])


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_no_letter_makes_more_of_itself_than_is_stated(form: str) -> None:
    """Filled with the signs that cost most: escaped on a page, in a record or in quoted-printable."""
    for sign in ('"', "ß", "\u202e") if "{" in FORMS[form] else ("",):
        refuse_more(FORMS[form].format(sign * 110, sign * 20_000))


@pytest.mark.slow
@settings(max_examples=150 if os.environ.get("REFEREE_FULL") else 40, deadline=None)
@given(st.sampled_from(list(FORMS)), st.text(SIGNS, min_size=1, max_size=8), st.integers(1, 300))
def test_no_letter_of_any_signs_makes_more_of_itself(form: str, signs: str, times: int) -> None:
    """For any characters, in any form."""
    refuse_more(FORMS[form].format((signs * times)[:480], (signs * 20_000)[:20_000]))


@pytest.mark.slow
def test_a_letter_of_questions_makes_no_more_than_is_stated() -> None:
    """Nearly two hundred different tries, each with its rules and what would be allowed."""
    refuse_more(TRIES)


def stuffed(letters: int) -> Table:
    """A finished game in which Loki has noted and written as much as a letter holds, this many times."""
    table, noise = Table.open("thunder", seed="07"), random.Random(7)
    for _ in range(letters):
        note = "".join(noise.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=LONGEST_WORDS - 20))
        prose = "".join(noise.choices("abcdefghijklmnopqrstuvwxyz", k=MOST_READ - LONGEST_WORDS - 20))
        table.play("loki", [(1, f"note {note}"), (2, ""), (3, f"x {prose}")])
    table.play("thor", "resign g1")
    return table


@pytest.mark.slow
def test_no_letter_out_is_larger_than_the_setting() -> None:
    """A hundred letters of the greatest length, of noise that cannot be packed.

    The last letters go out all the same.
    """
    table, limits = stuffed(100), Limits()
    assert len(table.record) > 3_000_000
    for seat in table.game.seats:
        last = mails(table, seat, table.index.number(seat) - 1)[-1]
        assert len(last) <= limits.largest_letter
        assert (b"record.yaml.gz" in last) or b"too large for a letter" in last.replace(b"=\r\n", b"")


def test_a_seat_fills_its_record_by_so_much_a_day() -> None:
    """Thirty days' worth at once, then as much as a day gives.

    The rest waits, even if the rate of letters would allow it.
    """
    table, at = Table.open("thunder", seed="07"), datetime(2026, 3, 1, tzinfo=UTC)
    limits, size = Limits(letters_an_hour=10_000, kilobytes_a_day=1), 0
    quotas = Quotas(table, limits)
    while not quotas.too_fast("loki", at):
        table.play("loki", "x" * (MOST_READ - 10), at="2026-03-01T00:00:00Z")
        size += HEAD + MOST_READ - 9
    room = limits.kilobytes_a_day * 1024 * (MONTH / DAY)
    assert room < size < room + 2 * MOST_READ
    assert quotas.too_fast("loki", datetime(2026, 3, 1, 12, tzinfo=UTC))
    assert not quotas.too_fast("loki", datetime(2026, 3, 26, tzinfo=UTC))
    assert not quotas.too_fast("thor", at)


def test_the_host_guide_states_the_bounds() -> None:
    """Each bound stands there, as it is held here."""
    from pathlib import Path

    guide = (Path(__file__).parents[2] / "examples" / "host" / "README.md").read_text("utf-8")
    section: Any = guide.partition("What a letter can cost")[2].partition("\n## ")[0]
    for what, most in MOST.items():
        row = next(line for line in section.split("\n") if line.startswith(f"| {what} "))
        each, line, byte = BOUNDS[what]
        assert f"{each:,} + {line:,} a line + {byte} a byte" in row, what
        assert f"{most:,}" in row, what
