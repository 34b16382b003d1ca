"""Booklets: what stands in one, who is named in it, and that it holds no more than its reader knew."""

from pathlib import Path

import pytest
from support.annotated import notes_of
from support.browsing import DESK, MISSING, PHONE, browser, looking
from support.golden import EXAMPLES
from support.noted import TABLE, note

from referee.api import Table
from referee.archive import booklet as printing
from referee.archive.booklet import Booklet, as_html, as_pdf, booklet, days_of
from referee.archive.outputs import for_seat
from referee.record.file import text
from referee.util.errors import Faulty


def laid_out() -> None:
    """Skip the test where WeasyPrint, or Pango, which it needs, is not installed."""
    try:
        import weasyprint  # noqa: F401
    except (ImportError, OSError) as error:
        pytest.skip(f"WeasyPrint cannot be loaded ({error})")


GAME = "odins_table/drawn"
PLAYED = Table.load(EXAMPLES / GAME / "record.yaml")
NOTES = notes_of(GAME).notes
BACK = "scale(1.25)"
"""How large the sign on the back of a card is drawn, and nothing else."""


def sentences(book: Booklet) -> list[str]:
    """All that happened in a booklet."""
    return [one.text for turn in book.turns for step in turn.steps for one in step.told]


def test_the_glyphs_of_variations_are_explained_too() -> None:
    """Those of the variations within them as well, in the order of their numbers."""
    made = note(kind="line", text="draw \u00b1 (draw !?; draw $18); draw", glyph="??")
    assert booklet(TABLE, [made]).glyphs == ("??", "!?", "\u00b1", "+-")


def test_a_booklet_tells_the_game_turn_by_turn() -> None:
    """With glyphs at their moves, comments by whoever wrote them, boards at what is marked, and the end."""
    book = booklet(PLAYED, NOTES)
    assert (book.title, book.tag("event"), book.facts) == ("Odin's Table", "Letters to Lübeck", ())
    assert book.players == (("Odin", "Hugh"), ("Thor", "Ines"))
    assert (book.outcome, days_of(book)) == (
        "The game is drawn: the same position stood three times. [6.5]",
        "Jan 1\u2009\u2013\u20098, 2026",
    )
    headings = [turn.heading for turn in book.turns]
    assert (headings[0], headings[1]) == ("", "Turn 1: Odin [2.4]")
    steps = {step.position: step for turn in book.turns for step in turn.steps if step.told}
    assert (steps["8.1"].glyphs, steps["9.1"].glyphs) == (("!",), ())
    assert steps["4.1"].glyphs == ("?",)
    assert {remark.by for remark in steps["4.1"].remarks} == {"Ines"}
    [line] = [one for turn in book.turns for step in turn.steps for one in step.remarks if one.kind == "line"]
    assert [move.order for move in line.moves] == ["c2-c3", "b5-a5", "c3xd4"]
    captions = [step.board.caption for turn in book.turns for step in turn.steps if step.board]
    assert captions == [
        "Scout, then strike",
        "The win that nobody saw · Column d is hollow",
        "Nobody dares · The end",
    ]
    assert not [one for one in sentences(book) if "Fixed: deck" in one or "Odin is Hugh" in one]
    assert book.final.svg.startswith("<svg ")
    assert book.seal == PLAYED.documents[-1]["seal"]


@pytest.mark.slow
def test_all_cards_lie_open_in_a_booklet_of_everything() -> None:
    """And in that of a seat those only that it knew."""
    open_to_all, hers = booklet(PLAYED, NOTES), booklet(PLAYED, NOTES, seat="thor", alone=True)
    placed = "Odin has chosen where the six cards go: a Hel 4, b Loki 1, c Freyja 3, d Hugin & Munin 0, e Tyr 5, f Freyja 3."
    assert placed in sentences(open_to_all)
    assert placed not in sentences(hers)
    assert not any("Hel 4" in one and "chosen where" in one for one in sentences(hers))
    [board] = [
        step.board
        for turn in open_to_all.turns
        for step in turn.steps
        if step.board and "hollow" in step.board.caption
    ]
    assert BACK not in board.svg
    [hidden] = [
        step.board
        for turn in hers.turns
        for step in turn.steps
        if step.board and "hollow" in step.board.caption
    ]
    assert BACK in hidden.svg


def test_a_game_that_is_on_is_told_as_its_reader_knows_it() -> None:
    """What is asked for without a seat is what an onlooker knows."""
    early = Table.load(text(PLAYED.documents[:10]))
    assert early.outcome is None
    for seat in (None, "odin", "thor"):
        made = as_html(booklet(early, seat=seat))
        assert made == as_html(booklet(for_seat(early, seat), seat=seat))
        own = "You draw Frigg 8, face down at column d." in sentences(
            booklet(early, seat=seat, language="en")
        )
        assert own == (seat == "odin")
    with pytest.raises(Faulty, match="redacted-seat"):
        booklet(for_seat(early, "thor"), seat="odin")


def test_a_player_is_named_by_consent_alone() -> None:
    """Else called by the seat, in what was said too; and what such a player said is left out."""
    silent = [one for one in NOTES if not (one.kind == "published" and one.seat == "thor")]
    book = booklet(PLAYED, silent)
    assert book.players == (("Odin", "Hugh"), ("Thor", ""))
    made = as_html(book)
    assert ("Ines" in made, "Grüße" in made) == (False, False)
    assert "Thor and I went through" in made
    named = as_html(booklet(PLAYED, NOTES))
    assert ("Ines" in named, "Grüße" in named) == (True, True)


def test_notes_are_read_by_their_readers_alone() -> None:
    """A booklet for everybody holds what everybody may read."""
    secret = note("9.0", text="For Thor's eyes.", to=("thor",))
    assert "eyes" not in as_html(booklet(TABLE, [secret]))
    assert "eyes" in as_html(booklet(TABLE, [secret], seat="thor"))


def test_what_people_write_is_text() -> None:
    """No note can put markup, or anything that is fetched, into the page."""
    evil = note("9.0", text="<img src='http://x.example/'> {{ 7 * 7 }} <script>", by="<b>Olaf</b>")
    tag = note("game", kind="tag", name="event", text="<h1>&")
    made = as_html(booklet(TABLE, [evil, tag]))
    assert ("<img" in made, "<script" in made, "49" in made.partition("7 * 7")[0][-20:]) == (
        False,
        False,
        False,
    )
    assert "&lt;h1&gt;&amp;" in made


def test_a_booklet_is_told_in_german() -> None:
    """Its words, its days and its sentences."""
    made = as_html(booklet(PLAYED, NOTES, language="de"))
    for words in ("Kommentiert von", "1.\u20138. Jan. 2026", "Vor dem ersten Zug", "Remis", 'lang="de"'):
        assert words in made, words


@pytest.mark.slow
def test_a_booklet_is_a_pdf_that_is_the_same_each_time() -> None:
    """With a cover and the boards as drawings."""
    laid_out()
    book = booklet(
        TABLE, [note("game", kind="tag", name="event", text="Spring"), note("9.0", kind="bookmark")]
    )
    made = as_pdf(book)
    assert made.startswith(b"%PDF-")
    assert made == as_pdf(book)
    book.seal = "0" * 64
    assert made != as_pdf(book)


def test_a_booklet_fetches_nothing() -> None:
    """Whatever a page names, but our own font."""
    assert printing._fetched(printing.BOARD_FONT)["mime_type"] == "font/ttf"
    for url in ("http://x.example/", "file:///etc/passwd", "font:other"):
        with pytest.raises(ValueError, match=url):
            printing._fetched(url)


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """With what to install."""
    monkeypatch.setattr(printing, "find_spec", lambda _name: None)
    with pytest.raises(Faulty, match="booklet-missing"):
        as_pdf(booklet(TABLE))


LAID = """() => {
  const boards = [...document.querySelectorAll('figure svg')].map(svg => {
    const box = svg.getBoundingClientRect(), own = svg.viewBox.baseVal;
    return [box.width / box.height, own.width / own.height];
  });
  const texts = [...document.querySelectorAll('p, h1, h2')].map(one => one.getBoundingClientRect());
  return {boards, left: Math.min(...texts.map(one => one.left)),
    right: innerWidth - Math.max(...texts.map(one => one.right)), wide: document.documentElement.scrollWidth - innerWidth};
}"""


@pytest.mark.slow
@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_a_booklet_can_be_read_in_a_browser(tmp_path: Path) -> None:
    """Frames fit their boards, no text touches the edge, and nothing is wider than the window."""
    book = booklet(TABLE, [note("9.0", kind="bookmark")])
    page = tmp_path / "booklet.html"
    page.write_text(as_html(book).replace("src: url(font:board)", "src: local('DejaVu Sans')"), "utf-8")
    with browser() as at:
        for window in (DESK, PHONE):
            with looking(at, page.as_uri(), viewport=window) as shown:
                laid = shown.evaluate(LAID)
            assert len(laid["boards"]) == 2
            for found, own in laid["boards"]:
                assert found == pytest.approx(own, rel=0.02)
            assert min(laid["left"], laid["right"]) >= 12
            assert laid["wide"] <= 0
