"""The keeper's verbs: what each enters in the record, who gets which letter, which secret is valid, what is refused."""

import os
import stat
from collections.abc import Callable, Mapping
from email.header import decode_header, make_header
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from awkward.world import ANNA, BERT, Out, World, begin, copy, simple
from support.command import Ran, process

from referee.api import Table
from referee.cli import run as command
from referee.cli.terminal import fault_sentence
from referee.desk import keeper
from referee.desk.desk import Desk
from referee.home import config, roster
from referee.home.home import Home
from referee.house.players import Player
from referee.table.audit import audit
from referee.util.errors import Faulty
from referee.util.values import replace
from referee.verify import check

CLEO = Player("cleo@example.org", "Cleo")
PHASES = ("invited", "on", "over")
Act = Callable[[Desk], Any]


@pytest.fixture(autouse=True)
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """The power stays on here; to sync would only be slow."""
    monkeypatch.setattr(os, "fsync", lambda _fd: None)


@pytest.fixture(scope="module")
def bases(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, World]:
    """A game in the time of invitation, one in play with Loki on turn, one that is over; tests play with copies."""
    folder = tmp_path_factory.mktemp("keeper")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _fd: None)
        found = {"invited": begin(folder / "invited", opening=()), "on": begin(folder / "on")}
        found["over"] = copy(found["on"], folder / "over")
        keep(found["over"], lambda desk: keeper.abandon(desk, "g1", "at sea"))
    return found


@pytest.fixture(params=PHASES)
def world(request: pytest.FixtureRequest, bases: Mapping[str, World], tmp_path: Path) -> World:
    """A game in each of its times."""
    return copy(bases[request.param], tmp_path / "home")


@pytest.fixture
def on(bases: Mapping[str, World], tmp_path: Path) -> World:
    """A game in play."""
    return copy(bases["on"], tmp_path / "home")


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """The command line, run in this process on the home of a world."""

    def ran(world: World | Path, *args: str) -> Ran:
        monkeypatch.setenv("REFEREE_HOME", str(world.path if isinstance(world, World) else world))
        monkeypatch.setenv("COLUMNS", "200")
        capsys.readouterr()
        code = command(args)
        return Ran(code, *capsys.readouterr())

    return ran


def keep(world: World, act: Act) -> list[Out]:
    """The keeper acts in a process of its own, and what is due goes out; afterwards the record is sound."""
    world.fresh()
    with world.desk.held():
        act(world.desk)
    out = world.send()
    refuse_unsound(world)
    return out


def refuse_unsound(world: World) -> None:
    """The record checks clean, an audit finds nothing, and neither an address nor a secret stands in it."""
    path = world.home.record_path("g1")
    assert not check.check(path).fault
    assert audit(Table.load(path)).clean
    record = path.read_text("utf-8")
    assert "@" not in record
    for seat in ("thor", "loki"):
        assert world.secret(seat) not in record


def files_of(world: World) -> Mapping[str, bytes]:
    """Every file of a home, byte for byte, but the lock."""
    files = (path for path in world.path.rglob("*") if path.is_file() and path.name != "lock")
    return {str(path.relative_to(world.path)): path.read_bytes() for path in files}


def refused(world: World, act: Act) -> Faulty:
    """What is said about an act that is refused; nothing changes in the home."""
    before = files_of(world)
    with pytest.raises(Faulty) as fault:
        keep(world, act)
    assert files_of(world) == before
    assert "{" not in fault_sentence(fault.value.why)
    return fault.value


def last_act(world: World) -> tuple[str, str, str, list[str]]:
    """Kind, act, seat and events of the last entry."""
    entry = world.entries()[-1]
    return entry.kind, entry.act, entry.seat, [type(one).__name__ for one in entry.events]


def sent_to(out: list[Out]) -> list[tuple[str, str | None]]:
    """The seat of each letter out, and where it goes."""
    return [(one.seat, one.mail["To"]) for one in out]


# Addresses


@pytest.mark.slow
def test_address_is_told_at_the_new_address_and_to_nobody_else(world: World) -> None:
    """One entry without the address, one letter to the new address; the secret stays; the other seat sees nothing."""
    before, secret = len(world.entries()), world.secret("thor")
    numbers = {seat: world.desk.outbox.numbers("g1", seat) for seat in ("thor", "loki")}
    out = keep(world, lambda desk: keeper.correct_address(desk, "g1", "thor", "Anna@New.EXAMPLE"))
    assert len(world.entries()) == before + 1
    assert last_act(world)[:3] == ("act", "address", "thor")
    assert sent_to(out) == [("thor", "Anna@new.example")]
    assert secret == world.secret("thor")
    assert secret in out[0].raw.decode()
    assert out[0].name == f"g1.thor.{numbers['thor'][-1] + 1}.eml"
    assert world.desk.outbox.numbers("g1", "loki") == numbers["loki"]


def test_address_that_is_there_already_is_refused(world: World) -> None:
    """The address as it stands: nothing happens, no letter goes out. In another case of letters of the domain too."""
    for address in (ANNA, "anna@EXAMPLE.org"):
        fault = refused(world, partial(keeper.correct_address, game="g1", seat="thor", address=address))
        assert fault.why.key == "same-address"


def test_address_of_the_other_player_is_refused_unless_shared(world: World) -> None:
    """One address for both seats would show both hands: it needs a word more."""
    fault = refused(world, lambda desk: keeper.correct_address(desk, "g1", "thor", BERT))
    assert (fault.why.key, fault.why.params["seat"]) == ("address-shared", "loki")
    out = keep(world, lambda desk: keeper.correct_address(desk, "g1", "thor", BERT, shared=True))
    assert sent_to(out) == [("thor", BERT)]


WRONG = (
    "",
    "anna",
    "anna@",
    "@example.org",
    "a b@example.org",
    "anna@example.org\n",
    "a@b@c",
    "é@b.c",
    "x" * 255,
)


@pytest.mark.parametrize(
    "address", [*WRONG, "anna@example.org\r\nBcc: x@y.z", "<a@b.example>", "a@[1.2.3.4]"]
)
def test_a_wrong_address_is_refused(on: World, address: str) -> None:
    """A text that is no address changes nothing, and the refusal says so."""
    fault = refused(on, lambda desk: keeper.correct_address(desk, "g1", "thor", address))
    assert fault.why.key == "bad-address"


# Secrets


def test_newkey_makes_the_old_secret_a_strangers(world: World) -> None:
    """One entry, one letter with the new secret; the old one is on hold from now on, the new one is ruled on."""
    old, letter = world.secret("thor"), simple(world, "thor", "say old")
    out = keep(world, lambda desk: keeper.new_secret(desk, "g1", "thor"))
    assert last_act(world)[:3] == ("act", "new-secret", "thor")
    assert sent_to(out) == [("thor", ANNA)]
    assert old != world.secret("thor")
    assert old not in out[0].all
    assert world.secret("thor") in out[0].all
    came = world.post(letter)
    assert (came.entries, came.out, world.held()) == ({}, [], ["no-seat"])
    assert world.post(simple(world, "thor", "say new")).lines == ("said: say new",)
    assert world.secret("loki") not in out[0].all


@pytest.mark.slow
def test_newkey_again_makes_another_one(world: World) -> None:
    """Each new secret is one that never was; the index knows one for each seat."""
    found = {world.secret("thor")}
    for _ in range(3):
        keep(world, lambda desk: keeper.new_secret(desk, "g1", "thor"))
        found.add(world.secret("thor"))
    assert len(found) == 4
    assert len(list((world.path / "seats").iterdir())) == 2


def test_a_letter_with_the_old_secret_is_held_again_when_it_is_released(on: World) -> None:
    """To release a letter does not make its secret good."""
    letter = simple(on, "thor", "say old")
    keep(on, lambda desk: keeper.new_secret(desk, "g1", "thor"))
    on.post(letter)
    (held,) = on.desk.spool.held()
    on.desk.spool.release(held.name)
    assert on.post().done.held == [(held.name, "no-seat")]


# Players


@pytest.mark.parametrize("phase", ["invited", "on"])
def test_replace_gives_a_new_secret_and_tells_all(
    bases: Mapping[str, World], tmp_path: Path, phase: str
) -> None:
    """One entry with the new name; both are told, the new player at the new address.

    The old secret is no longer valid.
    """
    world = copy(bases[phase], tmp_path / "home")
    old = world.secret("loki")
    out = keep(world, lambda desk: keeper.replace_player(desk, "g1", "loki", CLEO))
    assert last_act(world) == ("act", "replace", "loki", ["SeatTaken"])
    assert sent_to(out) == [("loki", "cleo@example.org"), ("thor", ANNA)]
    assert world.secret("loki") in out[0].all
    for one in out:
        assert old not in one.all
        assert "[H7]" in one.text
    assert world.secret("loki") not in out[1].all
    assert world.secret("thor") not in out[0].all
    assert roster.read(world.home.roster_path("g1")).seats["loki"] == Player(
        "cleo@example.org", "Cleo", 1, "en"
    )


def test_replace_after_the_end_is_refused(bases: Mapping[str, World], tmp_path: Path) -> None:
    """A game that is over has nobody to replace."""
    world = copy(bases["over"], tmp_path / "home")
    assert (
        refused(world, lambda desk: keeper.replace_player(desk, "g1", "loki", CLEO)).why.key == "over-already"
    )


@pytest.mark.parametrize(
    ("game", "names", "told"),
    [
        ("thunder", ("", "Cleo"), "Thor is Anna, Loki is Cleo."),
        ("thunder", ("", ""), "Thor is Anna, Loki is Loki."),
        ("odins_table", ("", "Cleo"), "Odin is Anna, Thor is Cleo."),
    ],
)
def test_h7_a_seat_taken_over_before_the_deal_has_its_new_name_at_the_deal_and_after(
    tmp_path: Path, game: str, names: tuple[str, str], told: str
) -> None:
    """Not that of who was invited first; the other keeps the own one. The audit deals the same."""
    world = begin(tmp_path / "home", opening=())
    first, second = world.desk.opening.seats_of(game, {})
    with world.desk.held():
        seats = {first: Player(ANNA, "Anna"), second: Player(BERT, "Bert")}
        keeper.invite(world.desk, game, seats, id="g2", seed="07")
        keeper.replace_player(world.desk, "g2", second, replace(CLEO, name=names[1]))
    for seat in (first, second):
        raw = simple(world, "thor", "accept", seat == first)
        came = world.post(raw.replace(world.secret("thor").encode(), world.secret(seat, "g2").encode()))
    assert told in " ".join(came.to(first)[0].text.split())
    table = Table.load(world.home.record_path("g2"))
    assert dict(table.view(None).names) == {first: "Anna", second: names[1]}
    assert audit(table).clean


def test_h7_the_subject_says_who_plays_on_and_not_that_somebody_has_written(on: World) -> None:
    """Whatever the others said or did last: in the letters to them, and in the first one to whoever takes the seat."""
    on.post(simple(on, "loki", "draw\ndraw\ndraw"))
    on.post(simple(on, "thor", "say Who is there?"))
    german = Player("cleo@example.org", "Cleo", language="de")
    out = keep(on, lambda desk: keeper.replace_player(desk, "g1", "loki", german))
    found = {one.seat: str(make_header(decode_header(str(one.mail["Subject"])))) for one in out}
    subjects = {seat: one.partition(":")[0] for seat, one in found.items()}
    assert subjects == {
        "loki": "Du spielst f\u00fcr jemand anders weiter",
        "thor": "Your turn, and another plays on as Loki",
    }


def test_replace_with_the_other_player_is_refused_unless_shared(on: World) -> None:
    """Nobody sees both hands by mistake."""
    anna = Player(ANNA, "Anna")
    assert (
        refused(on, lambda desk: keeper.replace_player(desk, "g1", "loki", anna)).why.key == "address-shared"
    )
    out = keep(on, lambda desk: keeper.replace_player(desk, "g1", "loki", anna, shared=True))
    assert sent_to(out) == [("loki", ANNA), ("thor", ANNA)]


# Ends


@pytest.mark.parametrize("phase", ["invited", "on"])
def test_abandon_ends_a_game_once(bases: Mapping[str, World], tmp_path: Path, phase: str) -> None:
    """One entry, one letter each; the second time it is over already, and nothing happens."""
    world = copy(bases[phase], tmp_path / "home")
    out = keep(world, lambda desk: keeper.abandon(desk, "g1", "at sea"))
    told = ["SecretTold"] if phase == "on" else []  # H19 what was dealt is proved by it
    assert last_act(world) == ("act", "abandon", "", ["Abandoned", *told])
    assert world.entries()[-1].reason == "at sea"
    assert sent_to(out) == [("loki", BERT), ("thor", ANNA)]
    assert refused(world, lambda desk: keeper.abandon(desk, "g1", "again")).why.key == "over-already"


REASONS = {
    "": "",
    "a\x1b[31mred": "a",
    "\u202eolleh": "olleh",
    "x" * 5000: "x" * 40,
    "\n\n<b>&": "<b>&",
    "{{ 7 }}": "{{ 7 }}",
}


@pytest.mark.slow
@pytest.mark.parametrize("reason", REASONS, ids=repr)
def test_a_reason_is_words_and_nothing_else(on: World, reason: str) -> None:
    """A reason may hold any text: both letters go out, and no control, mark-up or template in it takes effect."""
    out = keep(on, lambda desk: keeper.abandon(desk, "g1", reason))
    assert len(out) == 2
    for one in out:
        assert REASONS[reason] in one.text
        assert "\x1b" not in one.text + one.html
        assert "\u202e" not in one.text + one.html
        assert "<b>&" not in one.html


def test_a_reason_that_is_no_text_is_refused(on: World) -> None:
    """Bytes that are no UTF-8 come through the shell as lone surrogates; they are told as a mistake of the caller."""
    with pytest.raises(Faulty):
        keep(on, lambda desk: keeper.abandon(desk, "g1", "a\udcffb"))


# Silence


def test_silence_speaks_for_the_seat_that_owes(on: World) -> None:
    """In play: one entry, and both are told that the keeper says so, and why; who owes nothing is not spoken for."""
    out = keep(on, lambda desk: keeper.silence(desk, "g1", "loki", "three weeks"))
    kind, act, seat, events = last_act(on)
    assert (kind, act, seat) == ("act", "silence", "loki")
    assert "Overdue" in events
    assert on.entries()[-1].reason == "three weeks"
    assert sent_to(out) == [("loki", BERT), ("thor", ANNA)]
    for one in out:
        assert "three weeks" in one.text
        assert "deadline" not in " ".join(one.text.split()).partition("The keeper has the silence")[2][:60]
    assert refused(on, lambda desk: keeper.silence(desk, "g1", "thor", "")).why.key == "owes-nothing"


@pytest.mark.parametrize(("phase", "key"), [("invited", "invited-still"), ("over", "owes-nothing")])
def test_silence_out_of_play_is_refused(
    bases: Mapping[str, World], tmp_path: Path, phase: str, key: str
) -> None:
    """An invitation is not answered by silence, and after the end nothing is owed."""
    world = copy(bases[phase], tmp_path / "home")
    for seat in ("thor", "loki"):
        assert refused(world, partial(keeper.silence, game="g1", seat=seat, reason="")).why.key == key


def test_silence_twice_says_no_more_than_once(on: World) -> None:
    """A seat that is past the deadline already is not marked a second time."""
    keep(on, lambda desk: keeper.silence(desk, "g1", "loki", ""))
    refused(on, lambda desk: keeper.silence(desk, "g1", "loki", ""))


@pytest.mark.parametrize("phase", ["invited", "over"])
def test_silence_of_a_seat_that_is_not_there(bases: Mapping[str, World], tmp_path: Path, phase: str) -> None:
    """An unknown seat is told as such at all times."""
    world = copy(bases[phase], tmp_path / "home")
    assert refused(world, lambda desk: keeper.silence(desk, "g1", "odin", "")).why.key == "no-such-seat"


# Letters once more


@pytest.mark.slow
def test_resend_says_what_the_letter_said(world: World) -> None:
    """Every letter of a game can go out again, with the same words under the same number; the record does not grow."""
    record = world.record()
    for seat in ("thor", "loki"):
        numbers = world.desk.outbox.numbers("g1", seat)
        for number in numbers:
            before = world.letter(f"g1.{seat}.{number}")
            (again,) = keep(world, partial(keeper.resend, game="g1", seat=seat, number=number))
            assert (again.name, again.mail["To"]) == (before.name, before.mail["To"])
            assert again.text == before.text
            assert again.html == before.html
            assert again.mail["Subject"] == before.mail["Subject"]
            assert again.mail["Message-ID"] == before.mail["Message-ID"]
        assert world.desk.outbox.numbers("g1", seat) == numbers
    assert world.record() == record


def test_resend_without_a_number_takes_the_last(world: World) -> None:
    """The last letter is due once more, one file however often it is asked for."""
    due = world.last("thor")
    for _ in range(3):
        with world.desk.held():
            assert keeper.resend(world.desk, "g1", "thor") == due
    assert [one.name for one in world.send()] == [f"{due}.eml"]


@pytest.mark.slow
def test_resend_goes_where_letters_go_now_with_the_secret_of_now(on: World) -> None:
    """An old letter goes to the corrected address, and holds the new secret and not the old one."""
    old = on.secret("thor")
    keep(on, lambda desk: keeper.correct_address(desk, "g1", "thor", "anna@new.example"))
    keep(on, lambda desk: keeper.new_secret(desk, "g1", "thor"))
    (again,) = keep(on, lambda desk: keeper.resend(desk, "g1", "thor", 2))
    assert again.mail["To"] == "anna@new.example"
    assert on.secret("thor") in again.all
    assert old not in again.all


@pytest.mark.parametrize("number", [-1, 8, 99, 10**12])
def test_resend_of_a_letter_that_never_was_is_refused(on: World, number: int) -> None:
    """The refusal names the existing numbers."""
    fault = refused(on, lambda desk: keeper.resend(desk, "g1", "thor", number))
    assert (fault.why.key, fault.why.params["numbers"]) == ("no-such-letter", (1, 2, 3, 4, 5, 6, 7))


@pytest.mark.slow
def test_resend_says_again_what_was_said_of_the_letter_as_a_whole(on: World) -> None:
    """Loki wrote from another address, and was told so; the same answer says so when it goes out again."""
    on.post(simple(on, "loki", "draw").replace(b"From: bert@", b"From: robert@"))
    before = on.letter(on.last("loki"))
    (again,) = keep(on, lambda desk: keeper.resend(desk, "g1", "loki"))
    assert again.text == before.text


@pytest.mark.slow
def test_resend_gives_a_new_player_nothing_that_went_to_the_one_before(on: World) -> None:
    """H3 An earlier receipt holds the note of its writer; it is not made again for somebody else."""
    on.post(simple(on, "loki", "note zwiebelkuchen"))
    old = int(on.last("loki").rpartition(".")[2])
    keep(on, lambda desk: keeper.replace_player(desk, "g1", "loki", CLEO))
    assert refused(on, lambda desk: keeper.resend(desk, "g1", "loki", old)).why.key == "no-such-letter"
    (again,) = keep(on, lambda desk: keeper.resend(desk, "g1", "loki"))
    assert again.mail["To"] == CLEO.address
    assert "zwiebelkuchen" not in again.text


# Deletion


def test_delete_waits_for_the_last_letters(on: World) -> None:
    """What both are still to be told, everything that was hidden, is not deleted before it went out."""
    with on.desk.held():
        keeper.abandon(on.desk, "g1", "")
    assert refused(on, lambda desk: keeper.delete(desk, "g1")).why.key == "letters-due"
    on.send()
    with on.desk.held():
        keeper.delete(on.desk, "g1")
    assert "g1" not in on.home.games()


def test_delete_takes_a_game_away_for_ever(bases: Mapping[str, World], tmp_path: Path) -> None:
    """Record, roster, letters out and secrets are deleted, the letters in are not; the id is not given again."""
    world = copy(bases["over"], tmp_path / "home")
    letter, put_away = simple(world, "thor", "say hello"), world.put_away()
    assert put_away
    with world.desk.held():
        keeper.delete(world.desk, "g1")
    left = files_of(world)
    assert not [name for name in left if "g1" in name and name != "games/g1/deleted"]
    assert not list((world.path / "seats").iterdir())
    assert world.put_away() == put_away
    assert not [
        name for name, data in left.items() if ANNA.encode() in data and not name.startswith("post/done")
    ]
    with world.desk.held():
        with pytest.raises(Faulty, match="id-taken"):
            keeper.invite(world.desk, "thunder", world.roster, id="g1")
        assert keeper.invite(world.desk, "thunder", world.roster) == "g2"
        with pytest.raises(Faulty, match="no-such-game"):
            keeper.delete(world.desk, "g1")
    assert world.post(letter).done.held[0][1] == "no-seat"


@pytest.mark.parametrize("phase", ["invited", "on"])
def test_delete_of_a_game_that_is_on_needs_force(
    bases: Mapping[str, World], tmp_path: Path, phase: str
) -> None:
    """Who still plays is not left without a word by mistake."""
    world = copy(bases[phase], tmp_path / "home")
    assert refused(world, lambda desk: keeper.delete(desk, "g1")).why.key == "still-on"
    with world.desk.held():
        keeper.delete(world.desk, "g1", force=True)
    assert not list(world.home.games())


def test_delete_by_force_needs_no_record_that_can_be_read(on: World) -> None:
    """A damaged game can be deleted, and says that it is damaged without force."""
    record = on.home.record_path("g1")
    record.write_bytes(record.read_bytes().replace(b"huscarl", b"huscarx"))
    assert refused(on, lambda desk: keeper.delete(desk, "g1")).why.key.startswith("record-")
    with on.desk.held():
        keeper.delete(on.desk, "g1", force=True)
    assert not list(on.home.games())


# Other tables are left alone


@pytest.mark.slow
def test_verbs_touch_their_own_game_alone(on: World) -> None:
    """With a second game in the home, each verb on it leaves every file of the first as it was."""
    with on.desk.held():
        keeper.invite(
            on.desk, "thunder", {"thor": Player("c@example.org"), "loki": Player("d@example.org")}, id="g2"
        )
    on.send()
    mine = {
        name: data for name, data in files_of(on).items() if name.startswith(("games/g1/", "post/sent/g1/"))
    }
    on.fresh()
    with on.desk.held():
        keeper.correct_address(on.desk, "g2", "thor", "e@example.org")
        keeper.new_secret(on.desk, "g2", "thor")
        keeper.replace_player(on.desk, "g2", "loki", CLEO)
        keeper.resend(on.desk, "g2", "thor")
        keeper.abandon(on.desk, "g2", "")
        keeper.delete(on.desk, "g2", force=True)
    after = files_of(on)
    assert {name: after[name] for name in mine} == mine
    assert not [name for name in after if "g2." in name]
    assert on.post(simple(on, "loki", "draw")).lines == ("played: draw",)


# The command line


def test_init_makes_a_home(tmp_path: Path, cli: Callable[..., Ran]) -> None:
    """Key and configuration are readable by the keeper alone.

    Only --force writes a new configuration, and never a new key.
    """
    home = tmp_path / "home"
    ran = cli(home, "init", "--address", "thor@Games.EXAMPLE")
    assert (ran.code, ran.out.strip()) == (0, str(home))
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    for name in ("key", "config.yaml"):
        assert stat.S_IMODE((home / name).stat().st_mode) == 0o600
    assert "thor@games.example" in (home / "config.yaml").read_text("utf-8")
    key = (home / "key").read_bytes()
    other = ("--address", "b@c.example", "--name", "Odin", "--secrets", "subject")
    ran = cli(home, "init", *other)
    assert (ran.code, ran.out) == (73, "")
    assert "--force" in ran.err
    assert "thor@games.example" in (home / "config.yaml").read_text("utf-8")
    assert cli(home, "init", *other, "--force").code == 0
    assert (home / "key").read_bytes() == key
    assert config.read(Home(home)) == config.Config("b@c.example", "Odin", "subject")


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ((), 2),
        (("--address", "nobody"), 2),
        (("--address", "a@b", "--secrets", "body"), 2),
        (("--address", "a@b", "--name", ""), 2),
        (("--address", "a@b", "--name", "x" * 61), 2),
        (("--address", "a@b", "--name", "a\nb"), 2),
    ],
)
def test_init_refuses_what_cannot_be(
    tmp_path: Path, cli: Callable[..., Ran], args: tuple[str, ...], code: int
) -> None:
    """Wrong values make no home."""
    ran = cli(tmp_path / "home", "init", *args)
    assert (ran.code, ran.out) == (code, "")
    assert ran.err
    assert not (tmp_path / "home").exists()


@pytest.mark.slow
def test_a_game_by_command_line(tmp_path: Path, cli: Callable[..., Ran]) -> None:
    """init, open, mail, run, post, status: what each prints, and that letters lie where they are printed to lie."""
    home, out = tmp_path / "home", tmp_path / "out"
    assert cli(home, "init", "--address", "referee@games.example").code == 0
    ran = cli(
        home, "open", "thunder", "--seat", f"Thor=Anna <{ANNA}>", "--seat", f"LOKI={BERT}", "--seed", "07"
    )
    assert (ran.code, ran.out) == (0, "g1\n")
    assert "g1.thor.1" in ran.err
    ran = cli(home, "post", str(out))
    assert ran.out.split() == [str(out / "g1.loki.1.eml"), str(out / "g1.thor.1.eml")]
    assert cli(home, "post", str(out)).out == ""
    world = World(home)
    mail = tmp_path / "mail"
    mail.write_bytes(simple(world, "thor", "accept red herring"))
    with mail.open("rb") as stdin:
        ran_mail = process("--home", str(home), "mail", stdin=stdin)
    assert (ran_mail.returncode, ran_mail.stdout, ran_mail.stderr) == (0, "", "")
    assert cli(home, "status").out.count("Letters that wait to be read: 1 (") == 1
    ran = cli(home, "run", "--json")
    assert (ran.code, ran.doc["ruled"], ran.doc["aside"], ran.doc["held"], ran.doc["troubles"]) == (
        0,
        1,
        0,
        [],
        [],
    )
    # H10 That Thor has accepted is told to Loki with the next letter.
    assert ran.doc["written"] == ["g1.thor.2"]
    assert cli(home, "run", "--json").doc["written"] == []
    box = tmp_path / "boxes"
    lines = cli(home, "post", str(box), "--as", "maildir").out.split()
    assert [Path(one).parent.parent.name for one in lines] == [ANNA]
    assert all(Path(one).is_file() for one in lines)
    assert cli(home, "run").code == 0


FAULTS: Mapping[tuple[str, ...], tuple[int, tuple[str, ...]]] = {
    ("address", "g9", "--seat", "thor", "a@b"): (66, ("g9", "g1")),
    ("address", "g1", "--seat", "odin", "a@b"): (66, ("odin", "thor, loki")),
    ("address", "g1", "--seat", "thor", "nowhere"): (2, ("nowhere",)),
    ("address", "g1", "--seat", "thor"): (2, ("ADDRESS",)),
    ("address", "g1", "a@b"): (2, ("--seat",)),
    ("address", "g1", "--seat", "thor", ANNA): (1, (ANNA,)),
    ("address", "g1", "--seat", "thor", BERT): (2, (BERT, "loki", "--shared")),
    ("resend", "g1", "--seat", "thor", "--number", "99"): (66, ("1, 2, 3, 4, 5, 6, 7",)),
    ("resend", "g1", "--seat", "odin"): (66, ("thor, loki",)),
    ("resend", "g1", "--seat", "thor", "--number", "last"): (2, ("last",)),
    ("newkey", "g1", "--seat", "odin"): (66, ("thor, loki",)),
    ("newkey", "g9", "--seat", "thor"): (66, ("g1",)),
    ("replace", "g1", "--seat", "loki", "Cleo"): (2, ("Cleo",)),
    ("replace", "g1", "--seat", "loki", "Cleo: x <c@d>"): (2, ("Cleo: x",)),
    ("replace", "g1", "--seat", "odin", "c@d"): (66, ("thor, loki",)),
    ("silence", "g1", "--seat", "thor"): (1, ("thor",)),
    ("silence", "g1", "--seat", "odin"): (66, ("thor, loki",)),
    ("abandon", "g9", "--reason", "away"): (66, ("g1",)),
    ("delete", "g1", "--yes"): (1, ("g1", "--force")),
    ("delete", "../g1", "--yes"): (66, ("g1",)),
    ("release", "x"): (66, ("x",)),
    ("release", "../../key"): (66, ("key",)),
    ("drop", "x"): (66, ("x",)),
    ("status", "g1", "g9"): (66, ("g9", "g1")),
    ("post",): (78, ("config.yaml", "SMTP")),
    ("post", "--as", "eml"): (2, ("folder",)),
    ("post", "x", "--as", "mbox"): (2, ("eml", "maildir")),
    ("open", "thunder", "--seat", "thor=a@b"): (2, ("thor, loki",)),
    ("open", "thunder", "--seat", "thor=a@b", "--seat", "odin=c@d"): (2, ("thor, loki", "odin")),
    ("open", "thunder", "--seat", "thor=a@b", "--seat", "loki=a@b"): (2, ("a@b", "--shared")),
    ("open", "thunder", "--seat", "thor"): (2, ("thor",)),
    ("open", "thunder", "--seat", "thor=a@b", "--seat", "thor=c@d", "--seat", "loki=e@f"): (2, ("thor",)),
    ("open", "thunder", "--id", "g1", "--seat", "thor=a@b", "--seat", "loki=c@d"): (73, ("g1",)),
    ("open", "chess", "--seat", "thor=a@b", "--seat", "loki=c@d"): (66, ("chess", "thunder")),
    ("open", "thunder", "--seat", "thor=A <a@b>", "--seat", "loki=c@d", "--option", "players=x,y"): (
        2,
        ("x,y",),
    ),
    ("open", "thunder", "--seat", "thor=a@b", "--seat", "loki=c@d", "--seed", "xyz"): (2, ("xyz",)),
}


@pytest.mark.share(4)
@pytest.mark.parametrize("args", FAULTS, ids=" ".join)
def test_what_is_refused_says_what_would_be_right(
    on: World, cli: Callable[..., Ran], args: tuple[str, ...]
) -> None:
    """The exit code, a sentence with what is wrong and what would be right, nothing on stdout.

    No byte in the home changes.
    """
    before = files_of(on)
    ran = cli(on, *args)
    code, words = FAULTS[args]
    assert (ran.code, ran.out) == (code, ""), ran.err
    for word in words:
        assert word in ran.err
    assert "Traceback" not in ran.err
    assert files_of(on) == before


@pytest.mark.parametrize(
    "args", [("address", "g1", "--seat", "THOR", "a@b"), ("newkey", "g1", "--seat", "Thor")]
)
def test_a_seat_may_be_written_large(on: World, cli: Callable[..., Ran], args: tuple[str, ...]) -> None:
    """`show --seat Thor` is understood, and so are the verbs of the keeper."""
    assert cli(on, *args).code == 0


def test_one_seat_in_two_spellings_is_given_twice(on: World, cli: Callable[..., Ran]) -> None:
    """`thor=` and `THOR=` are the same seat, and one of two players is not dropped without a word."""
    ran = cli(on, "open", "thunder", "--seat", "thor=a@b", "--seat", "THOR=c@d", "--seat", "loki=e@f")
    assert ran.code == 2


def test_list_does_not_call_an_abandoned_game_drawn(
    bases: Mapping[str, World], cli: Callable[..., Ran]
) -> None:
    """A game that its keeper ended has no result."""
    assert "drawn" not in cli(bases["over"], "list").out


VERBS: Mapping[tuple[str, ...], tuple[str, ...]] = {
    ("address", "g1", "--seat", "thor", "new@example.org"): ("g1.thor.8",),
    ("address", "g1", "--seat", "thor", "--shared", BERT): ("g1.thor.8",),
    ("newkey", "g1", "--seat", "thor"): ("g1.thor.8",),
    ("replace", "g1", "--seat", "loki", "Cleo <cleo@example.org>"): ("g1.loki.7", "g1.thor.8"),
    ("silence", "g1", "--seat", "loki", "--reason", "away"): ("g1.loki.7", "g1.thor.8"),
    ("abandon", "g1", "--now", "--yes", "--reason", "away"): ("g1.loki.7", "g1.thor.8"),
    ("resend", "g1", "--seat", "thor"): ("g1.thor.7",),
    ("resend", "g1", "--seat", "loki", "--number", "1"): ("g1.loki.1",),
}


@pytest.mark.slow
@pytest.mark.parametrize("args", VERBS, ids=" ".join)
def test_a_verb_tells_which_letters_it_wrote(
    on: World, cli: Callable[..., Ran], args: tuple[str, ...]
) -> None:
    """Exit code 0, nothing on stdout, the numbers on stderr; these letters are due, and the next pass writes none."""
    ran = cli(on, *args)
    assert (ran.code, ran.out) == (0, "")
    due = [path.name.removesuffix(".eml") for path in on.desk.outbox.due()]
    assert due == list(VERBS[args])
    for number in due:
        assert number in ran.err
    assert cli(on, "run", "--json").doc["written"] == []
    refuse_unsound(on)


def test_release_and_drop_by_command_line(on: World, cli: Callable[..., Ran]) -> None:
    """A letter on hold waits again, or is put away; a second time there is none of that name on hold."""
    on.post(b"From: x@y.example\r\nTo: referee@games.example\r\n\r\ndraw\r\n")
    (held,) = on.desk.spool.held()
    assert cli(on, "release", held.name).code == 0
    assert on.desk.spool.waiting() == [held.name]
    assert cli(on, "release", held.name).code == 66
    assert cli(on, "run", "--json").doc["held"] == [{"name": held.name, "reason": "no-seat"}]
    before = on.put_away()
    assert cli(on, "drop", held.name).code == 0
    assert (on.held(), on.desk.spool.waiting(), on.put_away()) == ([], [], before + 1)
    assert cli(on, "drop", held.name).code == 66


def test_delete_asks_first(
    bases: Mapping[str, World], tmp_path: Path, cli: Callable[..., Ran], monkeypatch: Any
) -> None:
    """Without --yes a question is asked; no answer, or no, leaves everything as it is, with code 1."""
    world = copy(bases["over"], tmp_path / "home")
    before = files_of(world)
    for answer in ("", "n\n", "\n"):
        monkeypatch.setattr("sys.stdin", StringIO(answer))
        assert cli(world, "delete", "g1").code == 1
        assert files_of(world) == before
    monkeypatch.setattr("sys.stdin", StringIO("y\n"))
    assert cli(world, "delete", "g1").code == 0
    assert not list(world.home.games())


# What follows for the players


def answer(world: World, seat: str, body: str, number: int) -> bytes:
    """A letter of a seat in answer to our letter of that number."""
    field = f"\r\nIn-Reply-To: <g1.{seat}.{number}@games.example>\r\n\r\n"
    return simple(world, seat, body, number).replace(b"\r\n\r\n", field.encode(), 1)


def flat(text: str) -> str:
    """A text with each run of blanks, line ends and marks of quoted lines as one blank."""
    return " ".join(text.replace("|", " ").split())


@pytest.mark.slow
def test_a_new_player_is_told_what_the_seat_was_told(on: World) -> None:
    """The first letter of a new player tells the seat's own draws and what others said.

    The other is told the name alone.
    """
    mine, other = (flat(one.text) for one in keep(on, lambda d: keeper.replace_player(d, "g1", "loki", CLEO)))
    for shown in (
        "You draw 3 cards: Ravens 1, Hel, Frost Giant 4.",
        "We shall see who holds the ring.",
        "2.1-2.3 Thor draws 3 cards. [4.1]",
    ):
        assert shown in mine
        assert shown not in other
    assert "Loki is Cleo." in other
    on.roster = {**on.roster, "loki": CLEO}
    assert on.post(simple(on, "loki", "draw\nlay ravens A1")).lines == (
        "played: draw",
        "played: lay ravens A1",
    )


@pytest.mark.slow
def test_notes_are_not_told_to_the_next_player(on: World) -> None:
    """H3: what stands after `note` is for its writer alone, and the next player of the seat is somebody else."""
    on.post(simple(on, "loki", "note anna is a bad loser"))
    first, _ = keep(on, lambda desk: keeper.replace_player(desk, "g1", "loki", CLEO))
    assert "bad loser" not in flat(first.text)


def test_an_invitation_names_the_new_player(bases: Mapping[str, World], tmp_path: Path) -> None:
    """The invitations after a change call the seat by the new name, and not by the old one."""
    world = copy(bases["invited"], tmp_path / "home")
    for one in keep(world, lambda desk: keeper.replace_player(desk, "g1", "loki", CLEO)):
        assert "Loki (Cleo)" in flat(one.text)
        assert "Bert" not in flat(one.text)


def test_an_invitation_tells_a_new_player_what_was_said(bases: Mapping[str, World], tmp_path: Path) -> None:
    """What the seat was told before is told again to a new player, in the time of invitation too."""
    world = copy(bases["invited"], tmp_path / "home")
    world.post(simple(world, "thor", "say We play for a crown."))
    first, _ = keep(world, lambda desk: keeper.replace_player(desk, "g1", "loki", CLEO))
    assert "We play for a crown." in flat(first.text)


@pytest.mark.slow
def test_silence_makes_no_answer_stale(on: World) -> None:
    """Silence only marks the seat as late; then comes the very letter that is due, and it is played."""
    keep(on, lambda desk: keeper.silence(desk, "g1", "loki", ""))
    assert on.post(answer(on, "loki", "draw", 6)).lines == ("played: draw",)


@pytest.mark.slow
@pytest.mark.parametrize(
    "verb", [keeper.correct_address, keeper.replace_player], ids=["a corrected address", "another player"]
)
def test_the_roster_makes_no_answer_stale(on: World, verb: Callable[..., Any]) -> None:
    """Who sits in the other seat, and where, changes nothing on the table: an answer to an older letter is played."""
    given = {"player": CLEO} if verb is keeper.replace_player else {"address": "b@new.example"}
    keep(on, partial(verb, game="g1", seat="thor", **given))
    assert on.post(answer(on, "loki", "draw", 6)).lines == ("played: draw",)


def test_abandoned_before_the_deal_there_is_nothing_to_show(
    bases: Mapping[str, World], tmp_path: Path
) -> None:
    """In the time of invitation the last letter has no secret number, no record, and no words of an acceptance."""
    world = copy(bases["invited"], tmp_path / "home")
    world.post(simple(world, "thor", "accept red herring"))
    for one in keep(world, lambda desk: keeper.abandon(desk, "g1", "no table free")):
        assert "no table free" in flat(one.text)
        assert "HOW TO ANSWER" not in one.text
        assert world.home.secret("g1").hex() not in one.all
        assert "herring" not in one.all
        assert not [part for part in one.mail.walk() if part.get_filename()]
