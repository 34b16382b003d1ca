"""Letters that were returned: whose they were, what is counted, who is told.

And that none of their text is ever shown.
"""

import logging
from collections.abc import Mapping
from email.parser import BytesParser
from itertools import pairwise
from pathlib import Path

import pytest
from awkward.world import ADDRESS, ANNA, Out, World, begin, copy, simple
from hypothesis import given, settings
from hypothesis import strategies as st
from support.bounced import FORMS, STATUS_BLOCK, fields, head_only, qmail, report
from support.command import Command, home, referee  # noqa: F401  fixtures
from support.faults import Crash, disk
from support.keyed import Keyed

from referee.cli import run
from referee.desk import keeper
from referee.desk.status import status
from referee.home import config
from referee.home.config import Config
from referee.home.home import Home
from referee.house.letters import EVERY_ORDER
from referee.house.players import Player
from referee.post.envelope import return_address, returned
from referee.post.outbox import Outbox
from referee.post.reading import Unreadable
from referee.post.reading.robots import HARD, LATE, SOFT, WELL, read_return
from referee.post.ways import tries
from referee.post.ways.tries import Tries

KEEPER = "keeper@games.example"
NUMBER = "g1.thor.2"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, World]:
    """A game in progress, with the secrets in addresses, and one with them in subjects."""
    folder = tmp_path_factory.mktemp("bounces")
    made = {secrets: begin(folder / secrets, secrets=secrets) for secrets in ("address", "subject")}
    for secrets, world in made.items():
        config.write(world.home, Config(ADDRESS, secrets=secrets, keeper=KEEPER, letters=EVERY_ORDER))
    return made


@pytest.fixture
def world(begun: Mapping[str, World], tmp_path: Path) -> World:
    """A copy of the first."""
    return copy(begun["address"], tmp_path / "home")


def back(world: World, number: str) -> str:
    """The return address of a letter."""
    return return_address(world.desk.config, world.home, number)


def numbers(world: World, seat: str = "thor") -> list[str]:
    """The letters that a seat was sent."""
    return [f"g1.{seat}.{n}" for n in world.desk.outbox.numbers("g1", seat)]


def counted(world: World, seat: str = "thor") -> list[int]:
    """The returned letters that are counted for a seat."""
    return [one.number for one in world.desk.bounces.of("g1", seat, world.roster[seat].address).letters]


def to_the_keeper(world: World) -> list[bytes]:
    """The mails due to the keeper."""
    return [path.read_bytes() for path in sorted((world.path / "post" / "notices" / "out").glob("*.eml"))]


def shown(one: Out) -> str:
    """A letter as text, with its line breaks undone."""
    return " ".join(one.text.split())


# What is counted


@pytest.mark.slow
@pytest.mark.parametrize("secrets", config.SECRETS)
@pytest.mark.parametrize("form", FORMS)
def test_three_that_came_back(begun: Mapping[str, World], tmp_path: Path, secrets: str, form: str) -> None:
    """Each is counted for its seat and put away.

    The third is reported to the keeper, and to the seat in its next letter.
    """
    world = copy(begun[secrets], tmp_path / "home")
    undisturbed = copy(world, tmp_path / "undisturbed")
    for at, number in enumerate(numbers(world)[:3], 1):
        came = world.post(FORMS[form](back(world, number), world.letter(number).raw))
        assert (came.done.troubles, came.done.held, came.out, came.entries) == ([], [], [], {})
        assert (len(counted(world)), len(to_the_keeper(world))) == (at, at // 3)
    undisturbed.time = world.time
    lines = simple(world, "loki", "draw\nchallenge C")
    told, quiet = world.post(lines), undisturbed.post(lines)
    assert [one.raw for one in told.to("loki")] == [one.raw for one in quiet.to("loki")]
    (here,), (there,) = told.to("thor"), quiet.to("thor")
    said = (
        shown(here)
        .partition("Letters to you came back undelivered, or were refused: ")[2]
        .partition(" To get all")[0]
    )
    assert said == "g1.thor.1, g1.thor.2, and g1.thor.3."
    assert "came back" in here.html
    assert "came back" not in there.all
    later = world.post(simple(world, "thor", "say I am here"), simple(world, "loki", "draw"))
    assert all("came back" not in one.all for one in later.out)


@pytest.mark.slow
@pytest.mark.parametrize("secrets", config.SECRETS)
def test_the_same_one_counts_once(begun: Mapping[str, World], tmp_path: Path, secrets: str) -> None:
    """However often a letter is returned, and in however many forms, it counts once."""
    world = copy(begun[secrets], tmp_path / "home")
    for form in (*FORMS.values(), *FORMS.values()):
        world.post(form(back(world, NUMBER), world.letter(NUMBER).raw))
    assert counted(world) == [2]


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("delayed", "4.4.1"),
        ("delivered", "2.0.0"),
        ("relayed", "2.1.9"),
        ("expanded", "2.0.0"),
        ("", "4.2.2"),
    ],
)
def test_what_may_still_arrive_is_stored_only(world: World, action: str, code: str) -> None:
    """A delay, or news of a delivery, counts for nothing."""
    came = world.post(report(back(world, NUMBER), action=action, status=code))
    assert (counted(world), came.done.aside, came.out) == ([], 1, [])


def test_a_report_without_fields(world: World) -> None:
    """Like those of qmail: its status is in the text, and the returned letter's text is not taken for one."""
    world.post(qmail(back(world, NUMBER), world.letter(NUMBER).raw))
    assert counted(world) == [2]
    other = (
        fields(back(world, "g1.thor.3"), "Content-Type: text/plain")
        + "It failed.\n--- the message:\n550 5.1.1\n"
    )
    world.post(other.encode())
    assert counted(world) == [2]


def test_a_man_on_holiday_has_not_bounced(world: World) -> None:
    """An out-of-office note sent to the return address is stored, and counts for nothing."""
    away = f"From: {ANNA}\nTo: {back(world, NUMBER)}\nSubject: away\nAuto-Submitted: auto-replied\n\nuntil 5.1.26 #5.1.1\n"
    came = world.post(away.encode())
    assert (counted(world), came.done.aside, came.out, world.held()) == ([], 1, [], [])


def test_a_person_who_writes_there_is_left_to_the_keeper(world: World) -> None:
    """A person's letter to that address is neither played nor answered, nor lost."""
    came = world.post(f"From: {ANNA}\nTo: {back(world, NUMBER)}\n\ndraw\n".encode())
    assert (came.entries, came.out, world.held()) == ({}, [], ["to-returns"])


# What counts for nothing


def test_nobody_can_forge_one(world: World) -> None:
    """Another letter's address, another key's, one with a changed digit, one of an unknown seat: all are put away."""
    own, mine = world.home, world.desk.config
    good = back(world, NUMBER)
    wrong = [
        good.replace("g1.thor.2", "g1.thor.3"),
        good.replace("g1.thor.2", "g1.loki.2"),
        return_address(mine, Keyed(bytes(32)), NUMBER),
        good[:-20].rstrip("@") + good[-20:].replace("@", "a@", 1),
        f"referee+b.{NUMBER}.aaaaaaaaaaaaaaaa@games.example",
        return_address(mine, own, "g1.odin.1"),
        return_address(mine, Keyed(own.key()), "g7.thor.1"),
        good.replace("games.example", "elsewhere.example"),
        ADDRESS,
    ]
    assert good not in wrong
    for one in wrong:
        came = world.post(report(one, world.letter("g1.loki.2").raw.replace(b"Reply-To", b"X-Reply-To")))
        assert (came.out, came.done.troubles) == ([], [])
    assert (counted(world), counted(world, "loki"), to_the_keeper(world), world.held()) == ([], [], [], [])


def test_what_a_forger_writes_there_is_put_away(world: World) -> None:
    """A letter to a return address that is not ours is never answered, and never bothers the keeper."""
    forged = return_address(world.desk.config, Keyed(bytes(32)), NUMBER)
    came = world.post(f"From: {ANNA}\nTo: {forged}, {ADDRESS}\nSubject: hello\n\ndraw\n".encode())
    assert (came.out, came.entries, world.held(), came.done.aside) == ([], {}, [], 1)


def test_a_head_without_the_secret_is_no_proof(begun: Mapping[str, World], tmp_path: Path) -> None:
    """Where letters return to the plain address, a guessed number does not count, nor one's own secret."""
    world = copy(begun["subject"], tmp_path / "home")
    letter = world.letter(NUMBER).raw
    assert back(world, NUMBER) == ADDRESS
    for secret in ("a" * 26, world.secret("loki"), ""):
        world.post(report(ADDRESS, letter.replace(world.secret("thor").encode(), secret.encode())))
    assert counted(world) == counted(world, "loki") == []
    world.post(report(ADDRESS, letter))
    assert counted(world) == [2]


@pytest.mark.slow
def test_where_it_went_to_counts(world: World) -> None:
    """A letter returned from a seat's old address does not count against its new one, nor against another player."""
    for number in numbers(world)[:2]:
        world.post(report(back(world, number)))
    assert counted(world) == [1, 2]
    with world.desk.held():
        keeper.correct_address(world.desk, "g1", "thor", "anna@new.example")
    world.roster = {**world.roster, "thor": Player("anna@new.example")}
    world.send()
    for number in numbers(world)[2:4]:
        world.post(report(back(world, number)))
    assert (counted(world), to_the_keeper(world)) == ([], [])
    last = numbers(world)[-1]
    world.post(report(back(world, last)))
    assert counted(world) == [int(last.rpartition(".")[2])]


# What is never shown


@pytest.mark.slow
@pytest.mark.parametrize("secrets", config.SECRETS)
def test_a_whole_letter_that_came_back_is_quoted_nowhere(
    begun: Mapping[str, World],
    tmp_path: Path,
    secrets: str,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A returned letter holds a hand of cards and a secret: no mail, log or status shows a word of it."""
    caplog.set_level(logging.DEBUG)
    world = copy(begun[secrets], tmp_path / "home")
    word = "zitronenfalter"
    for number in numbers(world)[:4]:
        original = world.letter(number).raw.replace(b"\r\n\r\n", f"\r\n\r\n{word}\r\n".encode())
        said = report(back(world, number), original).replace(b"no such user", word.encode())
        assert world.post(said).out == []
    lines = simple(world, "loki", "draw\nchallenge C"), simple(world, "thor", "rules 6.5\nsay hello")
    out = world.post(*lines).out
    assert run(["--home", str(world.path), "status", "--json"]) == 0
    assert run(["--home", str(world.path), "status"]) == 0
    told = "".join(
        (
            caplog.text,
            *capsys.readouterr(),
            *(one.all for one in out),
            *map(bytes.decode, to_the_keeper(world)),
        )
    )
    assert "g1.thor.1" in told
    assert word not in told
    assert world.secret("thor") not in "".join((caplog.text, *map(bytes.decode, to_the_keeper(world))))


def test_the_keeper_reads_what_to_do(world: World) -> None:
    """The mail says which letters were returned, and why, as one code.

    It comes once a day, however many more are returned.
    """
    for number in numbers(world)[:5]:
        world.post(report(back(world, number), status="5.2.2"))
    (raw,) = to_the_keeper(world)
    mail = BytesParser().parsebytes(raw)
    text = " ".join(mail.get_payload(decode=True).decode().split())  # type: ignore[union-attr]
    assert (mail["To"], mail["Auto-Submitted"]) == (KEEPER, "auto-generated")
    assert "g1.thor.1, g1.thor.2, g1.thor.3" in text
    assert "The last reason was 5.2.2." in text
    found = [(game, seat, len(one.letters)) for game, seat, one in status(world.home).came_back]
    assert found == [("g1", "thor", 5)]


@pytest.mark.slow
def test_in_the_language_of_the_seat(world: World) -> None:
    """In German too."""
    world.post(simple(world, "thor", "language de"))
    for number in numbers(world)[:3]:
        world.post(report(back(world, number)))
    came = world.post(simple(world, "thor", "sage hallo"))
    assert "Briefe an dich kamen unzustellbar zurück" in shown(came.to("thor")[-1])


# Letters that could not be delivered


@pytest.mark.slow
def test_the_next_letter_says_which_are_missing_until_they_are_sent(world: World) -> None:
    """The seat's next letter names a letter refused for good.

    A corrected address makes that one due again, to the new address.
    """
    world.fresh()
    with world.desk.held():
        keeper.resend(world.desk, "g1", "thor")
    (path,) = world.desk.outbox.due()
    world.desk.outbox.failed(path, status_of("550 5.1.1 no"))
    number = path.stem
    came = world.post(simple(world, "loki", "draw\nchallenge C"))
    assert f"were refused: {number}." in shown(came.to("thor")[-1])
    assert all("refused" not in one.all for one in came.to("loki"))
    assert [one[0] for one in status(world.home).failed] == [number]
    world.fresh()
    with world.desk.held():
        written = keeper.correct_address(world.desk, "g1", "thor", "anna@new.example")
    assert number in written
    assert {str(one.mail["To"]) for one in world.send()} == {"anna@new.example"}
    assert status(world.home).failed == ()


def status_of(reply: str) -> Tries:
    """How far a refused letter has come."""
    return Tries(1, "2026-11-20T10:00:00Z", "2026-11-20T10:00:00Z", "2026-11-20T10:05:00Z", reply)


def test_another_player_is_not_told_of_letters_to_the_one_before(world: World) -> None:
    """Undelivered letters to the previous player say nothing about the new player's address."""
    world.fresh()
    with world.desk.held():
        keeper.resend(world.desk, "g1", "thor")
    (path,) = world.desk.outbox.due()
    world.desk.outbox.failed(path, status_of("550 5.1.1 no"))
    world.fresh()
    with world.desk.held():
        keeper.replace_player(world.desk, "g1", "thor", Player("cleo@example.org", "Cleo"))
    told = [one for one in world.send() if one.seat == "thor"]
    assert [str(one.mail["To"]) for one in told] == ["cleo@example.org"]
    assert all("came back" not in one.all for one in told)


def test_a_letter_that_waits_goes_to_the_corrected_address(world: World) -> None:
    """A letter refused for now at the old address is due at once to the new one."""
    world.fresh()
    with world.desk.held():
        number = keeper.resend(world.desk, "g1", "thor")
        keeper.correct_address(world.desk, "g1", "thor", "anna@new.example")
    sent = world.send()
    assert number in [one.name.removesuffix(".eml") for one in sent]
    assert {str(one.mail["To"]) for one in sent} == {"anna@new.example"}


def test_a_game_that_is_deleted_leaves_nothing(world: World) -> None:
    """Its returned letters are forgotten."""
    world.post(report(back(world, NUMBER)))
    with world.desk.held():
        keeper.delete(world.desk, "g1", force=True)
    assert counted(world) == []
    assert world.post(report(back(world, "g1.thor.3"))).done.troubles == []
    assert counted(world) == []


@pytest.mark.slow
def test_every_call_may_be_the_last(begun: Mapping[str, World], tmp_path: Path) -> None:
    """Wherever the counting pass dies: when it is repeated, the letter is counted once, and the keeper told once."""

    def fresh(at: Path) -> World:
        world = copy(begun["address"], at)
        for number in numbers(world)[:2]:
            world.post(report(back(world, number)))
        world.desk.spool.put(report(back(world, "g1.thor.3")), at=world.time)
        world.fresh()
        return world

    whole = fresh(tmp_path / "whole")
    with disk() as double, whole.desk.held():
        whole.desk.run()
    assert double.count > 10
    for number in range(1, double.count + 1):
        world = fresh(tmp_path / str(number))
        with pytest.raises(Crash), disk(number, "crash"), world.desk.held():
            world.desk.run()
        came = world.post()
        assert (came.done.troubles, counted(world), len(to_the_keeper(world))) == ([], [1, 2, 3], 1)


# What a report says


@pytest.mark.parametrize(
    ("block", "kind", "code"),
    [
        (STATUS_BLOCK.format(to=ANNA, action="failed", status="5.1.1"), HARD, "5.1.1"),
        (STATUS_BLOCK.format(to=ANNA, action="FAILED ; x", status="4.4.7 (expired)"), HARD, "4.4.7"),
        (STATUS_BLOCK.format(to=ANNA, action="delayed", status="5.1.1"), LATE, "5.1.1"),
        ("Action: failed (bad mailbox)\nDiagnostic-Code: smtp; 550 5.1.1 who?\n", HARD, "5.1.1"),
        (
            "Diagnostic-Code: smtp; 550\nwho is that\n  and: why\n\tAction: x\nAction: failed\nStatus: 5.1.1\n",
            HARD,
            "5.1.1",
        ),
        ("Diagnostic-Code: smtp; 452 4.2.2 mailbox full\nStatus: 4.2.2\n", LATE, "4.2.2"),
        ("Reporting-MTA: x\n\nStatus: 5.7.1\n", HARD, "5.7.1"),
        ("Action: failed\n", HARD, ""),
        (
            "\n\n\nReporting-MTA: x\n\n\n\nAction: delayed\nStatus: 4.1.1\n\nAction: failed\nStatus: 5.1.2\n",
            HARD,
            "5.1.2",
        ),
        ("Action: delivered\nStatus: 2.0.0\n", WELL, "2.0.0"),
        ("this is no field at all\nAction: failed\n", HARD, ""),
        ("", "", ""),
        ("Action: failed\n\n" * 500, HARD, ""),
    ],
)
def test_what_a_report_says(block: str, kind: str, code: str) -> None:
    """Failed is hard, whatever the status; delayed is late; the worst recipient counts.

    An unfolded line does no harm.
    """
    made = report("referee@games.example").decode()
    begin_, end = made.index("Reporting-MTA"), made.rindex("--b==\r\nContent-Type: message/rfc822")
    found = read_return((made[:begin_] + block.replace("\n", "\r\n") + "\r\n" + made[end:]).encode())
    assert (found.kind, found.status) == (kind, code)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(st.data())
def test_whatever_the_bytes(data: st.DataObject) -> None:
    """Pieces of reports in any order: something is found or not, or a limit is exceeded; nothing else happens."""
    whole = report("referee@games.example", head_only("a@b.example", b"Message-ID: <g1.thor.1@x>\r\n\r\n"))
    cuts = st.lists(st.integers(0, len(whole)), min_size=2, max_size=6)
    at = data.draw(cuts)
    mixed = b"".join(whole[min(a, b) : max(a, b)] for a, b in pairwise(at)) + data.draw(st.binary())
    try:
        found = read_return(mixed)
    except Unreadable:
        return
    assert found.kind in {HARD, SOFT, ""}


@pytest.mark.slow
@given(
    st.from_regex(r"[a-z][a-z0-9-]{0,31}", fullmatch=True),
    st.sampled_from(["thor", "loki"]),
    st.integers(1, 10**9 - 1),
)
def test_an_envelope_is_read_as_it_was_written(game: str, seat: str, n: int) -> None:
    """For any game and number it leads to that letter; where it would be too long, the plain address is used."""
    mine, key, number = Config("Referee@games.example"), Keyed(bytes(32)), f"{game}.{seat}.{n}"
    address = return_address(mine, key, number)
    assert len(address.partition("@")[0]) <= 64
    found = returned(mine, key, [address.lower()])
    assert found == ((number, True) if "+" in address else ("", False))
    assert returned(mine, Keyed(b"x" * 32), [address.lower()]) == (
        (number, False) if "+" in address else ("", False)
    )


def test_short_in_a_usual_game() -> None:
    """`referee+b.g1.thor.9.` and sixteen letters."""
    address = return_address(Config("referee@games.example"), Keyed(bytes(32)), "g1.thor.9")
    assert address.startswith("referee+b.g1.thor.9.")
    assert len(address) == len("referee+b.g1.thor.9.") + 16 + len("@games.example")


def test_status_tells_the_keeper(
    referee: Command,  # noqa: F811
    home: Path,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Letters refused for now and for good are shown with the server's words; the exit code does not depend on them."""
    referee("init", "--address", "referee@games.example")
    referee("open", "thunder", "--seat", "thor=anna@example.org", "--seat", "loki=bert@example.org")
    box = Outbox(Home(home).path / "post")
    loki, thor = box.due()
    tries.write(loki, status_of("450 4.2.1 later"))
    box.failed(thor, status_of("550 5.1.1 no"))
    monkeypatch.setenv("COLUMNS", "160")
    told = referee("status")
    assert told.code == 0
    assert "refused for now, once; tried again at Fri 20 Nov 10:05: 450 4.2.1 later" in told.out.replace(
        " 2026", ""
    )
    assert "refused for good (post/failed): 550 5.1.1 no" in told.out
    doc = referee("status", "--json").doc
    assert [one["number"] for one in doc["later"]] == ["g1.loki.1"]
    assert [(one["number"], one["reply"]) for one in doc["failed"]] == [("g1.thor.1", "550 5.1.1 no")]
    assert referee("resend", "g1", "--seat", "thor").code == 0
    assert referee("status", "--json").doc["failed"] == []
    assert referee("status", "--json").doc["due"] == ["g1.loki.1", "g1.thor.1"]
