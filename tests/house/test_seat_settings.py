"""Settings of a seat: each is declared on the event of its choice, and all else follows from that."""

from collections.abc import Iterator
from typing import Annotated

import pytest
from houses import happened, opened

from referee.desk.letters.uncovering import unseen
from referee.engine.events import EVENTS, Open, event, seen_by
from referee.house import chapters
from referee.house.letters import DataChosen, LanguageChosen
from referee.house.players import SeatTaken
from referee.house.requests import done
from referee.house.seat_settings import SETTINGS, SeatChoice, seat_setting, yes_or_no
from referee.house.time import NO_HOURS, Hours
from referee.notation import requests

SAID = {
    "language": "de",
    "letters": "every order",
    "json": "yes",
    "timezone": "Asia/Tokyo",
    "calendar": "yes",
    "reminders": "6 hours",
}
"""Words that choose something, by the verb of each setting."""


@pytest.fixture
def trial() -> Iterator[type[SeatChoice]]:
    """A setting that is declared here and nowhere else."""

    @seat_setting("large", yes_or_no)
    @event("H10", only="by")
    class LargeChosen(SeatChoice):
        by: Open[str]
        wanted: Annotated[bool, seen_by("by")]

    yield LargeChosen
    del SETTINGS["large"], EVENTS[LargeChosen.__module__.rpartition(".")[0]]["LargeChosen"]


def test_every_choice_is_a_setting_that_has_a_verb() -> None:
    """What a verb may choose stands with the event, and nowhere else."""
    choices = [one for one in chapters.EVENTS.values() if issubclass(one, SeatChoice)]
    assert {one.event for one in SETTINGS.values()} == {*choices}
    assert SETTINGS.keys() == requests.SETTINGS == SAID.keys()


@pytest.mark.parametrize("verb", SAID)
def test_h10_h12_h17_what_a_player_chooses_is_that_players_own_affair(verb: str) -> None:
    """No other seat is told of it, neither in the game nor at its end, and no later player of the seat."""
    table, choice = opened(), done(verb, SAID[verb], "thor", Hours(on=True))
    assert isinstance(choice, SeatChoice)
    happened(table, choice)
    (kind,) = (one.seen.kind for one in table.told("thor", 1))
    assert kind == type(choice).__name__
    assert [*table.told("odin", 1), *table.told(None, 1), *unseen(table, "odin", 2)] == []
    assert kind in chapters.PRIVATE_TO_PLAYER
    assert table.index.chosen.value(type(choice), "thor") == choice.value
    assert table.index.chosen.value(type(choice), "odin") is None


def test_a_later_player_of_the_seat_chooses_anew() -> None:
    """Except for the language, which the letter that offers the seat was written in."""
    table = opened()
    happened(table, DataChosen("thor", wanted=True))
    happened(table, LanguageChosen("thor", "de"))
    happened(table, SeatTaken("thor", "Carla"))
    chosen = table.index.chosen
    assert (chosen.value(DataChosen, "thor", 2), chosen.value(DataChosen, "thor")) == (True, None)
    assert chosen.language("thor") == "de"


def test_reminders_are_chosen_only_where_a_clock_runs() -> None:
    """Without one there is nothing to be reminded of."""
    assert done("reminders", "6 hours", "thor", NO_HOURS) is None
    assert done("timezone", "Asia/Tokyo", "thor", NO_HOURS)


def test_a_setting_is_entered_by_its_declaration_alone(trial: type[SeatChoice]) -> None:
    """Its words are read, its choice is kept and ends with its player; nothing else names it."""
    assert done("large", "perhaps", "thor", NO_HOURS) is None
    choice = done("large", "yes", "thor", NO_HOURS)
    assert isinstance(choice, trial)
    assert (choice.value, choice.untold, choice.about_mail) == (True, True, True)
    chosen = opened().index.chosen
    chosen.see(1, choice)
    assert chosen.value(trial, "thor") is True
    chosen.see(2, SeatTaken("thor", "Carla"))
    assert (chosen.value(trial, "thor", 2), chosen.value(trial, "thor")) == (True, None)
