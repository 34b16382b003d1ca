"""Quotas: how many answers a seat gets to letters that change nothing for anybody else, and how often it may speak."""

import re
import shutil
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from awkward.world import Came, Out, World, begin, copy, simple

from referee.api import Table
from referee.desk import keeper
from referee.home.config import Limits
from referee.house.players import Player
from referee.house.state import MOST_TALK
from referee.house.terms import terms_of
from referee.table.audit import audit
from referee.verify import check

LIMITS = Limits(answers_an_hour=3, answers_a_day=5, strangers_a_day=0)
ASKING = (
    "moves",
    "resign g9",
    "lay thor Z9",
    "Hello there, how are you?",
    "note he bluffs",
    "say Hm.",
    "dra",
    "",
)
"""A question, a refusal, a misreading, prose, words, nothing: letters that change nothing for anybody else."""
STOPS = "No more are answered until"
MISSED = "ruled on but not answered"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game in progress with small quotas, two days after its last letter; Loki is on turn."""
    world = begin(tmp_path_factory.mktemp("quotas") / "home", limits=LIMITS)
    world.time += timedelta(days=2)
    return world


@pytest.fixture
def world(played: World, tmp_path: Path) -> World:
    """A copy of that game."""
    return copy(played, tmp_path / "home")


def ask(world: World, number: int, seat: str = "loki", body: str = "moves", minutes: int = 1) -> Came:
    """One letter of a seat, and what became of it."""
    return world.post(simple(world, seat, body, 1000 + number), minutes=minutes)


def said(one: object) -> str:
    """The text of a letter on one line."""
    return " ".join(one.text.split())  # type: ignore[attr-defined]


def refuse_unsound(world: World) -> None:
    """The record is whole, and today's rules come to the very same."""
    assert not check.check(world.home.record_path("g1")).fault
    assert audit(Table.load(world.home.record_path("g1"))).clean


def unsealed(some: Sequence[Out]) -> list[str]:
    """Letters without the seal, which is different with every record."""
    whole = (f"{one.mail.items()}\n{one.text}\n{one.html}" for one in some)
    without = r"Seal\s+[0-9a-f\s]{64,66}|In words:[ a-z]+"
    return [re.sub(without, "", one) for one in whole]


@pytest.mark.slow
@pytest.mark.parametrize("body", ASKING)
def test_answers_stop_at_the_quota_of_an_hour(world: World, body: str) -> None:
    """Three are answered, the third says until when it is the last; the rest is in the record, and not answered."""
    came = [ask(world, n, body=body) for n in range(6)]
    assert [len(one.to("loki")) for one in came] == [1, 1, 1, 0, 0, 0]
    assert all(len(one.entries["g1"]) == 1 for one in came)
    last = [one.to("loki")[0] for one in came[:3]]
    assert [STOPS in said(one) for one in last] == [False, False, True]
    refuse_unsound(world)


@pytest.mark.slow
def test_answers_go_on_when_the_hour_is_over(world: World) -> None:
    """The last answer names the time at which the first of the hour is an hour old.

    A letter of that time is answered.
    """
    for n in range(4):
        ask(world, n, minutes=10)
    first = world.time - timedelta(minutes=30)
    (last,) = [world.letter(f"g1.loki.{n}") for n in (9,)]
    assert f"until {first + timedelta(hours=1):%B %-d, %Y, %H:%M} (UTC)" in said(last)
    world.time = first + timedelta(minutes=58)
    assert not ask(world, 5).out
    assert len(ask(world, 6, minutes=1).out) == 1


@pytest.mark.slow
def test_answers_stop_at_the_quota_of_a_day(world: World) -> None:
    """Five in a day are answered however far apart they are, and the sixth is not."""
    came = [ask(world, n, minutes=180) for n in range(6)]
    assert [len(one.out) for one in came] == [1, 1, 1, 1, 1, 0]
    assert STOPS in said(came[4].out[0])


@pytest.mark.slow
def test_a_withheld_answer_is_told_in_the_next_report(world: World) -> None:
    """Four letters get no answer; the receipt of the move that comes then says how many they were, and since when."""
    for n in range(3):
        ask(world, n)
    at = world.time + timedelta(minutes=1)
    for n in range(3, 7):
        assert not ask(world, n, body="note bluff").out
    came = ask(world, 7, body="draw")
    (receipt,) = came.to("loki")
    assert f"4 letters of yours, the first of {at:%B %-d, %Y, %H:%M} (UTC)" in said(receipt)
    assert MISSED in said(receipt)
    assert MISSED not in said(came.to("thor")[0])
    assert "4 letters of yours" not in said(ask(world, 8, body="draw").to("loki")[0])
    refuse_unsound(world)


@pytest.mark.slow
def test_a_withheld_answer_is_told_in_a_report_on_what_others_did(world: World) -> None:
    """A report on the other's move mentions the withheld letters too, but nothing else about them."""
    ask(world, 0, body="draw\ndraw\ndraw")  # Thor is on turn
    for n in range(1, 6):
        ask(world, n)
    came = ask(world, 6, "thor", "draw")
    (report,) = came.to("loki")
    assert "2 letters of yours" in said(report)
    assert MISSED not in said(came.to("thor")[0])
    assert report.mail["Auto-Submitted"] == "auto-generated"
    assert report.mail["In-Reply-To"] is None


@pytest.mark.slow
def test_one_withheld_answer_is_told_in_the_language_of_its_reader(world: World) -> None:
    """In German, and of one letter: the sentence fits."""
    ask(world, 0, body="language de")
    for n in range(1, 4):
        ask(world, n)
    (receipt,) = ask(world, 4, body="draw").to("loki")
    assert "1 Brief von dir, vom " in said(receipt)


@pytest.mark.slow
def test_what_changes_the_table_is_always_answered(world: World) -> None:
    """With the quota used up, letters that play are answered at once, and do not count."""
    for n in range(4):
        ask(world, n)
    came = [ask(world, 10 + n, body="draw") for n in range(3)]
    assert [len(one.to("loki")) for one in came] == [1, 1, 1]
    world.time += timedelta(hours=1)
    came = [ask(world, 20 + n) for n in range(3)]
    assert [len(one.to("loki")) for one in came] == [1, 1, 0]  # of the day: three and two


@pytest.mark.slow
def test_the_reports_of_others_are_the_same_whether_answers_are_withheld(
    world: World, played: World, tmp_path: Path
) -> None:
    """Loki asks nothing, or more than is answered: what Thor is sent is the same to the byte."""
    quiet = copy(played, tmp_path / "quiet")
    for n in range(6):
        assert not ask(world, n).to("thor")
    quiet.time = world.time
    told, same = (ask(one, 9, body="draw").to("thor") for one in (world, quiet))
    assert unsealed(told) == unsealed(same)


@pytest.mark.slow
def test_two_seats_have_quotas_of_their_own(world: World) -> None:
    """What Loki has used up is not missing to Thor."""
    for n in range(5):
        ask(world, n)
    assert [len(ask(world, n, "thor").to("thor")) for n in range(4)] == [1, 1, 1, 0]


@pytest.mark.slow
@pytest.mark.parametrize("passes", [1, 4])
def test_passes_and_restarts_change_nothing(world: World, passes: int) -> None:
    """All letters in one pass, or each in its own by another process: the same are answered."""
    raws = [simple(world, "loki", "moves", n) for n in range(4)]
    parts: Sequence[list[bytes]] = [raws] if passes == 1 else [[raw] for raw in raws]
    out = [one for part in parts for one in world.post(*part, minutes=1).out]
    assert [one.name for one in out] == ["g1.loki.7.eml", "g1.loki.8.eml", "g1.loki.9.eml"]


@pytest.mark.slow
def test_after_a_lost_outbox_nothing_withheld_is_sent(world: World) -> None:
    """The outbox is lost while answers are withheld: only answers to later letters go out."""
    for n in range(5):
        ask(world, n)
    for folder in ("out", "sent", "told"):
        shutil.rmtree(world.path / "post" / folder, ignore_errors=True)
    assert not world.post().out
    came = ask(world, 9, body="draw")
    assert [one.name for one in came.out] == ["g1.loki.12.eml", "g1.thor.8.eml"]


@pytest.mark.slow
def test_a_crash_between_the_record_and_the_outbox_loses_no_withheld_letter(world: World) -> None:
    """What was told is worked out from the names of the letters out: an answer lost in a crash is made up for."""
    for n in range(5):
        ask(world, n)
    (world.path / "post" / "sent" / "g1" / "g1.loki.9.eml").unlink()
    shutil.rmtree(world.path / "post" / "told")
    (again,) = world.post().out
    assert again.name == "g1.loki.9.eml"
    assert STOPS in said(again)


@pytest.mark.slow
def test_the_same_mail_again_is_not_answered_either(world: World) -> None:
    """A letter whose answer was withheld comes a second time: it is known, and gets no answer."""
    for n in range(4):
        ask(world, n)
    came = ask(world, 3)
    assert (came.done.ruled, came.done.aside, came.out) == (0, 1, [])


@pytest.mark.slow
def test_who_takes_a_seat_over_has_a_quota_of_their_own(world: World) -> None:
    """The player before has used it up: the new one is answered."""
    for n in range(4):
        ask(world, n)
    with world.desk.held():
        keeper.replace_player(world.desk, "g1", "loki", Player("cleo@example.org", "Cleo"))
    world.roster = {**world.roster, "loki": Player("cleo@example.org", "Cleo")}
    world.send()
    assert len(ask(world, 9).to("loki")) == 1


# H18 How often a seat may speak


@pytest.mark.slow
def test_words_beyond_the_measure_of_a_day_are_refused_and_told(world: World) -> None:
    """H18 Forty words in a day are passed on, the next is refused in the receipt; what stands below is played."""
    first = ask(world, 0, body="\n\n".join(f"say {n}" for n in range(MOST_TALK - 1)))
    assert len(first.lines) == MOST_TALK - 1
    came = ask(world, 1, body="say one\n\nsay two\n\noffer draw\ndraw")
    assert came.lines[:3] == (
        "said: say one",
        "refused: say two (talked-enough)",
        "refused: offer draw (talked-enough)",
    )
    assert "REFUSED [H18]" in came.to("loki")[0].text
    assert "two" not in came.to("thor")[0].text.partition("THE TABLE")[0]
    assert ask(world, 2, body="say three\n\ndraw").lines == (
        "refused: say three (talked-enough)",
        "played: draw",
    )
    world.time += timedelta(days=1)
    assert ask(world, 3, body="say four").lines == ("said: say four",)
    refuse_unsound(world)


@pytest.mark.slow
def test_offers_of_a_draw_are_words(world: World) -> None:
    """H18 Two machines that offer and decline for ever: forty times a day, no more."""
    seats = ("loki", "thor") * 30
    lines = [
        ask(world, n, seat, "decline draw\noffer draw" if n else "offer draw").lines
        for n, seat in enumerate(seats)
    ]
    assert sum(line == "played: offer draw" for some in lines for line in some) < 2 * MOST_TALK
    assert any("talked-enough" in line for some in lines for line in some)
    refuse_unsound(world)


@pytest.mark.slow
def test_a_pause_asked_for_again_and_again_is_a_word(world: World) -> None:
    """H14, H18 Two machines that withdraw and ask for ever are refused in the end, no matter who has to move."""
    table = Table.open(
        "thunder", seed="07", terms=terms_of({"deadline": "3 days"}), clock=world.desk.clock.stamp
    )
    lines = [table.play("thor", "resume\npause") for _ in range(MOST_TALK + 2)]
    kinds = [[verdict.kind for verdict in one.ruled.verdicts] for one in lines]
    assert kinds[5] == ["answered", "answered"]
    assert kinds[-1][-1] == "refused"
    assert audit(table).clean


@pytest.mark.slow
def test_vacations_said_and_taken_back_for_ever_are_words(world: World) -> None:
    """H14, H18 The other is told about each: forty in a day, no more."""
    table = Table.open(
        "thunder", seed="07", terms=terms_of({"deadline": "3 days"}), clock=world.desk.clock.stamp
    )
    lines = [table.play("thor", "vacation 1 day\nvacation over") for _ in range(MOST_TALK)]
    assert [verdict.kind for verdict in lines[5].ruled.verdicts] == ["answered", "answered"]
    assert lines[-1].ruled.verdicts[0].kind == "refused"


@pytest.mark.slow
def test_the_letter_with_a_new_secret_is_never_withheld(world: World) -> None:
    """H8 Its writer could not write without it; this many a day are given, for a machine may ask for them for ever."""
    for n in range(5):
        assert len(ask(world, n).to("loki")) == (n < 3)
    for n in range(6, 6 + MOST_TALK):
        [told] = ask(world, n, body="newkey").to("loki")
        assert "new secret" in told.text
    came = ask(world, 99, body="newkey")
    assert (came.lines, came.to("loki")) == (("refused: newkey (talked-enough)",), [])
    refuse_unsound(world)
