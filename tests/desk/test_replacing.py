"""A silent player is replaced by vote (H35): from the clock that tells of the silence to the player who takes over."""

import re
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest
import test_company
from awkward.world import ANNA, BEGINS, BERT, OPENING, PLAYERS, Came, Out, World, copy, simple
from test_company import CLEO, DORA, EMIL, KEEPER, flat, kept, stranger, tapped, to
from test_waiting_list import home_at, waiting
from test_waiting_list import wait as wait_now

from referee.desk import keeper
from referee.desk.company import ledger
from referee.desk.company import letters as company
from referee.desk.status import status
from referee.home import roster
from referee.house.players import Player, SeatTaken
from referee.house.replacing import BACK, FellSilent, ReplaceVoted, SeatOffered, VoteOver
from referee.house.terms import Terms
from referee.record.entries import Act
from referee.table.audit import audit
from referee.table.clocks.deadlines import clocks_of
from referee.table.redacted import load
from referee.table.table import Table
from referee.util.times import stamp
from referee.util.values import replace
from referee.verify import check

TERMS = {"deadline": "3 days", "grace": "24 hours", "reminder": "", "replace": "7 days"}
DAYS_OF_SILENCE = 12
"""After so many days nothing was heard of Loki, who owes the first turn, for as long as the terms say."""


def begun(path: Path, deploys: tuple[str, str] = ("", ""), **terms: str) -> World:
    """A game at position 3.0, Loki's turn, whose players may be replaced. Others may deploy other cards face down."""
    world = home_at(path, terms=Terms(), downtime="30 days")
    with world.desk.held():
        keeper.invite(world.desk, "thunder", PLAYERS, id="g1", seed="07", terms=TERMS | terms)
    world.send()
    for number, (seat, body) in enumerate(OPENING):
        other = deploys[list(PLAYERS).index(seat)] if body.startswith("deploy") else ""
        came = world.post(simple(world, seat, other or body, number))
        assert all(line.startswith(("played", "said")) for line in came.lines), came.lines
    return world


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> World:
    """That game, with Loki silent for days, made once."""
    world = begun(tmp_path_factory.mktemp("replacing") / "home")
    days(world, DAYS_OF_SILENCE)
    return world


@pytest.fixture
def world(made: World, tmp_path: Path) -> World:
    """A copy of it."""
    return copy(made, tmp_path / "home")


def days(world: World, many: int) -> list[Out]:
    """Days go by, with a pass a day; gives the letters out."""
    out = list[Out]()
    for _ in range(many):
        world.time += timedelta(days=1)
        out += world.post().out
    return out


def table(world: World) -> Table:
    """The game now."""
    return load(world.home.record_path("g1"))


def happened(world: World) -> list[str]:
    """What happened to silent seats and who took one, in order."""
    of = (FellSilent, ReplaceVoted, SeatOffered, VoteOver, SeatTaken)
    events = (event for entry in world.entries() for event in entry.events)
    return [type(one).__name__ for one in events if isinstance(one, of)]


def vote(world: World, order: str = "replace loki", number: int = 50) -> Came:
    """Thor votes."""
    return world.post(simple(world, "thor", order, number))


def offer(out: Sequence[Out], address: str = CLEO) -> Out:
    """The letter by which somebody is asked to take the seat."""
    (found,) = [one for one in out if one.mail["To"] == address and "take over a seat" in one.mail["Subject"]]
    return found


def wait(world: World, address: str = CLEO, line: str = "wait thunder", yes: str = "confirm") -> list[Out]:
    """Somebody waits, as if since before the game began; gives the letters out."""
    out = wait_now(world, address, line, yes)
    known = kept(world)
    early = (replace(one, at=stamp(BEGINS)) if one in known.waiting() else one for one in known.wishes)
    ledger.write(world.home, replace(known, wishes=tuple(early)), world.time)
    return out


def offered(world: World, line: str = "wait thunder as Cleo") -> Out:
    """Cleo waits, Thor votes: the letter that asks her."""
    wait(world, CLEO, line)
    return offer(vote(world).out)


def sits(world: World) -> str:
    """The address of Loki."""
    return roster.read(world.home.roster_path("g1")).seats["loki"].address


# Told and voted


def test_h35_when_a_player_is_silent_for_long_the_others_may_vote(tmp_path: Path) -> None:
    """Seven days after the end of grace all are told: the other with a link, the silent one how to end it."""
    world = begun(tmp_path / "home")
    assert not [one for one in days(world, 11) if "H35" in one.text]
    told = {one.seat: one for one in days(world, 1)}
    assert "The other players may vote to let somebody else play on in that seat: replace loki" in flat(
        told["thor"]
    )
    assert "A SEAT THAT IS SILENT" in told["thor"].text
    assert told["thor"].mail["Subject"] == "Loki is silent: Thunder & Lightning, turn 3 (g1)"
    assert "Your turn" in told["loki"].mail["Subject"]
    assert "body=replace%20loki" in told["thor"].text
    assert "a move of yours, or a word to all, ends that" in flat(told["loki"])
    assert "body=replace" not in told["loki"].all
    assert happened(world) == ["FellSilent"]
    assert not days(world, 3)


def test_h35_whoever_waits_first_takes_the_seat(world: World) -> None:
    """From the vote to the first letter of the new player: the table, its story, and the same for the other."""
    letter = offered(world)
    assert "In Thunder & Lightning (g1), a game that is on, that of Loki stands open" in flat(letter)
    assert not {"Dragon", "Thor", "Anna", ANNA, BERT} & {*re.findall(r"[\w@.]+", letter.text)}
    came = world.post(tapped(letter, "confirm"))
    assert not came.done.troubles
    former, loki, thor = sorted(came.out, key=lambda one: one.name)
    assert (former.mail["To"], loki.mail["To"], thor.mail["To"]) == (BERT, CLEO, ANNA)
    assert "Somebody else plays on in your seat" in str(former.mail["Subject"])
    assert "Dragon" not in former.all
    assert KEEPER in former.text
    assert "You are Loki (Cleo)." in loki.text
    assert "You are dealt 9 cards" in loki.text
    assert "Another player takes over the seat of Loki: Cleo." in flat(thor)
    assert happened(world) == ["FellSilent", "ReplaceVoted", "SeatOffered", "SeatTaken"]
    assert (sits(world), waiting(world), kept(world).seats) == (CLEO, [], ())
    assert not world.post().out


def test_the_new_player_plays_and_the_old_one_does_not(world: World) -> None:
    """The secret is a new one: a letter to the old address plays nothing, whoever it is from."""
    old = simple(world, "loki", "draw\ndraw\ndraw", 70)
    world.post(to(offered(world), "confirm"))
    before = world.record()
    world.post(old)
    assert world.record() == before
    world.roster = {**world.roster, "loki": Player(CLEO, "Cleo")}
    assert world.post(simple(world, "loki", "draw\ndraw\ndraw", 71)).lines == ("played: draw",) * 3
    assert audit(table(world)).differences == ()
    assert check.check(world.home.record_path("g1")).fault == ""


def test_h35_the_new_player_has_the_whole_time(world: World) -> None:
    """The deadline begins again, no win can be claimed by the old one, and the figures are those of the new player."""
    world.post(to(offered(world), "confirm"))
    now = table(world)
    [running] = clocks_of(now).running()
    assert running.nominal == world.time + timedelta(days=3)
    assert (now.state.overdue, clocks_of(now).answers("loki"), now.index.house.quiet) == ((), (0, 0), ())
    (verdict,) = world.post(simple(world, "thor", "claim win", 80)).lines
    assert verdict.startswith("refused")


def test_a_vote_can_be_given_once(world: World) -> None:
    """The receipt tells what happened; a second one, and one after it is carried, are refused with the reason."""
    came = vote(world)
    assert "You vote to let somebody else play on in the seat of Loki" in flat(came.to("thor")[0])
    assert "is offered to people who wait for one" in flat(came.to("loki")[0])
    assert "The seat is offered to others already" not in flat(came.to("thor")[0])
    (again,) = vote(world, number=51).to("thor")
    assert "the seat is offered to others already" in flat(again)


@pytest.mark.parametrize("order", ["replace thor", "replace nobody", "replace", "Replace loki no"])
def test_what_cannot_be_voted_is_explained(world: World, order: str) -> None:
    """One's own seat, one that is not there, none, and a vote that was not given."""
    came = vote(world, order)
    assert happened(world) == ["FellSilent"]
    assert "[H35]" in came.to("thor")[0].text


def test_nobody_votes_on_who_is_not_silent(world: World) -> None:
    """The silent one cannot vote on the other; and by a refused vote that only its writer sees nothing ends."""
    came = world.post(simple(world, "loki", "replace thor", 52))
    assert "Nobody has been silent for long enough" in flat(came.to("loki")[0])
    assert happened(world) == ["FellSilent"]


@pytest.mark.parametrize(
    ("body", "language"),
    [
        ("ersetze loki", "de"),
        ("Ersetze Loki ja", "de"),
        ("replace the player loki", "en"),
        ("replace LOKI yes", "en"),
    ],
)
def test_ways_to_write_a_vote(world: World, body: str, language: str) -> None:
    """In both languages, and in a letter of its own that sets the language first."""
    if language == "de":
        world.post(simple(world, "thor", "language de", 49))
    vote(world, body)
    assert happened(world)[1:] == ["ReplaceVoted", "SeatOffered"]


@pytest.mark.parametrize(
    "body",
    [
        "> replace loki",
        "I would replace Loki",
        "replace loki with someone else",
        "Am Montag schrieb Anna:\n> replace loki",
    ],
)
def test_no_quoted_line_and_no_prose_votes(world: World, body: str) -> None:
    """Neither what is quoted nor a sentence that has the words in it."""
    vote(world, body)
    assert happened(world) == ["FellSilent"]


def test_no_stranger_votes(world: World) -> None:
    """A forged sender without the secret of the seat brings nothing about."""
    world.post(stranger("replace loki", ANNA), stranger("replace loki", CLEO))
    assert happened(world) == ["FellSilent"]


def test_without_the_term_there_is_no_vote(tmp_path: Path) -> None:
    """No clock tells of silence, the order is explained, and nobody can wait for a seat there."""
    world = begun(tmp_path / "home", replace="")
    assert not [one for one in days(world, 30) if "H35" in one.text]
    assert "Nobody has been silent" in flat(vote(world).to("thor")[0])


# Heard of again


@pytest.mark.parametrize("body", ["draw", "say I am back!", "offer draw", "resign g1"])
@pytest.mark.parametrize("when", ["told", "voted", "asked"])
def test_h35_whoever_is_heard_of_again_is_not_replaced(world: World, body: str, when: str) -> None:
    """After the silence was told, after the vote, after somebody was asked: that one is told, and still waits."""
    letter = offered(world) if when == "asked" else vote(world) if when == "voted" else None
    came = world.post(simple(world, "loki", body, 60))
    assert "VoteOver" in happened(world)[-1:]
    assert "heard of again" in flat(came.to("thor")[0])
    assert (sits(world), kept(world).seats) == (BERT, ())
    if isinstance(letter, Out):
        (gone,) = [one for one in came.out if one.mail["To"] == CLEO]
        assert "is not free any more" in flat(gone)
        assert not world.post(to(letter, "confirm")).out
        assert (sits(world), waiting(world)) == (BERT, [CLEO])


def test_words_alone_end_it_and_the_time_begins_again(world: World) -> None:
    """Whoever says that they are back, and then plays nothing, is silent again after as long."""
    world.post(simple(world, "loki", "say I am back!", 60))
    assert not [one for one in days(world, 7) if "H35" in one.text]
    assert [one.seat for one in days(world, 1) if "Nothing has been heard" in one.text] == ["loki", "thor"]


@pytest.mark.parametrize(
    "body", ["moves", "note I sleep", "draw a card please or not", "timezone Asia/Tokyo"]
)
def test_what_nobody_else_sees_ends_nothing(world: World, body: str) -> None:
    """A question, a note: whether they were written is nobody else's to know, so the vote stands."""
    vote(world)
    before = [one.text for one in world.post(simple(world, "loki", body, 60)).to("thor")]
    assert not before
    assert happened(world)[-1] == "SeatOffered"


def test_a_letter_of_the_same_pass_comes_first(world: World) -> None:
    """The old player writes, and the new one accepts, before the referee looks: nobody is replaced."""
    letter = offered(world)
    world.post(to(letter, "confirm"), simple(world, "loki", "draw", 60))
    assert (sits(world), happened(world)[-1], waiting(world)) == (BERT, "VoteOver", [CLEO])


# Who is asked


def test_h35_who_declines_keeps_the_place_and_the_next_is_asked(world: World) -> None:
    """The first says no, the second yes; the first waits on."""
    letter = offered(world)
    wait(world, DORA)
    came = world.post(to(letter, "refuse"))
    assert "You have declined the seat of Loki" in flat(came.out[0])
    world.post(to(offer(came.out, DORA), "Yes, gladly", DORA))
    assert (sits(world), waiting(world)) == (DORA, [CLEO])
    assert not world.post(to(letter, "confirm")).out


def test_who_does_not_answer_is_off_the_list(world: World) -> None:
    """After seven days the next one is asked; a late answer changes nothing."""
    letter = offered(world)
    wait(world, DORA)
    out = days(world, 8)
    assert "no answer came within 7 days" in flat(next(one for one in out if one.mail["To"] == CLEO))
    assert waiting(world) == [DORA]
    world.post(to(letter, "confirm"))
    assert sits(world) == BERT
    world.post(to(offer(out, DORA), "confirm", DORA))
    assert sits(world) == DORA


def test_a_late_answer_seats_nobody(world: World) -> None:
    """Also where no pass was made since the time was over: it is told, and the next one is asked."""
    letter = offered(world)
    wait(world, DORA)
    world.time += timedelta(days=8)
    came = world.post(to(letter, "confirm"))
    assert "no answer came within 7 days" in flat(next(one for one in came.out if one.mail["To"] == CLEO))
    assert (sits(world), waiting(world)) == (BERT, [DORA])
    assert offer(came.out, DORA)


@pytest.mark.parametrize("first", ["vote", "wait"])
def test_h35_who_comes_to_wait_when_the_seat_is_silent_is_seated_by_the_keeper_alone(
    world: World, first: str
) -> None:
    """Else who votes would take the hand by a second mailbox: in a game of two one vote carries."""
    out = [*vote(world).out] if first == "vote" else []
    out += wait_now(world, DORA, "wait g1")
    out += [*vote(world).out] if first == "wait" else []
    out += days(world, 3)
    assert not [one for one in out if "take over a seat" in one.mail["Subject"]]
    (seat,) = status(world.home).vacant
    assert (seat.game, seat.seat, seat.asked, seat.later) == ("g1", "loki", "", (DORA,))
    said = flat(world.post(stranger("games", EMIL)).out[0])
    assert "Loki stands open in this game, which is on" in said
    assert "wait for the keeper to agree to you: wait g1" in said
    with world.desk.held():
        keeper.replace_player(world.desk, "g1", "loki", Player(DORA, "Dora"))
    assert not world.post().done.troubles
    assert (sits(world), status(world.home).vacant) == (DORA, ())
    assert "stands open" not in flat(world.post(stranger("games", EMIL)).out[0])


def test_h35_who_came_later_is_passed_over(world: World) -> None:
    """The one in time is asked, though the other one stands first in the list."""
    wait(world, DORA)
    wait(world, CLEO)
    known = kept(world)
    late = [replace(one, at=stamp(world.time)) if one.address == DORA else one for one in known.wishes]
    ledger.write(world.home, replace(known, wishes=tuple(late)), world.time)
    assert waiting(world) == [DORA, CLEO]
    out = vote(world).out
    assert {one.mail["To"] for one in out if "take over a seat" in one.mail["Subject"]} == {CLEO}


@pytest.mark.parametrize("when", ["asked", "voted"])
def test_h35_nobody_is_asked_or_seated_while_play_rests(world: World, when: str) -> None:
    """The dispute of who voted keeps the seat as it is; when it is over, it goes on."""
    wait(world, CLEO)
    dispute = simple(world, "thor", "dispute 2.1: That was not so.", 62)
    if when == "asked":
        letter = offer(vote(world).out)
        world.post(dispute)
        world.post(to(letter, "confirm"))
    else:
        out = world.post(simple(world, "thor", "replace loki\ndispute 2.1: That was not so.", 50)).out
        assert not [one for one in out if one.mail["To"] == CLEO]
        assert not [one for one in days(world, 2) if one.mail["To"] == CLEO]
    assert table(world).index.house.rests
    assert sits(world) == BERT
    out = world.post(simple(world, "thor", "withdraw dispute", 63)).out
    if when == "voted":
        world.post(to(offer(out), "confirm"))
    assert sits(world) == CLEO


def test_h35_a_ledger_of_an_older_release_has_no_time_of_the_silence(world: World) -> None:
    """It is read, and the next letter of the game enters the time."""
    vote(world)
    path = ledger.path_of(world.home)
    before, sign, after = path.read_text("utf-8").rpartition("seats:")
    path.write_text(before + sign + re.sub(r', "since": "[^"]*"', "", after), "utf-8")
    assert [one.since for one in kept(world).seats] == [""]
    world.post(simple(world, "thor", "say hello", 70))
    assert [bool(one.since) for one in kept(world).seats] == [True]


def test_who_has_or_had_a_part_is_not_asked(world: World) -> None:
    """The other player and the one who was replaced may wait for other games; for this one they are passed over."""
    wait(world, ANNA)
    wait(world, "bert+list@example.org")
    letter = offered(world)
    world.post(to(letter, "confirm"))
    assert (sits(world), waiting(world)) == (CLEO, [ANNA, "bert+list@example.org"])
    refused = world.post(stranger("wait g1", BERT)).out[0]
    assert "You have, or had, a part" in flat(refused)
    days(world, DAYS_OF_SILENCE)
    vote(world, number=90)
    assert happened(world)[-1] == "SeatOffered"
    assert not [one for one in kept(world).wishes if one.state == "asked"]


def test_a_name_that_is_anothers_is_not_told(world: World) -> None:
    """Whoever waits as Anna sits without a name: the other player is called so."""
    world.post(to(offered(world, "wait thunder as anna"), "confirm"))
    assert (sits(world), dict(table(world).state.names)["loki"]) == (CLEO, "")


# What else ends it


@pytest.mark.parametrize("how", ["claimed", "abandoned", "seated", "deleted"])
def test_the_seat_is_gone_meanwhile(world: World, how: str) -> None:
    """The game ends, or the keeper seats somebody, or deletes it: whoever was asked is told, and nobody is seated."""
    letter = offered(world)
    if how == "claimed":
        out = world.post(simple(world, "thor", "claim win", 61)).out
    else:
        with world.desk.held():
            if how == "seated":
                keeper.replace_player(world.desk, "g1", "loki", Player(EMIL))
            else:
                keeper.abandon(world.desk, "g1", "No time.")
            if how == "deleted":
                keeper.delete(world.desk, "g1", force=True)
        out = world.post().out
    assert "is not free any more" in flat(next(one for one in out if one.mail["To"] == CLEO))
    assert not [one for one in world.post(to(letter, "confirm")).out if one.mail["To"] == CLEO]
    assert (kept(world).seats, waiting(world)) == ((), [CLEO])


def test_h35_no_votes_in_a_dispute(world: World) -> None:
    """Whoever votes while play rests is told to vote after it; a vote that was carried before stands."""
    world.post(simple(world, "thor", "dispute 2.1: That was not so.", 62))
    assert "vote when it is over" in flat(vote(world).to("thor")[0])
    world.post(simple(world, "thor", "withdraw dispute", 63))
    vote(world, number=64)
    assert happened(world) == ["FellSilent", "ReplaceVoted", "SeatOffered"]


def test_two_seats_of_one_address(tmp_path: Path) -> None:
    """Whoever plays both seats may vote on one with the other; the new player gets letters of that seat alone."""
    world = begun(tmp_path / "home")
    with world.desk.held():
        keeper.correct_address(world.desk, "g1", "loki", ANNA, shared=True)
    days(world, DAYS_OF_SILENCE)
    came = world.post(to(offered(world), "confirm"))
    assert sits(world) == CLEO
    assert [one.seat for one in came.out if one.mail["To"] == CLEO] == ["loki"]
    assert [one.seat for one in came.out if one.mail["To"] == ANNA] == ["company", "thor"]


def test_orders_beforehand_are_gone_with_their_player(world: World) -> None:
    """H27 What the old player gave beforehand is not played for the new one."""
    world.post(simple(world, "loki", "if turn 9: draw", 65))
    days(world, DAYS_OF_SILENCE)
    assert table(world).index.house.foreseen
    world.post(to(offered(world), "confirm"))
    assert not table(world).index.house.foreseen


def test_the_new_letter_has_nothing_that_was_private(tmp_path: Path) -> None:
    """H3 The notes of the old player stay theirs, in the letter of the new one too."""
    world = begun(tmp_path / "home")
    world.post(simple(world, "loki", "note zwiebelkuchen", 66))
    days(world, DAYS_OF_SILENCE)
    came = world.post(to(offered(world), "confirm"))
    assert "zwiebelkuchen" not in "".join(one.all for one in came.out)


def test_an_old_ledger_is_read(world: World) -> None:
    """A file without seats that stand open, as older releases write it, is whole."""
    wait(world)
    path = ledger.path_of(world.home)
    older = path.read_text().replace("\nseats: []\n", "\n")
    assert older != path.read_text()
    path.write_text(older)
    assert waiting(world) == [CLEO]


def test_a_home_that_was_put_back_goes_on(world: World, tmp_path: Path) -> None:
    """An older copy knows that somebody was asked: the same answer seats them there."""
    letter = offered(world)
    old = copy(world, tmp_path / "old")
    world.post(to(letter, "confirm"))
    old.time = world.time
    with old.desk.held():
        old.desk.restores.begin(("g1",))
    assert not old.run().troubles
    old.send()
    came = old.post(to(letter, "confirm"))
    assert not came.done.troubles
    assert (sits(old), kept(old).seats) == (CLEO, ())


# What may not be known


def run_of(world: World) -> list[bytes]:
    """The letters to those who wait and to the one who was replaced, from the silence on, as bytes."""
    days(world, DAYS_OF_SILENCE)
    out = [*wait(world, CLEO), *wait(world, DORA)]
    out += vote(world).out
    out += (came := world.post(to(offer(out), "refuse"))).out
    out += world.post(to(offer(came.out, DORA), "confirm", DORA)).out
    out += world.post(stranger("games", EMIL)).out
    return [one.raw for one in out if one.seat == "company"]


OTHERS = (
    ("", "female-archer, viking warriors, viking warriors"),
    ("", "dragon, ravens, frigg"),
    ("huscarl, ravens, mjolnir", ""),
)
"""Other cards that lie face down."""


def other_worlds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[bytes]]:
    """The same letters in worlds whose hidden cards are others."""
    worlds = [("", ""), *((thor and f"deploy {thor}", loki and f"deploy {loki}") for thor, loki in OTHERS)]
    found = []
    for n, deploys in enumerate(worlds):
        monkeypatch.setattr(test_company, "COUNT", iter(range(1, 1000)))  # the ids of their letters
        found.append(run_of(begun(tmp_path / str(n), deploys)))
    return found


@pytest.mark.slow
def test_letters_to_those_who_wait_are_the_same_in_other_worlds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every byte to whoever waits, is asked, declines or is replaced is the same whatever lies face down."""
    one, *others = other_worlds(tmp_path, monkeypatch)
    assert len(one) >= 7
    assert all(other == one for other in others)


def told_to_thor(world: World, private: str) -> list[str]:
    """What Thor is told from the silence on, without seals, while Loki may write what is nobody else's business."""
    days(world, DAYS_OF_SILENCE - 2)
    out = list(world.post(simple(world, "loki", private, 90)).out) if private else []
    out += days(world, 3)
    wait(world)
    out += vote(world).out
    out += world.post(simple(world, "loki", private, 91)).out if private else []
    out += world.post(to(offer(out), "confirm")).out
    texts = (
        part for one in out if one.seat == "thor" for part in (str(one.mail["Subject"]), one.text, one.html)
    )
    return [
        re.sub(r"Seal [0-9a-f]+|In words: [a-z ]+|[0-9]{2}:[0-9]{2}|(Seal|In words)(.|\n)*?</p>", "", one)
        for one in texts
    ]


@pytest.mark.slow
@pytest.mark.parametrize("private", ["", "note zwiebelkuchen", "moves", "timezone Asia/Tokyo"])
def test_what_others_are_told_tells_nothing_of_a_silent_hand(tmp_path: Path, private: str) -> None:
    """The same letters to Thor whatever Loki holds, and whether Loki writes in secret or not."""
    one = told_to_thor(begun(tmp_path / "one"), "")
    other = told_to_thor(begun(tmp_path / "other", ("", "deploy dragon, ravens, frigg")), private)
    assert len(one) >= 9
    assert other == one


@pytest.mark.slow
def test_a_planted_leak_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters that named a game by what lies face down in it would differ."""
    known = company.title

    def leaks(rules: str, language: str) -> str:
        newest = max(tmp_path.glob("*/games/g1/record.yaml"), key=lambda path: path.stat().st_mtime_ns)
        state = load(newest).state
        return f"{known(rules, language)} {state.loki} {state.thor}"

    monkeypatch.setattr(company, "title", leaks)
    one, *others = other_worlds(tmp_path, monkeypatch)
    assert all(other != one for other in others)


def test_a_wrong_clock_is_found(world: World) -> None:
    """An entry by which the clock told of silence before its time is no entry of the clock."""
    entries = world.entries()
    (n,) = [n for n, one in enumerate(entries) if isinstance(one, Act) and one.act == "silent"]
    assert audit(table(world)).differences == ()
    early = table(world).at(n - 1)
    at = entries[n].at.replace("T09", "T08")
    early.write_down("silent", "loki", events=[FellSilent("loki")], at=at)
    assert [one.why.key for one in audit(early).differences] == ["audit-clock"]


def test_reason_of_the_end_is_told(world: World) -> None:
    """The record has why: the seat is heard of again."""
    world.post(simple(world, "loki", "draw", 60))
    (over,) = [event for entry in world.entries() for event in entry.events if isinstance(event, VoteOver)]
    assert (over.of, over.reason) == ("loki", BACK)


def test_h25_who_votes_and_who_takes_the_seat_are_told_no_note_of_the_silent_one(tmp_path: Path) -> None:
    """Nothing of what the silent player has noted stands in a letter of a vote, to whomever it goes."""
    world = begun(tmp_path / "home")
    world.post(simple(world, "loki", "annotate 2.0: !? zwiebelkuchen\n\nannotate game: zwiebelkuchen"))
    out = [*days(world, DAYS_OF_SILENCE + 2), offered(world)]
    out += world.post(tapped(offer([out[-1]]), "confirm")).out
    assert {"thor", "loki"} <= {one.seat for one in out}
    assert "SeatTaken" in happened(world)
    for one in out:
        assert "zwiebelkuchen" not in one.all.lower()
        assert "annotate" not in one.text.lower()
