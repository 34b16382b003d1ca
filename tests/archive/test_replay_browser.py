"""A replay in a real browser: opened from the disk, by keys, taps and links, on a phone, on paper, without scripts."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from support.browsing import AXE_MISSING, DESK, MISSING, PHONE, axe, browser, looking
from support.replayed import annotated, data_of, finished, told_by_show
from support.sizes import FULL, only_full
from support.suite import NAMES

from referee.api import Table
from referee.archive.replay import page
from referee.house.games import find
from referee.testing.random_games import play_whole
from referee.verify.export import redacted

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(MISSING), reason=MISSING)]


@pytest.fixture(scope="module")
def shown() -> Iterator[Any]:
    """A browser for all tests."""
    with browser() as one:
        yield one


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The replay of an annotated game, in a file."""
    return written(tmp_path_factory.mktemp("replay"), page(*annotated()))


def written(folder: Path, made: str) -> str:
    """The address of a page that is put into a file."""
    file = folder / "game.html"
    file.write_text(made, "utf-8")
    return file.as_uri()


def at(one: Any) -> tuple[str, str]:
    """Where a page stands: the address of the moment, and what it says of it."""
    return one.evaluate("location.hash"), one.inner_text("#where")


# Steps


def test_keys_and_buttons_step_through_the_game(shown: Any, address: str) -> None:
    """Arrows one step, Home and End to the ends; each step is announced, and shown in the list."""
    with looking(shown, address) as one:
        assert at(one)[1] == "0.0 \u00b7 1/50"
        for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"):
            one.keyboard.press(key)
        assert at(one) == ("#0.0/everything", "0.0 \u00b7 3/50")
        one.click("#next")
        assert "Turn 1" in one.inner_text("#told[aria-live]")
        assert one.inner_text("#moves [aria-current]").startswith("Turn 1")
        one.keyboard.press("End")
        assert at(one) == ("#16.2/everything", "16.2 \u00b7 50/50")
        assert "is lost" in one.inner_text("#stands")
        assert one.is_disabled("#next")
        one.keyboard.press("Home")
        assert at(one)[1].endswith("1/50")
        one.fill("#line", "20")
        assert at(one)[1].endswith("21/50")
        one.focus("#line")
        one.keyboard.press("ArrowLeft")
        assert at(one)[1].endswith("20/50")


def test_whoever_follows_a_link_sees_the_board_and_not_what_was_said_of_the_game(
    shown: Any, address: str
) -> None:
    """That is open where a reader begins at the beginning; the rules that are cited open by a click."""
    for link, opens in (("", True), ("#16.2", False)):
        with looking(shown, address + link) as one:
            assert one.evaluate("document.getElementById('about').open") is opens
            assert not one.is_visible("#rules dl")
            one.click("#rules summary")
            assert one.inner_text("#rules dt >> nth=0") == "1.1"


@pytest.mark.parametrize("link", ["#%E0%A4%A", "#99.9/nobody/open/line"])
def test_a_link_to_nothing_leads_to_the_game(shown: Any, address: str, link: str) -> None:
    """There the board is drawn, and the keys step on."""
    with looking(shown, address + link) as one:
        assert at(one)[1].endswith("/50")
        assert one.inner_text("#board").strip()
        before = at(one)[1]
        one.keyboard.press("ArrowRight")
        assert at(one)[1] != before


@pytest.mark.parametrize(
    ("link", "named"),
    [
        ("#99.9/loki", "99.9"),
        ("#4.0/odin", "odin"),
        ("#15.0/everything/line-9-9", "line-9-9"),
        ("#%E0%A4%A", "%E0%A4%A"),
        ("#$&/loki", "$&"),
        ("#4.0/loki", ""),
        ("", ""),
    ],
)
def test_a_link_that_names_no_place_of_the_game_says_so(
    shown: Any, address: str, link: str, named: str
) -> None:
    """What it names, where it is read aloud, until the next step."""
    with looking(shown, address + link) as one:
        said = one.inner_text("#told[aria-live]")
        assert ("The link names" in said, f"The link names {named}, and" in said) == (
            bool(named),
            bool(named),
        )
        one.keyboard.press("ArrowRight")
        assert "The link names" not in one.inner_text("#told")


def test_a_link_leads_to_a_moment_and_the_back_button_back(shown: Any, address: str) -> None:
    """With its side; leaps are remembered, steps are not."""
    with looking(shown, f"{address}#4.0/loki") as one:
        assert at(one) == ("#4.0/loki", "4.0 \u00b7 16/50")
        assert one.get_attribute('#sides [data-key="loki"]', "aria-pressed") == "true"
        one.keyboard.press("ArrowRight")
        one.click('#sides [data-key="thor"]')
        one.click('#moves [data-n="30"]')
        assert at(one)[0] == "#9.1/thor"
        one.go_back()
        assert at(one)[0] == "#4.1/thor"
        one.go_back()
        assert at(one)[0] == "#4.1/loki"
        one.evaluate("location.hash = '#16.1/onlooker'")
        one.wait_for_function("document.getElementById('where').value.startsWith('16.1')")
        one.evaluate("location.hash = '#nowhere/nobody'")
        assert at(one)[1].startswith("16.1")


def test_a_finger_swipes_over_the_board(shown: Any, address: str) -> None:
    """To the left for the next step; a finger that scrolls is left alone."""
    swipe = """([from, to, down]) => { const node = document.getElementById('board');
      const touch = (x, y) => new Touch({identifier: 1, target: node, clientX: x, clientY: y});
      node.dispatchEvent(new TouchEvent('touchstart', {touches: [touch(from, 100)], changedTouches: [touch(from, 100)]}));
      node.dispatchEvent(new TouchEvent('touchend', {touches: [], changedTouches: [touch(to, 100 + down)]})); }"""
    with looking(shown, f"{address}#4.0/loki", viewport=PHONE, has_touch=True) as one:
        for way, stands in (((300, 100, 5), "17/50"), ((100, 300, 5), "16/50"), ((300, 250, 200), "16/50")):
            one.evaluate(swipe, way)
            assert at(one)[1].endswith(stands)
        one.tap("#next")
        assert at(one)[1].endswith("17/50")


# Sides


def test_each_side_sees_what_it_saw_then(shown: Any, address: str) -> None:
    """Its own hand and no other; what was hidden is shown on request, with the moment at which it was learned."""
    with looking(shown, f"{address}#4.0/loki") as one:
        assert "Loki's hand" not in one.inner_text("#board")
        assert "Your hand" in one.inner_text("#board")
        assert not one.is_visible("#unknown")
        backs = one.locator('#board svg :is(rect[fill="#8f5217"], rect[fill="#1f6156"])').count()
        one.click("#overlay")
        assert at(one)[0] == "#4.0/loki/open"
        told = one.inner_text("#unknown")
        assert "shown to this side at" in told
        assert "never shown to this side" in told
        assert "Thor's cards" in one.text_content("#board")
        assert one.locator("#board rect.bared").count() == backs > 0
        one.click('#sides [data-key="onlooker"]')
        assert at(one)[0] == "#4.0/onlooker/open"
        one.click('#sides [data-key="everything"]')
        assert not one.is_visible("#overlay")
        one.click("#plain")
        assert one.is_visible("#board table.board")
        assert not one.is_visible("#board .picture")


def test_a_move_is_to_be_found(shown: Any, address: str) -> None:
    """Until it is found or asked for, neither the list nor the next step tells it."""
    with looking(shown, f"{address}#15.0/loki") as one:
        here = '#moves [data-n="45"] .what'
        assert one.inner_text(here) == "To be found"
        assert "Variation" not in one.inner_text("#notes")
        one.keyboard.press("ArrowRight")
        assert at(one)[0] == "#15.0/loki"
        assert one.evaluate("document.activeElement.id") == "choice"
        options = one.locator("#choice option").all_inner_texts()
        played = next(option for option in options if "crown" in option)
        one.select_option("#choice", label="draw")
        one.click(".asks button:first-child")
        assert one.inner_text(".asks [role=status]") == "Another move was played."
        one.select_option("#choice", label=played)
        one.click(".asks button:first-child")
        assert at(one)[0] == "#15.1/loki"
        assert "Yes" in one.inner_text("#told")
        assert "crown" in one.inner_text(here)
        one.keyboard.press("ArrowLeft")
        assert "Played:" in one.inner_text("#notes")


def test_a_variation_is_stepped_into(shown: Any, address: str) -> None:
    """By a link, along its moves, and back to the game; the board is that of the variation."""
    with looking(shown, f"{address}#15.0/everything") as one:
        one.click(".asks button:nth-child(2)")
        one.keyboard.press("ArrowLeft")
        before = one.inner_html("#board")
        one.click("#notes .variation a >> nth=0")
        assert at(one)[0] == "#15.0/everything/line-1-0"
        first = one.inner_html("#board")
        one.keyboard.press("ArrowRight")
        assert at(one)[0] == "#15.0/everything/line-1-1"
        assert len({before, first, one.inner_html("#board")}) == 3
        assert one.is_disabled("#next")
        one.click('#sides [data-key="loki"]')
        assert at(one)[0] == "#15.0/loki/line-1-1"
        for _ in range(2):
            one.keyboard.press("ArrowLeft")
        assert at(one)[0] == "#15.0/loki"
        one.go_back()
        assert "line" in at(one)[0]


# Positions

GAMES = 20
IN_BROWSER = """async ([side, keys]) => { const found = [];
  for (const key of keys) { const turned = new Promise(done => addEventListener('hashchange', done, {once: true}));
    location.hash = `${key}/${side}`; await turned;
    found.push(document.querySelector('#board .table').textContent.replace(/\\s+/g, '')); }
  return found; }"""


def games() -> Iterator[tuple[Table, str | None]]:
    """The finished examples, and the beginnings of random games; each with one of its sides."""
    over = finished()
    others = [play_whole(find(NAMES[seed % 2]), seed, at_most=20) for seed in range(GAMES - len(over))]
    for number, table in enumerate([*over, *others]):
        yield table, (*table.seats, None)[number % (len(table.seats) + 1)]


def positions(table: Table, seat: str | None) -> tuple[str, dict[str, str]]:
    """The replay of a game, and the words that `show` has of each position of it, by the key of the moment.

    After every entry with REFEREE_FULL set, else after some.
    """
    known = table if table.outcome else Table.load(redacted(table, seat))
    language = known.index.language(seat)
    made = page(table, reader=seat, language=language)
    keys = {frame["entry"]: frame["key"] for frame in data_of(made)["frames"]}
    stood = ((key, known.at(entry)) for entry, key in list(keys.items())[:: 1 if FULL else 8])
    return made, {
        key: "".join(told_by_show(then, seat)) for key, then in stood if then.index.language(seat) == language
    }


def test_every_position_in_the_browser_is_what_show_tells(shown: Any, tmp_path: Path) -> None:
    """Of twenty games, finished and in play, each from one of its sides; of one in three without REFEREE_FULL."""
    looked = 0
    for table, seat in islice(games(), 0, None, 1 if FULL else 3):
        made, told = positions(table, seat)
        looked += len(told)
        with looking(shown, written(tmp_path, made)) as one:
            assert one.evaluate(IN_BROWSER, [seat or "onlooker", list(told)]) == list(told.values()), (
                table.game.name,
                seat,
            )
    assert looked > (300 if FULL else 15)


# Looks


@pytest.mark.parametrize("dark", [False, True])
def test_it_is_light_or_dark_as_its_reader_wants(shown: Any, address: str, dark: bool) -> None:
    """As the system has it, and the other way on request."""
    light = "() => getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g).map(Number)[0] > 127"
    with looking(shown, address, color_scheme="dark" if dark else "light") as one:
        assert one.evaluate(light) == (not dark)
        one.click("#theme")
        assert one.evaluate(light) == dark


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("script", [True, False], ids=["", "without scripts"])
def test_nothing_is_wider_than_the_window(shown: Any, address: str, size: Any, script: bool) -> None:
    """On a phone of 360 pixels too: at the end of the game, with all cards open, and the board as a table."""
    with looking(shown, f"{address}#16.2/thor/open", viewport=size, java_script_enabled=script) as one:
        if script:
            one.click("#plain")
        over = one.locator("body").evaluate(
            "node => node.ownerDocument.documentElement.scrollWidth - innerWidth"
        )
        assert over <= 0


def test_without_scripts_it_is_to_be_read(shown: Any, address: str) -> None:
    """Every move, every comment, and the boards at what is marked; nothing that cannot be used."""
    with looking(shown, f"{address}#15.0", java_script_enabled=False) as one:
        assert not one.is_visible("#player")
        assert one.locator("button:visible").count() == 0
        assert one.locator("#booklet figure svg:visible").count() == 3
        said = one.inner_text("#booklet")
        assert "The move of the game." in said
        assert "Freya" in said
        assert "lay female-archer C1" in said
        assert one.locator("[id='15.0']").bounding_box()["y"] < 100


def test_on_paper_it_is_a_booklet(shown: Any, address: str) -> None:
    """The same, black on white, also for a reader whose screen is dark."""
    with looking(shown, address, color_scheme="dark") as one:
        one.evaluate("dispatchEvent(new Event('beforeprint'))")
        one.emulate_media(media="print")
        assert one.locator("details:not([open]):visible").count() == 0
        assert not one.is_visible("#player")
        assert one.locator("#booklet figure svg:visible").count() == 3
        assert one.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert one.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"


@pytest.mark.skipif(bool(AXE_MISSING), reason=AXE_MISSING)
@pytest.mark.parametrize(
    ("scheme", "size", "places"),
    [
        ("light", DESK, ("#4.0/loki/open", "#15.0/everything/line-1-1")),
        pytest.param("dark", PHONE, ("#15.0/loki", "#16.2/everything"), marks=only_full),
    ],
)
def test_axe_finds_nothing(shown: Any, address: str, scheme: str, size: Any, places: Any) -> None:
    """At the start, with cards opened, as a table, at a question, in a variation."""
    with looking(shown, address, viewport=size, color_scheme=scheme) as one:
        for place in places:
            one.evaluate(f"location.hash = '{place}'")
            one.wait_for_function(
                f"document.getElementById('where').value.startsWith('{place[1:].split('/')[0]}')"
            )
            assert (place, axe(one)) == (place, [])
        one.click("#plain")
        assert axe(one) == []
