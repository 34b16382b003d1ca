"""What happened to one seat is never told to another as if it were the reader's, in the house and in every game."""

import re
from collections.abc import Iterator

import pytest
from support.wording import GAMES, fillings, own_entries, voices

from referee.api import Table
from referee.desk.letters.uncovering import unseen
from referee.house.games import find
from referee.house.rulings import RolledBack
from referee.house.time import Late, Reminded
from referee.telling.catalog import HOUSE, catalog, languages
from referee.telling.moves import example_move
from referee.telling.paging import oldest
from referee.telling.sentences import reader_of, turns_told
from referee.telling.voice import Plain

ADDRESSED = {
    "en": re.compile(r"\b(you|your|yours|yourself)\b", re.IGNORECASE),
    "de": re.compile(r"\b(du|dich|dir|dein(?:e[mnrs]?)?)\b", re.IGNORECASE),
}
"""Words by which the reader is meant."""
THEIR_CARD = {"Peeked": re.compile(r"\b(your|deine Karte) (Loki 1|Hugin & Munin 0)", re.IGNORECASE)}
"""What lay there is the reader's own card, though only the other had been told it."""


def sentences(game: str, language: str, event: str, reader: str | None, other: str) -> Iterator[str]:
    """The sentence of an event that happened to another seat, and to no card of the reader's.

    All kinds of values are used.
    """
    says, seats = catalog(game, language), find(game).seats
    text = {**own_entries(HOUSE)["events"], **own_entries(game)["events"]}[event]
    (voice,) = (one for one in voices(game) if one.reader == reader)
    for values in fillings(game, f"events.{event}", text):
        theirs = {name: other for name, value in values.items() if value in seats}
        yield says.say("events", event, voice, {**values, **theirs})


def private(game: str) -> list[str]:
    """The events of a game, and of the house, that only those learn of to whom they happen."""
    return sorted(name for name, event in find(game).events.items() if event.only)


CASES = [(game, language, event) for game in GAMES for language in languages() for event in private(game)]


@pytest.mark.parametrize(("game", "language", "event"), CASES)
def test_what_happened_to_another_is_not_told_as_yours(game: str, language: str, event: str) -> None:
    """Each sentence about another seat, told to either reader and to an onlooker, addresses nobody."""
    seats = find(game).seats
    for reader, other in ((seats[0], seats[1]), (seats[1], seats[0]), (None, seats[0])):
        for told in sentences(game, language, event, reader, other):
            told = THEIR_CARD[event].sub("", told) if event in THEIR_CARD else told  # noqa: PLW2901
            assert not ADDRESSED[language].search(told), told


def last_letter(table: Table, seat: str, language: str) -> str:
    """What a seat was not shown, as its last letter tells it."""
    reader = reader_of(table.game, table.content, table.view(seat), language)
    turns = turns_told(reader, unseen(table, seat, len(table.points)), later="turn-hidden")
    return "\n".join(line.text for turn in turns for line in turn.lines)


def test_at_the_end_the_private_events_of_the_other_are_told_as_theirs() -> None:
    """A choice made again, a note, a reminder, lateness: at the end they are told as the other's.

    Thor's are Thor's, in both languages, and Loki's own are not among them; nobody's time zone is told at all.
    """
    table = Table.open("thunder", seed="07")
    table.play(
        "thor",
        "deploy thor, tyr, heimdall\ndeploy tyr, thor, heimdall\ntimezone Asia/Tokyo\n\nnote mine\n\ncalendar yes",
    )
    table.play("loki", "timezone Europe/Berlin\nnote also mine")
    table.write_down("reminder", "thor", events=[Reminded("thor")])
    table.write_down("late", "thor", events=[Late("thor")])
    table.play("loki", "resign g1")
    for language, told in (
        ("en", "Thor notes:"),
        ("de", "Thor notiert"),
    ):
        text = last_letter(table, "loki", language)
        assert told in text
        assert "also mine" not in text
        assert "Tokyo" not in text
        assert not ADDRESSED[language].search(text), text


def test_what_was_undone_is_told_as_undone() -> None:
    """What a rollback took back says so at the end; words that were noted stay as they are."""
    table = Table.open("thunder", seed="07")
    for seat in table.game.seats:
        reader = reader_of(table.game, table.content, table.view(seat))
        table.play(seat, example_move(reader, table.game.choices(table.view(seat))))
    before, seat = len(table.points) - 1, table.owed()[0].seat
    other = next(one for one in table.game.seats if one != seat)
    table.play(seat, "draw\nnote my plan")
    position = "{}.{}".format(*table.game.position(table.points[before].state))
    table.write_down("undo", seat, events=[RolledBack(before, position, "same")])
    table.play(seat, "draw")
    table.play(seat, "resign g1")
    lines = last_letter(table, other, "en").split("\n")
    (note,) = (line for line in lines if "notes:" in line)
    drew = [line for line in lines if " draws " in line]
    assert [line.endswith("(undone later)") for line in drew] == [True, False]
    assert "undone" not in note
    assert "(später zurückgenommen)" in last_letter(table, other, "de")


class Cleo(Plain):
    """A reader at a table of three."""

    reader = "cleo"  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "You, asa, and brand win, by a ruling."), ("de", "Du, asa und brand")],
)
def test_the_reader_stands_first_among_several(language: str, told: str) -> None:
    """A sentence that begins with those who have won begins with its reader, whatever the order of the seats."""
    says, won = catalog(HOUSE, language), {"winners": ("asa", "brand", "cleo")}
    assert says.say("outcomes", "adjudged", Cleo(), params=won).startswith(told)
    assert says.say("outcomes", "adjudged", Plain(), params=won).lower().startswith("asa, brand")


def test_what_was_not_shown_is_told_in_one_list() -> None:
    """Nearly every line had a heading of its own, `Turn 7` over `7.1`: twenty of them in the letter of the end."""
    table = Table.open("thunder", seed="07")
    while table.position < "6.0":
        seat = table.owed()[0].seat
        table.play(seat, "draw" if "draw" in table.moves(seat) else next(iter(table.moves(seat))))
    reader = reader_of(table.game, table.content, table.view("thor"), "en")
    told = unseen(table, "thor", len(table.points))
    (one,) = oldest(reader, told)
    assert (one.heading, one.lines[0].position) == ("", "0.0")
    apart = turns_told(reader, told, later="turn-hidden")
    assert len(apart) > 2
    assert one.lines == tuple(line for turn in apart for line in turn.lines)
