"""The replay of a game of Hammer: each position as `referee show` tells it, the map drawn once, a page of some size."""

import os
import re
from functools import cache
from pathlib import Path

import pytest
from lxml import etree  # type: ignore[import-untyped]
from support.replayed import Data, board_of, data_of, told_by_show, words_of

from referee.api import Table
from referee.archive.replay import page

RECORD = Path(__file__).parents[2] / "examples" / "hammer_of_thor" / "games" / "two-friends" / "record.yaml"
FULL = bool(os.environ.get("REFEREE_FULL"))
STEP = 1 if FULL else 12

LEFT = re.compile(r"\. (?:With STAMINA left|Noch mit AUSDAUER): ((?:[^\W\d_][\w'\u2019 -]* \d+/\d+(?:, )?)+)")
"""Who of a group has how much STAMINA left, as a letter says it in one line."""
CARD = re.compile(r"(?:YOUR CARD|DEINE KARTE): .+?\.(?= |$) ?")


@cache
def made(language: str = "en") -> str:
    """The page of a finished game of two."""
    return page(Table.load(RECORD), language=language)


def drawings(data: Data) -> list[str]:
    """The drawing of each board that a side is shown."""
    numbers = {show["board"] for side in data["sides"] for show in side["shows"] if "board" in show}
    boards = (board_of(data, number) for number in sorted(numbers))
    return [html[html.index("<svg") : html.index("</svg>") + len("</svg>")] for html in boards]


@pytest.mark.slow
def test_positions_are_what_show_tells() -> None:
    """For whoever reads English: after some entries; for all, after every entry with REFEREE_FULL set."""
    table = Table.load(RECORD)
    readers = {seat: table.index.language(seat) for seat in (*table.seats, None)}
    last = {frame["entry"]: n for n, frame in enumerate(data_of(made())["frames"])}
    for entry, n in list(last.items())[::-STEP]:
        then = table.at(entry)
        for seat, language in readers.items():
            if language == "en" or FULL:
                data = data_of(made(language))
                side = next(one for one in data["sides"] if one["key"] == (seat or "onlooker"))
                words = words_of(board_of(data, side["shows"][n]["board"]))
                assert len(words) > 20
                told = told_by_show(then, seat, "table", "your-people", "table-more")
                page, shown = " ".join(words), " ".join(told)
                # Above its first links a letter says shortly who is there; the page says it at length alone.
                for name, left in (
                    one.rsplit(" ", 1) for some in LEFT.findall(shown) for one in some.split(", ")
                ):
                    assert re.search(rf"{re.escape(name)} [^/]*{re.escape(left)}", page), (
                        entry,
                        seat,
                        name,
                    )
                # What the cards in hand do stands above the group in the page, and below it in a letter.
                assert CARD.findall(page) == CARD.findall(shown), (entry, seat)
                assert CARD.sub("", page) == CARD.sub("", LEFT.sub("", shown)), (entry, seat)


@pytest.mark.slow
def test_the_map_stands_in_a_page_once() -> None:
    """However many boards show it: 79 names and their shapes are the same pieces; and each drawing is well-formed."""
    data = data_of(made())
    assert sum(">Gimle" in one for one in data["pieces"] if one.startswith("<text")) == 1
    found = drawings(data)
    assert len(found) > 300
    for one in found[::20]:
        assert len(etree.fromstring(one).findall(".//{*}text")) > 150
        assert one.count(">Gimle<") == 1


@pytest.mark.slow
def test_a_page_is_small() -> None:
    """230 steps from four sides: under 2,500 bytes a step, pictures, tables and the booklet among them."""
    steps = len(data_of(made())["frames"])
    assert steps > 200
    assert len(made().encode()) < 2500 * steps
