"""How lines and letters are read, for every game. The lines are those of Thunder & Lightning."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.engine.moves import AcceptDraw, ClaimDraw, ClaimWin, OfferDraw, Resign
from referee.games.thunder import moves as m
from referee.house.games import find
from referee.notation import spelling, tokens, words
from referee.notation.folding import fold
from referee.notation.misread import KEYS, KINDS
from referee.notation.reader import (
    GREETING,
    Guard,
    Line,
    Misread,
    Order,
    Prose,
    Reader,
    Reading,
    Text,
)
from referee.notation.readings import MOST_TOKENS, Table
from referee.notation.rows import LONGEST_LETTER, LONGEST_LINE
from referee.notation.tails import MARKS

GAME = find("thunder")
OPTIONS = GAME.options({})
READER = Reader(GAME, OPTIONS)


def readings(letter: str) -> list[Reading]:
    """What the lines of a letter are read as."""
    return [line.reading for line in READER.read_letter(letter)]


@pytest.mark.parametrize(
    ("line", "reading"),
    [
        ("resign g17", Order(Resign("g17"))),
        ("Resign G17.", Order(Resign("g17"))),
        ("resign thor-loki_2.b", Order(Resign("thor-loki_2.b"))),
        ("resign draw", Order(Resign("draw"))),
        ("resign b2", Order(Resign("b2"))),
        ("offer draw", Order(OfferDraw())),
        ("offer tie", Order(OfferDraw())),
        ("accept", Order(AcceptDraw())),
        ("Accept draw", Order(AcceptDraw())),
        ("claim draw", Order(ClaimDraw())),
        ("claim win", Order(ClaimWin())),
        ("claim victory", Order(ClaimWin())),
        ("moves", Table("moves")),
        ("Moves?", Table("moves")),
        ("history", Table("history")),
        ("hist", Table("history")),
        ("rules", Table("rules")),
        ("rules 15.2", Table("rules", "15.2")),
        ("Rule 15", Table("rules", "15")),
        ("rules r24.", Table("rules", "R24")),
        ("rules h", Table("rules", "H")),
        ("rules 0", Table("rules", "0")),
        ("rules 1.0a", Table("rules", "1.0A")),
        ("rules 2.1D2.", Table("rules", "2.1D2")),
        ("rules 2.2A10", Table("rules", "2.2A10")),
        ("rules m16", Table("rules", "M16")),
        ("rules s", Table("rules", "S")),
        ("help", Table("help")),
        ("END", Table("end")),
        ("end.", Table("end")),
        ("try challenge b", Table("try", "challenge B", m.Challenge("B"))),
        ("try: lay nightmare b", Table("try", "lay nightmare B", m.Lay("nightmare", "B", 0))),
        ("why offer draw", Table("why", "offer draw", OfferDraw())),
        ("Why draw?", Table("why", "draw", m.Draw())),
        ("say Hello {you}!", Text("say", "Hello {you}!")),
        ("Say: Gr\u00fc\u00dfe, \u201cThor\u201d", Text("say", "Gr\u00fc\u00dfe, \u201cThor\u201d")),
        ("note that he holds Hel", Text("note", "that he holds Hel")),
        ("NOTE\uff1a B is weak", Text("note", "B is weak")),
        ("- say hi", Text("say", "hi")),
        ("Why so slow?", Prose()),
        ("Try harder!", Prose()),
        ("why", Prose()),
        ("", Prose()),
        ("   ", Prose()),
        ("> challenge b", Prose()),
        ("| draw", Prose()),
        ("*draw*", Order(m.Draw())),
        ("\u201cdraw\u201d", Order(m.Draw())),
        ("I challenge B", Prose()),
        ("Please challenge B", Prose()),
        ("Hello there,", Prose()),
        ("Dear Anna,", Prose()),
        ("Peach, my dear,", Prose()),
        ("Orders:", Prose()),
        ("End-to-end", Prose()),
        ("Draw's fine", Prose()),
        ("Stop-gap", Prose()),
        ("@bob hi", Prose()),
        ("12:30 is fine", Prose()),
        ("\u0434\u0430", Prose()),
        ("\u2694\ufe0f draw", Prose()),
    ],
)
def test_lines_of_every_game(line: str, reading: Reading) -> None:
    """Orders of every game, questions, texts and prose are told apart."""
    assert READER.read(line) == reading


@pytest.mark.parametrize(
    ("line", "guard"),
    [
        ("@7.2 draw", Guard(7, 2)),
        ("@7.2: draw", Guard(7, 2)),
        ("@ 7.2  draw", Guard(7, 2)),
        ("\uff207.2 draw", Guard(7, 2)),
        ("@now draw", Guard(now=True)),
        ("@NOW: Draw", Guard(now=True)),
        ("1. @12.10 draw", Guard(12, 10)),
        ("- draw", None),
        ("* draw", None),
        ("\u2022 draw", None),
        ("\u2013 draw", None),
        ("1. draw", None),
        ("1) draw", None),
        ("(2) draw", None),
        ("12.Draw", None),
        ("  draw", None),
        ("draw;", None),
        ("draw ...", None),
        ("draw\u2026", None),
        ("draw:", None),
        ("draw -", Misread(6, ("NOTHING-MORE",), "draw", found="-")),
    ],
)
def test_what_may_stand_around_an_order(line: str, guard: Guard | Misread | None) -> None:
    """Bullets, numbers, guards in front; full stops and semicolons after; nothing else."""
    assert READER.read(line) == (guard if isinstance(guard, Misread) else Order(m.Draw(), guard))


@pytest.mark.parametrize(
    ("line", "remark", "mark"),
    [
        ("draw {hope for Hel}", "hope for Hel", ""),
        ("draw!", "", "!"),
        ("draw {} ?", "", "?"),
        ("draw !?", "", "!?"),
        ("draw\u203c\ufe0f", "", "!!"),
        ("draw \u2048", "", "?!"),
        ("draw! {J\u00e4, \u201cso\u201d!}", "J\u00e4, \u201cso\u201d!", "!"),
        ("draw {so}!", "so", "!"),
        ("draw. {so} ?!", "so", "?!"),
        ("draw {a {b} c}.", "a {b} c", ""),
        ("draw \uff5bso\uff5d", "so", ""),
        ("draw{}", "", ""),
    ],
)
def test_remarks_and_marks(line: str, remark: str, mark: str) -> None:
    """A remark is kept as written; the mark may stand before or after it."""
    assert READER.read(line) == Order(m.Draw(), None, remark, mark)


@pytest.mark.parametrize(
    ("line", "reading"),
    [
        ("draw {so", Misread(6, ("}",), key="open-remark")),
        ("draw }so{", Misread(9, ("}",), key="open-remark")),
        ("draw}", Misread(5, ("NOTHING-MORE",), key="unexpected", found="}")),
        ("draw !!!", Misread(6, ("MARK",), key="mark")),
        ("draw! {so} ?", Misread(12, ("MARK",), key="mark")),
        ("draw {so} and more", Misread(11, ("MARK",), key="mark")),
        ("@7 draw", Misread(1, ("GUARD",), key="guard")),
        (" @7,2 draw", Misread(2, ("GUARD",), key="guard")),
        ("@7.2draw", Misread(1, ("GUARD",), key="guard")),
        ("@nwo draw", Misread(1, ("GUARD",), key="guard")),
        ("@7.2", Misread(5, ("VERB",), key="unexpected")),
        ("@now hello", Misread(6, ("VERB",), key="unexpected", found="hello")),
        ("@now please draw", Misread(6, ("VERB",), "@now draw", found="please")),
        ("@7.2 chalenge b", Misread(6, ("challenge",), "@7.2 challenge B", "near-verb", found="chalenge")),
        ("\u0441hallenge b", Misread(1, ("LATIN",), key="foreign-letter")),
        ("challenge \u0412", Misread(11, ("LATIN",), key="foreign-letter")),
        ("dr\u0430w", Misread(3, ("LATIN",), key="foreign-letter")),
        ("us\u0435 freya", Misread(3, ("LATIN",), key="foreign-letter")),
        ("\u0455\u0430\u0443 hi", Text("say", "hi")),
        ("resign \u0261\uff1117", Misread(8, ("LATIN",), key="foreign-letter")),
        ("say", Misread(4, ("TEXT",), key="unfinished")),
        ("note:  ", Misread(6, ("TEXT",), key="unfinished")),
        ("resign", Misread(7, ("NAME",), key="unfinished")),
        ("offer", Misread(6, ("draw", "undo"), key="unfinished")),
        ("claim", Misread(6, ("draw", "win"), key="unfinished")),
        ("claim\u00a0\u00a0wni", Misread(8, ("draw", "win"), "claim win", found="wni")),
        ("offre draw", Misread(1, ("offer",), "offer draw", "near-verb", found="offre")),
        ("concede g17", Misread(1, ("resign",), "resign g17", "unclear-verb", found="concede")),
        ("help me out now", Misread(6, ("NOTHING-MORE",), found="me")),
        ("rules 15,2", Misread(9, ("NOTHING-MORE",), found=",")),
        ("rules of it all", Misread(7, ("NOTHING-MORE", "RULE"), found="of")),
        ("end of message", Misread(5, ("NOTHING-MORE",), found="of")),
        ("try chalenge b", Misread(5, ("challenge",), "try challenge B", "near-verb", found="chalenge")),
        ("try moves", Misread(5, ("VERB",), found="moves")),
        ("draw, draw", Misread(5, ("NOTHING-MORE",), found=",")),
        ("challenge b. draw", Misread(12, ("NOTHING-MORE", "order"), found=".")),
    ],
)
def test_misread_lines_point_at_the_place(line: str, reading: Misread) -> None:
    """The column in the line as written, what was expected there, and the nearest readable line."""
    assert READER.read(line) == reading


def test_every_reason_and_kind_is_declared() -> None:
    """Keys of the catalog are declared once each."""
    assert len(set(KEYS)) == len(KEYS)
    assert all(kind == kind.upper() for kind in KINDS)


@pytest.mark.slow
def test_caps() -> None:
    """A line too long, one with too many words, a letter too long: reported before anything is parsed."""
    assert READER.read("draw " + " " * LONGEST_LINE) == Order(m.Draw())
    assert READER.read("draw " + "x" * LONGEST_LINE) == Misread(LONGEST_LINE + 1, (), key="line-too-long")
    assert READER.read("Well, " + "x" * LONGEST_LINE) == Prose()
    assert READER.read("say " + "x" * LONGEST_LINE) == Text("say", "x" * LONGEST_LINE)
    many = "order " + ",".join("a" * MOST_TOKENS)
    assert READER.read(many) == Misread(6 + MOST_TOKENS, (), key="too-many-words", found=",")
    within = ["Well."] * (LONGEST_LETTER - 1) + ["draw"]
    assert readings("\n".join(within))[-1] == Order(m.Draw())
    assert readings("\n".join([*within, "", "draw", "draw"]))[LONGEST_LETTER:] == [
        Misread(1, (), key="letter-too-long")
    ]


def test_a_letter_line_by_line() -> None:
    """Orders, prose and blank lines; every line keeps its number and its text."""
    letter = "Hello there,\r\n\r\ndraw\r\n  lay nightmare B2 {so} \u00a0\nThanks, Anna"
    assert READER.read_letter(letter) == [
        Line((1,), "Hello there,", Prose()),
        Line((3,), "draw", Order(m.Draw())),
        Line((4,), "  lay nightmare B2 {so} \u00a0", Order(m.Lay("nightmare", "B", 2), None, "so")),
        Line((5,), "Thanks, Anna", Prose()),
    ]
    assert READER.read_letter([(7, "draw"), (9, "stop")]) == [
        Line((7,), "draw", Order(m.Draw())),
        Line((9,), "stop", Order(m.Stop())),
    ]


def test_a_line_ending_in_a_comma_goes_on() -> None:
    """An order goes on after a comma; prose, and a comma before a blank line, do not."""
    assert READER.read_letter("deploy ravens,\n female-archer ,\u00a0\n\ttyr\ndraw") == [
        Line(
            (1, 2, 3),
            "deploy ravens,\n female-archer ,\u00a0\n\ttyr",
            Order(m.Deploy(("ravens", "female-archer", "tyr"))),
        ),
        Line((4,), "draw", Order(m.Draw())),
    ]
    assert readings("Well,\ndraw") == [Prose(), Order(m.Draw())]
    assert readings("order tyr,\n\ndraw") == [Misread(11, ("CARD",), key="unfinished"), Order(m.Draw())]
    assert readings("order tyr,") == [Misread(11, ("CARD",), key="unfinished")]


def test_a_misreading_in_a_later_row_says_which() -> None:
    """Row and column are those of the line as written, also after a comma."""
    assert readings("order tyr,\n  hel, nightmaer") == [
        Misread(8, ("CARD",), "order tyr, hel, nightmare", row=1, found="nightmaer")
    ]


def test_an_order_over_many_lines_is_capped() -> None:
    """Joined lines have the same limit as one."""
    [first, *_] = READER.read_letter("order tyr,\n" + "nightmare, nightmare,\n" * 150)
    assert isinstance(first.reading, Misread)
    assert first.reading.key == "line-too-long"
    assert len(first.text) < 2 * LONGEST_LINE


def test_texts_run_to_a_blank_line_or_the_end() -> None:
    """Words run on over lines; after the blank line an order is an order again."""
    letter = "say Hello,\nyou challenge b\n  please\n\u200b\ndraw\nnote secret\ndrawn\nEnd.\ndraw"
    assert READER.read_letter(letter) == [
        Line(
            (1, 2, 3),
            "say Hello,\nyou challenge b\n  please",
            Text("say", "Hello,\nyou challenge b\n  please"),
        ),
        Line((5,), "draw", Order(m.Draw())),
        Line((6, 7), "note secret\ndrawn", Text("note", "secret\ndrawn")),
        Line((8,), "End.", Table("end")),
    ]
    assert readings("say\nHello\nthe end of story\n") == [Text("say", "Hello\nthe end of story")]


@pytest.mark.parametrize("verb", ["say", "note", "dispute:", "statement:"])
@pytest.mark.parametrize("order", ["draw", "Challenge b!", "note my plan", "say more", "moves", "try draw"])
def test_words_end_where_a_line_reads_wholly_as_an_order(verb: str, order: str) -> None:
    """H2, H3 The words above it are said, and name the line; it is an order, and so is what follows."""
    words, *rest = READER.read_letter(f"{verb} well played\n{order}\n\nand good night\ndraw")
    assert (words.numbers, words.text) == ((1,), f"{verb} well played")
    assert words.reading == Text(verb.strip(":"), "well played", ends=2)
    assert [one.reading for one in rest] == [READER.read(order), Prose(), Order(m.Draw())]


def test_an_order_of_several_rows_ends_words() -> None:
    """H2 Its first row alone is no order, because it ends in a comma."""
    words, order = READER.read_letter("note he holds Hel\ndeploy ravens,\nhel,\nfrigg")
    assert words.reading == Text("note", "he holds Hel", ends=2)
    assert (order.numbers, isinstance(order.reading, Order)) == ((2, 3, 4), True)


@pytest.mark.parametrize(
    "line",
    [
        "draw or not, I shall see",
        "why so slow?",
        "> draw",
        "| draw",
        "I would draw",
        "drawn",
        "may Thor be with you",
        "Hi Loki",
        "- Frigg",
    ],
)
def test_words_go_on_over_a_line_of_prose(line: str) -> None:
    """H2, H3 A line that is quoted, or begins with no verb, or as everyday prose does, is said with the rest."""
    (words,) = READER.read_letter(f"say well played\n{line}\nand good night")
    assert words.reading == Text("say", f"well played\n{line}\nand good night")


@pytest.mark.parametrize("verb", ["say", "note", "dispute:", "statement:", "appeal:", "annotate 7.2:"])
@pytest.mark.parametrize(
    "line",
    [
        "challenge me if you dare",
        "lay down your arms",
        "deploy ravens,",
        "deploy baldr, frya, mjolnir",
        "lay ravnes B2",
        "then lay ravnes B2",
        "darw",
        "@7.2 chalenge b",
        "1. lay frya B2",
        "lya frigg B2",
        "sue ravens A",
        "if their B1 is ravens use seer",
        "if you like",
        "anotate 0.0: secret",
        "vacatoin 3 days",
        "end of story",
        "sya hello: frigg",
    ],
)
def test_h2_a_line_that_only_begins_like_an_order_breaks_words_off(verb: str, line: str) -> None:
    """Of the words nothing is taken, and they name the line, which is read as anywhere else."""
    words, *rest = READER.read_letter(f"{verb} well played\n{line}\nand good night")
    assert isinstance(words.reading, Text)
    assert (words.text, words.reading.unread) == (f"{verb} well played", 2)
    assert "\n".join(one.text for one in rest) == f"{line}\nand good night"


@pytest.mark.parametrize("line", ["hint", "score", "status, please", "table", "whose turn is it?"])
def test_h2_a_question_to_the_referee_ends_words(line: str) -> None:
    """It is answered, and not said."""
    words, asks = READER.read_letter(f"say well played\n{line}")
    assert words.reading == Text("say", "well played", ends=2)
    assert isinstance(asks.reading, Table)


def test_nothing_behind_end_is_read() -> None:
    """`end` ends a letter; a misread `end` does not."""
    assert readings("draw\nend\nresign g17") == [Order(m.Draw()), Table("end")]
    assert len(readings("end it\ndraw")) == 2


def test_only_line_feeds_end_a_line() -> None:
    """A character that merely looks like a line break cannot hide an order from another reader."""
    assert readings("Well\u2028draw") == [Prose()]
    assert readings("Well\x0bdraw\x85draw") == [Prose()]


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60) | st.text("chalenge drwusytop@!?{},.-0123456789B\u0441\u00f6\n", max_size=60))
def test_any_line_is_read(line: str) -> None:
    """No text raises; a misreading points into the line."""
    reading = READER.read(line)
    if isinstance(reading, Misread):
        rows = line.rstrip().split("\n")
        assert reading.key in KEYS
        assert 1 <= reading.column <= len(rows[reading.row]) + 1


VERBS = (
    "draw",
    "lay",
    "use ravens",
    "order",
    "challenge b",
    "try use",
    "say",
    "@7.2 use hel",
    "chalenge",
    "why",
)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(VERBS),
    st.text(max_size=40)
    | st.lists(st.sampled_from(READER.vocabulary.inner)).map(
        lambda some: " ".join(" ".join(meaning.parts) for meaning in some)
    ),
)
def test_any_line_that_begins_with_a_verb_is_an_order(verb: str, rest: str) -> None:
    """After a verb nothing is ignored: the line is an order to its end, or it is misread; but a slip may greet."""
    reading = READER.read(f"{verb} {rest}")
    greets = verb == "chalenge" and GREETING.match(fold(f" {rest}").text) is not None
    assert not isinstance(reading, Prose) or verb == "why" or greets
    if isinstance(reading, Order):
        assert READER.read(reading.move.written) == Order(reading.move)


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(st.text("draw\nsay end,\r\u2028 b", max_size=80))
def test_any_letter_is_read(letter: str) -> None:
    """Every line is read at most once, in order, and no line that is not blank is lost before `end`."""
    lines = READER.read_letter(letter)
    numbers = [number for line in lines for number in line.numbers]
    assert numbers == sorted(set(numbers))
    if not any(line.reading == Table("end") for line in lines):
        given_lines = letter.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        assert set(numbers) >= {at for at, line in enumerate(given_lines, 1) if line.strip()}


@pytest.mark.parametrize(
    "line",
    [
        "order " + "viking warior " * 35,
        "lay " + "nightmaer, " * 40,
        "use longships " + "2 x archr, " * 30,
        "chalenge " + "b " * 70,
        "@" * 400,
        "draw " + "{" * 400,
        "draw" + "!" * 400,
        "(" * 400,
    ],
)
def test_the_work_of_reading_is_bounded(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """For any line, the tokens taken and the words compared stay within a limit."""
    counted = {"taken": 0, "compared": 0}

    def counting(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def count(*given: Any) -> Any:
            counted[name] += 1
            return function(*given)

        return count

    monkeypatch.setattr(tokens, "distance", counting("compared", spelling.distance))
    monkeypatch.setattr(words, "distance", counting("compared", spelling.distance))
    monkeypatch.setattr(tokens.Source, "take", counting("taken", tokens.Source.take))
    READER.read(line)
    assert counted["taken"] <= 3 * MOST_TOKENS
    assert counted["compared"] <= 2000


def test_marks_are_what_a_line_may_end_in() -> None:
    """Every mark is read after an order, before or after a remark; a lone question mark asks, as `try` does."""
    for mark in MARKS:
        assert READER.read(f"draw {{}}{mark}") == Order(m.Draw(), mark=mark)
        if mark == "?":
            asked = Table("try", "draw", m.Draw())
            assert READER.read("draw?") == READER.read("Draw ?") == READER.read("@7.2 draw?") == asked
            continue
        assert READER.read(f"draw{mark}") == READER.read(f"draw {mark} {{}}") == Order(m.Draw(), mark=mark)
        assert READER.read(f"draw {{}} {mark}") == Order(m.Draw(), mark=mark)


@pytest.mark.slow
def test_lark_is_imported_with_the_first_order() -> None:
    """A command that reads no order does not load the parser."""
    code = (
        "import sys; from referee.notation import reader as notation; from referee.house.games import find\n"
        "game = find('thunder'); reader = notation.Reader(game, game.options({}))\n"
        "reader.read('Hello'); print('lark' in sys.modules)\n"
        "reader.read('draw'); print('lark' in sys.modules)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert ran.stdout.split() == ["False", "True"]
