"""What a letter shows as HTML: its structure, what players wrote in it, and how a browser lays it out."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from html import escape, unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from lxml import etree  # type: ignore[import-untyped]
from lxml import html as lxml_html
from support.letters_out import ADDRESS, THUNDER, WILD, content_of, everything, invitations, letters

from referee.house.letters import Said
from referee.notation.reader import Prose, Reader
from referee.table.points import Told
from referee.telling.letter import LARGEST, Letter, bodies
from referee.telling.links import BUTTONS, LIKELY, QUESTIONS, links
from referee.telling.moves import likely_turns
from referee.telling.sentences import reader_of
from referee.util.values import replace

STEP = 11
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
BLOCKS = {
    "h1",
    "h2",
    "h3",
    "p",
    "li",
    "div",
    "td",
    "th",
    "caption",
    "br",
    "tr",
    "ul",
    "table",
    "blockquote",
    "pre",
    "title",
}


def pages(seed: int = 0) -> Iterator[str]:
    """The pages of the letters of a random game, and of all forms of invitations."""
    yield from (shown.html for _, shown in letters(seed, STEP))
    yield from (shown.html for _, shown in invitations())


def parsed(page: str) -> Any:
    """The page as a tree."""
    return lxml_html.document_fromstring(page)


def lines_of(page: str) -> list[str]:
    """The page as lines, as a mail program would quote it that keeps no mark of ours: a line for each block."""
    made: list[str] = [""]

    def walk(node: Any) -> None:
        if not isinstance(node.tag, str) or node.tag in {"style", "head"}:
            made[-1] += node.tail or ""
            return
        if node.tag in BLOCKS:
            made.append("")
        pieces = (node.text or "").split("\n")
        made[-1] += pieces[0]
        made.extend(pieces[1:])
        for child in node:
            walk(child)
        if node.tag in BLOCKS:
            made.append("")
        pieces = (node.tail or "").split("\n")
        made[-1] += pieces[0]
        made.extend(pieces[1:])

    walk(parsed(page))
    return [line for line in made if line.strip()]


def a_turn(seed: int = 0) -> tuple[Letter, str]:
    """A letter to a seat whose turn it is, and its page."""
    return next(
        (letter, shown.html)
        for letter, shown in letters(seed, STEP)
        if letter.view.seat
        and any(one.seat == letter.view.seat and one.duty == "turn" for one in letter.view.owed)
    )


@pytest.mark.slow
def test_pages_are_well_formed() -> None:
    """Every tag is closed and nested as it must be: the pages parse as XML, their one void elements closed."""
    for page in pages():
        body = re.sub(r"<(meta|br)\b([^>]*)>", r"<\1\2/>", page.partition("<!doctype html>")[2])
        body = body.replace("&ndash;", "-").replace("&rarr;", "-")
        etree.fromstring(body.strip())


@pytest.mark.slow
def test_pages_load_nothing_and_run_nothing() -> None:
    """No script, image, font, frame, form or handler; nothing is fetched: all links are mail links."""
    for page in pages():
        tree = parsed(page)
        assert {node.tag for node in tree.iter() if isinstance(node.tag, str)} <= {
            "html", "head", "meta", "title", "style", "body", "div", "span", "h1", "h2", "h3", "p", "ul", "li", "table",
            "caption", "thead", "tbody", "tr", "th", "td", "a", "strong", "small", "u", "br", "blockquote", "pre",
        }  # fmt: skip
        for node in tree.iter():
            for name, value in node.attrib.items():
                assert not name.startswith("on")
                assert name not in {"src", "background", "action", "srcset"}
                assert name != "href" or value.startswith("mailto:")
        assert not re.search(r"url\(|@import|expression|https?:", page)


@pytest.mark.slow
def test_pages_say_their_language_title_and_schemes() -> None:
    """`lang`, a title with the game and its id, the viewport, and both colour schemes are declared."""
    for page in pages():
        tree = parsed(page)
        assert tree.get("lang") == "en"
        assert re.fullmatch(r".+: Thunder & Lightning(, turn \d+)? \(draw\)", tree.findtext(".//title"))
        named = {meta.get("name"): meta.get("content") for meta in tree.iter("meta")}
        assert named["color-scheme"] == named["supported-color-schemes"] == "light dark"
        assert "@media (prefers-color-scheme: dark)" in tree.findtext(".//style")
        assert len(tree.findall(".//h1")) == 1


@pytest.mark.slow
def test_no_line_of_a_page_reads_as_an_order() -> None:
    """Turned into text without any mark, a page plays nothing and stops nothing."""
    for seed in (0, 1):
        reader = Reader(THUNDER, content_of(seed))
        lines = {line for _, shown in letters(seed, STEP) for line in lines_of(shown.html)}
        assert len(lines) > 300
        for line in lines:
            assert isinstance(reader.read(line), Prose), line
    invited = Reader(THUNDER, content_of(3), invited=True)
    for _, shown in invitations():
        for line in lines_of(shown.html):
            assert isinstance(invited.read(line), Prose), line


@pytest.mark.slow
def test_words_of_players_are_escaped() -> None:
    """Names and words come out as they went in, as text: no tag, no template, no control of theirs works."""
    seen = ""
    for page in pages():
        seen += page
        assert "<script" not in page
        assert "707" not in re.sub(r"#[0-9a-f]{6}", "", page)
        assert not set(page) & set("\u202e\u2066\x1b")
    assert escape("</pre><script>alert(1)</script>") in seen
    assert escape(WILD[3]) in seen
    assert "&lt;U+202E&gt;lay ravens A1" in seen


def test_the_battlefield_is_a_table_with_headings() -> None:
    """Columns and rows have their headings, the far side above; each card says by words how it lies."""
    letter, page = a_turn()
    board = parsed(page).find(".//table[@class='board']")
    assert [th.text for th in board.findall(".//th[@scope='col']")] == ["A", "B", "C"]
    view = letter.view
    sides = [th.text for th in board.findall(".//th[@scope='row']")]
    depth = {half.seat: max(1, *map(len, half.columns)) for half in (view.thor, view.loki)}
    near, far = view.mine.seat, view.theirs.seat
    assert sides == [
        *(f"{far.title()} {row}" for row in range(depth[far], 0, -1)),
        *(f"{near.title()} {row}" for row in range(1, depth[near] + 1)),
    ]
    cells = ["".join(td.itertext()) for td in board.findall(".//td") if td.get("colspan") is None][1:]
    spots = [spot for half in (view.thor, view.loki) for column in half.columns for spot in column]
    assert sum(cell != "\u2013" for cell in cells) == len(spots)
    assert sum("face down" in cell for cell in cells) == sum(not spot.up for spot in spots)
    assert sum(cell.startswith("?") for cell in cells) == sum(spot.face is None for spot in spots)


def test_every_listed_move_is_a_link_where_there_is_room() -> None:
    """Each button mails exactly its order, held to the position of the letter (H1); a question is held to none.

    Large kinds of moves are told by their form, with one link.
    """
    for letter, shown in letters(0, STEP):
        found = [
            (a.get("aria-label") or "".join(a.itertext()).removeprefix("\u2192 "), a.get("href"))
            for a in parsed(shown.html).iter("a")
        ]
        guard = "@{}.{} ".format(*THUNDER.position(letter.view))
        reader = reader_of(THUNDER, letter.content, letter.view)
        turns = {", ".join(one.split("\n")): one for one in likely_turns(reader, letter.choices)}
        wanted = [(turns.get(order, order), "" if order in QUESTIONS else guard) for order, _ in found]
        urls = [links(ADDRESS, letter.number, (f"{held}{order}",))[0].url for order, held in wanted]
        assert [", ".join(unquote(url).splitlines()) for _, url in found] == [
            ", ".join(unquote(url).splitlines()) for url in urls
        ]
        if letter.view.seat is None:
            assert found == []
            continue
        orders = {order for order, _ in found}
        forward = {move.written for move in letter.choices.forward()}
        if len(forward) <= BUTTONS:
            assert forward <= orders
        assert len(found) <= BUTTONS + LIKELY + len(letter.choices.families) + 2
        assert "resign draw" not in orders


def test_what_is_owed_stands_first() -> None:
    """Above every heading but the title: whose answer is due, and what is owed."""
    letter, page = a_turn()
    before = "".join(parsed(page.partition("<h2")[0]).itertext())
    assert "Your turn: Thunder & Lightning, turn " in before
    assert f"It is your turn: {letter.view.ap} action point" in before


def test_the_last_page_shows_what_lay_hidden() -> None:
    """Result first; then, under their headings, the hidden cards and what the reader was not shown."""
    letter, shown = next(
        (letter, shown) for letter, shown in letters(0, STEP) if letter.hidden and letter.view.seat
    )
    headings = [h2.text for h2 in parsed(shown.html).iter("h2")]
    assert headings[-2:] == ["WHAT LAY HIDDEN", "WHAT YOU WERE NOT SHOWN"]
    assert f"[{letter.view.outcome.rule}]" in shown.html.partition("<h2")[0]


def test_text_and_page_tell_the_same() -> None:
    """Every sentence of the text stands on the page too."""
    for letter, shown in letters(0, STEP):
        page = " ".join(unescape(re.sub(r"<[^>]*>", " ", shown.html)).replace("|", " ").split())
        text = shown.text.partition("\nTHE TABLE\n")[0].partition("\n\n")[2]
        for word in re.findall(r"[\w'.-]{4,}", re.sub(r"<mailto:\S+>", "", text).replace("|", " ")):
            assert word in page or len(word) > 40, (word, letter.number)


PROBE = """<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark"><body>%s<script>
function light(c) { const v = c.match(/[0-9.]+/g).map(Number); const [r, g, b] = v.slice(0, 3).map(x => { x /= 255;
  return x <= 0.03928 ? x / 12.92 : Math.pow((x + 0.055) / 1.055, 2.4); }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; }
function under(node, view) { for (; node; node = node.parentElement) { const c = view.getComputedStyle(node).backgroundColor;
  if (!/, 0\\)$/.test(c)) return c; } return 'rgb(255, 255, 255)'; }
addEventListener('load', () => { const out = []; for (const frame of document.querySelectorAll('iframe')) {
  const doc = frame.contentDocument, view = frame.contentWindow; let least = 99, where = '';
  for (const node of doc.body.querySelectorAll('*')) { if (!node.getClientRects().length) continue;
    if (![...node.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
    const a = light(view.getComputedStyle(node).color), b = light(under(node, view));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < least) { least = ratio; where = node.outerHTML.slice(0, 120); } }
  const small = [...doc.querySelectorAll('a')].filter(a => {
    const at = a.getBoundingClientRect(); return at.height < 44 || at.width < 40; }).length;
  const tap = doc.querySelector('a'), taps = [...doc.querySelectorAll('a')].filter(a => /body=%%40/.test(a.href));
  const last = taps.length ? taps[taps.length - 1].getBoundingClientRect().bottom : 0;
  const listed = taps.find(a => a.closest('p').previousElementSibling.matches('h3') || a.matches('a:has(+ small)'));
  out.push({all: taps.length ? last - taps[0].getBoundingClientRect().top : 0,
    taps: listed ? last - listed.getBoundingClientRect().top : 0,
    inner: doc.documentElement.clientWidth, scroll: doc.documentElement.scrollWidth, least, where, small,
    tap: tap ? tap.getBoundingClientRect().top : 0,
    ground: under(doc.body, view)}); }
  const pre = document.createElement('pre'); pre.id = 'out'; pre.textContent = JSON.stringify(out); document.body.replaceChildren(pre); });
</script>"""


def looked_at(
    folder: Path, shown: Sequence[str], widths: Sequence[int], *, dark: bool
) -> list[dict[str, Any]]:
    """What a real browser makes of pages: their width, the least contrast, how many links are too small to tap."""
    frames = "".join(
        f'<iframe width="{width}" height="600" style="border:0" srcdoc="{escape(page)}"></iframe>'
        for page in shown
        for width in widths
    )
    file = folder / "probe.html"
    file.write_text(PROBE % frames, "utf-8")
    assert CHROMIUM
    command = [
        CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync",
        f"--user-data-dir={folder / 'profile'}", f"--blink-settings=preferredColorScheme={0 if dark else 1}",
        "--virtual-time-budget=5000", "--dump-dom", file.as_uri(),
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)  # noqa: S603
    found = re.search(r'<pre id="out">(.*?)</pre>', done.stdout, re.DOTALL)
    assert found, done.stderr
    made: list[dict[str, Any]] = json.loads(unescape(found[1]))
    return made


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed to look with")
@pytest.mark.parametrize("dark", [False, True])
def test_a_browser_lays_it_out(tmp_path: Path, dark: bool) -> None:
    """At 360 and 1000 pixels nothing is wider than the window, text stands out (4.5:1), links are easy to tap."""
    shown = [shown.html for _, shown in letters(0, STEP)][::4]
    shown += [shown.html for _, shown in invitations()][:4]
    looks = looked_at(tmp_path, shown, (360, 1000), dark=dark)
    assert len(looks) == 2 * len(shown) > 12
    for look in looks:
        assert look["scroll"] <= look["inner"], look
        assert look["least"] >= 4.5, look
        assert look["small"] == 0
        assert (sum(map(int, re.findall(r"\d+", look["ground"])[:3])) < 200) == dark


def test_show_prints_the_page(tmp_path: Path) -> None:
    """`show --format html` gives a seat's report as a page, with nobody's reply address in it."""
    from click.testing import CliRunner

    from referee.api import Table
    from referee.cli import cli

    table = Table.open("thunder", seed="07")
    record = tmp_path / "record.yaml"
    record.write_text(table.record, "utf-8")
    for seat, hand in (("loki", True), ("thor", True), (None, False)):
        ran = CliRunner().invoke(
            cli, ["show", "--format", "html", str(record), *(["--seat", seat] if seat else [])]
        )
        assert ran.exit_code == 0
        assert ran.output.startswith("<!doctype html>")
        assert ("Your hand: " in ran.output) == hand
        assert "mailto:" not in ran.output


def test_a_long_page_tells_less_than_its_text() -> None:
    """Under 30 kB whatever happened: the text tells all of it, the page the last, and says how the rest is had."""
    first = next(letter for letter, _ in letters(0, STEP) if letter.view.seat)
    told = [Told("1.1", everything(Said("loki", f"Word {number}, and more. " * 9))) for number in range(150)]
    shown = bodies(replace(first, told=told))
    assert len(shown.html.encode()) < LARGEST < len(shown.text.encode())
    assert [f"Word {number}," in shown.text for number in (0, 149)] == [True, True]
    assert [f"Word {number}," in shown.html for number in (0, 149)] == [False, True]
    assert "only the last of it is told here" in shown.html
