"""Nothing that may be hidden is said to the table unasked: no link says anything, and no row like an order is words.

At random places of random games, in both languages: orders of a seat as they stand and with slips, with greetings and
wishes around them, and below words to all.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.sizes import FULL

from referee.api import Table
from referee.house.letters import Said
from referee.notation import rows
from referee.notation.folding import key
from referee.notation.reader import Reader
from referee.telling.answers.prose import Sentences
from referee.telling.letter import Letter, bodies
from referee.telling.sentences import reader_of
from referee.testing.chance import chosen

GAMES = pytest.mark.parametrize("name", ["thunder", "odins_table", "hammer_of_thor"])
LANGUAGES = pytest.mark.parametrize("language", ["en", "de"])
SAY = {"en": "say", "de": "sage"}
SAYS = re.compile(r"^(?:@\S+ )?(?:say|sage?)\b", re.MULTILINE | re.IGNORECASE)
WISHES = ("Good luck", "Viel Glück", "Well played", "Gut gespielt", "I did not see that coming", "Have fun")
AROUND = (
    "{order}. {wish} {name}!",
    "{order}, {wish} {name}",
    "{order}! {wish}, {name}!",
    "{order} - {wish} {name}",
    "{wish}, {name}! {order}",
    "Hi {name}, I {order}, {wish}!",
    "Hallo {name}, ich {order}.",
    "tell {name}, {order} is what I do",
    "{name}, {order}?",
    "{wish} {name}, may I {order}?",
    "{order}",
)
SERVICE = {
    "en": (
        "hint",
        "score",
        "status",
        "table",
        "anotate 0.0: frigg",
        "vacatoin 3 days",
        "remindrs 2 days",
        "leters 7:00",
    ),
    "de": (
        "tipp",
        "spielstand",
        "stand",
        "tisch",
        "anmerkng 0.0: frigg",
        "urluab 3 Tage",
        "biefe täglich 7:00",
    ),
}
"""Words to the referee, and slips of some."""
IF = {"en": "if it is my turn {order}", "de": "wenn ich dran bin {order}"}
"""An order beforehand whose colon is forgotten."""
LEADING = ("", "", "", "then ", "und dann ", "1. ", "- ")


@cache
def _table(name: str, letters: int) -> Table:
    """A random game after so many letters."""
    options = {"options": {"supplement": "house"}} if name == "hammer_of_thor" else {}
    table, rng = Table.open(name, seed="07", **options), Random(letters)
    for _ in range(letters):
        if table.owed():
            seat = rng.choice(table.owed()).seat
            table.play(seat, rng.choice(table.moves(seat)))
    return table


def _at(name: str, letters: int, language: str) -> tuple[Table, str]:
    """That game, to be played on, and a seat in play whose letters are in a language."""
    table = _table(name, letters).at(len(_table(name, letters).points) - 1)
    seat = next((one.seat for one in table.owed()), table.game.seats[0])
    table.play(seat, f"language {language}")
    return table, seat


def _order(table: Table, seat: str, language: str, rng: Random) -> str:
    """An order of a seat in the words of its letters."""
    reader = reader_of(table.game, table.content, table.view(seat), language)
    return str(reader.order(chosen(table.choices(seat).families, rng).written)).split("\n", 1)[0]


def _slipped(order: str, known: Reader, rng: Random) -> str:
    """An order with a slip in one of its words: no everyday word comes of it, and short ones stand as they are."""
    words = order.split(" ")
    places = [n for n, one in enumerate(words) if len(re.findall(r"[^\W\d_]", one)) >= 4]
    for n in rng.sample(places, len(places)):
        word = words[n]
        at = rng.randrange(1, len(word) - 1)
        wrong = rng.choice((word[:at] + word[at + 1] + word[at] + word[at + 2 :], word[:at] + word[at + 1 :]))
        everyday = key(wrong) in known.vocabulary.prose or known.vocabulary.beginning_with(key(wrong))
        if wrong != word and (n or not everyday):
            return " ".join((*words[:n], wrong, *words[n + 1 :]))
    return order


def _links(table: Table, seat: str, language: str, verdicts: Any) -> Iterator[str]:
    """The texts of all links in the answer to a letter, of its text and of its page."""
    letter = Letter(
        game=table.game,
        content=table.content,
        view=table.view(seat),
        number=f"g1.{seat}.9",
        verdicts=verdicts,
        choices=table.choices(seat),
        language=language,
        address="referee+secret@games.example",
    )
    made = bodies(letter)
    found = (
        *re.findall(r"body=([^>]+)>", "".join(made.text.split("\n"))),
        *re.findall(r'body=([^"&]*)', made.html),
    )
    yield from (unquote(one).replace("\r\n", "\n") for one in found)


def _nothing_is_offered_to_be_said(name: str, language: str, letters: int, rng: Random) -> None:
    table, seat = _at(name, letters, language)
    known = Reader(table.game, table.content, (language,))
    others = [one for one in table.game.seats if one != seat]
    for around in rng.sample(AROUND, 3):
        order = _order(table, seat, language, rng)
        order = rng.choice((order, _slipped(order, known, rng)))
        line = around.format(order=order, wish=rng.choice(WISHES), name=rng.choice(others).capitalize())
        beside = rng.choice(("", f"{SAY[language]} {rng.choice(WISHES)}\n\n"))
        played = table.at(len(table.points) - 1).play(seat, beside + line)
        offered = [one for one in _links(table, seat, language, played.ruled.verdicts) if SAYS.search(one)]
        assert not offered, line


@GAMES
@LANGUAGES
@settings(max_examples=60 if FULL else 4, deadline=None)
@given(letters=st.integers(0, 14), seed=st.integers(0, 2**32))
def test_no_link_says_anything(name: str, language: str, letters: int, seed: int) -> None:
    """Whatever is written beside an order, and however the order is spelled."""
    _nothing_is_offered_to_be_said(name, language, letters, Random(seed))


def _no_row_like_an_order_is_said(name: str, language: str, letters: int, rng: Random) -> None:
    table, seat = _at(name, letters, language)
    known = Reader(table.game, table.content, (language,))
    for _ in range(4):
        order = _order(table, seat, language, rng)
        row = rng.choice(
            (
                *(rng.choice(LEADING) + _slipped(order, known, rng) for _ in range(4)),
                rng.choice(SERVICE[language]),
                IF[language].format(order=order),
            )
        )
        letter = f"{SAY[language]} {rng.choice(WISHES)}\n{row}\nand that is all"
        played = table.at(len(table.points) - 1).play(seat, letter)
        said = [one.text for one in played.ruled.events if isinstance(one, Said)]
        assert not any(row in text for text in said), letter
        for text in said:
            assert all(known.opening(known.folded(one).text) is None for one in text.split("\n")[1:]), letter
        told = " ".join(played.receipt.split())
        assert said or "Your words were not" in told or "Deine Worte wurden nicht" in told, letter


@GAMES
@LANGUAGES
@settings(max_examples=60 if FULL else 4, deadline=None)
@given(letters=st.integers(0, 14), seed=st.integers(0, 2**32))
def test_h2_no_row_that_begins_like_an_order_is_told_as_words(
    name: str, language: str, letters: int, seed: int
) -> None:
    """With a slip, with its colon forgotten, of the game, of the house: the words wait, and their writer is told."""
    _no_row_like_an_order_is_said(name, language, letters, Random(seed))


@GAMES
@LANGUAGES
def test_both_find_what_is_broken_here(name: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that begin like orders stay in the words; a link says what stands in a line."""
    rng = Random(1)
    with monkeypatch.context() as broken:
        broken.setattr(rows, "_begins_like_order", lambda _reader, _row: False)
        assert _found(_no_row_like_an_order_is_said, name, language, rng)
    told = Sentences._line

    def saying(self: Sentences, verdict: Any, text: str, meant: tuple[str, ...], **more: Any) -> Any:
        return told(self, verdict, text, meant or (f"{SAY[language]} {verdict.line.text}",), **more)

    monkeypatch.setattr(Sentences, "_line", saying)
    assert _found(_nothing_is_offered_to_be_said, name, language, rng)


def _found(looks: Callable[[str, str, int, Random], None], name: str, language: str, rng: Random) -> bool:
    """Whether a look at one of a few places of a game fails."""
    for letters in range(12):
        try:
            looks(name, language, letters, rng)
        except AssertionError:
            return True
    return False
