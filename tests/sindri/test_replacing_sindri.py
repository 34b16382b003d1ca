"""Votes to replace a silent player (H35) among three gods and a Norn: all others have to vote; the Norn does not."""

from datetime import UTC, datetime, timedelta

import pytest
from forge import sindri  # noqa: F401  fixture

from referee.api import Table
from referee.house.players import PROGRAM
from referee.house.replacing import LATE, Quiet, ReplaceVoted, SeatOffered, VoteOver, VoteTakenBack
from referee.house.terms import terms_of
from referee.house.time import SilenceCalled
from referee.record.entries import Act
from referee.table.audit import audit
from referee.table.clocks.deadlines import keep
from referee.util.times import stamp

pytestmark = pytest.mark.usefixtures("sindri")
BEGINS = datetime(2026, 11, 2, 9, tzinfo=UTC)
DAY, SECOND = timedelta(days=1), timedelta(seconds=1)
TERMS = {"deadline": "3 days", "grace": "1 day", "reminder": "", "replace": "7 days"}


def said(table: Table, seat: str, line: str, day: float) -> str:
    """What became of a line of a letter that came after so many days: the key of the refusal, or its kind."""
    keep(table, BEGINS + day * DAY)
    [verdict] = table.play(seat, line, at=stamp(BEGINS + day * DAY)).ruled.verdicts
    why = verdict.broken.why if verdict.broken else verdict.reason
    return why.key if why else verdict.kind


def quiet(table: Table, day: float) -> tuple[Quiet, ...]:
    """The seats that are silent after so many days."""
    keep(table, BEGINS + day * DAY + SECOND)
    return table.index.house.quiet


def told(table: Table) -> list[str]:
    """What happened to silent seats."""
    names = ("FellSilent", "ReplaceVoted", "VoteTakenBack", "SeatOffered", "VoteOver")
    return [name for entry in table.entries for one in entry.events if (name := type(one).__name__) in names]


def three(of: str = "freyja", options: dict[str, str] | None = None, **terms: str) -> Table:
    """One of them answers nothing, the others all that they are asked, until that one is silent for long."""
    how = terms_of(TERMS | terms)
    table = Table.open("sindri", seed="07", options=options, terms=how, clock=lambda: stamp(BEGINS))
    for day in range(60):
        keep(table, BEGINS + day * DAY)
        if any(one.seat == of and one.told for one in table.index.house.quiet):
            break
        for seat in (one for one in table.seats if one != of):
            if any(one.seat == seat for one in table.owed()) and not table.outcome:
                table.play(seat, table.moves(seat)[0], at=stamp(BEGINS + day * DAY))
    return table


def test_h35_votes_are_taken_back_and_all_others_have_to_vote() -> None:
    """One takes it back; only with both does the seat stand open, and then the vote stands."""
    table = three()
    assert said(table, "thor", "replace freyja", 13) == "answered"
    assert said(table, "thor", "replace freyja", 13) == "vote-twice"
    assert said(table, "thor", "replace freyja no", 14) == "answered"
    assert said(table, "thor", "replace freyja no", 14) == "vote-not-given"
    assert said(table, "odin", "replace freyja", 14) == "answered"
    assert not quiet(table, 14)[0].offered
    assert said(table, "thor", "replace freyja", 14.1) == "answered"
    assert quiet(table, 14.1)[0].offered
    assert said(table, "odin", "replace freyja no", 14.2) == "vote-carried"
    events = [one for entry in table.entries for one in entry.events]
    assert {ReplaceVoted("thor", "freyja"), VoteTakenBack("thor", "freyja"), SeatOffered("freyja")} <= {
        one for one in events if isinstance(one, ReplaceVoted | VoteTakenBack | SeatOffered)
    }
    assert audit(table).differences == ()


def test_h35_a_vote_is_over_when_not_all_have_voted_in_time() -> None:
    """In a game of three: one vote stands for as long as the terms say; then there may be another."""
    table = three()
    assert said(table, "thor", "replace freyja", 13) == "answered"
    assert quiet(table, 13)[0].votes == ("thor",)
    assert said(table, "odin", "replace freyja", 21) == "answered"
    assert [one for one in told(table) if one != "FellSilent"] == ["ReplaceVoted", "VoteOver", "ReplaceVoted"]
    assert VoteOver("freyja", LATE) in [one for entry in table.entries for one in entry.events]
    assert said(table, "thor", "replace freyja", 22) == "answered"
    assert told(table)[-1] == "SeatOffered"
    assert audit(table).differences == ()


def test_h35_the_norn_has_no_vote_and_may_be_replaced() -> None:
    """She is asked nothing where a god is silent; where she is, all gods have to vote."""
    assert said(three(), "master", "replace freyja", 13) == "vote-not-yours"
    how = terms_of(TERMS | {"grace": "20 days"})
    table = Table.open("sindri", seed="07", terms=how, clock=lambda: stamp(BEGINS))
    for seat in ("odin", "thor", "freyja"):
        table.play(seat, "bid 1", at=stamp(BEGINS))
    assert [one.seat for one in table.owed()] == ["master"]
    called = SilenceCalled("master", "She is ill.", early=True)
    table.write_down("silence", "master", events=[called], at=stamp(BEGINS + DAY))
    for seat in ("odin", "thor"):
        assert said(table, seat, "replace master", 8.1) == "answered"
    assert "SeatOffered" not in told(table)
    assert said(table, "freyja", "replace master", 8.2) == "answered"
    assert told(table)[-1] == "SeatOffered"


def test_h35_whoever_is_silent_likewise_has_no_vote() -> None:
    """Two are silent: the third decides on both; and whoever votes is silent no more, and counts."""
    table = three()
    keep(table, BEGINS + 25 * DAY)
    assert {one.seat for one in table.index.house.quiet if one.told} >= {"thor", "freyja", "odin"}
    assert said(table, "thor", "replace freyja", 25) == "answered"
    assert told(table)[-2:] == ["VoteOver", "SeatOffered"]
    assert said(table, "odin", "say Me too", 26) == "said"
    assert said(table, "thor", "replace odin", 26) == "vote-none"


def test_h35_those_silent_since_then_do_not_keep_a_vote_from_being_carried() -> None:
    """Odin has not voted and falls silent himself: the clock carries the vote of the others."""
    table = three()
    day = (datetime.fromisoformat(table.entries[-1].at) - BEGINS) / DAY
    for n in range(30):
        keep(table, BEGINS + (day + n) * DAY)
        if not any("thor" in one.votes for one in table.index.house.quiet if one.seat == "freyja"):
            assert said(table, "thor", "replace freyja", day + n) == "answered"
        if "SeatOffered" in told(table):
            break
    assert [one.act for one in table.entries if isinstance(one, Act) and one.act == "offered"] == ["offered"]
    assert audit(table).differences == ()


def test_h35_whoever_is_asked_again_has_until_that_deadline() -> None:
    """The time is over on the ninth day; but Freyja was asked again, and may answer until the eleventh."""
    told_at = [
        one.at for one in three(replace="5 days").entries if isinstance(one, Act) and one.act == "silent"
    ]
    assert told_at == [stamp(BEGINS + 11 * DAY)]


def test_h35_a_program_has_no_vote() -> None:
    """Where Thor is a program of the house, Odin alone decides; what Thor would write is refused."""
    table = three(options={"players": f"odin:Anna,thor:{PROGRAM},freyja:Carla,master:Mo"})
    assert said(table, "thor", "replace freyja", 13) == "vote-not-yours"
    assert said(table, "odin", "replace freyja", 13) == "answered"
    assert told(table)[-1] == "SeatOffered"
