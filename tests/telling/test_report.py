"""Text that is mailed: player text made harmless, sentences out of catalogs, moves put together."""

import random
from itertools import combinations_with_replacement, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import UndefinedError
from jinja2.exceptions import SecurityError

from referee.telling.catalog import HOUSE, catalog
from referee.telling.moves import Listing, Slots, grouped
from referee.telling.voice import NOBODY
from referee.util.errors import Faulty
from referee.util.text import HIDDEN, MARK, WIDTH, block, clean, parted, quoted, wrapped

WORDS = st.text(max_size=300)


@given(WORDS)
def test_nothing_in_player_text_can_move_hide_or_break_a_line(text: str) -> None:
    """No control, format or line-breaking character is left in cleaned text, whatever was written."""
    import unicodedata

    shown = clean(text)
    assert not [char for char in shown if unicodedata.category(char) in HIDDEN]
    assert len(shown.splitlines()) <= 1


@given(WORDS, st.sampled_from(["", "  ", "       "]))
def test_every_line_of_quoted_text_is_marked(text: str, indent: str) -> None:
    """Player text stands after `|` on every line, whatever it holds, and so do the continuations of a wide one."""
    lines = quoted(text)
    assert lines
    assert "\n".join(lines).splitlines() == lines
    for line in lines:
        for one in block(line, indent).splitlines():
            assert one == f"{indent}|" or one.startswith(indent + MARK)
            assert len(one) <= WIDTH


@given(st.text(alphabet="ab| \n", max_size=80))
def test_our_text_and_theirs_come_apart_again(text: str) -> None:
    """A sentence with quoted text below it gives back the sentence, and each line without its mark."""
    theirs = [line.removeprefix("|").removeprefix(" ") for line in quoted(text)]
    assert parted("\n".join(["You say:", *quoted(text)])) == ("You say:", tuple(theirs))
    assert parted("\n".join(quoted(text))) == ("", tuple(theirs))
    assert parted("You draw.") == ("You draw.", ())


@given(st.text(alphabet="ab \n", max_size=200))
def test_quoted_text_loses_no_word(text: str) -> None:
    """Everything that is quoted is there, in order, however it is broken."""
    assert "".join(line[2:] for line in quoted(text)).replace(" ", "") == text.replace("\n", "").replace(
        " ", ""
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u202eb", "a<U+202E>b"),
        ("a\x1b[2Jb", "a<U+001B>[2Jb"),
        ("a\u2028b", "a<U+2028>b"),
        ("a\u200bb", "a<U+200B>b"),
        ("a\tb\u00a0c", "a b c"),
        ("e" + "\u0301" * 5, "e" + "\u0301" * 2 + "<U+0301>" * 3),
        ("Grüße, Þórr", "Grüße, Þórr"),
    ],
)
def test_controls_are_shown_by_number(text: str, shown: str) -> None:
    """Bidi marks, escapes, line separators, invisible and piled-up marks are written out; letters stay."""
    assert clean(text) == shown


@pytest.mark.slow
@given(st.text(alphabet="abc ", max_size=400), st.integers(10, 80))
def test_wrapped_lines_keep_to_the_width(text: str, width: int) -> None:
    """No line is longer than the width, words longer than it included, and no letter is lost."""
    lines = wrapped(text, width, "  ")
    assert all(len(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_a_block_stands_set_in() -> None:
    """The first line stands at the indent; continuations and further lines stand at the hang."""
    text = block("word " * 20 + "\n| said", "  ", hang="      ")
    first, second, third = text.splitlines()
    assert first.startswith("  word")
    assert second.startswith("      word")
    assert third == "      | said"
    assert max(map(len, text.splitlines())) <= WIDTH
    words = block("said:\n| " + "word " * 30, "  ", hang="      ").splitlines()
    assert [line[:8] for line in words] == ["  said:", *["      | "] * 3]


def test_player_text_never_becomes_a_template() -> None:
    """Braces in a player's words come out as they went in."""
    told = catalog("thunder").say("events", "Said", NOBODY, {"by": "loki", "text": "{{ 7 * 7 }} {% raw %}"})
    assert told == "Loki says:\n| {{ 7 * 7 }} {% raw %}"


def test_a_missing_value_is_an_error() -> None:
    """A sentence that lacks a value fails; it never comes out with a hole."""
    with pytest.raises(UndefinedError):
        catalog("thunder").say("refusals", "hand-full")


def test_catalogs_are_sandboxed() -> None:
    """A template gets at nothing but the values it is given."""
    environment = catalog("thunder").environment
    with pytest.raises(SecurityError):
        environment.from_string("{{ ''.__class__.__mro__ }}").render()


def test_a_language_without_texts_is_refused() -> None:
    """Only languages with a catalog can be asked for, and no path can be smuggled in."""
    for language in ("xx", "../en", "", "e\0n"):
        with pytest.raises(Faulty, match="no-such-language"):
            catalog("thunder", language)


def test_the_house_knows_its_own_sentences_without_a_game() -> None:
    """A reader who sits at no table is told too, and what is passed on is cleaned."""
    values = {"meant": "7.2", "stands": "7.3"}
    assert catalog(HOUSE).say("refusals", "stale", params=values).startswith("The line is for position 7.2")
    assert (
        catalog(HOUSE).say("refusals", "waiting", params={"seat": "lo\u202eki"})
        == "waiting for lo<U+202E>ki."
    )


def _all_expanded(moves: list[str]) -> list[str]:
    return sorted(move for group in grouped(moves) for move in group.expand())


LISTS = [
    [
        f"lay {card} {place}"
        for card in ("tyr", "own ravens", "captured ravens")
        for place in ("A1", "A2", "C1")
    ],
    ["deploy " + ", ".join(cards) for cards in sorted(set(permutations(["a", "a", "b", "c", "d"], 3)))],
    ["use seer", *("use seer to " + ", ".join(to) for n in (1, 2, 3) for to in product("AC", repeat=n))],
    [
        "use longships none",
        *("use longships " + ", ".join(t) for n in (1, 2) for t in combinations_with_replacement("fv", n)),
    ],
    [
        "standing lay never",
        *("standing lay " + ", ".join(t) for n in (1, 2, 3) for t in permutations("ABC", n)),
    ],
    ["use ravens A", "use ravens own", "use ravens hand", "use ravens hand to A", "use ravens hand to C"],
    ["use a x", "use a y", "use a b x", "use a b y"],
    ["next", "stop"],
    ["draw"],
    ["use odin 0", "use odin captured ravens", "use odin own ravens", "use odin captured ravens, own ravens"],
]


@pytest.mark.parametrize("moves", LISTS)
def test_groups_expand_to_the_moves_they_were_made_of(moves: list[str]) -> None:
    """No move is lost by grouping and none is added."""
    assert _all_expanded(moves) == sorted(moves)


@pytest.mark.parametrize("moves", LISTS)
def test_groups_expand_even_where_moves_are_missing(moves: list[str]) -> None:
    """A list with holes is not closed by grouping: every subset expands to itself."""
    rng = random.Random(7)
    for _ in range(30):
        some = [move for move in moves if rng.random() < 0.7]
        assert _all_expanded(some) == sorted(some)


@pytest.mark.slow
@given(st.sets(st.from_regex(r"(lay|use)( [ab]{1,2}){1,2}( [A-C][12])?", fullmatch=True), max_size=30))
def test_any_list_expands_to_itself(moves: set[str]) -> None:
    """Whatever the moves look like, their groups hold exactly them."""
    assert _all_expanded(sorted(moves)) == sorted(moves)


@pytest.mark.parametrize("moves", LISTS[:5])
def test_many_moves_make_few_groups(moves: list[str]) -> None:
    """Moves that differ only in places, cards or their order are shown as at most three groups."""
    assert len(grouped(moves)) <= 3


def test_words_that_belong_to_the_next_stay_with_it() -> None:
    """`own` and `captured` are part of a card's name: they never become a slot of their own."""
    moves = [f"use hel {word} {card}" for word in ("own", "captured") for card in ("ravens", "seer")]
    names = ("own ravens", "own seer", "captured ravens", "captured seer")
    assert grouped(moves, ("own", "captured")) == (Slots("use hel", (names,)),)
    lists = ["use odin own ravens", "use odin captured ravens", "use odin captured ravens, own ravens"]
    items = (("captured ravens", 1), ("own ravens", 1))
    assert grouped(lists, ("own", "captured")) == (Listing("use odin", items, 1, 2, ordered=False),)


def test_a_word_in_brackets_stays_with_the_card_before_it() -> None:
    """So the German lists are as short as the English, whatever order the names have in the alphabet."""
    moves = [f"nutze Hel {card} ({word})" for word in ("eigen", "erbeutet") for card in ("Raben", "Seherin")]
    names = ("Raben (eigen)", "Seherin (eigen)", "Raben (erbeutet)", "Seherin (erbeutet)")
    assert grouped(moves) == (Slots("nutze Hel", (names,)),)
    said = ("Raben (eigen)", "Raben (erbeutet)", "Raben (erbeutet), Raben (eigen)")
    items = (("Raben (erbeutet)", 1), ("Raben (eigen)", 1))
    found = Listing("nutze Odin", items, 1, 2, ordered=False)
    assert grouped([f"nutze Odin {one}" for one in said]) == (found,)


def test_how_moves_are_put_together() -> None:
    """Places after cards make two slots; lists in every order one listing with how often each may stand."""
    assert grouped(["lay a A1", "lay a B1", "lay b A1", "lay b B1"]) == (
        Slots("lay", (("a", "b"), ("A1", "B1"))),
    )
    assert grouped(["d a, a", "d a, b", "d b, a"]) == (
        Listing("d", (("a", 2), ("b", 1)), 2, 2, ordered=True),
    )
    assert grouped(["d a, b"]) == (Listing("d", (("a", 1), ("b", 1)), 2, 2, ordered=False),)
