"""Deadlines, from the terms to what each player reads: rules H12 to H17 of the house, and what silence means."""

import re
from base64 import b64encode
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from errno import ENOSPC
from hashlib import sha256
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from awkward.world import PLAYERS, Came, World, simple
from hypothesis import given
from hypothesis import strategies as st

from referee.api import Table
from referee.cli import run as command
from referee.desk import keeper, status
from referee.desk.games import Games
from referee.desk.passes import Pass
from referee.home import config
from referee.home.config import Config, Limits
from referee.home.home import Home
from referee.home.ways import Maildir
from referee.house.players import Player
from referee.house.time import Forfeited
from referee.post.dkim import Trouble, Vouched
from referee.record.entries import Act
from referee.table.audit import audit
from referee.table.clocks.counted import NEVER, later, united, weekends
from referee.table.clocks.deadlines import clocks_of
from referee.telling.times import told_time
from referee.util import files
from referee.util.errors import Faulty
from referee.util.values import Struct
from referee.verify import check

ADDRESS = "referee@games.example"
FRIDAY = datetime(2026, 11, 20, 9, tzinfo=UTC)
DEPLOYED = (
    ("thor", "deploy huscarl, viking warriors, shield wall"),
    ("loki", "deploy dragon, viking warriors, viking warriors"),
)
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


class Club(World):
    """A club that plays on terms: letters come at times that the test says, and passes are made when it says."""

    count = 0

    def writes(self, seat: str, body: str, at: datetime | None = None) -> None:
        """A letter of a seat comes, now or at that time; nobody looks at it yet."""
        self.count += 1
        came = (at or self.time) + timedelta(
            milliseconds=self.count
        )  # letters of one moment keep their order
        self.desk.spool.put(simple(self, seat, body, self.count), at=came)

    def passes(self, at: datetime | None = None) -> Came:
        """A pass is made, now or at that time."""
        self.time = at or self.time
        return self.post()

    def watches(self, until: datetime) -> list[Came]:
        """Passes are made every two hours until then, as seldom as is right."""
        came = []
        while self.time < until:
            came.append(self.passes(min(self.time + 2 * HOUR, until)))
        return came

    def acts(self) -> list[tuple[str, str, str]]:
        """The acts of the clock: act, seat, time."""
        return [(one.act, one.seat, one.at) for one in self.entries() if isinstance(one, Act)]

    def table(self) -> Table:
        """The game as its record has it."""
        return Table.load(self.home.record_path("g1"))


Opened = Callable[..., Club]


@pytest.fixture
def club(tmp_path: Path) -> Opened:
    """Opens a club with one game, both seats taken and the cards laid: Loki's first turn is due since `begins`."""

    def opened(begins: datetime = FRIDAY, accepted: bool = True, **terms: str) -> Club:
        home = tmp_path / "home"
        files.private_folder(home)
        files.write_new(home / "key", b"5a" * 32 + b"\n")
        config.write(Home(home), Config(ADDRESS, pictures="no"))
        made = Club(home, begins)
        with made.desk.held():
            keeper.invite(made.desk, "thunder", PLAYERS, id="g1", seed="07", terms=terms)
        if accepted:
            for seat, body in (("thor", "accept"), ("loki", "accept"), *DEPLOYED):
                made.writes(seat, body)
        made.passes()
        return made

    return opened


class Dns(Struct, dict=True):
    """Says of every letter that it is signed, or nothing."""

    silent: bool = False

    def vouched(self, raw: bytes, *_: Any) -> Vouched:
        """Who has vouched for a letter. Raises `Trouble`."""
        if self.silent:
            raise Trouble
        return Vouched("signature", "", sha256(raw).hexdigest())


@pytest.fixture
def dns(monkeypatch: pytest.MonkeyPatch) -> Dns:
    """Stands before the look-up of signatures."""
    made = Dns()
    monkeypatch.setattr("referee.desk.intake.policy.vouched", made.vouched)
    return made


# When an answer is due


def due(one: Club) -> datetime:
    """When Loki's answer is due."""
    [running] = clocks_of(one.table()).running()
    assert running.owed.seat == "loki"
    return running.due


@pytest.mark.slow
def test_a_span_counts_seconds_whatever_the_clocks_on_the_wall_do(club: Opened) -> None:
    """72 hours are 72 hours, over the night in which Berlin puts its clocks back too."""
    begins = datetime(2026, 10, 24, 12, tzinfo=UTC)
    assert due(club(begins, deadline="72 hours", zone="Europe/Berlin")) == begins + 72 * HOUR


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("begins", "zone", "wanted"),
    [
        ("2026-10-24T12:00:00Z", "Europe/Berlin", "2026-10-27T17:00:00Z"),
        ("2026-03-27T12:00:00Z", "Europe/Berlin", "2026-03-30T16:00:00Z"),
        ("2026-11-20T23:30:00Z", "Europe/Berlin", "2026-11-24T17:00:00Z"),
        ("2026-11-20T23:30:00Z", "UTC", "2026-11-23T18:00:00Z"),
        ("2026-11-20T12:00:00Z", "America/New_York", "2026-11-23T23:00:00Z"),
        ("2026-11-20T12:00:00Z", "Pacific/Kiritimati", "2026-11-24T04:00:00Z"),
    ],
)
def test_days_and_a_time_are_those_of_the_players_zone(
    club: Opened, begins: str, zone: str, wanted: str
) -> None:
    """`3 days at 18:00` is the third day after, six in the evening where the player lives."""
    found = due(club(datetime.fromisoformat(begins), deadline="3 days at 18:00", zone=zone))
    assert found == datetime.fromisoformat(wanted)
    assert found.astimezone(ZoneInfo(zone)).hour == 18


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("terms", "wanted"),
    [
        ({"deadline": "24 hours"}, "2026-11-23T09:00:00Z"),
        ({"deadline": "2 days at 18:00"}, "2026-11-24T18:00:00Z"),
        ({"deadline": "10 hours"}, "2026-11-20T19:00:00Z"),
        ({"deadline": "24 hours", "zone": "Europe/Berlin"}, "2026-11-23T09:00:00Z"),
        ({"deadline": "20 hours", "zone": "Pacific/Auckland"}, "2026-11-23T05:00:00Z"),
    ],
)
def test_weekends_do_not_count_where_the_terms_say_so(
    club: Opened, terms: dict[str, str], wanted: str
) -> None:
    """Saturdays and Sundays of the player's own zone: it is Friday, nine o'clock in London."""
    assert due(club(weekends="off", **terms)) == datetime.fromisoformat(wanted)


@pytest.mark.slow
def test_a_time_that_a_zone_skips_is_as_much_later(club: Opened) -> None:
    """At half past two on the last Sunday of March no clock in Berlin shows half past two."""
    begins = datetime(2026, 3, 28, 12, tzinfo=UTC)
    found = due(club(begins, deadline="1 day at 02:30", zone="Europe/Berlin"))
    assert found == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)


@pytest.mark.slow
def test_a_letter_that_ends_no_turn_does_not_begin_a_new_one(club: Opened) -> None:
    """A player who plays one action of three has no more time for the others."""
    one = club(deadline="72 hours")
    before = due(one)
    one.writes("loki", "draw", at=FRIDAY + 10 * HOUR)
    one.watches(FRIDAY + 12 * HOUR)
    assert one.table().position == "1.1"
    assert due(one) == before


TIMES = st.integers(0, 100_000).map(lambda minutes: FRIDAY + timedelta(minutes=minutes))
INTERVALS = st.lists(st.tuples(TIMES, TIMES).map(lambda pair: (min(pair), max(pair))), max_size=6)


@given(TIMES, st.integers(0, 500_000), INTERVALS)
def test_a_clock_runs_for_just_so_long(
    begins: datetime, length: int, given: list[tuple[datetime, datetime]]
) -> None:
    """What lies between beginning and end, less the time it stood still, is the span; it never ends while it stands."""
    still = united(given)
    end = later(begins, length, still)
    stood = sum((max(timedelta(), min(b, end) - max(a, begins)) for a, b in still), timedelta())
    assert end - begins - stood == timedelta(seconds=length)
    assert not any(a < end < b for a, b in still)
    assert later(begins, length, [(begins, NEVER)]) == NEVER or length == 0


def test_weekends_go_from_midnight_to_midnight() -> None:
    """Also those of 49 and 47 hours."""
    found = list(
        weekends(
            datetime(2026, 3, 20, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC), ZoneInfo("Europe/Berlin")
        )
    )
    assert [end - begin for begin, end in found] == [48 * HOUR, 47 * HOUR]
    assert found[-1] == (datetime(2026, 3, 27, 23, tzinfo=UTC), datetime(2026, 3, 29, 22, tzinfo=UTC))


# What the clock does


@pytest.mark.slow
def test_h12_a_reminder_then_lateness_then_silence_each_once_and_at_its_time(club: Opened) -> None:
    """However often it is looked at; silence means what the rules of the game say (8.7), and the other may claim."""
    one = club(deadline="72 hours", grace="24 hours", reminder="12 hours")
    came = one.watches(FRIDAY + 120 * HOUR)
    assert one.acts() == [
        ("reminder", "loki", "2026-11-22T21:00:00Z"),
        ("late", "loki", "2026-11-23T09:00:00Z"),
        ("silence", "loki", "2026-11-24T09:00:00Z"),
    ]
    told = [out for each in came for out in each.out]
    assert [out.seat for out in told] == ["loki", "loki", "loki", "thor"]
    reminder, late = told[0].text, told[1].text
    assert "A reminder: it is your turn to answer. [H12]" in reminder
    assert "by Monday, November 23, 2026, 09:00 (UTC)" in " ".join(reminder.split())
    assert "by Tuesday, November 24, 2026, 09:00 (UTC), the end of grace" in " ".join(late.split())
    assert "Loki has not answered, so the win may be claimed. [8.7]" in told[3].text
    one.writes("thor", "claim win")
    assert one.passes().lines == ("played: claim win",)
    assert audit(one.table()).differences == ()
    assert check.check(one.home.record_path("g1")).fault == ""


@pytest.mark.slow
def test_h12_nobody_is_reminded_of_what_was_asked_just_now(club: Opened) -> None:
    """Where the whole time is no longer than that before which a reminder would come."""
    one = club(deadline="20 hours", grace="", reminder="24 hours")
    one.watches(FRIDAY + 22 * HOUR)
    assert [act for act, _, _ in one.acts()] == ["silence"]


@pytest.mark.slow
def test_8_7_silence_plays_where_the_rules_say_so(club: Opened) -> None:
    """Who does not choose three cards has them drawn by lot, and the game goes on."""
    one = club(accepted=False, deadline="24 hours", grace="", reminder="")
    for seat in PLAYERS:
        one.writes(seat, "accept")
    one.passes()
    one.writes("thor", DEPLOYED[0][1])
    one.watches(FRIDAY + 25 * HOUR)
    assert one.acts() == [("silence", "loki", "2026-11-21T09:00:00Z")]
    assert one.table().owed()[0].duty == "turn"
    assert audit(one.table()).differences == ()


@pytest.mark.slow
def test_a_letter_counts_by_when_it_came_not_by_when_it_is_read(club: Opened) -> None:
    """The pass is an hour late; what came a minute before the end of grace is played as if it had come in time."""
    one = club(deadline="24 hours", grace="1 hour", reminder="")
    end = FRIDAY + 25 * HOUR
    one.watches(end - timedelta(minutes=2))
    one.writes("loki", "draw\ndraw\ndraw", at=end - timedelta(minutes=1))
    one.passes(end + HOUR)
    assert [act for act, _, _ in one.acts()] == ["late"]
    assert one.table().position == "2.0"


@pytest.mark.slow
def test_a_letter_behind_the_end_of_grace_meets_what_silence_did(club: Opened) -> None:
    """Both are looked at in one pass; the record has them in the order in which they fell, at their own times."""
    one = club(deadline="24 hours", grace="1 hour", reminder="")
    end = FRIDAY + 25 * HOUR
    one.watches(end - timedelta(minutes=2))
    one.writes("loki", "draw", at=end + timedelta(minutes=1))
    one.passes(end + HOUR)
    assert [one.at for one in one.entries()[-2:]] == ["2026-11-21T10:00:00Z", "2026-11-21T10:01:00Z"]
    assert [type(one).__name__ for one in one.entries()[-2:]] == ["Act", "Letter"]
    assert audit(one.table()).differences == ()


@pytest.mark.slow
@pytest.mark.parametrize(("behind", "acts"), [(0, []), (1, ["silence"])])
def test_h12_what_comes_in_the_very_second_of_the_deadline_is_in_time(
    club: Opened, behind: int, acts: list[str]
) -> None:
    """Also where a pass is made within that second, before the letter comes; a second later it is too late."""
    one = club(deadline="2 hours", grace="", reminder="")
    one.passes(FRIDAY + HOUR)
    one.passes(FRIDAY + 2 * HOUR + behind * SECOND)
    one.writes("loki", "draw\ndraw\ndraw")
    one.passes(FRIDAY + 2 * HOUR + behind * SECOND + timedelta(milliseconds=900))
    assert [act for act, _, _ in one.acts()] == acts
    assert one.table().position == "2.0"


@pytest.mark.slow
def test_h13_a_forfeit_only_where_the_opening_letter_says_so(club: Opened) -> None:
    """After so long the seat has lost, and all are told why; the invitation had said it."""
    one = club(deadline="24 hours", grace="24 hours", reminder="", forfeit="7 days")
    came = one.watches(FRIDAY + 2 * DAY + 7 * DAY + SECOND)
    outcome = one.table().outcome
    assert outcome is not None
    assert (outcome.winners, outcome.rule, outcome.reason) == (("thor",), "H13", "forfeited")
    assert one.acts()[-1] == ("forfeit", "loki", "2026-11-29T09:00:00Z")
    loki, thor = came[-1].out
    assert "You win: no answer came in all the time there was. [H13]" in thor.text
    assert "You have lost: no answer came in all the time there was. [H13]" in " ".join(loki.text.split())
    assert "7 days after the end of grace has lost. [H13]" in " ".join(one.letter("g1.thor.1").text.split())


@pytest.mark.slow
def test_h13_without_that_term_nobody_loses_by_the_clock(club: Opened) -> None:
    """The game stays as it is, however long."""
    one = club(deadline="24 hours", grace="", reminder="")
    one.watches(FRIDAY + 9 * DAY)
    assert one.table().outcome is None
    assert "Nobody loses by the clock alone. [H13]" in one.letter("g1.loki.1").text


@pytest.mark.slow
def test_h13_an_invitation_lapses(club: Opened) -> None:
    """A player who has not answered is reminded; then the game is called off, and nothing was dealt."""
    one = club(accepted=False, deadline="72 hours", grace="24 hours")
    one.writes("thor", "accept")
    one.passes()
    came = one.watches(FRIDAY + 96 * HOUR + SECOND)
    assert [(act, seat) for act, seat, _ in one.acts()] == [
        ("reminder", "loki"),
        ("late", "loki"),
        ("lapse", "loki"),
    ]
    outcome = one.table().outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((), "lapsed")
    loki, thor = came[-1].out
    assert "The invitation was not answered in time by Loki. The game is over" in " ".join(thor.text.split())
    assert "The invitation was not answered in time by you." in " ".join(loki.text.split())
    assert "answer due by Monday, November 23, 2026, 09:00 (UTC)" in " ".join(
        one.letter("g1.loki.1").text.split()
    )


@pytest.mark.parametrize("line", ["vacation 5 days", "pause", "resume"])
def test_h13_nothing_stops_the_deadline_of_an_invitation_and_the_answer_says_so(
    club: Opened, line: str
) -> None:
    """Not even for a player who has accepted already."""
    one = club(accepted=False, deadline="72 hours", reminder="")
    one.writes("thor", f"accept\n{line}")
    [thor] = one.passes().to("thor")
    assert "The deadline of the invitation runs on: neither vacation" in " ".join(thor.text.split())
    assert due(one) == FRIDAY + 72 * HOUR


@pytest.mark.slow
def test_without_a_deadline_nothing_happens_by_the_clock(club: Opened) -> None:
    """As in every game of an older release."""
    one = club()
    came = one.watches(FRIDAY + 3 * DAY)
    assert (one.acts(), [out for each in came for out in each.out]) == ([], [])
    assert "There are no deadlines in this game. [H12]" in one.letter("g1.thor.1").text


@pytest.mark.slow
def test_what_the_clock_tells_one_seat_the_other_is_not_told(club: Opened) -> None:
    """Reminders and lateness change no byte of what the other gets, and send nothing."""
    one = club(deadline="72 hours", grace="24 hours", reminder="12 hours")
    one.watches(FRIDAY + 80 * HOUR)
    assert [seat for _, seat, _ in one.acts()] == ["loki", "loki"]
    assert one.last("thor") == "g1.thor.5"
    one.writes("thor", "moves")
    [answer] = one.passes().out
    assert answer.name == "g1.thor.6.eml"
    assert "reminder" not in answer.text


@pytest.mark.slow
def test_a_letter_that_waits_for_the_dns_is_not_overtaken_by_its_deadline(club: Opened, dns: Dns) -> None:
    """Whether it is signed is not known yet; when it is, the letter is played as of when it came."""
    one = club(accepted=False, deadline="24 hours", grace="", reminder="", sender="dkim")
    dns.silent = False
    for seat, body in (("thor", "accept"), ("loki", "accept"), *DEPLOYED):
        one.writes(seat, body)
    one.passes()
    one.watches(FRIDAY + 22 * HOUR)
    dns.silent = True
    one.writes("loki", "draw\ndraw\ndraw")
    one.watches(FRIDAY + 30 * HOUR)
    assert one.acts() == []
    dns.silent = False
    assert one.passes().lines == ("played: draw",) * 3
    assert one.acts() == []


# H14 vacation, H15 pause


@pytest.mark.slow
def test_h14_on_vacation_the_own_clock_stands_still_and_all_are_told(club: Opened) -> None:
    """Ten days from the letter on; back early, it runs on with what was left."""
    one = club(deadline="72 hours", reminder="")
    one.writes("loki", "vacation 10 days", at=FRIDAY + 24 * HOUR)
    one.watches(FRIDAY + 24 * HOUR)
    [loki] = one.passes().to("loki") or [one.letter(one.last("loki"))]
    thor = one.letter(one.last("thor"))
    assert "You are on vacation for 10 days; your clock stands still. [H14]" in " ".join(loki.text.split())
    assert "Loki is on vacation for 10 days; Loki's clock stands still. [H14]" in " ".join(thor.text.split())
    assert due(one) == FRIDAY + 72 * HOUR + 10 * DAY
    one.writes("loki", "vacation over", at=FRIDAY + 48 * HOUR)
    one.watches(FRIDAY + 49 * HOUR)
    assert due(one) == FRIDAY + 96 * HOUR


@pytest.mark.slow
def test_h14_no_more_than_the_terms_allow(club: Opened) -> None:
    """The rest is told; more is not given, and none to a player who is late."""
    one = club(deadline="72 hours", grace="10 days", reminder="", vacation="14 days")
    for body in ("vacation", "vacation 3 weeks", "vacation 10 days\nvacation 5 days", "vacation over"):
        one.writes("loki", body)
    came = one.passes()
    texts = [" ".join(out.text.split()) for out in came.to("loki")]
    how = "; after the word stands how long, as in vacation"
    over = "Write vacation and how long, such as vacation 10 days; vacation over when you are back."
    assert f"You may be away for 14 more days. {over}" in texts[0]
    assert "No vacation is taken by that." in texts[1]
    assert f"You may be away for 14 more days{how} 10 days." in texts[1]
    assert "on vacation for 10 days" in texts[2]
    assert f"You may be away for 4 more days{how} 4 days." in texts[2]
    assert due(one) == FRIDAY + 72 * HOUR
    one.watches(FRIDAY + 73 * HOUR)
    one.writes("loki", "vacation 2 days")
    assert "nobody who is late can go on vacation" in " ".join(one.passes().to("loki")[0].text.split())


@pytest.mark.parametrize(
    ("left", "refused", "such"),
    [
        ("9 days", "vacation 10 days", "vacation 9 days"),
        ("1 day", "vacation 3 days", "vacation 1 day"),
        ("12 days", "vacation 13 days", "vacation 10 days"),
    ],
)
def test_h14_the_example_of_a_refusal_is_an_order_that_is_taken(
    club: Opened, left: str, refused: str, such: str
) -> None:
    """Never the very one that was refused; with no day left there is none."""
    one = club(deadline="72 hours", reminder="", vacation=left)
    one.writes("loki", refused)
    assert f"as in {such}." in " ".join(one.passes().to("loki")[0].text.split())
    one.writes("loki", such)
    one.passes()
    assert clocks_of(one.table()).vacations("loki")
    one.writes("loki", "vacation 99 days")
    text = " ".join(one.passes().to("loki")[0].text.split())
    assert ("You have no more days of vacation." in text) == (left != "12 days")


@pytest.mark.parametrize(
    ("deadline", "gained", "left"),
    [
        ("2 days at 18:00", DAY, [2 * DAY, DAY, 0 * DAY, 0 * DAY]),
        ("72 hours", 4 * MINUTE, [3 * DAY - n * MINUTE for n in (1, 2, 3, 4)]),
    ],
)
def test_h14_a_vacation_costs_what_it_may_give(
    club: Opened, deadline: str, gained: timedelta, left: list[timedelta]
) -> None:
    """At an hour of the day a minute moves a deadline by a day, once in each turn: so it costs a day, of three days."""
    one = club(deadline=deadline, reminder="", vacation="3 days")
    first, leave = due(one), []
    for n in range(1, 5):
        one.watches(FRIDAY + n * HOUR)
        one.writes("loki", "vacation 1 day")
        one.writes("loki", "vacation over", at=FRIDAY + n * HOUR + MINUTE)
        one.passes(FRIDAY + n * HOUR + MINUTE)
        leave.append(timedelta(seconds=clocks_of(one.table()).leave("loki")))
    assert leave == left
    assert due(one) == first + gained


@pytest.mark.slow
def test_h15_the_clocks_stand_still_while_both_want_it(club: Opened) -> None:
    """One alone stops nothing; either ends it, and the time in between does not count."""
    one = club(deadline="72 hours", reminder="")
    one.writes("loki", "pause")
    one.passes()
    assert due(one) == FRIDAY + 72 * HOUR
    one.writes("thor", "pause", at=FRIDAY + 10 * HOUR)
    one.watches(FRIDAY + 10 * HOUR)
    assert due(one) == NEVER
    assert "The clocks stand still: all players want a pause." in one.letter(one.last("loki")).text
    assert one.watches(FRIDAY + 6 * DAY)[-1].out == []
    one.writes("loki", "resume")
    one.passes()
    assert due(one) == FRIDAY + 6 * DAY + 62 * HOUR
    assert audit(one.table()).differences == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        "pause for a moment",
        "Pause, please",
        "vacation was great this year, thanks",
        "resume tomorrow then",
        "calendar of my mother says no",
    ],
)
def test_words_that_only_begin_alike_are_prose(club: Opened, line: str) -> None:
    """Nothing is stopped, asked or answered by them."""
    one = club(deadline="72 hours")
    one.writes("loki", f"{line}\ndraw")
    assert one.passes().lines == ("played: draw",)


# H16 the referee was away


@pytest.mark.slow
def test_h16_no_deadline_passes_while_no_pass_ran(club: Opened) -> None:
    """The time is made good, in an entry that all are told.

    A letter of that time is played as if it had come in time.
    """
    one = club(deadline="24 hours", grace="", reminder="")
    one.watches(FRIDAY + 20 * HOUR)
    one.writes("loki", "draw", at=FRIDAY + 40 * HOUR)
    came = one.passes(FRIDAY + 50 * HOUR)
    assert one.acts() == [("downtime", "", "2026-11-21T05:00:00Z")]
    assert came.lines == ("played: draw",)
    assert due(one) == FRIDAY + 54 * HOUR
    for out in came.out:
        assert "The referee was away from November 21, 2026" in " ".join(out.text.split())
    one.watches(FRIDAY + 55 * HOUR)
    assert one.acts()[-1] == ("silence", "loki", "2026-11-22T15:00:00Z")


@pytest.mark.slow
def test_h16_what_is_not_worth_a_word_is_not_told(club: Opened) -> None:
    """Passes up to two hours apart are as they should be; where nothing waits for the clock none is told."""
    one = club(deadline="72 hours", reminder="")
    one.passes(FRIDAY + 2 * HOUR)
    one.passes(FRIDAY + 4 * HOUR)
    assert one.acts() == []
    one.writes("loki", "resign g1")
    one.passes()
    one.passes(FRIDAY + 30 * DAY)
    assert one.acts() == []


@pytest.mark.slow
def test_h16_letters_that_could_not_be_fetched_stop_the_clocks(club: Opened) -> None:
    """A pass without clocks lets no deadline pass, and counts as none."""
    one = club(deadline="24 hours", grace="", reminder="")
    one.watches(FRIDAY + 23 * HOUR)
    for hour in range(24, 30):
        one.time = FRIDAY + hour * HOUR
        one.fresh()
        with one.desk.held():
            one.desk.run(clocks=False)
    assert one.acts() == []
    one.passes(FRIDAY + 30 * HOUR)
    assert one.acts() == [("downtime", "", "2026-11-21T08:00:00Z")]
    assert due(one) == FRIDAY + 31 * HOUR


@pytest.mark.slow
def test_h16_where_fetch_found_no_way_in_run_lets_no_deadline_pass(club: Opened) -> None:
    """`fetch` notes what it could not look at, and removes the note when it can; an old note no longer counts."""
    one = club(deadline="24 hours", grace="", reminder="")
    boxes = one.path / "boxes"
    config.write(one.home, Config(ADDRESS, pictures="no", fetch=(Maildir("boxes"),)))
    one.watches(FRIDAY + 23 * HOUR)
    assert command(["--home", str(one.path), "fetch"]) == 78
    one.desk.agenda.mark_fetched(FRIDAY + 24 * HOUR, everything=False)
    one.passes(FRIDAY + 25 * HOUR)
    assert one.acts() == []
    for part in ("tmp", "new", "cur"):
        files.private_folder(boxes / part)
    assert (one.path / "post" / "clock" / ".unseen").exists()
    assert command(["--home", str(one.path), "fetch"]) == 0
    assert not (one.path / "post" / "clock" / ".unseen").exists()
    one.passes(FRIDAY + 25 * HOUR)
    assert [act for act, _, _ in one.acts()] == ["silence"]
    one.desk.agenda.mark_fetched(FRIDAY, everything=False)
    assert not one.desk.agenda.unseen(FRIDAY + 3 * HOUR, 2 * HOUR)


@pytest.mark.slow
def test_h16_when_the_last_pass_is_not_known_none_counts_since_the_last_entry(club: Opened) -> None:
    """The folder of the clocks may be lost without anybody losing time."""
    one = club(deadline="10 hours", grace="", reminder="")
    one.watches(FRIDAY + 8 * HOUR)
    for path in (one.path / "post" / "clock").iterdir():
        path.unlink()
    one.passes(FRIDAY + 9 * HOUR)
    assert one.acts() == [("downtime", "", "2026-11-20T09:00:00Z")]
    assert due(one) == FRIDAY + 19 * HOUR


@pytest.mark.slow
def test_h16_passes_that_are_usually_rare_keep_no_deadline_from_falling(club: Opened) -> None:
    """A pass every three hours, where two would be downtime, is told once at most.

    Then it counts as usual, until a night is left out.
    """
    one = club(deadline="24 hours", grace="6 hours", reminder="")
    for hour in range(3, 37, 3):
        one.passes(FRIDAY + hour * HOUR)
    assert [act for act, _, _ in one.acts()] == ["late", "silence"]
    one.writes("loki", "draw\ndraw\ndraw")
    one.passes()
    assert one.desk.agenda.usual() == 3 * HOUR
    one.passes(FRIDAY + 60 * HOUR)
    assert [act for act, _, _ in one.acts()][2:] == ["downtime"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("back", "letter", "told"),
    [(20, "", False), (40, "", True), (20, "vacation over", False), (80, "draw", True)],
)
def test_h16_an_absence_is_told_where_a_deadline_might_have_fallen_by_it(
    club: Opened, back: int, letter: str, told: bool
) -> None:
    """Within it, or so soon after it that less time than that was left; one that took nothing from anybody is not."""
    one = club(deadline="72 hours", reminder="", grace="")
    one.passes(FRIDAY + HOUR)
    if letter:
        one.writes("loki", letter, at=FRIDAY + 10 * HOUR)
    one.passes(FRIDAY + back * HOUR)
    assert ("downtime" in [act for act, _, _ in one.acts()]) == told


@pytest.mark.slow
def test_only_games_whose_time_has_come_are_opened(club: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pass looks at the agenda; a record is read when something is due in it."""
    one = club(deadline="72 hours", reminder="24 hours")
    one.passes(FRIDAY + HOUR)
    opened: list[str] = []
    table = Games.table

    def noted(self: Games, game: str) -> Table:
        opened.append(game)
        return table(self, game)

    monkeypatch.setattr(Games, "table", noted)
    one.passes(FRIDAY + 2 * HOUR)
    assert opened == []
    one.watches(FRIDAY + 48 * HOUR)
    assert opened


# H17 zones and calendars


@pytest.mark.slow
def test_h17_each_reads_the_deadline_in_the_own_zone(club: Opened) -> None:
    """The seat that owes the answer does not matter; nobody else is told of the choice."""
    one = club(deadline="72 hours", reminder="")
    one.writes("thor", "timezone berlin")
    one.writes("loki", "Timezone America/New_York")
    came = one.passes()
    thor, loki = (" ".join(came.to(seat)[0].text.split()) for seat in ("thor", "loki"))
    assert "Your letters tell times as in Europe/Berlin from now on. [H17]" in thor
    assert "by Monday, November 23, 2026, 10:00 (Europe/Berlin)" in thor
    assert "by Monday, November 23, 2026, 04:00 (America/New_York)" in loki
    assert "New_York" not in thor
    assert len(came.out) == 2


@pytest.mark.slow
def test_h17_deadlines_fall_in_a_new_zone_from_the_next_turn_on(club: Opened) -> None:
    """Nobody gains time by moving."""
    one = club(deadline="1 day at 18:00", reminder="")
    one.writes("loki", "timezone Pacific/Honolulu")
    one.passes()
    assert due(one) == datetime(2026, 11, 21, 18, tzinfo=UTC)


@pytest.mark.slow
def test_h17_an_unknown_zone_is_told(club: Opened) -> None:
    """And which one is in force."""
    one = club(deadline="72 hours")
    one.writes("loki", "timezone Midgard\ntimezone")
    text = " ".join(one.passes().to("loki")[0].text.split())
    assert (
        'There is no time zone "Midgard" here; one is Europe/Berlin. Your letters tell times as in UTC.'
        in text
    )


def calendar(icalendar: Any, out: Any) -> tuple[str, Any]:
    """What a letter tells a calendar: the method, by its type and by itself, and the one entry."""
    [part] = [part for part in out.mail.walk() if part.get_content_type() == "text/calendar"]
    told = icalendar.Calendar.from_ical(part.get_payload(decode=True))
    assert told["method"] == part.get_param("method")
    [event] = told.walk("VEVENT")
    assert event.errors == []
    assert "dtend" not in event
    assert {"uid", "dtstamp", "dtstart", "summary", "organizer", "sequence"} <= {key.lower() for key in event}
    return str(told["method"]), event


@pytest.mark.slow
def test_h17_a_calendar_entry_by_choice(club: Opened) -> None:
    """One for the game, under one UID, while an answer is due, with an alarm at the reminder; none when nothing is."""
    icalendar = pytest.importorskip("icalendar", reason="needs the extra mail")
    one = club(deadline="72 hours", reminder="24 hours")
    one.writes("loki", "calendar yes")
    one.writes("thor", "calendar yes")
    came = one.passes()
    [loki] = came.to("loki")
    method, event = calendar(icalendar, loki)
    assert (method, event["dtstart"].dt) == ("PUBLISH", FRIDAY + 72 * HOUR)
    [alarm] = event.walk("VALARM")
    assert (alarm["trigger"].dt, alarm["action"]) == (FRIDAY + 48 * HOUR, "DISPLAY")
    first = event["sequence"]
    uid = str(event["uid"])
    assert re.fullmatch(r"g1\.loki@r-[a-z2-7]{8}\.games\.example", uid)
    assert first == int(loki.name.split(".")[2])
    assert all(part.get_content_type() != "text/calendar" for part in came.to("thor")[0].mail.walk())
    one.writes("loki", "draw\ndraw\ndraw")
    came = one.passes()
    method, event = calendar(icalendar, came.to("loki")[-1])
    assert (method, event["status"]) == ("CANCEL", "CANCELLED")
    assert (str(event["uid"]), event["sequence"] > first) == (uid, True)
    assert calendar(icalendar, came.to("thor")[-1])[0] == "PUBLISH"
    one.writes("thor", "calendar no")
    assert calendar(icalendar, one.passes().to("thor")[-1])[0] == "CANCEL"
    one.writes("thor", "moves")
    assert b"BEGIN:VCALENDAR" not in one.passes().to("thor")[-1].raw


@pytest.mark.slow
def test_h17_in_grace_the_calendar_has_the_last_moment(club: Opened) -> None:
    """Not the deadline, which is over; during a pause, when there is none, it has nothing."""
    icalendar = pytest.importorskip("icalendar", reason="needs the extra mail")
    one = club(deadline="1 hour", grace="3 hours", reminder="")
    one.writes("loki", "calendar yes")
    one.passes()
    [late] = one.passes(FRIDAY + 2 * HOUR).to("loki")
    method, event = calendar(icalendar, late)
    assert (method, event["dtstart"].dt) == ("PUBLISH", FRIDAY + 4 * HOUR)
    for seat in PLAYERS:
        one.writes(seat, "pause")
    told = one.passes().to("loki")
    assert calendar(icalendar, told[-1])[0] == "CANCEL"


def test_h17_an_hour_that_comes_twice_is_told_with_its_offset() -> None:
    """Half past two in the night in which Berlin puts its clocks back; an hour that comes once has none."""
    first = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    zone = "Europe/Berlin"
    assert told_time(first, zone, "en") == "Sunday, October 25, 2026, 02:30 (Europe/Berlin, UTC+02:00)"
    assert told_time(first + HOUR, zone, "en").endswith(", 02:30 (Europe/Berlin, UTC+01:00)")
    assert told_time(first + 2 * HOUR, zone, "en").endswith(", 03:30 (Europe/Berlin)")


# The opening letter, and German


def test_the_opening_letter_names_the_terms(club: Opened) -> None:
    """In full, each with the number of its rule."""
    one = club(
        accepted=False, deadline="3 days at 18:00", weekends="off", forfeit="14 days", zone="Europe/Berlin"
    )
    text = " ".join(one.letter("g1.thor.1").text.split())
    for wanted in (
        "Each answer is due at 18:00, 3 days after the day on which it became a player's turn to give it",
        "Saturdays and Sundays do not count, nor do they in a dispute.",
        "A reminder comes 24 hours before the deadline.",
        "Grace: an answer within 24 hours after the deadline still counts.",
        "A player who still owes an answer 14 days after the end of grace has lost.",
        "Each player may be on vacation for 30 days in all.",
        "Times are those of Europe/Berlin",
    ):
        assert wanted in text
        assert wanted.split(",")[0].split(" ")[0] in one.letter("g1.thor.1").html


@pytest.mark.slow
def test_in_german(club: Opened) -> None:
    """The deadline, the reminder, vacation and pause in German words."""
    one = club(deadline="72 hours", reminder="24 hours")
    one.writes("loki", "sprache de")
    one.passes()
    one.writes("loki", "zeitzone Europe/Berlin")
    one.passes()
    came = one.watches(FRIDAY + 48 * HOUR + SECOND)
    [reminder] = [out for each in came for out in each.out]
    text = " ".join(reminder.text.split())
    assert "Zur Erinnerung: Du bist dran. [H12]" in text
    assert "bis Montag, 23. November 2026, 10:00 (Europe/Berlin)" in text
    one.writes("loki", "urlaub 1 woche\nurlaub vorbei\npause\nfortsetzen\nkalender ja")
    text = " ".join(one.passes().to("loki")[0].text.split())
    for wanted in (
        "Du bist 7 Tage im Urlaub",
        "aus dem Urlaub zurück",
        "möchtest eine Pause",
        "dass die Uhren laufen",
        "Kalendereintrag",
    ):
        assert wanted in text
    assert not re.search(r"vacation|pause to agree|deadline", text)


@pytest.mark.slow
def test_an_audit_finds_what_the_clock_did_not_bring_about(club: Opened) -> None:
    """A forfeit that was written down before its time, or that no term allows, is named with its entry."""
    one = club(deadline="72 hours", forfeit="7 days")
    with one.desk.held():
        table = one.desk.games.table("g1")
        says, at = Forfeited("loki"), table.entries[-1].at
        table.leave("loki", says, "H13", "forfeited", act="forfeit", at=at)
    [difference] = audit(one.table()).differences
    assert (difference.entry, difference.why.key) == (len(one.entries()) - 1, "audit-clock")


@pytest.mark.slow
def test_when_a_letter_came_is_told_where_it_counts(club: Opened) -> None:
    """In the receipt, in the writer's own zone; the keeper sees the deadline in `status`, and each seat in `show`."""
    one = club(deadline="72 hours", zone="Europe/Berlin", reminder="")
    one.writes("loki", "draw", at=FRIDAY + HOUR)
    one.watches(FRIDAY + HOUR)
    text = " ".join(one.letter(one.last("loki")).text.split())
    assert "Your letter reached us on Friday, November 20, 2026, 11:00 (Europe/Berlin). [H12]" in text
    [owed] = status.status(one.home, ("g1",)).games[0].owed
    assert (owed.since, owed.due) == ("2026-11-20T09:00:00Z", "2026-11-23T09:00:00Z")
    assert "by Monday, November 23, 2026, 10:00 (Europe/Berlin)" in " ".join(one.table().report(None).split())


# What was found by looking for unfairness


def owes(one: Club) -> dict[str, datetime]:
    """Until when each seat has to answer."""
    return {running.owed.seat: running.due for running in clocks_of(one.table()).running()}


@pytest.mark.slow
def test_a_letter_ruled_on_late_begins_no_clock_in_the_past(club: Opened, dns: Dns) -> None:
    """Loki's letter waited for days, through his own DNS: Thor has his whole time from when it was ruled on."""
    terms = {"grace": "", "reminder": "", "forfeit": "12 hours", "sender": "dkim"}
    one = club(deadline="24 hours", **terms)
    dns.silent = True
    one.writes("loki", "draw\ndraw\ndraw", at=FRIDAY + HOUR)
    one.watches(FRIDAY + 20 * HOUR)
    dns.silent = False
    one.passes(FRIDAY + 21 * HOUR)
    assert owes(one) == {"thor": FRIDAY + 45 * HOUR}
    assert one.entries()[-1].ruled == "2026-11-21T06:00:00Z"
    assert (one.acts(), audit(one.table()).differences) == ([], ())


@pytest.mark.slow
def test_a_letter_holds_the_clock_for_a_day_and_no_longer(club: Opened, dns: Dns) -> None:
    """A DNS that is silent for ever stops neither the game nor other letters of the seat."""
    one = club(deadline="24 hours", grace="", reminder="", sender="dkim")
    dns.silent = True
    one.writes("loki", "draw", at=FRIDAY + 23 * HOUR)
    one.watches(FRIDAY + 60 * HOUR)
    assert one.acts() == [("silence", "loki", "2026-11-21T09:00:00Z")]
    assert one.held() == []
    one.watches(FRIDAY + 100 * HOUR)
    assert one.held() == ["no-verdict"]


@pytest.mark.slow
def test_a_pause_ended_while_the_referee_was_away_begins_when_it_is_back(club: Opened) -> None:
    """Nobody could know of it before."""
    one = club(deadline="24 hours", grace="", reminder="", forfeit="24 hours")
    for seat in PLAYERS:
        one.writes(seat, "pause")
    one.passes()
    one.watches(FRIDAY + 4 * HOUR)
    one.writes("thor", "resume", at=FRIDAY + 10 * HOUR)
    one.passes(FRIDAY + 6 * DAY)
    assert [act for act, _, _ in one.acts()] == ["downtime"]
    assert owes(one)["loki"] == FRIDAY + 7 * DAY


@pytest.mark.slow
@pytest.mark.parametrize("what", ["leaving", "full", "letter"])
def test_h16_what_a_pass_that_was_cut_short_did_not_tell_the_next_one_tells(
    club: Opened, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """A signal, a full disk, a letter that cannot be read: the time that nobody looked is made good all the same."""
    one = club(deadline="24 hours", grace="", reminder="", forfeit="24 hours")
    one.watches(FRIDAY + 20 * HOUR)
    with monkeypatch.context() as broken:
        if what == "leaving":
            one.writes("loki", "moves")
            broken.setattr(Pass, "handle", lambda *_: False)
        elif what == "full":
            broken.setattr("referee.desk.hours.absent", full)
        else:
            one.writes("loki", "moves")
            broken.setattr("referee.desk.intake.intake.read_mail", full)
        one.passes(FRIDAY + 6 * DAY)
    assert one.acts() == []
    one.passes(FRIDAY + 6 * DAY + timedelta(minutes=5))
    assert [act for act, _, _ in one.acts()] == ["downtime"]
    one.watches(FRIDAY + 6 * DAY + 3 * HOUR)
    assert [act for act, _, _ in one.acts()] == ["downtime"]


def full(*_: Any, **__: Any) -> Any:
    """The disk is full."""
    raise OSError(ENOSPC, "no space")


@pytest.mark.slow
def test_a_letter_in_time_that_failed_once_is_not_overtaken_when_the_referee_was_away(
    club: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk was full when it was first tried; the next pass came hours later."""
    one = club(deadline="24 hours", grace="", reminder="")
    one.watches(FRIDAY + 22 * HOUR)
    one.writes("loki", "draw\ndraw\ndraw", at=FRIDAY + 23 * HOUR)
    with monkeypatch.context() as broken:
        broken.setattr("referee.desk.intake.intake.read_mail", full)
        one.passes(FRIDAY + 24 * HOUR + timedelta(minutes=30))
    assert one.passes(FRIDAY + 30 * HOUR).lines == ("played: draw",) * 3
    assert "silence" not in [act for act, _, _ in one.acts()]


@pytest.mark.slow
def test_a_deadline_waits_for_letters_of_the_same_pass_that_have_not_had_their_turn(club: Opened) -> None:
    """Loki has written more than is ruled on in one round; his moves came in time, and are played first."""
    one = club(deadline="24 hours", grace="", reminder="")
    config.write(one.home, Config(ADDRESS, pictures="no", limits=Limits(letters_an_hour=20)))
    one.watches(FRIDAY + 23 * HOUR)
    for n in range(20):
        one.writes("loki", f"Hello {n}", at=FRIDAY + 23 * HOUR + timedelta(seconds=n))
    one.writes("loki", "draw\ndraw\ndraw", at=FRIDAY + 23 * HOUR + timedelta(minutes=40))
    one.writes("thor", "say hi", at=FRIDAY + 24 * HOUR + timedelta(minutes=10))
    one.passes(FRIDAY + 24 * HOUR + timedelta(minutes=50))
    assert one.acts() == []
    assert one.table().position == "2.0"


@pytest.mark.slow
def test_a_deadline_waits_for_a_letter_whose_secret_stands_in_an_encoded_subject(club: Opened) -> None:
    """It is seen whose it is, so it is handled with the letters of its game."""
    one = club(deadline="24 hours", grace="", reminder="")
    config.write(one.home, Config(ADDRESS, pictures="no", secrets="subject"))
    one.fresh()
    one.watches(FRIDAY + 22 * HOUR + timedelta(minutes=45))
    one.writes("thor", "say hi", at=FRIDAY + 23 * HOUR)
    raw = simple(one, "loki", "draw\ndraw\ndraw", 99)
    subject = raw.partition(b"Subject: ")[2].partition(b"\r\n")[0]
    word = b"=?utf-8?b?" + b64encode(subject) + b"?="
    one.desk.spool.put(raw.replace(subject, word), at=FRIDAY + 23 * HOUR + timedelta(minutes=20))
    came = one.passes(FRIDAY + 24 * HOUR + timedelta(minutes=30))
    assert came.lines == ("said: say hi", *("played: draw",) * 3)
    assert one.acts() == []


@pytest.mark.slow
def test_h14_who_is_back_is_back_also_from_a_vacation_that_was_extended(club: Opened) -> None:
    """The rest of it is given back."""
    one = club(deadline="72 hours", reminder="", vacation="30 days")
    one.writes("loki", "vacation 5 days\nvacation 5 days")
    one.passes()
    assert due(one) == FRIDAY + 13 * DAY
    one.watches(FRIDAY + 23 * HOUR)
    one.writes("loki", "vacation over", at=FRIDAY + 24 * HOUR)
    one.passes(FRIDAY + 24 * HOUR)
    assert due(one) == FRIDAY + 4 * DAY
    one.writes("loki", "vacation over\nvacation")
    assert "You may be away for 29 more days." in " ".join(one.passes().to("loki")[0].text.split())


@pytest.mark.slow
def test_h7_who_takes_a_seat_over_has_the_whole_time_and_a_zone_of_their_own(club: Opened) -> None:
    """And neither the zone nor the calendar of the earlier player, which were private."""
    one = club(deadline="72 hours", reminder="")
    one.writes("loki", "timezone America/New_York\ncalendar yes")
    one.passes()
    one.watches(FRIDAY + 70 * HOUR)
    with one.desk.held():
        keeper.replace_player(one.desk, "g1", "loki", Player("cleo@example.org", "Cleo"))
    assert due(one) == FRIDAY + 142 * HOUR
    [told] = [out for out in one.send() if out.seat == "loki"]
    assert "(UTC)" in told.text
    assert "New_York" not in told.text
    assert b"text/calendar" not in told.raw


@pytest.mark.slow
@pytest.mark.parametrize(
    ("said", "key"), [("vacation 6 days", "silence-early"), ("pause", "silence-still"), ("", "silence-early")]
)
def test_h9_the_keeper_lets_no_silence_speak_while_the_seat_has_time_unless_early(
    club: Opened, said: str, key: str
) -> None:
    """On vacation, in a pause, before deadline and grace: refused.

    If done all the same, all are told by whom, and why.
    """
    one = club(deadline="72 hours", grace="24 hours", reminder="")
    for seat in PLAYERS if said == "pause" else ("loki",):
        one.writes(seat, said)
    one.passes(FRIDAY + HOUR)
    before = one.record()
    with one.desk.held(), pytest.raises(Faulty) as fault:
        keeper.silence(one.desk, "g1", "loki", "a hunch")
    assert (fault.value.why.key, one.record()) == (key, before)
    with one.desk.held():
        keeper.silence(one.desk, "g1", "loki", "Bert plays no more", early=True)
    told = [" ".join(out.text.split()) for out in one.send()]
    assert len(told) == 2
    for text, whose in zip(told, ("you", "Loki"), strict=True):
        assert f"The keeper applies the rule for silence to {whose}, before the deadline:" in text
        assert "Bert plays no more" in text
        assert "deadline has passed" not in text
    assert audit(one.table()).differences == ()


@pytest.mark.slow
def test_h9_after_deadline_and_grace_the_keeper_may_say_it(club: Opened) -> None:
    """It is the keeper's act all the same; an early one is not the clock's, which goes on as it would have."""
    one = club(deadline="24 hours", grace="2 hours", reminder="")
    with one.desk.held():
        keeper.silence(one.desk, "g1", "loki", "", early=True)
    one.watches(FRIDAY + 27 * HOUR)
    assert [act for act, _, _ in one.acts()] == ["silence", "late", "silence"]


@pytest.mark.slow
def test_h7_who_takes_a_seat_over_has_the_whole_vacation_and_wants_no_pause(club: Opened) -> None:
    """A vacation that was on ends, and all are told.

    What was used of it does not count for the new player, nor does a wish for a pause.
    """
    one = club(deadline="72 hours", reminder="", vacation="14 days")
    one.writes("loki", "vacation 10 days")
    for seat in PLAYERS:
        one.writes(seat, "pause")
    one.passes()
    assert due(one) == NEVER
    with one.desk.held():
        keeper.replace_player(one.desk, "g1", "loki", Player("cleo@example.org", "Cleo"))
    clocks = clocks_of(one.table())
    assert (due(one), clocks.leave("loki"), clocks.pausing()) == (
        FRIDAY + 72 * HOUR,
        14 * 86400,
        frozenset({"thor"}),
    )
    for out in one.send():
        told = " ".join(out.text.replace("\n|", "\n").split())
        assert "No vacation and no wish for a pause is taken over. [H7]" in told


def test_a_game_is_told_of_no_absence_before_it_was_opened(club: Opened) -> None:
    """Nobody had waited for it then; nor is anybody reminded of what was asked just now."""
    one = club()
    one.passes(FRIDAY + HOUR)
    one.time = FRIDAY + 5 * DAY
    with one.desk.held():
        keeper.invite(
            one.desk, "thunder", PLAYERS, id="g2", terms={"deadline": "24 hours", "reminder": "23 hours"}
        )
    one.send()
    assert one.passes(one.time + timedelta(minutes=5)).out == []


@pytest.mark.slow
def test_a_reminder_counts_running_time(club: Opened) -> None:
    """It comes that much running time before the deadline, whatever stood still in between."""
    one = club(deadline="24 hours", grace="", reminder="4 hours")
    one.writes("loki", "vacation 2 days", at=FRIDAY + HOUR)
    one.watches(FRIDAY + 69 * HOUR)
    assert one.acts() == [("reminder", "loki", "2026-11-23T05:00:00Z")]


@pytest.mark.slow
def test_h16_letters_not_fetched_yet_are_waited_for(club: Opened) -> None:
    """`run` lets the clocks go as far as letters were fetched, and no further."""
    one = club(deadline="24 hours", grace="", reminder="")
    one.watches(FRIDAY + 23 * HOUR)
    one.desk.agenda.mark_fetched(FRIDAY + 23 * HOUR, everything=True)
    one.time = FRIDAY + 25 * HOUR
    one.fresh()
    with one.desk.held():
        one.desk.run(known=one.desk.agenda.fetched())
    assert one.acts() == []
    one.desk.agenda.mark_fetched(FRIDAY + 25 * HOUR, everything=True)
    with one.desk.held():
        one.desk.run(known=one.desk.agenda.fetched())
    assert [act for act, _, _ in one.acts()] == ["silence"]


def test_h12_reminders_come_by_mail_as_often_as_the_game_says_and_then_as_their_player_chose(
    club: Opened,
) -> None:
    """Nobody else is told of the choice, and the record is judged the same again."""
    one = club(deadline="72 hours", reminder="2 days, 6 hours")
    first = one.passes(FRIDAY + 24 * HOUR + SECOND).out
    one.writes("loki", "reminders 1 day, 3 hours")
    [chosen] = one.passes().out
    assert "From now on reminders come to you 1 day and 3 hours before each deadline. [H12]" in " ".join(
        chosen.text.split()
    )
    later = [out for hours in (49, 67, 70) for out in one.passes(FRIDAY + hours * HOUR).out]
    assert [out.seat for out in (*first, chosen, *later)] == ["loki"] * 4
    assert all("A reminder: it is your turn to answer. [H12]" in out.text for out in (*first, *later))
    assert [at for _, _, at in one.acts()] == [
        "2026-11-21T09:00:00Z",
        "2026-11-22T09:00:00Z",
        "2026-11-23T06:00:00Z",
    ]
    assert audit(one.table()).differences == ()


def test_h28_by_mail_a_late_answer_eats_the_bank_and_all_read_what_is_left(club: Opened) -> None:
    """Its player is told when the deadline passes; `referee status` says what each has."""
    one = club(deadline="72 hours", grace="24 hours", reminder="", bank="5 days")
    [told] = [out for came in one.watches(FRIDAY + 96 * HOUR) for out in came.out]
    assert (told.seat, one.acts()) == ("loki", [("bank", "loki", "2026-11-23T09:00:00Z")])
    said = " ".join(told.text.split())
    assert "Your deadline has passed: the time bank runs. [H28]" in said
    assert "by Saturday, November 28, 2026, 09:00 (UTC), the end of the time bank" in said
    one.writes("loki", "draw\ndraw\ndraw")
    left = "Time bank: Thor 5 days left; Loki 4 days left (1 day used). [H28]"
    assert [left in " ".join(out.text.split()) for out in one.passes().out] == [True, True]
    [game] = status.status(one.home).games
    assert [(bank.seat, bank.used, bank.left) for bank in game.banks] == [
        ("thor", 0, 432000),
        ("loki", 86400, 345600),
    ]
    assert audit(one.table()).differences == ()
