"""The picture of Odin's Table: it shows and tells each piece and each card as its reader sees it, and nothing else."""

import re
from collections import Counter
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree  # type: ignore[import-untyped]

from referee.engine.events import Seen
from referee.house.games import find
from referee.table.points import Told
from referee.telling import pictures
from referee.telling.catalog import telling
from referee.telling.pictures import Drawing
from referee.telling.sentences import reader_of
from referee.testing.random_games import random_world

SVG = "{http://www.w3.org/2000/svg}"
SPEAR, HAMMER = "#456a87", "#b0641c"
ODINS_TABLE = find("odins_table")


@cache
def views() -> tuple[Any, ...]:
    """The views of both seats and of onlookers, at every seventh step of random games and at their ends."""
    states = [
        state
        for seed in (1, 2, 3)
        for state in random_world(ODINS_TABLE, ODINS_TABLE.options({}), seed, at_most=150).states[1:]
    ]
    return tuple(
        ODINS_TABLE.view(state, seat)
        for state in (*states[::7], states[-1])
        for seat in (*ODINS_TABLE.seats, None)
    )


def drawn(view: Any) -> Drawing:
    """The drawing for the reader of a view; whatever fails in it is raised."""
    reader = reader_of(ODINS_TABLE, ODINS_TABLE.options({}), view)
    made = pictures._drawn(reader, telling(ODINS_TABLE).table(view), None)
    assert made is not None
    return made


def halves(view: Any) -> tuple[Any, Any]:
    """The near side and the far one."""
    return (view.thor, view.odin) if view.seat == "thor" else (view.odin, view.thor)


def lying(view: Any) -> list[Any]:
    """The cards at the edges, near side first; none before they are placed."""
    placed = view.phase not in {"setup", "place"}
    return [
        (column, slot)
        for half in halves(view)
        for column, slot in zip("abcdef", half.columns, strict=True)
        if placed
    ]


def named(view: Any, face: str) -> tuple[str, str]:
    """The title and the value of a card."""
    voice = telling(ODINS_TABLE).voice(view)
    return voice.named(face, "")[1], str(voice.strength(face))


def in_words(view: Any, column: str, slot: Any) -> str:
    """A card as the words of a picture tell it."""
    if slot.face is None:
        return f"{column} unknown"
    return f"{column} {' '.join(named(view, slot.face))} {'face up' if slot.up else 'face down'}"


@pytest.mark.slow
@settings(deadline=None)
@given(st.data())
def test_the_words_tell_every_piece_and_card(data: st.DataObject) -> None:
    """Each square with a piece, under its player, frozen or free; each card by its column, as far as it is known."""
    view = data.draw(st.sampled_from(views()))
    alt = drawn(view).alt
    sides = {half.seat: half for half in halves(view)}
    told = re.findall(r"(Odin|Thor) \(([^)]*)\): (.*?)\.(?=\n|$)", alt, re.DOTALL)
    assert {name.lower() for name, _, _ in told} == set(sides)
    for name, counts, said in told:
        half = sides[name.lower()]
        numbers = [half.deck_size, len(half.discards), half.captured, half.home, 3]
        assert [int(one) for one in re.findall(r"\d+", counts)] == numbers
        squares = re.findall(r"\b[a-f][1-5]\b", said)
        assert sorted(squares) == sorted(sides[name.lower()].pieces)
        free, _, frozen = said.partition(";\ncards ")[0].partition("frozen on ")
        enemy = {"odin": "5", "thor": "1"}[name.lower()]
        assert not [one for one in re.findall(r"[a-f][1-5]", free) if one[1] == enemy]
        assert not [one for one in re.findall(r"[a-f][1-5]", frozen) if one[1] != enemy]
    cards = [card for _, _, said in told for card in said.partition(";\ncards ")[2].split(", ") if card]
    assert Counter(cards) == Counter(in_words(view, column, slot) for column, slot in lying(view))


@pytest.mark.slow
@settings(deadline=None)
@given(st.data())
def test_the_picture_shows_every_piece_and_card(data: st.DataObject) -> None:
    """A spear or a hammer for each piece, a dotted square for each frozen one, each card with what is known of it."""
    view = data.draw(st.sampled_from(views()))
    tree = etree.fromstring(drawn(view).svg)
    signs = Counter(path.get("fill") for path in tree.iter(f"{SVG}path"))
    odin, thor = view.odin.pieces, view.thor.pieces
    assert (signs[SPEAR], signs[HAMMER]) == (len(odin) + 1, len(thor) + 1)  # and one beside each name
    rects = Counter(
        (rect.get("fill"), rect.get("stroke-dasharray"))
        for rect in tree.iter(f"{SVG}rect")
        if rect.get("stroke-width") == "2" and rect.get("fill") != "none"
    )
    kinds = {True: ("#fffdf6", None), False: ("#d9d1bd", "6 4")}
    backs = {"odin": "#43617a", "thor": "#8f5217"}
    expected = Counter(
        kinds[slot.up] if slot.face else (backs[half.seat], None)
        for half in halves(view)
        for slot in half.columns
        if lying(view)
    )
    frozen = sum(one[1] == "5" for one in odin) + sum(one[1] == "1" for one in thor)
    assert rects == expected + Counter({("#cfe4f2", "2 2"): frozen})
    shown = Counter(
        word
        for text in tree.iter(f"{SVG}text")
        if "fill" not in text.attrib or text.get("font-size") == "21"
        for word in text.text.split()
    )
    known = [word for _, slot in lying(view) if slot.face for word in named(view, slot.face)]
    on_backs = [path for path in tree.iter(f"{SVG}path") if "scale(1.25)" in path.get("transform", "")]
    assert len(on_backs) == sum(not slot.face for _, slot in lying(view))
    assert shown == Counter(" ".join(known).split())


@pytest.mark.slow
@settings(deadline=None)
@given(st.data())
def test_each_piece_stands_on_its_square(data: st.DataObject) -> None:
    """Where a sign is drawn is the square that the letters and numbers at the edges give it."""
    view = data.draw(st.sampled_from(views()))
    tree = etree.fromstring(drawn(view).svg)
    labels = [(text.text, float(text.get("x")), float(text.get("y"))) for text in tree.iter(f"{SVG}text")]
    columns = {x: label for label, x, _ in labels if re.fullmatch("[a-f]", label)}
    ranks = {y: label for label, x, y in labels if re.fullmatch("[1-5]", label) and x < 20}
    found: dict[str, list[str]] = {SPEAR: [], HAMMER: []}
    for path in tree.iter(f"{SVG}path"):
        if path.get("fill") in found and path.getparent().tag != f"{SVG}g":
            x, y = map(float, re.findall(r"-?[\d.]+", path.get("d"))[:2])
            column = min(columns, key=lambda at: abs(at - x))
            rank = min(ranks, key=lambda at: abs(at - 5 - y))
            found[path.get("fill")].append(columns[column] + ranks[rank])
    assert sorted(found[SPEAR]) == sorted(view.odin.pieces)
    assert sorted(found[HAMMER]) == sorted(view.thor.pieces)
    letters = [label for label, _, y in labels if re.fullmatch("[a-f]", label) and y < 200]
    assert "".join(letters) == ("fedcba" if view.seat == "thor" else "abcdef")


@pytest.mark.parametrize(
    ("kind", "fields", "marked"),
    [
        ("Moved", {"origin": "b2", "target": "b3"}, ["b2", "b3"]),
        ("Attacked", {"origin": "b2", "target": "c3"}, ["b2", "c3"]),
        ("Swapped", {"origin": "d2", "target": "d3"}, ["d2", "d3"]),
        ("Returned", {"square": "a1"}, ["a1"]),
        ("Captured", {"square": "a1"}, []),
    ],
)
def test_what_moved_last_is_marked(kind: str, fields: dict[str, str], marked: list[str]) -> None:
    """Frames stand around the squares of the last move alone, and the words of the picture name them."""
    view = views()[0]
    before = Told("1.1", Seen("Moved", "3.1", {"by": "odin", "origin": "e1", "target": "e2"}))
    told = [Told("2.1", Seen(kind, "3.1", {"by": "thor", **fields}))]
    reader = reader_of(ODINS_TABLE, ODINS_TABLE.options({}), view)
    for shown in ([before, *told], told) if marked else (told,):
        made = pictures._drawn(reader, telling(ODINS_TABLE).table(view), None, told=shown)
        assert made is not None
        assert made.alt == drawn(view).alt + (f"\nChanged last: {', '.join(marked)}." if marked else "")
        frames = [
            rect for rect in etree.fromstring(made.svg).iter(f"{SVG}rect") if rect.get("stroke") == "#c2410c"
        ]
        assert len(frames) == len(marked)


@pytest.mark.slow
@settings(deadline=None)
@given(st.data())
def test_the_drawing_stands_alone(data: st.DataObject) -> None:
    """It is well-formed, runs nothing, loads nothing, and is an image with words."""
    made = drawn(data.draw(st.sampled_from(views())))
    tree = etree.fromstring(made.svg)
    assert {node.tag.removeprefix(SVG) for node in tree.iter()} <= {
        "svg",
        "title",
        "rect",
        "path",
        "circle",
        "text",
        "g",
    }
    for node in tree.iter():
        assert not [name for name in node.attrib if name.startswith("on") or name in {"id", "class", "href"}]
    assert (tree.get("role"), tree.get("aria-label")) == ("img", made.alt.replace("\n", " "))
    assert tree.findtext(f"{SVG}title")
    assert (tree.get("width"), tree.get("height")) == (str(made.width), str(made.height))


@pytest.mark.slow
@pytest.mark.skipif(not pictures.renders(), reason="the extra `pictures` is not installed")
def test_the_image_is_small() -> None:
    """At most 40 kB, for every position."""
    for view in views()[::14]:
        assert 1_000 < len(pictures.rendered(drawn(view).svg)) < 40_000
