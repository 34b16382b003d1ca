"""The board as a picture: what it shows and says, its bytes, how it goes with a mail.

And no letter fails because of it.
"""

import base64
import re
import shutil
import struct
import subprocess
import sys
import types
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from email.message import Message
from email.parser import BytesParser
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree  # type: ignore[import-untyped]
from lxml import html as lxml_html
from support.post_office import PLAYERS, Office

from referee.engine.events import Seen
from referee.home import config
from referee.home.config import Config
from referee.house.games import find
from referee.post.writing import Attachment, NotFit, Outgoing, written
from referee.table.points import Told
from referee.telling import pictures
from referee.telling.catalog import telling
from referee.telling.letter import Bodies, Letter, bodies
from referee.telling.pictures import Drawing, Image
from referee.telling.sentences import Reader, reader_of
from referee.testing.random_games import options_of, random_world
from referee.util import data as share
from referee.util.errors import Faulty
from referee.util.text import clean
from referee.util.values import replace

THUNDER = find("thunder")
SVG = "{http://www.w3.org/2000/svg}"
NUMBER = "g1.thor.9"
UP, DOWN, GOLD = "#fffdf6", "#d9d1bd", "#ffc93c"
BACKS = {"thor": "#8f5217", "loki": "#1f6156"}
"""The colour of the back of a card of either side."""
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
needs_renderer = pytest.mark.skipif(not pictures.renders(), reason="the extra `pictures` is not installed")


@cache
def content() -> Any:
    """The options of a game; one card has a name that means something in XML."""
    given = options_of(THUNDER, 1)
    rows = [
        {**row, "title": '<b>"Hel" & </svg>'} if row["title"] == "Hel" else row
        for row in given["deck"]["thor"]
    ]
    return {**given, "players": ["anna", "bert"], "deck": {**given["deck"], "thor": rows}}


@cache
def views() -> tuple[Any, ...]:
    """The views of both seats and of onlookers, at every tenth step of random games and at their ends."""
    states = [state for seed in (1, 2, 3) for state in random_world(THUNDER, content(), seed).states[1:]]
    return tuple(
        THUNDER.view(state, seat) for state in (*states[::10], states[-1]) for seat in (*THUNDER.seats, None)
    )


def reader(view: Any) -> Reader:
    """The reader of a view."""
    return reader_of(THUNDER, content(), view)


def drawn(view: Any) -> Drawing:
    """The drawing for the reader of a view; any error in it is raised."""
    made = pictures._drawn(reader(view), telling(THUNDER).table(view), None)
    assert made is not None
    return made


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_name_of_a_card_is_set_too_small(language: str) -> None:
    """On a phone, where a picture has nine tenths of its size: long German names are broken at their joint."""
    given = {**options_of(THUNDER, 1), "players": ["anna", "bert"]}
    for view in views()[::7]:
        told = reader_of(THUNDER, given, view, language)
        made = pictures._drawn(told, telling(THUNDER).table(view), None)
        assert made is not None
        sizes = [float(size) for size in re.findall(r'<text[^>]* font-size="([\d.]+)"', made.svg)]
        assert min(sizes) >= 10.5, view.seat


def letter(view: Any, **more: Any) -> Letter:
    """A letter to the reader of a view."""
    common: dict[str, Any] = {"number": NUMBER, "choices": THUNDER.choices(view)}
    return Letter(game=THUNDER, content=content(), view=view, **(common | more))


def places(view: Any) -> Iterator[tuple[Any, str, Any]]:
    """Every card on the battlefield: the half, the place, what the reader sees of it."""
    for half in (view.thor, view.loki):
        for column, spots in zip("ABC", half.columns, strict=True):
            yield from ((half, f"{column}{row}", spot) for row, spot in enumerate(spots, 1))


def in_words(view: Any, half: Any, spot: Any) -> str:
    """A card as the words of a picture tell it."""
    captured = ", captured" if spot.back != half.seat else ""
    if spot.face is None:
        return f"unknown, face down{captured}"
    kind = view.decks.kinds[spot.face]
    strength = "" if kind.strength is None else f" {kind.strength}"
    return f"{clean(kind.title)}{strength}{'' if spot.up else ', face down'}{captured}"


@pytest.mark.slow
@settings(deadline=None)
@given(st.data())
def test_the_words_tell_every_card(data: st.DataObject) -> None:
    """Wherever a card lies, the words name its place and what the reader knows of it, side by side; and the hand."""
    view = data.draw(st.sampled_from(views()))
    alt = drawn(view).alt
    near, far = (view.mine, view.theirs) if view.seat else (view.thor, view.loki)
    sides = re.findall(r"side \(hand (\d+), deck (\d+), pile (\d+)\):\n(.*?)\.(?=\n|$)", alt, re.DOTALL)
    for half, (hand, deck, pile, told) in zip((far, near), sides, strict=True):
        mine = [f"{at} {in_words(view, half, spot)}" for one, at, spot in places(view) if one is half]
        assert Counter(re.split(r";\s", told)) == Counter(mine or ["empty"])
        assert (int(hand), int(deck), int(pile)) == (half.hand_size, half.deck_size, half.pile_size)
    if near.hand is None:
        assert "hand:" not in alt
    else:
        said = reader(view).text("hand", seat=view.seat, cards=near.hand)
        assert alt.endswith(said)
        assert all(clean(view.decks.kinds[card].title) in said for card in near.hand)


@pytest.mark.slow
@settings(deadline=None)
@given(st.data())
def test_the_picture_shows_every_card_and_no_other(data: st.DataObject) -> None:
    """Titles and strengths of known cards, the hand too; backs of others; own cards face down are dashed."""
    view = data.draw(st.sampled_from(views()))
    tree = etree.fromstring(drawn(view).svg)
    cards = [rect for rect in tree.iter(f"{SVG}rect") if rect.get("stroke-width") == "2"]
    spots = [spot for _, _, spot in places(view)]
    hand = (view.mine.hand or ()) if view.seat else ()
    assert len(cards) == len(spots) + len(hand)
    assert sum("stroke-dasharray" in rect.attrib for rect in cards) == sum(
        bool(spot.face) and not spot.up for spot in spots
    )
    grounds = [UP if spot.up else DOWN if spot.face else BACKS[spot.back] for spot in spots] + [UP] * len(
        hand
    )
    assert Counter(rect.get("fill") for rect in cards) == Counter(grounds)
    # A name has the colour of the whole picture, and a strength is larger than all else.
    words = Counter(
        text.text
        for text in tree.iter(f"{SVG}text")
        if "fill" not in text.attrib or text.get("font-size") == "22"
    )
    signs = [path for path in tree.iter(f"{SVG}path") if "scale(1.33333)" in path.get("transform", "")]
    assert len(signs) == sum(spot.face is None for spot in spots)
    kinds = [view.decks.kinds[face] for face in (*(spot.face for spot in spots), *hand) if face]
    known = [kind.title for kind in kinds] + [
        str(kind.strength) for kind in kinds if kind.strength is not None
    ]
    shown = Counter(" ".join(words.elements()).split())
    assert shown == Counter(" ".join(map(clean, known)).split())


@pytest.mark.slow
@settings(deadline=None)
@given(st.data())
def test_the_drawing_stands_alone(data: st.DataObject) -> None:
    """It is well-formed, runs nothing and loads nothing.

    It has no id that a page could clash with, and is an image with words.
    """
    view = data.draw(st.sampled_from(views()))
    made = drawn(view)
    tree = etree.fromstring(made.svg)
    tags = {node.tag.removeprefix(SVG) for node in tree.iter()}
    assert tags <= {"svg", "title", "rect", "path", "circle", "text", "g"}
    for node in tree.iter():
        assert not [name for name in node.attrib if name.startswith("on") or name in {"id", "class", "href"}]
    assert not re.search(r"url\(|@import|https?:", made.svg.replace('xmlns="http://www.w3.org/2000/svg"', ""))
    assert (tree.get("role"), tree.get("aria-label")) == ("img", made.alt.replace("\n", " "))
    assert tree.findtext(f"{SVG}title")
    assert (tree.get("width"), tree.get("height")) == (str(made.width), str(made.height))
    background = tree.find(f"{SVG}rect")
    assert (background.get("width"), background.get("height")) == (str(made.width), str(made.height))


def test_the_picture_is_the_same_for_the_same_view() -> None:
    """What others hold does not reach it: hands and piles shuffled among the unseen cards change nothing."""
    view = next(view for view in views() if view.seat == "thor" and view.loki.hand_size)
    other = replace(view, loki=replace(view.loki, hand=None, pile=None))
    assert drawn(view) == drawn(other)
    assert drawn(view) != drawn(replace(view, seat=None, thor=replace(view.thor, hand=None)))


def laid(by: str, place: str) -> Told:
    """A card that was laid, as all see it."""
    fields = {"by": by, "back": by, "column": place[0], "row": int(place[1])}
    return Told("7.1", Seen("Laid", "5.1", fields))


def gone(of: str, place: str) -> Told:
    """A card that went from a place onto the pile."""
    fields = {"of": of, "card": f"{of}.hel", "place": place, "bottom": False}
    return Told("7.2", Seen("Discarded", "17.4", fields))


def shifted(of: str, place: str, to: str) -> Told:
    """A card that was moved."""
    fields = {"by": of, "of": of, "column": place[0], "row": int(place[1])}
    return Told("7.2", Seen("Shifted", "9.1", {**fields, "to_column": to[0], "to_row": int(to[1])}))


@pytest.mark.parametrize(
    ("told", "marked"),
    [
        ([laid("loki", "B1")], {("loki", "B1")}),
        ([laid("loki", "B1"), laid("loki", "B1"), laid("thor", "B1")], {("loki", "B1"), ("loki", "B2"), ("thor", "B1")}),
        ([laid("loki", "B2"), gone("loki", "B1")], {("loki", "B1")}),
        ([laid("loki", "B2"), gone("loki", "B2"), gone("loki", "hand")], set()),
        ([laid("thor", "A1"), shifted("thor", "A1", "C2")], {("thor", "C2")}),
        ([replace(laid("loki", "B1"), undone=True)], set()),
    ],
)  # fmt: skip
def test_what_changed_last_is_marked(told: list[Told], marked: set[tuple[str, str]]) -> None:
    """A frame of gold goes with the card, and the words of the picture name its place; without news there is none."""
    view = a_view()
    made = pictures._drawn(reader(view), telling(THUNDER).table(view), None, told=told)
    assert made is not None
    words = ", ".join(f"{seat.title()} {at}" for seat, at in sorted(marked))
    assert made.alt == drawn(view).alt + (f"\nChanged last: {words}." if marked else "")
    depth = {half.seat: len(max(half.columns, key=len)) for half in (view.thor, view.loki)}
    frames = [rect for rect in etree.fromstring(made.svg).iter(f"{SVG}rect") if rect.get("stroke") == GOLD]
    assert len(frames) == sum(int(at[1]) <= depth[seat] for seat, at in marked)


# The image


def size_of(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG."""
    width, height = struct.unpack(">II", png[16:24])
    return width, height


@pytest.mark.slow
@needs_renderer
def test_the_image_is_small_and_twice_as_fine() -> None:
    """A PNG with two dots to a pixel, at most 40 kB, the same each time, for every position."""
    for view in views()[::6]:
        made = drawn(view)
        png = pictures.rendered(made.svg)
        assert png.startswith(pictures.PNG)
        assert size_of(png) == (2 * made.width, 2 * made.height)
        assert len(png) < 40_000
    pictures._rendered.cache_clear()
    assert pictures.rendered(made.svg) == png


@pytest.mark.slow
@needs_renderer
def test_the_image_needs_no_font_of_the_machine() -> None:
    """A process that finds no fonts of the system, and has another home, language and zone, makes the same bytes."""
    svg = drawn(views()[-2]).svg
    code = "import sys; from referee.telling.pictures import rendered; sys.stdout.buffer.write(rendered(sys.stdin.read()))"
    bare = {"HOME": "/nonexistent", "XDG_DATA_HOME": "/nonexistent", "FONTCONFIG_FILE": "/nonexistent"}
    bare |= {
        "LC_ALL": "C.UTF-8",
        "LANG": "C",
        "TZ": "Asia/Tokyo",
        "PYTHONPATH": str(Path(pictures.__file__).parents[2]),
    }
    ran = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code],
        input=svg.encode(),
        capture_output=True,
        env=bare,
        check=True,
        timeout=60,
    )
    assert ran.stdout == pictures.rendered(svg)


def text_svg(text: str) -> str:
    """A picture of one text."""
    family = "'DejaVu Sans Condensed','DejaVu Sans',Arial,Helvetica,sans-serif"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="#fff"/>'
        f'<text x="5" y="30" font-size="24" font-weight="bold" font-family="{family}">{escape(text)}</text></svg>'
    )


@pytest.mark.slow
@needs_renderer
def test_every_letter_shows() -> None:
    """Our font draws all of printable ASCII and the letters of German and of Norse names, each in its own way."""
    letters = [*map(chr, range(33, 127)), *"äöüÄÖÜßẞåÅøØæÆþÞðÐáéíóúýÁÉÍÓÚÝǫœ„“”…→"]
    missing, nothing = pictures.rendered(text_svg("\ue000")), pictures.rendered(text_svg(" "))
    assert missing != nothing
    shown = [pictures.rendered(text_svg(letter)) for letter in letters]
    assert missing not in shown
    assert nothing not in shown
    assert len(set(shown)) == len(letters)
    # What it lacks shows as an empty box, also where some font of the machine has it.
    assert pictures.rendered(text_svg("\u0416")) == missing


def test_the_font_may_be_shipped_and_is_small() -> None:
    """Its licence lies beside it, and it has less than 150 kB."""
    fonts = share.folder("templates").joinpath("fonts")
    assert len(fonts.joinpath(pictures.FONT).read_bytes()) < 150_000
    assert "Permission is hereby granted" in fonts.joinpath("LICENSE-DejaVu.txt").read_text("utf-8")


# Letters and pages


def a_view() -> Any:
    """A view with cards of both sides on the battlefield."""
    return max(
        (view for view in views() if view.seat == "thor"),
        key=lambda view: sum(
            bool(half.columns[0]) + bool(half.columns[2]) for half in (view.thor, view.loki)
        ),
    )


@pytest.mark.slow
def test_a_page_shows_the_drawing_above_the_table() -> None:
    """Within the page, before the table, with its words; a letter without a picture is the same but for that."""
    for view in views()[::20]:
        plain, shown = bodies(letter(view)), bodies(letter(view, picture="svg"))
        svg = drawn(view).svg
        assert (shown.text, shown.image) == (plain.text, None)
        assert (
            re.sub(r"<div [^>]*>\s*<svg .*</svg>\s*</div>\n", "", shown.html, flags=re.DOTALL) == plain.html
        )
        assert shown.html.index(svg) < shown.html.index('<table class="board"')
        assert "<svg" not in plain.html


@pytest.mark.slow
@needs_renderer
def test_a_letter_shows_an_image_in_place_of_the_table() -> None:
    """One image, with an id made from the letter's number alone, its words and its size; the rest is as without it.

    The words of the image tell what the tables of the board and of the counts tell, which are left out.
    """
    for view in views()[::30]:
        plain, shown = bodies(letter(view)), bodies(letter(view, picture="png"))
        made = drawn(view)
        assert shown.image == Image(f"board@{NUMBER}", pictures.rendered(made.svg))
        (image,) = lxml_html.document_fromstring(shown.html).iter("img")
        assert image.get("src") == f"cid:board@{NUMBER}"
        assert re.sub(r"^\| ", "", image.get("alt"), flags=re.MULTILINE) == made.alt
        assert (image.get("width"), image.get("height")) == (str(made.width), str(made.height))
        without = re.sub(r'<table class="board".*?</table>.*?</table>', "", plain.html, flags=re.DOTALL)
        rest = re.sub(r"<p [^>]*><img [^<]*></p>", "", shown.html)
        assert without != plain.html
        assert without.split() == rest.split()


def faulty(kind: type[BaseException]) -> Any:
    """A renderer that raises."""

    def raising(*_: Any, **__: Any) -> bytes:
        raise kind("no picture")

    return types.SimpleNamespace(svg_to_bytes=raising)


class PanicException(BaseException):
    """What a fault within the renderer looks like."""


@pytest.mark.parametrize("kind", [ValueError, OSError, MemoryError, PanicException])
def test_a_failing_renderer_costs_only_the_picture(
    kind: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it raises, the letter is the same as without a picture."""
    pictures._rendered.cache_clear()
    monkeypatch.setitem(sys.modules, "resvg_py", faulty(kind))
    monkeypatch.setattr(pictures, "renders", lambda: True)
    assert bodies(letter(a_view(), picture="png")) == bodies(letter(a_view()))


def test_an_interrupt_is_no_failing_renderer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A person who stops the referee while a picture is made does stop it."""
    pictures._rendered.cache_clear()
    monkeypatch.setitem(sys.modules, "resvg_py", faulty(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        pictures.rendered("<svg/>")


@pytest.mark.parametrize("made", [b"", b"GIF89a", pictures.PNG + bytes(pictures.LARGEST)])
def test_what_is_no_small_png_is_left_out(made: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing, something else, or too much: no picture."""
    monkeypatch.setattr(pictures, "_rendered", lambda _: made)
    assert pictures.rendered("<svg/>") == b""


def test_without_the_extra_there_is_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter has its table as ever, and a page its drawing, which needs no renderer."""
    monkeypatch.setattr(pictures, "renders", lambda: False)
    assert bodies(letter(a_view(), picture="png")) == bodies(letter(a_view()))
    assert "<svg" in bodies(letter(a_view(), picture="svg")).html


def test_a_failing_drawing_costs_only_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in the template of a board, or a game without one: letter and page come without."""
    plain = bodies(letter(a_view()))
    monkeypatch.setattr(pictures, "_drawn", lambda *_: 1 // 0)
    assert bodies(letter(a_view(), picture="svg")) == bodies(letter(a_view(), picture="png")) == plain
    monkeypatch.undo()
    monkeypatch.setattr(pictures, "_has_drawing", lambda _: False)
    assert bodies(letter(a_view(), picture="svg")) == plain


# Mails


def outgoing(shown: Bodies, **more: Any) -> Outgoing:
    """A mail with these bodies."""
    common: dict[str, Any] = {
        "number": NUMBER,
        "subject": f"[{NUMBER}] Thunder & Lightning",
        "sender": "Referee <referee@games.example>",
        "to": "anna@example.org",
        "reply_to": "referee+abc@games.example",
        "id": f"<{NUMBER}@games.example>",
        "date": datetime(2026, 11, 21, 9, 30, tzinfo=UTC),
        "bodies": shown,
    }
    return Outgoing(**(common | more))


def shape(part: Message) -> Any:
    """A mail as types within types."""
    if not part.is_multipart():
        return part.get_content_type()
    return (part.get_content_type(), *map(shape, part.get_payload()))


RELATED = ("multipart/related", "text/html", "image/png")


@needs_renderer
def test_the_mail_holds_the_image_that_its_page_shows() -> None:
    """Read again: text, or the page with its image, by its id; attachments come after; the rest is as without it."""
    shown = bodies(letter(a_view(), picture="png"))
    assert shown.image
    data = written(outgoing(shown))
    mail = BytesParser().parsebytes(data)
    assert shape(mail) == ("multipart/alternative", "text/plain", RELATED)
    text, page, image = (part for part in mail.walk() if not part.is_multipart())
    assert image.get_payload(decode=True) == shown.image.data
    assert image["Content-ID"] == f"<{shown.image.id}>"
    assert image.get_content_disposition() == "inline"
    for part, sent in zip((text, page), shown[:2], strict=True):
        assert part.get_payload(decode=True) == sent.replace("\n", "\r\n").encode()
    assert max(map(len, data.split(b"\r\n"))) <= 78
    assert not [part.defects for part in mail.walk() if part.defects]
    plain = BytesParser().parsebytes(written(outgoing(Bodies(shown.text, "<p>html</p>"))))
    assert mail.items() == plain.items()
    whole = written(outgoing(shown, attachments=[Attachment("g1.record.yaml", "application/yaml", b"x")]))
    inner = ("multipart/alternative", "text/plain", RELATED)
    assert shape(BytesParser().parsebytes(whole)) == ("multipart/mixed", inner, "application/yaml")


GOOD = Image(f"board@{NUMBER}", pictures.PNG)
TAG = f'<img src="cid:board@{NUMBER}" alt="x">'


@pytest.mark.parametrize(
    ("page", "image"),
    [
        ("<p>html</p>", GOOD),
        (TAG, None),
        (TAG + TAG, GOOD),
        (TAG + '<IMG src="https://example.org/x.png">', GOOD),
        (TAG + "<svg></svg>", GOOD),
        (TAG.replace("board@", "other@"), GOOD),
        ('<img alt="" src="https://example.org/x.png">', None),
        (TAG + "<iframe></iframe>", GOOD),
        ("<script>x</script>", None),
        ("<object data=x>", None),
        (TAG, GOOD._replace(data=b"GIF89a")),
        (TAG.replace("board@", "a b@"), GOOD._replace(id=f"a b@{NUMBER}")),
        (TAG.replace("board@", "a>@"), GOOD._replace(id=f"a>@{NUMBER}")),
    ],
)
def test_the_gate_lets_out_that_image_alone(page: str, image: Image | None) -> None:
    """A page must show the image that goes with it, once, and load nothing else; else no mail is made."""
    assert written(outgoing(Bodies("text", TAG, GOOD)))
    with pytest.raises(NotFit):
        written(outgoing(Bodies("text", page, image)))


def test_two_images_go_with_a_page_in_their_order() -> None:
    """What is near above, the whole board below: each shown once, each with a name of its own."""
    near, tag = GOOD._replace(id=f"near@{NUMBER}"), TAG.replace("board@", "near@")
    mail = BytesParser().parsebytes(written(outgoing(Bodies("text", tag + TAG, near, "", GOOD))))
    names = [one.get_filename() for one in mail.walk() if one.get_content_type() == "image/png"]
    assert names == [f"{NUMBER}.near.png", f"{NUMBER}.png"]
    for page in (TAG + tag, TAG, tag, tag + TAG + TAG):
        with pytest.raises(NotFit):
            written(outgoing(Bodies("text", page, near, "", GOOD)))


def test_words_of_players_are_no_images() -> None:
    """A player who writes of images and parts of mails stops no letter: the words are shown as text."""
    said = (
        '<img src="https://example.org/x.png">',
        f"cid:board@{NUMBER} <svg onload=x>",
        '"><script>x</script>',
    )
    view = a_view()
    told = [Told("1.1", Seen("Said", "H1", {"by": "thor", "text": text})) for text in said]
    shown = bodies(letter(view, told=told, picture="png" if pictures.renders() else ""))
    assert all(text in " ".join(lxml_html.document_fromstring(shown.html).itertext()) for text in said)
    assert not [text for text in said if text in shown.html]
    assert written(outgoing(shown))


# The configuration


@pytest.mark.parametrize(
    ("text", "value"), [("", "yes"), ("pictures: no\n", "no"), ("pictures: yes\n", "yes")]
)
def test_pictures_are_a_choice_of_the_house(tmp_path: Path, text: str, value: str) -> None:
    """`pictures: yes` or `no` in the configuration, by default `yes`; anything else is told with its place."""
    office = Office(tmp_path, 7, {})
    path = office.home.path / config.NAME
    path.write_text(f"address: referee@games.example\n{text}", "utf-8")
    assert config.read(office.home).pictures == value
    config.write(office.home, Config(pictures=value))
    assert config.read(office.home).pictures == value
    path.write_text("pictures: never\n", "utf-8")
    with pytest.raises(Faulty) as caught:
        config.read(office.home)
    assert (caught.value.why.key, caught.value.where) == ("config-one-of", f"{path}:1:11")


@pytest.mark.slow
@needs_renderer
@pytest.mark.parametrize("value", config.PICTURES)
def test_mails_of_a_game_show_its_board(tmp_path: Path, value: str) -> None:
    """By the desk: every letter from the deal on has its image, those before none; with `no` none has."""
    office = Office(tmp_path, 7, {})
    config.write(office.home, Config("referee@games.example", pictures=value))
    for seat in PLAYERS:
        secret = office.desk().seats.secret("g1", seat)
        raw = (
            f"From: {PLAYERS[seat].address}\r\nTo: referee+{secret}@games.example\r\nMessage-ID: <{seat}@x>\r\n"
            "Subject: x\r\nDate: Thu, 01 Jan 2026 09:00:00 +0000\r\n\r\naccept\r\n"
        )
        office.put(raw.encode())
    office.run()
    for seat, box in office.boxes.items():
        shapes = [shape(BytesParser().parsebytes(mail)) for mail in box]
        assert "image/png" not in str(shapes[0])
        told = ("multipart/alternative", "text/plain", RELATED if value == "yes" else "text/html")
        # H19 The letter after the deal tells the roots of the decks.
        assert shapes[-1] == ("multipart/mixed", told, "application/json"), seat


# In a browser


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed to look with")
@pytest.mark.parametrize("dark", [False, True])
def test_a_browser_shows_it_whole(tmp_path: Path, dark: bool) -> None:
    """At 360 and 1000 pixels the picture is not wider than the window, as a drawing and as an image of a mail."""
    from test_html import looked_at

    shown = [bodies(letter(a_view(), picture="svg")).html]
    if pictures.renders():
        mailed = bodies(letter(a_view(), picture="png"))
        assert mailed.image
        data = base64.b64encode(mailed.image.data).decode()
        shown.append(mailed.html.replace(f"cid:{mailed.image.id}", f"data:image/png;base64,{data}"))
    for look in looked_at(tmp_path, shown, (360, 1000), dark=dark):
        assert look["scroll"] <= look["inner"]
        assert look["least"] >= 4.5
