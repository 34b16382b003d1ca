"""How letters look in a real browser: no wider than a phone, with contrast, taps large enough and soon enough."""

import base64
import re
from collections.abc import Iterator, Sequence
from functools import cache
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.browsing import CHROMIUM, browser
from test_html import looked_at

from referee.engine import driver
from referee.engine.events import seen
from referee.house.games import BUILT_IN, find
from referee.table.points import Told
from referee.telling import pictures
from referee.telling.about import aim
from referee.telling.invited import Invitation, invitation
from referee.telling.laid import Section
from referee.telling.letter import Bodies, Letter, bodies
from referee.telling.sentences import reader_of
from referee.testing.chance import Chance, chosen
from referee.testing.random_games import options_of, random_world
from referee.testing.worlds import stand
from referee.util import data, plainyaml

PHONE, TALL = 360, 740
"""The window of a small phone, in pixels of a page."""
SEED, BACK = 5, 14
MIDDLE = 16
"""From which step on a game is in its middle: all have laid their first rows, and moved."""
WORD = "x" * 300
MOST = 30_000
"""Bytes of a page that a phone loads at once on a slow line, and that no mail program cuts."""
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed to look with")


@cache
def world(name: str) -> Any:
    """A random game, of some length."""
    return random_world(find(name), options_of(find(name), SEED), SEED, at_most=120)


def letter(name: str, seat: str, at: int, **more: Any) -> Letter:
    """A letter to a seat after so many steps of a random game, with what happened in the last few."""
    game, played = find(name), world(name)
    at = min(at, len(played.steps))
    state = played.states[at]
    told = [
        Told("{}.{}".format(*game.position(after)), shown)
        for before, after in zip(played.steps[at - 4 : at], played.states[at - 3 : at + 1], strict=True)
        for event in before.events
        if (shown := seen(event, seat)) is not None
    ]
    view = game.view(state, seat)
    given: dict[str, Any] = {
        "game": game,
        "content": options_of(game, SEED),
        "view": view,
        "number": f"g1.{seat}.9",
        "seal": "0f" * 32,
        "told": told[-BACK:],
        "choices": game.choices(view),
        "address": "referee+abcdefghijklmnopqrstuvwxyz@games.example.org",
        "due": dict.fromkeys(game.seats, "Wednesday, 30 September 2026, 18:00 (Europe/Berlin)"),
        "always": False,
        "pace": "my-turn",
    }
    return Letter(**(given | more))


def packet() -> Letter:
    """A letter with the packet of a dispute, in which lines stand that are longer than a phone is wide."""
    lines = ("lay ravens A1" + " and so on" * 12, WORD, "  A1 | ravens    | hel       | ravens    | tyr")
    section = Section("THE LETTER IN DISPUTE", (f"Said: {WORD}", "A line.\nAnother."), lines)
    return letter("thunder", "thor", 40, packet=(section,))


def loaded(shown: Bodies) -> str:
    """The page with its image, as a mail program shows it."""
    if shown.image is None:
        return shown.html
    image = base64.b64encode(shown.image.data).decode()
    return shown.html.replace(f"cid:{shown.image.id}", f"data:image/png;base64,{image}")


@cache
def pages() -> Sequence[str]:
    """Letters of every game with and without a picture, with the image blocked, and a packet."""
    shown = [bodies(packet())]
    for name in sorted(BUILT_IN):
        seat = find(name).seats[0]
        shown += [bodies(letter(name, seat, at, picture=how)) for at in (30, 60) for how in ("", "png")]
    blocked = [one.html for one in shown if one.image]
    return (*map(loaded, shown), *blocked)


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("styles", [True, False], ids=["styled", "stripped"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_letters_fit_and_can_be_read(tmp_path: Path, *, dark: bool, styles: bool) -> None:
    """At 360, 600 and 1000 pixels: no wider than the window, 4.5:1 at least, links 44 pixels high and 40 wide.

    The same where a mail program drops the block of styles; then there is no dark form.
    """
    shown = [one if styles else re.sub(r"<style>.*?</style>", "", one, flags=re.DOTALL) for one in pages()]
    for look in looked_at(tmp_path, shown, (PHONE, 600, 1000), dark=dark):
        assert look["scroll"] <= look["inner"], look
        assert look["least"] >= 4.5, look
        assert look["small"] == 0, look


@pytest.mark.slow
@needs_browser
def test_the_board_of_a_packet_is_read_on_a_phone() -> None:
    """No row of a board in words is broken at 360 pixels, nor is the page wider; it had the half of a row below."""
    board = (
        "Thor:   a ##    b ##    c ##    d ##    e ##    f ##",
        *(f"{n}     T a{n}    O b{n}    T c{n}    O d{n}    T e{n}    O f{n}" for n in range(5, 0, -1)),
        "Odin:   a [9]   b [9]   c [9]   d [9]   e [9]   f [9]",
    )
    with browser() as chromium:
        page = chromium.new_page(viewport={"width": PHONE, "height": TALL})
        page.set_content(
            bodies(letter("thunder", "thor", 40, packet=(Section("THE TABLE", (), board),))).html
        )
        rows, wide = page.evaluate(
            "[[...document.querySelectorAll('table.line tr')].map(one => one.getBoundingClientRect().height),"
            "document.documentElement.scrollWidth]"
        )
    assert len(rows) == len(board)
    assert max(rows) < 30
    assert wide <= PHONE


def since_own(name: str, seed: int, language: str) -> Iterator[Letter]:
    """The letters that call each seat of a random game to its turn, with what happened since its own last move."""
    game, played = find(name), random_world(find(name), options_of(find(name), seed), seed, at_most=130)
    since = dict.fromkeys(game.seats, 0)
    for at, state in enumerate(played.states[: len(played.steps)]):
        for seat in {one.seat for one in game.owed(state)} & {*game.seats}:
            begun, since[seat] = since[seat], at + 1
            if at >= MIDDLE and begun < at:
                told = [
                    Told("{}.{}".format(*game.position(after)), shown)
                    for step, after in zip(played.steps[begun:at], played.states[begun + 1 :], strict=False)
                    for event in step.events
                    if (shown := seen(event, seat)) is not None
                ]
                view = game.view(state, seat)
                more = {"content": options_of(game, seed), "view": view, "choices": game.choices(view)}
                yield letter(name, seat, 40, **more, told=told, picture="png", language=language)


@pytest.mark.slow
@needs_browser
@pytest.mark.skipif(not pictures.renders(), reason="the extra `pictures` is not installed")
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_taps_of_a_letter_stand_on_the_second_screen(tmp_path: Path, language: str) -> None:
    """In the middle of random games of Thunder & Lightning the first link is on the first two screens of a phone."""
    found = [one for seed in (1, 2, 5) for one in since_own("thunder", seed, language)]
    assert {one.view.seat for one in found} == {"thor", "loki"}
    shown = [loaded(bodies(one)) for one in found[::2]]
    assert len(shown) > 30
    looks = looked_at(tmp_path, shown, (PHONE,), dark=False)
    assert min(look["tap"] for look in looks) > 0
    assert max(look["tap"] for look in looks) <= 2 * TALL, [round(look["tap"]) for look in looks]


TARGET = 44
"""The height of a link."""
FIRST_SCREEN = 640
"""What is seen of a letter on a phone, below the bars of its mail program, before anything is moved."""


def invited(name: str, language: str) -> Invitation:
    """The first letter of a game to each of its players, with all its small print."""
    game, content = find(name), options_of(find(name), SEED)
    return Invitation(
        game=game,
        content=content,
        seat=game.seats[0],
        number=f"g1.{game.seats[0]}.1",
        commit="cd" * 32,
        names={game.seats[0]: "Anna Katharina", game.seats[1]: "Bertram"},
        address="referee+abcdefghijklmnopqrstuvwxyz@games.example.org",
        language=language,
        due=dict.fromkeys(game.seats, "Wednesday, 30 September 2026, 18:00 (Europe/Berlin)"),
        words="the wolf howls at noon",
    )


@pytest.mark.slow
@needs_browser
def test_an_invitation_is_accepted_by_a_tap_on_the_first_screen(tmp_path: Path) -> None:
    """In every game and language; how one wins, and what a turn is, stands there still, and the link is there again."""
    asked = [invited(name, language) for name in sorted(BUILT_IN) for language in ("en", "de")]
    shown = [invitation(one).html for one in asked]
    looks = looked_at(tmp_path, shown, (PHONE,), dark=False)
    assert len(looks) == len(asked)
    for one, page, look in zip(asked, shown, looks, strict=True):
        assert 0 < look["tap"] <= FIRST_SCREEN - TARGET, (one.game.name, one.language, look["tap"])
        assert look["small"] == 0
        assert len(re.findall("body=(?:accept|annehmen)", page)) == 2, one.language
        reader = reader_of(
            one.game, one.content, one.game.view(one.game.blank("g1", one.content), one.seat), one.language
        )
        assert all(text[:40] in unescape(page) for text in aim(reader))


def drawn(size: int) -> tuple[str, Any]:
    """A seat on turn at Thunder & Lightning with so many cards in hand, after both drew and laid a few; the state."""
    game, rng = find("thunder"), Random(SEED)
    state, lots = next(one for one in world("thunder").states if one.on_turn), Chance(rng)
    for _ in range(200):
        seat = game.owed(state)[0].seat
        view = game.view(state, seat)
        if game.owed(state)[0].duty == "turn" and len(view.mine.hand) >= size:
            return seat, state
        found = {one.key: one for one in game.choices(view).families}
        first = ("lay", "draw") if rng.random() < 0.3 else ("draw", "lay")
        family = next((found[key] for key in first if key in found), None)
        move = rng.choice(family.moves()) if family else chosen(game.choices(view).families, rng)
        state = driver.make(game, state, seat, move, lots, [])
        if not any(one.seat == seat for one in game.owed(state)):
            state = driver.end_letter(game, state, seat, lots, [])
            state = stand(game, state, lots, [])
    raise LookupError(size)


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("language", ["en", "de"])
def test_all_taps_of_a_turn_stand_on_one_screen(tmp_path: Path, language: str) -> None:
    """In the middle of a game of Thunder & Lightning, with six cards in hand: from the first link to the last.

    Each action has one row, and its places are links in it; the likely turns stand before them.
    """
    seat, state = drawn(6)
    view = find("thunder").view(state, seat)
    shown = letter("thunder", seat, 40, view=view, choices=find("thunder").choices(view), language=language)
    (look,) = looked_at(tmp_path, [bodies(shown).html], (PHONE,), dark=False)
    assert 0 < look["taps"] <= 0.85 * TALL, look
    assert look["taps"] < look["all"] <= TALL, look
    assert look["small"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_pages_are_small(name: str) -> None:
    """Less than 30 kB without the image, to each seat and at many points of a game."""
    found = [
        len(bodies(letter(name, seat, at, picture="png")).html.encode())
        for seat in find(name).seats
        for at in range(10, len(world(name).steps), 17)
    ]
    assert max(found) < MOST, max(found)


# What mail programs show


def used(page: str) -> set[str]:
    """The elements and the properties of styles that a page uses, by their names in the table."""
    found = {f"<{tag}>" for tag in re.findall(r"<([a-z0-9]+)", page)}
    found |= {f"@media {kind}" for kind in re.findall(r"@media \(([a-z-]+)", page)}
    styles = [*re.findall(r'style="([^"]*)"', page), *re.findall(r"\{([^{}]*)\}", page)]
    return found | {name.strip() for style in styles for name in re.findall(r"([a-z-]+)\s*:", style)}


@pytest.mark.slow
def test_every_feature_was_looked_up() -> None:
    """Whatever element or property a letter uses stands in the table, with what stays where a program drops it."""
    table = plainyaml.read_text(
        (Path(__file__).parent / "mail_css.yaml").read_text("utf-8"), "mail_css.yaml"
    ).value
    known = {name for row in table["features"] for name in row["uses"]}
    found = set().union(*map(used, (bodies(letter(name, find(name).seats[0], 40, picture=how)).html
                                    for name in sorted(BUILT_IN) for how in ("", "png"))))  # fmt: skip
    found |= used(bodies(packet()).html) | used(data.text("templates", "page.html"))
    assert found - known == set()
    assert all(row["else"] for row in table["features"] if row["partly"] or row["no"])
    assert not re.search(r"background-image|position:|float:|display:flex|display:grid", str(sorted(found)))
