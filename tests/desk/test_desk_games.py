"""Random whole games by mail, while letters are cut, doubled, delayed and replayed: a few of `desk_run.py games`."""

import os
from collections.abc import Sequence
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import Any
from urllib.parse import unquote

import pytest
from desk_run import Figures, Played, languages_of
from support.post_office import Got, Office, Sent, Writer, Written

from referee.api import Table
from referee.desk.letters import writer
from referee.desk.letters.due import Due
from referee.desk.letters.writer import Writer as Mailer
from referee.post.spool import Spool
from referee.table.index import Index
from referee.telling.letter import Bodies
from referee.util.values import replace

GAMES = (
    *(("thunder", "mixed", seed) for seed in (1, 12, 20)),
    ("odins_table", "mixed", 5),
    ("odins_table", "de", 3),
)
TIRED = 30
"""How many letters, and the players resign."""


@pytest.fixture(autouse=True)
def _nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """These homes need not outlive the machine."""
    monkeypatch.setattr(os, "fsync", lambda _fd: None)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "language", "seed"), GAMES)
def test_a_random_game_by_mail_keeps_what_is_promised(
    name: str, language: str, seed: int, tmp_path: Path
) -> None:
    """After each pass the record is whole, no letter is lost or counts twice, and every line is answered."""
    figures = Figures()
    played = Played(tmp_path, seed, figures, game=name, languages=languages_of(language, seed))
    assert played.whole(tired=TIRED) != "unfinished"
    assert figures.letters > TIRED
    assert figures.verdicts["played"] > 10
    assert figures.offers > 100
    assert figures.languages["de"] > 10


@pytest.mark.slow
def test_h30_letters_of_a_rematch_by_tap_lie_beside_those_of_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seed 2 of Odin's Table: the first link of the last letter opens another game, and all that is promised holds."""
    played = Played(tmp_path, 2, Figures(), game="odins_table")
    played.whole(tired=4)
    office = played.office
    first = unquote(Got.of(office.boxes["thor"][-1]).links[0])
    assert first.endswith("body=rematch")
    to = first.removeprefix("mailto:").partition("?")[0]
    raw = played.writers["thor"].plain(to, "again", "rematch", office.time)
    tap = Sent(raw, "", Written("thor", raw, ("rematch",), ("rematch",)))
    boxes = {one: len(box) for one, box in office.boxes.items()}
    with monkeypatch.context() as tapped:
        tapped.setattr(played, "coming", lambda: [tap])
        played.one_pass()
    assert sorted(path.name for path in office.beside) == ["g2.odin.2.eml", "g2.thor.2.eml"]
    assert {one: len(box) - boxes[one] for one, box in office.boxes.items()} == {"thor": 1, "odin": 0}
    for _ in range(2):
        played.one_pass()


@pytest.mark.slow
def test_h5_a_letter_after_the_invitation_was_declined_says_who_declined_it(tmp_path: Path) -> None:
    """A letter that comes after the game was called off is answered with who did it."""
    office = Office(tmp_path, 7, {})
    for seat, text in (("thor", "decline"), ("loki", "help"), ("loki", "note what a pity")):
        to = str(Got.of(office.boxes[seat][-1]).mail["Reply-To"])
        office.put(Writer(seat, Random(0)).plain(to, "orders", text, office.time))
        office.run()
        assert "\nThor declines the invitation." in Got.of(office.boxes["loki"][-1]).text


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_answer_to_a_question_is_no_offer(language: str, tmp_path: Path) -> None:
    """Below the answer to `moves` other questions are answered; and whose turn it is stands in the subject."""
    office = Office(tmp_path, 7, {}, languages={"thor": language, "loki": language})
    words = {"en": ("accept", "moves\nhelp"), "de": ("annehmen", "züge\nhilfe")}[language]
    for seat, text in (("thor", words[0]), ("loki", words[0]), ("thor", words[1]), ("loki", words[1])):
        to = str(Got.of(office.boxes[seat][-1]).mail["Reply-To"])
        office.put(Writer(seat, Random(0)).plain(to, "orders", text, office.time))
        office.run()
    asked = [Got.of(office.boxes[seat][-1]) for seat in ("thor", "loki")]
    assert all("2> " in one.text and one.offers() for one in asked)
    assert not any(offer.head.endswith(":") for one in asked for offer in one.offers())
    assert [one.waited for one in asked] == [True, True]


# Faults that are planted, and found


def broken(folder: Path, *, seed: int = 114, at_most: int = 25) -> str:
    """The check that sees something broken in the first letters of a game; "" if none does."""
    try:
        Played(folder, seed, Figures()).whole(tired=at_most)
    except AssertionError as error:
        return extract_tb(error.__traceback__)[-1].name
    return ""


@pytest.mark.slow
def test_nothing_is_found_where_nothing_is_broken(tmp_path: Path) -> None:
    """The first letters of that game keep what is promised."""
    assert broken(tmp_path) == ""


@pytest.mark.slow
def test_a_letter_that_counts_twice_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same mail again is ruled on again."""
    monkeypatch.setattr(Index, "_letter", lambda *_, **__: None)
    assert broken(tmp_path) == "fate"


def test_a_letter_that_is_lost_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What should be held for the keeper is thrown away."""
    monkeypatch.setattr(Spool, "hold", lambda _self, taken, _reason: taken.path.unlink())
    assert broken(tmp_path, seed=200) == "everything_is_somewhere"


@pytest.mark.slow
def test_an_answer_to_an_old_letter_that_is_played_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Orders are played even if the table has changed."""
    monkeypatch.setattr(Index, "overtaken", lambda *_: False)
    # The game of this seed is one in which each letter lists what is nearly always possible.
    monkeypatch.setattr(writer, "explains", lambda *_: True)
    assert broken(tmp_path, seed=236, at_most=20) == "not_overtaken"


def test_a_line_that_the_receipt_leaves_out_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last line of a letter is not told."""
    whole = Mailer._verdicts
    monkeypatch.setattr(Mailer, "_verdicts", lambda self, table, one, own: whole(self, table, one, own)[:-1])
    assert broken(tmp_path) == "told"


@pytest.mark.slow
def test_a_letter_that_is_told_wrongly_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The receipt says "played" of lines that were not."""
    whole = Mailer._verdicts

    def verdicts(self: Mailer, table: Table, one: Due, own: Sequence[int]) -> Any:
        return [
            replace(verdict, kind="played") if verdict.kind == "refused" else verdict
            for verdict in whole(self, table, one, own)
        ]

    monkeypatch.setattr(Mailer, "_verdicts", verdicts)
    assert broken(tmp_path) == "told"


@pytest.mark.slow
def test_a_last_letter_that_shows_other_cards_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deck is shown with a card on top that does not lie there."""
    whole = Mailer.said

    def said(self: Mailer, table: Table, one: Due, number: str) -> Bodies:
        told = whole(self, table, one, number)
        return told._replace(text=told.text.replace("Deck, top first: ", "Deck, top first: Odin, "))

    monkeypatch.setattr(Mailer, "said", said)
    assert broken(tmp_path, at_most=12) == "bared"
