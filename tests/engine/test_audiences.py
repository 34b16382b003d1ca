"""Audiences of an event: everyone, several seats, the seats of a tuple, the master."""

from typing import Annotated, Any

import pytest

from referee.engine.events import Event, Open, event, seen, seen_by, shows, to_master

SEATS = ("asa", "brand", "cleo", "master", None)


@event("1.1")
class Whispered(Event):
    """One seat tells several others something. The master hears it too, and some of it only the master hears."""

    by: Open[str]
    to: Open[tuple[str, ...]]
    words: Annotated[str, seen_by("by", "to", master=True)]
    aside: Annotated[str, to_master]

    def change(self, state: Any) -> Any:
        """Nothing."""
        return state


def told(one: Event) -> dict[str | None, list[str] | None]:
    """Which fields each seat is shown; None if not even that it happened."""
    return {seat: sorted(shown.fields) if (shown := seen(one, seat)) else None for seat in SEATS}


def test_a_field_may_name_several_seats() -> None:
    """A tuple of seats is an audience, like one seat; no field names the master."""
    assert told(Whispered("asa", ("brand",), "pst", "a lie")) == {
        "asa": ["by", "to", "words"],
        "brand": ["by", "to", "words"],
        "cleo": ["by", "to"],
        "master": ["aside", "by", "to", "words"],
        None: ["by", "to"],
    }
    assert told(Whispered("asa", ("brand", "cleo"), "pst", ""))["cleo"] == ["by", "to", "words"]
    assert told(Whispered("asa", (), "pst", ""))["brand"] == ["by", "to"]


@pytest.mark.parametrize(
    ("only", "master", "wanted"),
    [
        ("by", False, {"asa"}),
        (("by", "to"), False, {"asa", "brand", "cleo"}),
        (("by",), True, {"asa", "master"}),
        (None, True, {"master"}),
    ],
)
def test_an_event_may_be_for_several_seats_alone(only: Any, master: bool, wanted: set[str]) -> None:
    """Seats named in several fields, these and the master, or the master alone; nobody else learns that it happened."""

    @event("1.2", only=only, master=master)
    class Met(Event):
        """They meet."""

        by: Open[str]
        to: Open[tuple[str, ...]]

    one = Met("asa", ("brand", "cleo"))
    assert {seat for seat in SEATS if shows(one, seat)} == wanted
    assert {seat for seat, fields in told(one).items() if fields} == wanted


def test_no_field_is_called_as_the_master_is() -> None:
    """Otherwise it would be unclear who is meant."""
    with pytest.raises(TypeError, match="called as a seat is"):

        @event("1.3")
        class Named(Event):
            """A slip."""

            master: Open[str]
