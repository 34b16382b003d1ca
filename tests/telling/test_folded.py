"""A long story on a page: the last of it and what concerns the reader first, the rest below; nothing is lost."""

import re
from html import unescape

import pytest
from test_looks import letter, world

from referee.engine.events import Seen, seen
from referee.house.games import BUILT_IN, find
from referee.table.points import Told
from referee.telling.letter import bodies
from referee.telling.paging import LONG, MOST_FIRST, folded, size_of


def happened(*seats: str) -> list[Told]:
    """What was shown, an event at each position, about one seat after the other."""
    return [
        Told(f"{1 + n // 4}.{n % 4}", Seen("Drew", "4.1", {"seat": seat, "n": n}))
        for n, seat in enumerate(seats)
    ]


def test_a_short_story_is_told_as_it_is() -> None:
    """What fits before the table stands before it."""
    told = happened(*["thor"] * (LONG // size_of(happened("thor")[0])))
    assert folded(told, "loki") == (told, ())


def test_the_last_of_a_long_story_and_what_names_the_reader_come_first() -> None:
    """Nothing is lost or told twice, each part is in order, and neither part of the first is longer than it may be."""
    seats = ["thor"] * 60
    seats[3] = seats[20] = "loki"
    told = happened(*seats)
    first, left = folded(told, "loki")
    assert sorted([*first, *left], key=told.index) == told
    assert [*first] == sorted(first, key=told.index)
    assert [told[3], told[20], told[-1]] == [one for one in first if one in (told[3], told[20], told[-1])]
    assert sum(map(size_of, first)) <= 2 * MOST_FIRST
    assert told[3] in folded(told, None)[1]


def test_the_last_position_comes_first_however_much_led_to_it() -> None:
    """The page never begins with the table where something has happened."""
    told = [Told("1.1", one.seen) for one in happened(*["thor"] * 60)]
    assert folded(told, "loki") == (tuple(told), ())


def test_what_led_to_one_position_stays_together() -> None:
    """An event whose position has another one that names the reader is told with it."""
    told = happened(*["thor"] * 60)
    told[3] = Told(told[2].position, Seen("Drew", "4.1", {"of": ("loki", "thor")}))
    assert told[2] in folded(told, "loki")[0]


@pytest.mark.parametrize("name", sorted(BUILT_IN))
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_page_tells_what_came_before_below_the_moves(name: str, language: str) -> None:
    """Table and moves stand between the two parts; each sentence of the text stands on the page, once or more."""
    game, played = find(name), world(name)
    seat = game.seats[0]
    told = [
        Told("{}.{}".format(*game.position(after)), one)
        for before, after in zip(played.steps[:100], played.states[1:101], strict=True)
        for event in before.events
        if (one := seen(event, seat)) is not None
    ]
    told *= 1 + 2 * LONG // sum(map(size_of, told))
    while sum(map(size_of, told)) > 2 * LONG:  # a page of 30 kB tells less of more
        told = told[len(told) // 4 :]
    shown = bodies(letter(name, seat, 100, told=told, language=language))
    heads = re.findall(r"<h2[^>]*>([^<]*)</h2>", shown.html)
    table, before = {"en": ("THE TABLE", "WHAT CAME BEFORE"), "de": ("DER TISCH", "WAS DAVOR WAR")}[language]
    assert heads.index(table) < heads.index(before)
    page = " ".join(unescape(re.sub(r"<[^>]*>", " ", shown.html)).split())
    text = shown.text.partition(f"\n{table}\n")[0]
    for word in set(re.findall(r"[^\W\d]{5,}", text)):
        assert word in page, word
