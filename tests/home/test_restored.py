"""H24 An old copy of a home was restored: players hold later letters, this is noticed, and the games go on."""

import re
import shutil
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from awkward.world import ADDRESS, Came, World, begin, opened, simple

from referee.cli import run
from referee.desk import keeper, restore
from referee.home import config
from referee.home.home import fresh_bytes
from referee.house.letters import EVERY_ORDER
from referee.post.envelope import return_address
from referee.util.errors import Faulty
from referee.util.times import stamp
from referee.verify.check import LookedAt
from referee.verify.verify import verify

KEEPER = "keeper@games.example"
VERIFIER = Path(__file__).parents[2] / "examples" / "verify" / "verify.py"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game with Loki on turn, and a keeper who is mailed."""
    world = begin(tmp_path_factory.mktemp("restored") / "home")
    config.write(world.home, config.Config(ADDRESS, keeper=KEEPER, letters=EVERY_ORDER))
    return world


class Copied:
    """A home, a copy of it, and the letters that the players got after the copy was made."""

    def __init__(self, begun: World, folder: Path) -> None:
        self.copy = folder / "copy"
        shutil.copytree(begun.path, folder / "home")
        shutil.copytree(begun.path, self.copy)
        self.world = World(folder / "home", begun.time, begun.roster)
        self.letters: dict[str, bytes] = {}

    def write(self, seat: str, body: str, answers: str = "", to: str = "", subject: str = "x") -> Came:
        """A letter of a seat, an hour later, in answer to one of ours (its number); and a pass."""
        world = self.world
        world.time += timedelta(hours=1)
        to = to or world.reply_to(seat)
        named = f"In-Reply-To: {self.id(answers)}\n" if answers else ""
        head = f"From: {world.roster[seat].address}\nTo: {to}\nSubject: {subject}\n{named}"
        came = world.post(
            f"{head}Message-ID: <{world.time.timestamp()}.{seat}@e.example>\n\n{body}\n".encode()
        )
        self.keep()
        return came

    def keep(self) -> None:
        """The letters out are in the players' mailboxes."""
        for path in self.world.path.glob("post/sent/*/*.eml"):
            self.letters.setdefault(path.stem, path.read_bytes())

    def id(self, number: str) -> str:
        """The Message-ID of a letter that a player holds, or one of the same form."""
        head = self.letters.get(number, b"").partition(b"\r\n\r\n")[0].decode()
        ids = [
            line.removeprefix("Message-ID: ") for line in head.splitlines() if line.startswith("Message-ID: ")
        ]
        return ids[0] if ids else f"<{number}@games.example>"

    def put_back(self) -> None:
        """The copy replaces the home, by hand."""
        shutil.rmtree(self.world.path)
        shutil.copytree(self.copy, self.world.path)
        self.world = World(self.world.path, self.world.time + timedelta(minutes=1), self.world.roster)
        self.world.home.fresh = fresh_bytes

    def restored(self, since: str = "") -> Came:
        """The keeper reports the restoration; and a pass."""
        world = self.world
        with world.desk.held():
            games = tuple(world.desk.restores.concerned((), world.time))
            restore.begin(world.home, games, since)
        came = world.post()
        self.keep()
        return came

    def last(self, seat: str) -> str:
        """The number of the last letter that a seat holds."""
        return max((n for n in self.letters if f".{seat}." in n), key=lambda n: int(n.rpartition(".")[2]))


@pytest.fixture
def copied(begun: World, tmp_path: Path) -> Copied:
    """A home and its copy; a turn was played after that, and then the copy was restored by hand."""
    made = Copied(begun, tmp_path)
    made.write("loki", "draw\nend turn")
    made.write("thor", "draw\nsay hello")
    made.put_back()
    return made


# It is noticed


def rests(copied: Copied) -> bool:
    """Whether the game rests: the other seat's letter is not ruled on, and nobody is told anything."""
    before = copied.world.record()
    came = copied.write("loki", "draw")
    return (copied.world.record(), came.out, len(copied.world.desk.spool.waiting())) == (before, [], 1)


def notices(copied: Copied) -> list[str]:
    """What the keeper is mailed."""
    return [path.name for path in sorted(copied.world.path.glob("post/notices/*/keeper.*.eml"))]


@pytest.mark.slow
@pytest.mark.parametrize("how", ["In-Reply-To", "References", "subject", "an id that was made anew"])
def test_an_answer_to_a_letter_never_sent_stops_the_game(copied: Copied, how: str) -> None:
    """Thor answers a lost letter: it is held, the keeper is told, and nothing more is ruled on."""
    lost = copied.last("thor")
    record = copied.world.record()
    match how:
        case "In-Reply-To":
            came = copied.write("thor", "draw", lost)
        case "References":
            copied.letters["g1.thor.1"] += b""
            came = copied.write("thor", "draw\nReferences", lost)
        case "subject":
            came = copied.write("thor", "draw", subject=f"Re: [{lost}] Thunder")
        case _:
            copied.letters.pop(lost)
            came = copied.write("thor", "draw", lost)
    assert (came.done.ruled, came.out, copied.world.record()) == (0, [], record)
    assert copied.world.held() == [f"unsent {lost}"]
    assert notices(copied) == ["keeper.g1-thor-doubt.20261120.eml"]
    assert rests(copied)


@pytest.mark.slow
def test_so_does_one_to_a_letter_that_was_told_otherwise(copied: Copied) -> None:
    """The other seat wrote first, so the number was used again: the mark of its id still identifies the lost letter."""
    lost = copied.id("g1.thor.8")
    for body in ("draw", "end turn"):
        assert copied.write("loki", body).done.ruled == 1
    again = copied.world.last("thor")
    assert again in copied.letters
    copied.letters[again] = f"Message-ID: {lost}\r\n\r\n".encode()
    copied.write("thor", "draw", again)
    assert copied.world.held() == [f"unsent {again}"]


@pytest.mark.slow
def test_an_answer_to_what_was_sent_is_played(copied: Copied) -> None:
    """Letters from before the copy keep their ids."""
    number = copied.world.last("loki")
    copied.letters[number] = copied.world.letter(number).raw
    came = copied.write("loki", "draw", number)
    assert (came.lines, copied.world.held()) == (("played: draw",), [])


@pytest.mark.slow
def test_a_letter_of_ours_that_comes_back(copied: Copied) -> None:
    """Nobody else can make its return address: it is held too."""
    world, lost = copied.world, copied.last("thor")
    to = return_address(world.desk.config, world.home, lost)
    came = world.post(f"From: MAILER-DAEMON@e.example\nTo: {to}\nSubject: failed\n\nno such user\n".encode())
    assert (came.out, world.held()) == ([], [f"unsent {lost}"])
    assert rests(copied)


@pytest.mark.slow
def test_who_bears_no_secret_stops_no_game(copied: Copied) -> None:
    """A secret given in the lost time belongs to nobody now: the keeper is told, and play goes on."""
    lost = copied.last("thor")
    copied.write("thor", "draw", lost, to=f"referee+{'a' * 26}@games.example")
    assert copied.world.held() == [f"unsent-stranger {lost}"]
    assert len(notices(copied)) == 1
    assert copied.write("loki", "draw").done.ruled == 1


@pytest.mark.slow
def test_the_keeper_may_know_better(copied: Copied) -> None:
    """Once the keeper puts the letter away the game goes on, with the letters that waited."""
    copied.write("thor", "draw", copied.last("thor"))
    assert rests(copied)
    spool = copied.world.desk.spool
    spool.drop(spool.held()[0].name)
    assert copied.world.post().done.ruled == 1


@pytest.mark.slow
def test_a_keepers_verb_says_what_to_do(copied: Copied) -> None:
    """Every verb that needs the game is refused, naming the letter and its number."""
    copied.write("thor", "draw", copied.last("thor"))
    with copied.world.desk.held() as desk, pytest.raises(Faulty, match="game-in-doubt"):
        keeper.abandon(desk, "g1", "")


# It is told, and the games go on


@pytest.mark.slow
def test_each_player_is_told_once(copied: Copied) -> None:
    """Each gets one letter, with a number that no lost letter has.

    A second restoration with nothing new says nothing.
    """
    first = copied.restored()
    assert sorted(one.name for one in first.out) == ["g1.loki.10001.eml", "g1.thor.10001.eml"]
    assert all(("[H24]" in one.text and "7 to\n" in one.text) or "[H24]" in one.text for one in first.out)
    assert copied.restored().out == []
    assert copied.world.post().out == []


@pytest.mark.slow
def test_numbers_go_on(copied: Copied) -> None:
    """Later letters have new, consecutive numbers; the answers can be fetched."""
    held = set(copied.letters)
    copied.restored()
    came = copied.write("loki", "draw", copied.last("loki"))
    assert [one.name for one in came.out] == ["g1.loki.10002.eml", "g1.thor.10002.eml"]
    assert came.lines == ("played: draw",)
    assert not held & {one.name.removesuffix(".eml") for one in came.out}


@pytest.mark.slow
def test_no_number_is_told_twice(copied: Copied) -> None:
    """Of all ids that anybody ever got, none stands for two letters."""
    before = {number: copied.id(number) for number in copied.letters}
    copied.restored()
    for seat, body in (("loki", "draw"), ("loki", "end turn"), ("thor", "draw")):
        copied.write(seat, body, copied.last(seat))
    new = {one.stem for one in copied.world.path.glob("post/sent/g1/g1.*.1000*.eml")}
    assert len(new) >= 6
    assert not new & before.keys()
    assert len({copied.id(number) for number in (*before, *new)}) == len(before) + len(new)


@pytest.mark.slow
def test_letters_that_were_answered_were_told(copied: Copied) -> None:
    """A player who answers number 12,000 has had that many letters: the new ones come after it."""
    copied.write("thor", "draw", subject="Re: [g1.thor.12000]")
    told = copied.restored()
    assert sorted(one.name for one in told.out) == ["g1.loki.10001.eml", "g1.thor.20001.eml"]
    assert copied.world.held() == []


@pytest.mark.slow
def test_every_secret_is_another(copied: Copied) -> None:
    """A secret that a player replaced in the lost time plays nothing, though the copy holds it as the current one."""
    old = {seat: copied.world.reply_to(seat) for seat in ("thor", "loki")}
    copied.restored()
    record = copied.world.record()
    for seat, to in old.items():
        assert copied.write(seat, "resign g1", to=to).out == []
    assert copied.world.record() == record
    assert copied.world.held() == ["before-restore"] * 2


@pytest.mark.slow
def test_what_waited_to_go_out_goes_with_the_new_secret(begun: World, tmp_path: Path) -> None:
    """A letter that was due when the copy was made is made again: same number, same seal, another reply address."""
    made = Copied(begun, tmp_path)
    world = made.world
    world.desk.spool.put(simple(world, "loki", "draw"), at=world.time)
    world.run()
    waits = {path.stem: opened(path.name, path.read_bytes()) for path in world.desk.outbox.due()}
    assert len(waits) == 2
    shutil.rmtree(made.copy)
    shutil.copytree(world.path, made.copy)
    made.put_back()
    out = {one.name.removesuffix(".eml"): one for one in made.restored().out}
    for number, before in waits.items():
        assert out[number].mail["Message-ID"] == before.mail["Message-ID"]
        assert re.findall("^Seal.*$", out[number].text, re.MULTILINE) == re.findall(
            "^Seal.*$", before.text, re.MULTILINE
        )
        assert out[number].mail["Reply-To"] != before.mail["Reply-To"]


@pytest.mark.slow
def test_an_answer_to_a_lost_letter_is_stale(copied: Copied) -> None:
    """Sent to the new address, an order in answer to a lost letter refers to what is lost, and is refused (H1)."""
    lost = copied.last("loki")
    copied.restored()
    came = copied.write("loki", "draw", lost)
    assert came.lines == ("refused: draw (stale-reply)",)
    assert copied.world.held() == []


@pytest.mark.slow
def test_a_record_that_was_put_back_alone(copied: Copied) -> None:
    """If only the record is older than the letters out, nothing is sent until the keeper confirms.

    Then the game goes on.
    """
    world = copied.world
    record = world.record()
    copied.write("loki", "draw")
    world.home.record_path("g1").write_bytes(record)
    assert [fault.why.key for _, fault in world.post().done.troubles if isinstance(fault, Faulty)] == [
        "record-cut"
    ]
    told = copied.restored()
    assert (len(told.out), told.done.troubles) == (2, [])


@pytest.mark.slow
def test_where_the_letters_out_are_lost_too(copied: Copied) -> None:
    """Letters from before the copy count as sent; the restoration is still reported."""
    shutil.rmtree(copied.world.path / "post")
    told = copied.restored()
    assert sorted(one.name for one in told.out) == ["g1.loki.10001.eml", "g1.thor.10001.eml"]


@pytest.mark.slow
def test_a_game_that_is_long_over_is_left_alone(copied: Copied) -> None:
    """Its players are told nothing."""
    copied.write("loki", "resign g1")
    copied.world.time += timedelta(days=91)
    assert copied.restored().out == []


@pytest.mark.slow
def test_the_verb(
    copied: Copied, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`referee restored` shows what it told the players; a time changes that; a wrong time or game is refused."""
    monkeypatch.setenv("REFEREE_HOME", str(copied.world.path))
    assert run(["restored", "--since", "yesterday"]) == 2
    assert run(["restored", "g9"]) == 66
    capsys.readouterr()
    assert run(["restored", "--since", "2026-11-20T12:00"]) == 0
    told = "Put back, and told: g1. Letters to go out: 2 (g1.thor.10001, g1.loki.10001).\n"
    assert capsys.readouterr().out == told
    text = opened("", (copied.world.path / "post/out/g1.loki.10001.eml").read_bytes()).text
    assert "what happened after" in " ".join(text.split())
    assert run(["restored"]) == 0
    assert "There is nothing to tell" in capsys.readouterr().out


# And it can be verified


def verdicts(copied: Copied, *, alone: bool = False) -> list[LookedAt]:
    """What `verify` says about the finished game and all of Thor's letters, including those of the lost time."""
    folder = copied.copy.parent / "box"
    folder.mkdir()
    for number, raw in copied.letters.items():
        if ".thor." in number:
            (folder / f"{number}.eml").write_bytes(raw)
    record = copied.world.home.record_path("g1")
    return list(verify(folder) if alone else verify(record, [folder]))


@pytest.mark.slow
@pytest.mark.parametrize("alone", [False, True])
def test_verify_accuses_nobody(copied: Copied, alone: bool) -> None:
    """Lost letters are reported as lost, from the record and from letters alone; everything else is right."""
    lost = {number for number in copied.letters if ".thor." in number}
    copied.restored()
    copied.write("loki", "draw", copied.last("loki"))
    copied.write("thor", "resign g1", copied.last("thor"))
    found = verdicts(copied, alone=alone)
    assert [one for one in found if one.state == "wrong"] == []
    named = {one.place.split(" ")[0] for one in found if one.key == "letter-lost"}
    assert named == {number for number in lost if int(number.rpartition(".")[2]) > 7}


@pytest.mark.slow
def test_the_verifier_of_200_lines_accuses_nobody_either(copied: Copied) -> None:
    """It says that it could not check the lost letters (2), and finds nothing wrong."""
    copied.restored()
    copied.write("loki", "draw", copied.last("loki"))
    copied.write("thor", "resign g1", copied.last("thor"))
    box, record = copied.copy.parent / "box", copied.world.home.record_path("g1")
    box.mkdir()
    for number, raw in copied.letters.items():
        (box / f"{number}.eml").write_bytes(raw)
    command = [sys.executable, str(VERIFIER), str(record), str(box)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  ours
    assert (ran.returncode, "WRONG" in ran.stdout) == (2, False), ran.stdout
    assert "or says that they were lost" in ran.stdout


@pytest.mark.slow
def test_numbers_told_twice_before_it_was_noticed(copied: Copied) -> None:
    """With the time of the copy the keeper explains the differing letters before it.

    Without it `verify` reports them.
    """
    since = stamp(copied.world.time - timedelta(minutes=1, hours=2, seconds=1))
    lost = dict(copied.letters)
    copied.write("loki", "draw")
    copied.write("loki", "end turn")
    copied.restored(since)
    copied.write("thor", "resign g1", copied.last("thor"))
    copied.letters |= lost
    assert [one for one in verdicts(copied) if one.state == "wrong"] == []


@pytest.mark.slow
def test_a_keeper_who_says_nothing_is_found_out(copied: Copied) -> None:
    """Without the restoration in the record, no entry explains the letters of the lost time."""
    copied.world.home.fresh = fresh_bytes
    copied.write("loki", "resign g1")
    assert "letter-not-in-chain" in {one.key for one in verdicts(copied)}
