"""A long story on a page: the last of it and what concerns the reader first, the rest below; nothing is lost."""

import re
from html import unescape
from typing import Any

import pytest
from test_looks import letter, world

from referee.engine.events import Seen, seen
from referee.house.games import BUILT_IN, find
from referee.notation.reader import Line, Prose
from referee.table.points import Told
from referee.table.verdicts import Verdict
from referee.telling.laid import LineTold, Row
from referee.telling.letter import bodies
from referee.telling.paging import LONG, MOST_FIRST, folded, on_a_page, size_of
from referee.telling.receipt import IN_SHORT, MOST, ReceiptTold, height, on_page
from referee.telling.sentences import reader_of
from referee.util.values import replace


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


def test_h2_words_of_other_players_are_never_put_at_the_foot() -> None:
    """A greeting before the first turn stood below the map, where nobody looks; of much that was said, the last."""
    said = [Told("0.0", Seen("Said", "H2", {"by": "thor", "text": text})) for text in ("Hi!", "Good luck!")]
    told = [*said, *happened(*["thor"] * 60)]
    first, left = folded(told, "loki")
    assert [*first[:2]] == said
    assert sorted([*first, *left], key=told.index) == told
    much = [Told("0.0", Seen("Said", "H2", {"by": "thor", "text": f"{n}" * 250})) for n in range(4)]
    first, left = folded([*much, *told], "loki")
    assert [one for one in first if one.seen.kind == "Said"] == said
    assert much[0] in left


def test_what_led_to_one_position_stays_together() -> None:
    """An event whose position has another one that names the reader is told with it."""
    told = happened(*["thor"] * 60)
    told[3] = Told(told[2].position, Seen("Drew", "4.1", {"of": ("loki", "thor")}))
    assert told[2] in folded(told, "loki")[0]


def test_what_is_told_as_one_is_measured_as_one() -> None:
    """Four fights are four sentences: none of them goes to the foot of a page, though they are many events."""
    reader = reading()
    fight = [
        Seen("Challenged", "6.1", {"by": "loki", "column": "A"}),
        Seen("TurnedUp", "6.4", {"of": "loki", "column": "A", "row": 1, "card": "loki.dragon"}),
        Seen("TurnedUp", "6.4", {"of": "thor", "column": "A", "row": 1, "card": "thor.huscarl"}),
        Seen("Stood", "6.5", {"of": "loki", "card": "loki.dragon", "place": "A1"}),
        Seen("Discarded", "6.5", {"of": "thor", "card": "thor.huscarl", "place": "A1", "bottom": False}),
    ]
    told = [Told(f"1.{n}", one) for n in range(20) for one in map(replace, fight)]
    assert sum(map(size_of, told[:20])) > LONG
    first, left = on_a_page(reader, told[:20])
    assert [len(turn.lines) for turn in first] == [4]
    assert left == ()
    assert on_a_page(reader, told)[1]


def test_what_befalls_the_readers_people_comes_first() -> None:
    """Names that stand for the seat count as its own name does; what is longer than there is room for does not."""
    told = happened(*["thor"] * 60)
    told[3] = Told(told[3].position, Seen("Struck", "4.1", {"name": "sif"}))
    assert told[3] in folded(told, "loki", names=("sif",))[0]
    assert told[3] in folded(told, "loki", names=("hel",))[1]
    told[:40] = [Told("1.1", one.seen) for one in told[:40]]
    assert told[3] in folded(told, "loki", names=("sif",))[1]


def test_news_of_a_long_fight_come_first_each_by_itself() -> None:
    """Who died stands before the table, once, however much led to it; the last of them if they are too many."""
    told = [Told("1.1", one.seen) for one in happened(*["thor"] * 50)] + happened(*["thor"] * 20)
    for n in (10, 20, 30):
        told[n] = Told("1.1", Seen("Died", "4.1", {"name": f"one-{n}"}))
    first, left = folded(told, "loki", news={"Died"})
    assert [one for one in first if one.seen.kind == "Died"] == [told[10], told[20], told[30]]
    assert [one for one in told if one in first or one in left] == told
    assert not [one for one in left if one.seen.kind == "Died"]
    assert sum(map(size_of, first)) <= 2 * MOST_FIRST


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


def receipt(*kinds: str, rows: int = 3) -> ReceiptTold:
    """A receipt of so many lines, each with a sentence of so many rows on a phone."""
    lines = [
        LineTold(kind, (Row(n, f"draw {n}"),), kind, ("x" * 39 * rows,)) for n, kind in enumerate(kinds, 1)
    ]
    return ReceiptTold((), tuple(lines), "", "")


def reading() -> Any:
    """A reader of a game."""
    one = letter("thunder", "thor", 20)
    return reader_of(one.game, one.content, one.view, "en")


def test_a_short_receipt_is_told_as_it_is() -> None:
    """Nothing of it stands at the foot of a page."""
    told = receipt(*["played"] * 4)
    assert on_page(reading(), told) == (told, ())


def test_of_a_long_receipt_the_last_lines_stand_above_the_taps() -> None:
    """Every line is named above, with its number; each is told in full once."""
    told = receipt(*["played"] * 9)
    above, below = on_page(reading(), told)
    assert [row for line in above.lines for row in line.rows] == [
        row for one in told.lines for row in one.rows
    ]
    kept = [line for line in above.lines if line.kind != IN_SHORT]
    assert (*below, *kept) == told.lines
    assert 0 < sum(map(height, kept)) <= MOST


def test_what_was_not_played_stays_above_the_taps() -> None:
    """A refusal, and whatever else was not simply played, is told in full before the reader chooses."""
    told = receipt("played", "refused", *["played"] * 7)
    above, below = on_page(reading(), told)
    assert [line.kind for line in above.lines][:3] == [IN_SHORT, "refused", IN_SHORT]
    assert above.lines[1] == told.lines[1]
    assert "refused" not in {line.kind for line in below}


def test_of_a_long_last_line_the_end_is_told() -> None:
    """What came of it last is where the game stands now; a refusal is told in full however long it is."""
    told = receipt("played", "played")
    sentences = tuple(chr(97 + n) * 39 * 3 for n in range(MOST))
    for kind in ("played", "refused"):
        long = replace(told, lines=(*told.lines, replace(told.lines[-1], kind=kind, below=sentences)))
        above, below = on_page(reading(), long)
        plain = kind == "played"
        assert above.lines[-1].below == (sentences[-MOST // 3 :] if plain else sentences)
        assert below == long.lines[: 3 if plain else 2]


@pytest.mark.parametrize("name", sorted(BUILT_IN))
@pytest.mark.parametrize(
    ("language", "heads"),
    [
        ("en", ("YOUR LETTER", "THE TABLE", "YOUR LETTER, FROM ITS BEGINNING")),
        ("de", ("DEIN BRIEF", "DER TISCH", "DEIN BRIEF, VON ANFANG AN")),
    ],
)
def test_a_page_tells_a_long_letter_below_the_moves(name: str, language: str, heads: tuple[str, ...]) -> None:
    """Its text tells every line in place; the page has the same words, the most of them below the moves."""
    game, played = find(name), world(name)
    at, seat = next(
        (at, due.seat)
        for at in range(40, len(played.states))
        for due in game.view(played.states[at], None).owed
        if due.seat in game.seats
    )
    events = [event for step in played.steps[at - 20 : at] for event in step.events if seen(event, seat)]
    verdicts = [
        Verdict(Line((n,), f"draw {n}", Prose()), "played", events=tuple(events[:4])) for n in range(1, 13)
    ]
    shown = bodies(letter(name, seat, at, told=(), verdicts=verdicts, language=language))
    found = re.findall(r"<h2[^>]*>([^<]*)</h2>", shown.html)
    assert [one for one in found if one in heads] == [*heads]
    assert shown.text.count(f"\n{heads[0]}\n") == 1
    assert heads[2] not in shown.text
    page = " ".join(unescape(re.sub(r"<[^>]*>", " ", shown.html)).split())
    told = [len(re.findall(rf"(?<!\d){n}> draw {n}\b", page)) for n in range(1, 13)]
    assert told == sorted(told, reverse=True)
    assert told[0] == 2
    assert told[-1] == 1
