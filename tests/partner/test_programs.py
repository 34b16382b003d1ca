"""A program of the house in a seat: its letters are a player's, none to it goes out, and it answers what is asked."""

import contextlib
import io
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support import command
from support.command import Command
from support.home34 import ANNA, Home34

from referee.desk.programs import Programs
from referee.desk.serving import Serving
from referee.home import roster
from referee.house.players import is_program, program
from referee.partner import mailing
from referee.partner.mailing import answer_all, plain_order
from referee.util.bell import Bell
from referee.util.errors import Faulty
from referee.util.values import replace

home, referee = command.home, command.referee


@pytest.fixture
def opened(tmp_path: Path) -> Callable[..., Home34]:
    """Opens a game of Anna's against a plain program, accepted by both."""

    def make(
        game: str = "thunder", hers: str = "thor", other: str = "loki", **more: dict[str, str]
    ) -> Home34:
        played = program("partner")
        assert played is not None
        home = Home34(tmp_path / "h", game, {hers: ANNA, other: played}, **more)
        home.run()
        home.write(hers, "accept")
        return home

    return make


def test_h34_a_program_is_asked_for_by_one_word() -> None:
    """H34 `partner`; an address is still an address."""
    assert is_program(roster.mailbox("Partner"))
    assert not is_program(roster.mailbox("partner@example.org"))
    assert "program" in roster.mailbox("partner").name
    with pytest.raises(Faulty, match="bad-address"):
        roster.mailbox("partner:mighty")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "hers", "other"), [("thunder", "thor", "loki"), ("odins_table", "odin", "thor")]
)
def test_a_whole_game_is_played_against_it(
    opened: Callable[..., Home34], game: str, hers: str, other: str
) -> None:
    """It accepts, plays whenever it owes an answer, and no letter to it ever goes out."""
    home, chance = opened(game, hers, other), Random(3)
    sent = home.posted()
    for _ in range(400):
        table = home.table
        if table.outcome is not None:
            break
        assert [one.seat for one in table.owed()] != [other]
        said = plain_order(table.game, table.view(hers), chance)
        home.write(hers, said or "resign")
        sent += home.posted()
    assert home.table.outcome is not None
    assert {to for _, to in sent} == {ANNA.address}
    assert {name.split(".")[1] for name, _ in sent} == {hers}
    by = [getattr(entry, "seat", "") for entry in home.table.entries]
    assert by.count(other) > 5
    assert home.desk().outbox.numbers("g1", other)
    assert not Programs(home.home.path / "post").games()


def test_the_program_agrees_to_take_a_letter_back_and_declines_a_draw(opened: Callable[..., Home34]) -> None:
    """H22, H34 What Anna asks for by consent is answered at once, though it is her turn."""
    home = opened()
    for _ in range(20):
        view = home.table.view("thor")
        laid = [one for one in home.table.choices("thor").forward() if one.written.startswith("lay ravens ")]
        if laid and view.ap > 1:
            break
        home.write("thor", plain_order(home.table.game, view, Random(1)))
    home.write("thor", laid[0].written)
    before = len(home.table.told("thor"))
    home.write("thor", "offer undo")
    assert "UndoAccepted" in [one.seen.kind for one in home.table.told("thor")[before:]]
    home.write("thor", "offer draw")
    assert [one.seen.kind for one in home.table.told("thor")[before:]][-1] == "DrawDeclined"


def test_a_process_that_ends_before_its_answer_lies_in_the_spool_is_made_good(
    opened: Callable[..., Home34], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game is looked at again; and an answer given twice counts once."""
    home = opened()
    said = plain_order(home.table.game, home.table.view("thor"), Random(1))

    def ends(*_: object, **__: object) -> Iterator[bytes]:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(mailing, "_letters", ends)
        with pytest.raises(KeyboardInterrupt):
            home.write("thor", said)
    assert Programs(home.home.path / "post").games() == ["g1"]
    before = len(home.table.entries)
    names = answer_all(home.home, now=lambda: home.time)
    Programs(home.home.path / "post").wake("g1")
    names += answer_all(home.home, now=lambda: home.time + timedelta(seconds=5))
    assert len(names) == 2
    with home.desk().held() as desk:
        done = desk.run()
    assert not done.troubles
    played = [one for one in home.table.entries[before:] if getattr(one, "seat", "") == "loki"]
    assert len(played) == 1


def test_letters_of_a_program_count_where_letters_must_be_signed(tmp_path: Path) -> None:
    """Nobody but the house knows its secret, so its letters need no signature; Anna's do."""
    played = program("partner")
    assert played is not None
    pytest.importorskip("dkim")
    home = Home34(tmp_path / "h", "thunder", {"thor": ANNA, "loki": played}, {"sender": "dkim"})
    assert home.run()
    assert home.table.index.house.waiting == ("thor",)


@pytest.mark.slow
def test_two_programs_sit_at_one_table(tmp_path: Path) -> None:
    """They have one address, and no mailbox that would show two hands."""
    played = program("partner")
    assert played is not None
    home = Home34(tmp_path / "h", "thunder", {"thor": played, "loki": replace(played)})
    home.run()
    assert len(home.table.entries) > 5
    assert home.posted() == []


def test_run_lets_programs_answer_and_rules_on_what_they_wrote(
    referee: Command, home: Path, tmp_path: Path
) -> None:
    """One `referee run` after an answer: the program has answered too, and only Anna's letters are posted."""
    assert referee("init", "--address", "referee@games.example").code == 0
    seats = ("--seat", "odin=anna@example.org", "--seat", "thor=partner")
    assert referee("open", "odins_table", "--id", "g1", *seats).code == 0
    ran = referee("run", "--json")
    assert ran.code == 0
    assert [(one["game"], one["seat"], one["became"]) for one in ran.doc["letters"]] == [
        ("g1", "thor", "ruled")
    ]
    assert referee("run", "--json").doc["letters"] == []
    posted = referee("post", str(tmp_path / "out"))
    assert [Path(line).name for line in posted.out.split()] == ["g1.odin.1.eml"]
    assert "Partner (program)" in (tmp_path / "out" / "g1.odin.1.eml").read_text("utf-8")
    assert referee("resend", "g1", "--seat", "thor").code == 0
    assert referee("post", str(tmp_path / "again")).out == ""
    assert home.is_dir()


def test_serve_lets_programs_answer_after_a_pass(tmp_path: Path) -> None:
    """What they wrote wakes the next pass, and is told in the log."""
    played = program("partner")
    assert played is not None
    home, asked, bell = Home34(tmp_path / "h", "thunder", {"thor": ANNA, "loki": played}), [0], Bell()

    def answered(**how: Any) -> list[str]:
        asked[0] += 1
        if asked[0] > 1:
            bell.stop()
        return answer_all(home.home, **how)

    serving, out = Serving(home.home, bell=bell, programs=answered), io.StringIO()
    with contextlib.redirect_stderr(out):
        serving.run()
    assert "by=program" in out.getvalue()
    assert home.table.index.house.waiting == ("thor",)
