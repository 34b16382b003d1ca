"""The site of a collection in a real browser, opened from the disk: its search, its looks, whether all can use it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.browsing import AXE_MISSING, DESK, MISSING, PHONE, axe, browser, looking
from support.collected import eight, ended, laid, note, notes_of

from referee.archive.collection.index import Collection
from referee.archive.collection.making import made
from referee.archive.collection.site import made_site
from referee.util.errors import Faulty

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(MISSING), reason=MISSING)]
TOOK = "html[data-took]"
KINDS = (
    "index",
    "all",
    "statistics",
    "left-out",
    "players/index",
    "openings/index",
    "game/*",
    "players/player*",
)
"""A page of each kind."""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A browser."""
    with browser() as one:
        yield one


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a site of nine games, one with notes and a replay, and with a broken record; and its index."""
    folder = tmp_path_factory.mktemp("browser")
    games, table = eight(folder / "in"), ended()
    laid(games, table, *notes_of(table), note(table, kind="question", text="What now?"))
    (games / "broken.yaml").write_bytes(table.record.encode()[:-40])
    made(games, folder / "archive.db")
    assert made_site(games, folder / "archive.db", folder / "site", replays="noted").replays == 1
    return folder


def url_of(place: Path, kind: str) -> str:
    """The address of the first page of a kind."""
    return min((place / "site").glob(f"{kind}.html")).as_uri()


def searched(page: Any, act: Callable[[], object] = lambda: None) -> None:
    """Wait until the page has searched, after something was done to it."""
    page.wait_for_selector(TOOK)
    page.evaluate("delete document.documentElement.dataset.took")
    act()
    page.wait_for_selector(TOOK)


def slugs(page: Any) -> set[str]:
    """The games that a page lists."""
    links = page.eval_on_selector_all("tbody th a", "all => all.map(one => one.getAttribute('href'))")
    return {Path(one).stem for one in links}


@pytest.mark.parametrize(
    ("written", "same"),
    [
        ("", ""),
        ("nightmare", "nightmare"),
        ("NIGHTMARE ending:8.2", "nightmare ending:8.2"),
        ("berserk*", "berserk*"),
        ("b*", "b*"),
        ("thor.tyr", "thor.tyr"),
        ("winner:loki", "winner:loki"),
        ("zzz", "zzz"),
        ("nightmare NOT frigg turns>20", "nightmare NOT frigg turns>20"),
        ("nightmare OR berserk*", "nightmare OR berserk*"),
        ("(nightmare OR hel) AND NOT_FOUND", "(nightmare OR hel) AND NOT_FOUND"),
        ('move:"shield-wall, tyr"', 'move:"shield-wall, tyr"'),
        ("ended<=2026-01-06 turns=14", "ended<=2026-01-06 turns=14"),
        ("tag:club", "tag:club"),
        ("annotator:olaf", "annotator:olaf"),
        ("__proto__ constructor", "zzz"),
    ],
)
def test_the_search_of_the_site_finds_what_find_finds(
    chromium: Any, place: Path, written: str, same: str
) -> None:
    """As one types; within 200 ms, and the number of games is told."""
    with Collection(place / "archive.db") as games:
        due = {game.slug for game in games.find(same)}
    with looking(chromium, url_of(place, "index")) as page:
        searched(page, lambda: page.fill("#query", written or " "))
        assert slugs(page) == due
        assert page.text_content("#found") == ("1 game." if len(due) == 1 else f"{len(due)} games.")
        assert float(page.evaluate("document.documentElement.dataset.took")) < 200


def test_words_are_loaded_when_words_are_looked_for(chromium: Any, place: Path) -> None:
    """And not by whoever opens the page, or compares numbers."""
    with looking(chromium, url_of(place, "index")) as page:
        loaded = "all => all.map(one => one.getAttribute('src'))"
        searched(page, lambda: page.fill("#query", "turns<20"))
        assert page.eval_on_selector_all("script[src^=words]", loaded) == []
        searched(page, lambda: page.fill("#query", "b*"))
        assert page.eval_on_selector_all("script[src^=words]", loaded) == ["words/0.js"]


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("nowhere:hel", "There is no field nowhere."),
        ("nightmare AND", "The query ends too soon."),
        ("(nightmare", "The query ends too soon."),
        ("NOT nightmare", "The query cannot be read, at: NOT"),
        ('"lay frigg', 'The query cannot be read, at: "'),
        ("turns<many", "many is no number."),
        ("size>5", "There is no field size to be compared."),
        (
            "winner:loki OR turns<15",
            "turns<15 holds for all the rest of the query: it does not stand after or before OR or NOT, or within brackets.",
        ),
        ("thor -loki", "The query cannot be read, at: -loki"),
    ],
)
def test_a_wrong_query_is_told_where_games_are_counted(
    chromium: Any, place: Path, query: str, told: str
) -> None:
    """What is refused by `find` is refused here too; the list stays as it was."""
    with Collection(place / "archive.db") as games, pytest.raises(Faulty):
        games.find(query)
    with looking(chromium, url_of(place, "index")) as page:
        searched(page, lambda: page.fill("#query", query))
        assert page.text_content("#found") == told
        assert page.locator("tbody tr").count() == 9


def test_games_are_filtered_and_sorted(chromium: Any, place: Path) -> None:
    """By kind and ending; the longest first, if one likes."""
    with looking(chromium, url_of(place, "index")) as page:
        searched(page, lambda: page.select_option("#kind", "Odin's Table"))
        searched(page, lambda: page.select_option("#sort", "-turns"))
        assert page.eval_on_selector_all("tbody tr", "all => all.map(one => one.cells[3].textContent)") == [
            "24",
            "20",
            "19",
        ]
        searched(page, lambda: page.select_option("#ending", "repeated"))
        assert page.locator("tbody tr").count() == 1


def test_a_link_holds_a_search(chromium: Any, place: Path) -> None:
    """What stands after `#q=` is searched at once."""
    with looking(chromium, url_of(place, "index") + "#q=ending%3A8.2") as page:
        page.wait_for_selector(TOOK)
        assert page.locator("tbody tr").count() == 1
        assert page.input_value("#query") == "ending:8.2"


def test_the_way_leads_from_the_search_to_a_game_and_its_replay(chromium: Any, place: Path) -> None:
    """By keys alone."""
    with looking(chromium, url_of(place, "index")) as page:
        page.wait_for_selector(TOOK)
        page.focus("#query")
        page.keyboard.type("annotator:ola")
        searched(page, lambda: page.keyboard.type("f"))
        page.focus("tbody a")
        page.keyboard.press("Enter")
        page.wait_for_selector(".notes")
        page.focus("a.call")
        page.keyboard.press("Enter")
        page.wait_for_url("**/replay/*")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("scheme", "viewport"), [("light", DESK), ("dark", PHONE)])
@pytest.mark.skipif(bool(AXE_MISSING), reason=AXE_MISSING)
def test_axe_finds_nothing(
    chromium: Any, place: Path, kind: str, scheme: str, viewport: dict[str, int]
) -> None:
    """On a page of each kind, light at a desk and dark on a phone."""
    with looking(chromium, url_of(place, kind), viewport=viewport, color_scheme=scheme) as page:
        if kind == "index":
            page.wait_for_selector(TOOK)
        assert axe(page) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_fits_a_phone(chromium: Any, place: Path, kind: str) -> None:
    """At 360 px nothing but a table or a picture is wider than the page, and these scroll by themselves."""
    with looking(chromium, url_of(place, kind), viewport=PHONE) as page:
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_without_scripts_the_page_is_a_plain_list(chromium: Any, place: Path) -> None:
    """The form is not there, the newest games and the way to all others are."""
    with looking(chromium, url_of(place, "index"), java_script_enabled=False) as page:
        assert not page.is_visible("#search")
        assert page.is_visible("text=All games, page by page")
        assert page.locator("tbody tr").count() == 9
