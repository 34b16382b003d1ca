"""Stories take the place of their events: each is told once, nothing is lost, nothing is told that was not shown."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.api import Table
from referee.engine.events import Seen, seen
from referee.engine.kit.defaults import Retold, retold, story
from referee.house.games import find
from referee.telling.catalog import languages, telling
from referee.telling.sentences import Reader, reader_of, told_together, turns_told
from referee.testing.random_games import options_of, random_world

TELLERS = ("odins_table", "thunder")
"""The games that tell stories."""
LINES = 60
FACE = re.compile(r"[a-z]+\.[a-z][a-z-]*")
PLACE = re.compile(r"\b[A-Ca-f][1-5]\b")


@cache
def shown(name: str, seed: int) -> dict[str | None, list[Seen]]:
    """What each seat, and an onlooker, is shown of the beginning of a random game."""
    game = find(name)
    world = random_world(game, options_of(game, seed), seed, at_most=LINES)
    return {
        seat: [one for step in world.steps for event in step.events if (one := seen(event, seat))]
        for seat in (*game.seats, None)
    }


def reader(name: str, seed: int, seat: str | None, language: str = "en") -> Reader:
    """A reader who knows the options and nothing else: the table is not set up yet."""
    game, content = find(name), options_of(find(name), seed)
    return reader_of(game, content, game.view(game.blank("", content), seat), language)


def stories(name: str, seed: int, seat: str | None) -> list[Seen]:
    """The same as stories, and what is in none."""
    return list(retold(telling(find(name)).STORIES, shown(name, seed)[seat], reader(name, seed, seat).voice))


def faces(value: Any) -> Iterator[str]:
    """The cards in a value."""
    if isinstance(value, str):
        yield from [value] if FACE.fullmatch(value) else []
    elif isinstance(value, dict):
        yield from faces(tuple(value.values()))
    elif isinstance(value, tuple | list):
        for one in value:
            yield from faces(one)


SEEDS = st.integers(0, 10_000)
SOME = settings(max_examples=12, deadline=None)


@pytest.mark.parametrize("name", TELLERS)
@SOME
@given(seed=SEEDS)
def test_every_event_is_told_exactly_once(name: str, seed: int) -> None:
    """By itself or in one story, in the order in which it was shown."""
    for seat, events in shown(name, seed).items():
        told = stories(name, seed, seat)
        assert [part for one in told for part in getattr(one, "parts", (one,))] == events
        assert all(len(one.parts) > 1 for one in told if isinstance(one, Retold))


@pytest.mark.share(4)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", TELLERS)
@SOME
@given(seed=SEEDS)
def test_what_a_sentence_names_its_story_names(name: str, language: str, seed: int) -> None:
    """Every card and place that the sentence of an event names, and its rule; a place on a front by its column."""
    for seat in shown(name, seed):
        one_by_one = reader(name, seed, seat, language)
        for one in stories(name, seed, seat):
            if isinstance(one, Retold):
                text = one_by_one.event(one)
                for part in one.parts:
                    said = one_by_one.event(part)
                    titles = {one_by_one.voice.named(face, "")[1] for face in faces(dict(part.fields))}
                    titles = {one_by_one.says.word("card", title) for title in titles}
                    places = {place for place in PLACE.findall(said) if place[0] not in text}
                    assert {title for title in titles if title in said and title not in text} == set(), (
                        said,
                        text,
                    )
                    assert places == set(), (said, text)
                    assert not said or part.rule in one.rule.split(", ")


@pytest.mark.parametrize("name", TELLERS)
@SOME
@given(seed=SEEDS)
def test_a_story_names_no_card_that_its_reader_was_not_shown(name: str, seed: int) -> None:
    """Its values come from the events as they were shown to that reader."""
    for seat in shown(name, seed):
        for one in stories(name, seed, seat):
            if isinstance(one, Retold):
                known = {face for part in one.parts for face in faces(dict(part.fields))}
                assert set(faces(dict(one.fields))) <= known, one.kind


@pytest.mark.parametrize("name", TELLERS)
@SOME
@given(seed=SEEDS)
def test_a_story_is_told_from_what_was_shown_alone(name: str, seed: int) -> None:
    """A reader who has the table of the end before them is told it in the same words as one who has none."""
    game, content = find(name), options_of(find(name), seed)
    last = random_world(game, content, seed, at_most=LINES).states[-1]
    for seat, events in shown(name, seed).items():
        knowing = reader_of(game, content, game.view(last, seat))
        assert list(told_together(knowing, events)) == list(told_together(reader(name, seed, seat), events))


def test_the_first_story_that_fits_is_told_and_else_each_event() -> None:
    """An expression is matched by whole kinds; a story that gives no values is none."""
    some = [
        Seen(kind, str(n), {}) for n, kind in enumerate(("Laid", "Drew", "Drew", "LaidDown", "Drew", "Moved"))
    ]
    kinds = (
        story("none", lambda _events, _voice: None, "Laid", "Drew"),
        story("laid", lambda events, _voice: {"many": len(events)}, "Laid|Moved", "Drew+", "Moved?"),
    )
    assert [(one.kind, one.rule, dict(one.fields)) for one in retold(kinds, some, None)] == [
        ("laid", "0, 1, 2", {"many": 3}),
        ("LaidDown", "3", {}),
        ("Drew", "4", {}),
        ("Moved", "5", {}),
    ]


@pytest.mark.parametrize(
    ("seat", "language", "told"),
    [
        ("thor", "en", ["1.1-1.3 Loki draws 3 cards. [4.1]"]),
        ("loki", "en", ["1.1-1.3 You draw 3 cards: Ravens 1, Hel, Frost Giant 4. [4.1]"]),
        ("thor", "de", ["1.1-1.3 Loki zieht 3 Karten. [4.1]"]),
    ],
)
def test_cards_drawn_one_after_the_other_are_one_line_at_all_their_positions(
    seat: str, language: str, told: list[str]
) -> None:
    """Their owner alone is told which; of the next turn they are none, and one card alone is told as ever."""
    table = Table.open("thunder", seed="07")
    table.play("thor", "deploy huscarl, viking warriors, shield wall")
    table.play("loki", "deploy dragon, viking warriors, viking warriors")
    table.play("loki", "draw, draw, draw")
    reads = reader_of(table.game, table.content, table.view(seat), language)
    lines = [
        f"{one.position} {one.text}" for turn in turns_told(reads, table.told(seat)) for one in turn.lines
    ]
    assert [line for line in lines if line.startswith("1.")] == told
    table.play("thor", "draw")
    lines = [
        f"{one.position} {one.text}" for turn in turns_told(reads, table.told(seat)) for one in turn.lines
    ]
    assert [line.partition(" ")[0] for line in lines if line.startswith("2.")] == ["2.1"]
