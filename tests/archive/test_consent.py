"""Consent: who may be published by name, and that it can be taken back."""

from typing import Any

import pytest
from support.golden import EXAMPLES

from referee.api import Table
from referee.archive.consent import published_names
from referee.archive.fitting import notes_checked
from referee.archive.moments import moments
from referee.archive.notebook import Notebook
from referee.archive.notes import Note
from referee.archive.places import place_in
from referee.house.players import SeatTaken
from referee.record.file import read_bytes, text
from referee.record.stores import Memory
from referee.util.errors import Faulty
from referee.verify.export import redacted

RECORD = EXAMPLES / "thunder" / "treasure-lost" / "record.yaml"
TABLE = Table.load(RECORD)


def consent(name: str = "Anna K.", *, table: Table = TABLE, **more: Any) -> Note:
    """Thor's player wants to be named, unless it is said otherwise."""
    moment, place = place_in(moments(table), "game")
    told = {"at": "2026-02-01T09:00:00Z", "kind": "published", "by": "Anna", "seat": "thor", **more}
    return Note(about=moment.seal, place=place, name=name, **told)


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("notes", "name"),
    [
        ((), ""),
        ((consent(),), "Anna K."),
        ((consent(kind="tag"),), ""),
        ((consent(seat="loki"),), ""),
        ((consent(), consent("A.")), "A."),
        ((consent(), consent("")), ""),
        ((consent(), consent("", to=())), ""),
        ((consent(), consent(""), consent("A.")), "A."),
        ((consent(to=("players",)),), ""),
        ((consent(to=("thor",)),), ""),
        ((consent(opens="end"),), "Anna K."),
        ((consent("anna@example.org"),), ""),
    ],
)
def test_a_player_is_named_by_open_consent_alone(notes: tuple[Note, ...], name: str) -> None:
    """The last word counts; taking it back counts even where nobody may read it."""
    assert published_names(TABLE, notes)["thor"] == name
    for audience in ("loki", None):
        assert published_names(Table.load(redacted(TABLE, audience)), notes)["thor"] == name


def test_consent_that_opens_at_the_end_waits_for_it() -> None:
    """While the game is on it is none."""
    early = Table.load(text(TABLE.documents[:15]))
    assert early.outcome is None
    assert published_names(early, [consent(table=early, opens="end")])["thor"] == ""
    assert published_names(early, [consent(table=early)])["thor"] == "Anna K."


def test_consent_holds_for_the_player_who_gave_it() -> None:
    """H8 Who takes a seat over is not named by the consent of the player before."""
    table = Table.open("thunder", seed="07", clock=lambda: "2026-01-01T08:00:00Z")
    table.write_down("replace", "thor", events=(SeatTaken("thor", "Cleo"),), at="2026-01-05T08:00:00Z")
    before, after = consent(at="2026-01-04T08:00:00Z"), consent("Carla", at="2026-01-06T08:00:00Z")
    assert published_names(table, [before])["thor"] == ""
    assert published_names(table, [before, after])["thor"] == "Carla"
    assert published_names(table, [consent(seat="loki", at=before.at)])["loki"] == "Anna K."


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        *((name, "") for name in ("Bert", "BERT", "B\u00ebrt", "\u0412\u0435rt", "Not Bert", "B.e.r.t")),
        *(
            (name, "")
            for name in ("anna\uff20example.org", "Somebody", "Player K3F9-7QMX", "player k3f97qmx")
        ),
        *((name, name) for name in ("Anna", "Anna Berta", "Roberta", "Thor's player")),
    ],
)
def test_nobody_is_published_by_the_name_of_another(name: str, shown: str) -> None:
    """Nor by one that has it, or looks like it, or stands for those who are not named; one's own is fine."""
    played = Table.open("thunder", seed="07", id="g1", options={"players": "thor:Anna,loki:Bert"})
    assert published_names(played, [consent(name, table=played)])["thor"] == shown


def test_a_name_that_somebody_is_published_by_is_taken() -> None:
    """Whoever agreed first has it; it is free when that is taken back."""
    notes = [consent("Freyja Q."), consent("Freyja Q.", seat="loki")]
    assert published_names(TABLE, notes) == {"thor": "Freyja Q.", "loki": ""}
    notes = [notes[0], consent(""), notes[1]]
    assert published_names(TABLE, notes) == {"thor": "", "loki": "Freyja Q."}


@pytest.mark.parametrize("seat", ["all", "players", "odin"])
def test_consent_for_a_seat_that_is_not_at_the_table_is_found(seat: str) -> None:
    """`verify` names the note."""
    made = Notebook(Memory(), TABLE)
    made.add(consent())
    made.add(consent(seat=seat))
    found = notes_checked(read_bytes(text(made.documents), "notes"), "notes", TABLE)
    assert [(one.place, one.params["why"].key) for one in found if one.state == "wrong"] == [
        ("notes, note 2", "note-seat")
    ]


@pytest.mark.parametrize(("more", "key"), [({"seat": ""}, "note-empty"), ({"name": "Anna\nK."}, "note-name")])
def test_what_cannot_be_consent_is_refused(more: dict[str, Any], key: str) -> None:
    """A consent of nobody, and a name of several lines."""
    with pytest.raises(Faulty, match=key):
        Notebook(Memory(), TABLE).add(consent(**more))
