"""Sizes: no letter in makes much more of itself in the record or in any letter out, whatever bytes it holds."""

import random
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.api import Table
from referee.engine.events import Seen
from referee.home.config import Limits
from referee.house.state import MOST_TALK, PIECE
from referee.notation.reader import Reader, Text
from referee.notation.readings import Misread
from referee.notation.rows import LONGEST_LETTER, LONGEST_WORDS, MOST_READ, kept
from referee.post.writing import enclosed
from referee.table.audit import audit
from referee.table.points import Told
from referee.telling.paging import ANSWERS, MOST_TOLD, PAGE, history_page, newest, oldest, pages, size_of
from referee.telling.sentences import Reader as Reading
from referee.telling.sentences import reader_of
from referee.util.layout import write_document
from referee.util.packing import as_it_was, packed, unpacked
from referee.util.text import beginning, clean, fits, shown_size
from referee.verify.verify import verify

DEAR = {
    "plain": "a",
    "a sign of direction": "\u202e",
    "a combining mark": "\u0301",
    "a control character": "\x01",
    "a quotation mark": '"',
    "an ampersand": "&",
    "a tag": "\U000e0041",
    "a German letter": "ß",
    "a Chinese letter": "語",
    "an emoji": "\U0001f600",
    "a backslash": "\\",
}
"""Characters that cost more than the one that they count as: where they are stored, shown, escaped or encoded."""


def shared() -> Table:
    """A game that nobody plays: for letters in."""
    return Table.open("thunder", seed="07")


CARDS = ("ravens", "hel", "frigg", "dragon", "tyr", "baldr", "nightmare")
READER = Reader(shared().game, shared().content)


@given(st.text(max_size=40), st.integers(1, 200))
def test_a_beginning_is_the_longest_that_fits(text: str, most: int) -> None:
    """A text that fits is whole; otherwise one character more would not fit."""
    part = beginning(text, most)
    assert text.startswith(part)
    assert part == text or shown_size(text[: len(part) + 1]) > most >= shown_size(part)


@given(st.text(max_size=40))
def test_a_size_is_that_of_what_is_shown_and_bounds_what_is_stored(text: str) -> None:
    """Bytes as shown, line ends counted; a record holds at most twice as many."""
    assert shown_size(text) == len("".join(f"{clean(row)}\n" for row in text.split("\n")).encode())
    stored = len(write_document({"text": text})) - len(write_document({"text": ""}))
    assert stored <= 2 * shown_size(text) + 2


@pytest.mark.share(4)
@pytest.mark.parametrize("char", DEAR.values(), ids=DEAR)
@pytest.mark.parametrize("verb", ["say", "note", "dispute:"])
def test_words_have_a_length_in_bytes_as_shown(verb: str, char: str) -> None:
    """H2 57,000 copies of any character are cut off where they are shown as 8,000 bytes.

    The kept line reads the same again.
    """
    (line,) = READER.read_letter(f"{verb} {char * 57_000}")
    assert isinstance(line.reading, Text)
    assert line.reading.cut
    assert LONGEST_WORDS - 60 < shown_size(line.reading.text) <= LONGEST_WORDS
    assert READER.read_letter(line.text) == [line]


@pytest.mark.share(3)
@pytest.mark.parametrize("lead", [0, 1, 2])
@pytest.mark.parametrize("unit", ["xx", "x ", "\u202ex ", "ab\t", "語 ", " x"])
def test_what_was_cut_off_is_cut_off_again_wherever_it_ends(lead: int, unit: str) -> None:
    """A cut that falls on a blank or at the end of a row is told too, out of the record as at first."""
    row = unit * (LONGEST_WORDS // LONGEST_LETTER)
    line, *_ = READER.read_letter("say y" + "y" * lead + (row + "\n") * LONGEST_LETTER)
    assert isinstance(line.reading, Text)
    assert line.reading.cut
    assert READER.read_letter(line.text) == [line]


@pytest.mark.share(3)
@pytest.mark.parametrize("char", DEAR.values(), ids=DEAR)
def test_a_letter_is_read_up_to_a_size_as_shown(char: str) -> None:
    """Prose, long or short, is kept up to 24,000 bytes; from there on the letter is not read, and that is told."""
    for row in ("x" + char * 60_000, "\n".join(["x" + char * 300] * 199)):
        lines = READER.read_letter(row)
        assert sum(shown_size(line.text) for line in lines) <= MOST_READ + 20
        if not fits(row, MOST_READ):
            assert lines[-1].reading == Misread(1, key="letter-too-long")
        again = "\n".join(line.text for line in lines)
        assert READER.read_letter(again) == lines


def test_blank_rows_do_not_count_for_no_record_keeps_them() -> None:
    """A letter of 150 rows with blank ones between is read whole, now and out of the record."""
    table = shared()
    table.play("loki", "Well.\n\n" * 150)
    (_, letter) = table.entries
    assert [line.verdict for line in letter.lines] == ["prose"] * 150  # type: ignore[attr-defined]
    assert audit(Table.load(table.record.encode())).clean


@pytest.mark.slow
def test_long_words_count_as_several() -> None:
    """H18 One word for each 2048 bytes as shown.

    Ten texts of 8,000 bytes are a seat's limit per day; the rest is refused.
    """
    table, said = shared(), list[str]()
    for _ in range(12):
        said += table.play("loki", "say " + "\u202e" * 57_000).verdicts
    assert said == ["said"] * (MOST_TALK // -(-LONGEST_WORDS // PIECE)) + ["refused"] * (len(said) - 10)
    assert len(table.record) < 500_000
    assert audit(Table.load(table.record.encode())).clean


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("say hello\ndraw", True),
        ("say first,\ndraw", True),
        ("note a long plan, of which\ndraw", True),
        ("note a long plan, of which I\nthink\ndraw", True),
        ("say Good luck!\ndraw", False),
        ("note the end of it.\ndraw, draw", False),
        ("say See you :-)\ndraw", False),
        ("note he holds Hel\nlay ravens A1", False),
        ("note he holds Hel\nsay hello", False),
    ],
)
def test_words_that_an_order_ends_are_told_so_only_in_doubt(words: str, told: bool) -> None:
    """Where what stands below them may go on with them: it was told at every note above an order.

    The order below is played: words beside one that is refused are not passed on, and that is told.
    """
    table = shared()
    table.play("thor", "deploy huscarl, viking warriors, shield wall")
    table.play("loki", "deploy dragon, viking warriors, viking warriors")
    table.play("loki", "say nothing")
    receipt = " ".join(table.play("loki", words).receipt.split())
    assert ("which reads as an order" in receipt) == told


def test_words_cut_off_or_ended_are_told() -> None:
    """H2, H3 The receipt says so, in the language of the seat, and shows what was kept."""
    table = shared()
    cut, ended = (
        " ".join(table.play("loki", words).receipt.split())
        for words in ("note " + "long words " * 2000, "say Good luck\nmoves")
    )
    assert "yours were longer, and end here" in cut
    assert (
        "Your words end above line 2, which reads as an order. Put another word first if it is none. Said"
        in ended
    )
    table.play("thor", "language de")
    told = " ".join(table.play("thor", "notiz er blufft\nhilfe").receipt.split())
    assert "Deine Worte enden über Zeile 2, die sich wie ein Befehl liest." in told


def told(text: str, many: int) -> list[Told]:
    """Words that a seat was shown, this many times."""
    return [Told("1.1", Seen("Said", "H2", {"by": "thor", "text": text})) for _ in range(many)]


@pytest.mark.slow
@given(st.lists(st.integers(0, 3000), max_size=60), st.integers(300, 9000))
def test_pages_hold_everything_in_order_and_are_not_too_long(sizes: list[int], most: int) -> None:
    """What was shown is on one page each, none is empty, and only what is alone on its page is longer than a page."""
    shown = [one for size in sizes for one in told("x" * size, 1)]
    found = pages(shown, most)
    assert [one for page in found for one in page] == shown
    assert all(found) or not shown
    assert all(sum(map(size_of, page)) <= most for page in found if len(page) > 1)


def reader() -> Reading:
    """Loki's reader."""
    table = shared()
    return reader_of(table.game, table.content, table.view("loki"))


@pytest.mark.slow
def test_a_history_comes_in_pages() -> None:
    """The first page is told without a number, each names the next, and a missing page is told as missing."""
    loki, shown = reader(), told("\u202e" * 900, 40)
    texts = [history_page(loki, shown, number) for number in range(1, 9)]
    assert [text.split("\n")[1] for text in texts[:2]] == [
        "Page 1 of 7. The next one: history 2",
        "Page 2 of 7. The next one: history 3",
    ]
    assert sum(text.count("Thor says:") for text in texts) == 40
    assert all(len(text.encode()) < 2 * PAGE for text in texts)
    assert (texts[6].split("\n")[1], texts[7]) == (
        "Page 7 of 7.",
        "There is no page 8 of your history; it has 7 pages.",
    )
    assert "Page" not in history_page(loki, shown[:3], 1)


def test_the_page_of_a_history_is_asked_for_by_its_number() -> None:
    """`history 2`, in German `verlauf 2`."""
    table = shared()
    assert "There is no page 2 of your history; it has one page." in table.play("loki", "history 2").receipt
    table.play("loki", "language de")
    assert "Eine Seite 3 hat dein Verlauf nicht" in table.play("loki", "verlauf 3").receipt


def test_a_report_tells_the_last_of_what_is_too_much_and_says_so() -> None:
    """What happened is told from its end; what was not shown from its beginning."""
    loki, shown = reader(), [*told("first", 1), *told("x" * 7000, 40), *told("last", 1)]
    happened, unseen = (str(turns) for turns in (newest(loki, shown), oldest(loki, shown)))
    assert ("| first" in happened, "| last" in happened) == (False, True)
    assert ("| first" in unseen, "| last" in unseen) == (True, False)
    assert "only the last of it is told here" in happened
    assert "it stands in the record" in unseen
    assert max(len(happened), len(unseen)) < 2 * MOST_TOLD
    assert "only the last" not in str(newest(loki, shown[:5]))


@pytest.mark.slow
def test_a_letter_of_questions_is_answered_at_a_bounded_length() -> None:
    """The same question is answered once; when much has been answered, the rest is told in one sentence each."""
    table = shared()
    once, twice = (len(table.play("loki", "help\n\n" * many).receipt) for many in (1, 2))
    assert twice < once + 100
    orders = [f"try deploy {one}, {two}, {three}" for one, two, three in permutations(CARDS, 3)][:190]
    receipt = table.play("loki", [*orders, "history"]).receipt
    assert len(receipt) < ANSWERS + 200 * 200


@pytest.mark.slow
def test_the_record_goes_packed_with_a_letter_where_it_is_large_and_with_none_where_it_is_too_large() -> None:
    """As it is up to a megabyte; then compressed; what a letter cannot hold even so is left out."""
    limits, noise = Limits(), random.Random(1).randbytes(9_000_000)
    (small,), (large,) = enclosed("g1", b"---\n", limits), enclosed("g1", b"---\n" * 2_000_000, limits)
    assert (small.name, small.data) == ("g1.record.yaml", b"---\n")
    assert (large.name, large.kind) == ("g1.record.yaml.gz", "application/gzip")
    assert unpacked(large.data) == b"---\n" * 2_000_000
    assert enclosed("g1", noise, limits) == ()
    assert len(enclosed("g1", noise, Limits(largest_letter=16_000_000))) == 1


def test_a_packed_record_is_read_as_what_it_is(tmp_path: Path) -> None:
    """Every verb that loads a record reads it, and `verify` too.

    One that unpacks to more than any record, or is cut off, is refused.
    """
    table, path = shared(), tmp_path / "g1.record.yaml.gz"
    path.write_bytes(packed(table.record.encode()))
    assert Table.load(path).record == table.record
    assert next(one.state for one in verify(path)) == "right"
    assert packed(b"x" * 10_000) == packed(b"x" * 10_000)
    for bad in (packed(b"x" * 1000)[:-9], packed(b"x" * 1000)[:20] + b"junk"):
        with pytest.raises(ValueError, match=r"cut off|invalid|Error"):
            unpacked(bad)
        assert as_it_was(bad, b"x") == bad


def test_what_unpacks_to_more_than_may_be_is_refused() -> None:
    """A bomb is not unpacked."""
    assert unpacked(packed(b"x" * 1000), 1000) == b"x" * 1000
    with pytest.raises(ValueError, match="too large"):
        unpacked(packed(b"x" * 1001), 1000)


def test_kept_is_what_it_was() -> None:
    """A text that fits is itself."""
    assert kept("abc", 4) == "abc"
