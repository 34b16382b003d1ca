"""H24 An old copy of a home was put back: what players hold of the time since, how it is noticed, and how the games go on."""

import re
import shutil
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from awkward.world import ADDRESS, Came, World, begin, opened, simple

from referee.cli import run
from referee.desk import keeper, restoring
from referee.home import config
from referee.home.home import fresh_bytes
from referee.post.envelope import return_address
from referee.util.errors import Faulty
from referee.util.times import stamp
from referee.verify.finding import LookedAt
from referee.verify.verify import verify

KEEPER = "keeper@games.example"
VERIFIER = Path(__file__).parents[2] / "examples" / "verify" / "verify.py"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game at which Loki is on turn, with a keeper who is told of what needs a person."""
    world = begin(tmp_path_factory.mktemp("restored") / "home")
    config.write(world.home, config.Config(ADDRESS, keeper=KEEPER))
    return world


class Copied:
    """A home, a copy of it, and what the players came to hold after the copy was made."""

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
        """The Message-ID of a letter that a player holds; one of that form where nobody does."""
        head = self.letters.get(number, b"").partition(b"\r\n\r\n")[0].decode()
        ids = [
            line.removeprefix("Message-ID: ") for line in head.splitlines() if line.startswith("Message-ID: ")
        ]
        return ids[0] if ids else f"<{number}@games.example>"

    def put_back(self) -> None:
        """The copy takes the place of the home, by hand."""
        shutil.rmtree(self.world.path)
        shutil.copytree(self.copy, self.world.path)
        self.world = World(self.world.path, self.world.time + timedelta(minutes=1), self.world.roster)
        self.world.home.fresh = fresh_bytes

    def restored(self, since: str = "") -> Came:
        """The keeper says that a copy was put back; and a pass."""
        world = self.world
        with world.desk.held():
            games = tuple(world.desk.restores.concerned((), world.time))
            restoring.begin(world.home, games, since)
        came = world.post()
        self.keep()
        return came

    def last(self, seat: str) -> str:
        """The number of the last letter that a seat holds."""
        return max((n for n in self.letters if f".{seat}." in n), key=lambda n: int(n.rpartition(".")[2]))


@pytest.fixture
def copied(begun: World, tmp_path: Path) -> Copied:
    """A home and its copy; a turn has been played since, and then the copy was put back by hand."""
    made = Copied(begun, tmp_path)
    made.write("loki", "draw\nend turn")
    made.write("thor", "draw\nsay hello")
    made.put_back()
    return made


# It is noticed


def rests(copied: Copied) -> bool:
    """Whether the game rests: what the other seat writes is not ruled on, and nobody is told anything."""
    before = copied.world.record()
    came = copied.write("loki", "draw")
    return (copied.world.record(), came.out, len(copied.world.desk.spool.waiting())) == (before, [], 1)


def notices(copied: Copied) -> list[str]:
    """What the keeper is told."""
    return [path.name for path in sorted(copied.world.path.glob("post/notices/*/keeper.*.eml"))]


@pytest.mark.slow
@pytest.mark.parametrize("how", ["In-Reply-To", "References", "subject", "an id that was made anew"])
def test_an_answer_to_a_letter_never_sent_stops_the_game(copied: Copied, how: str) -> None:
    """Thor answers a letter of the time that was lost: it is held, the keeper is told, and nothing is ruled on any more."""
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
    """The other seat wrote first, so the number was told again: by the mark of its id the lost letter is known all the same."""
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
    """Letters from before the copy was made have the ids that they had."""
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
    """A secret that was given in the time that was lost is nobody's now: the keeper is told, and play goes on."""
    lost = copied.last("thor")
    copied.write("thor", "draw", lost, to=f"referee+{'a' * 26}@games.example")
    assert copied.world.held() == [f"unsent-stranger {lost}"]
    assert len(notices(copied)) == 1
    assert copied.write("loki", "draw").done.ruled == 1


@pytest.mark.slow
def test_the_keeper_may_know_better(copied: Copied) -> None:
    """Once the letter is put away the game goes on, with what waited."""
    copied.write("thor", "draw", copied.last("thor"))
    assert rests(copied)
    spool = copied.world.desk.spool
    spool.drop(spool.held()[0].name)
    assert copied.world.post().done.ruled == 1


@pytest.mark.slow
def test_a_keepers_verb_says_what_to_do(copied: Copied) -> None:
    """Whatever needs the game is refused, with the letter and the number."""
    copied.write("thor", "draw", copied.last("thor"))
    with copied.world.desk.held() as desk, pytest.raises(Faulty, match="game-in-doubt"):
        keeper.abandon(desk, "g1", "")


# It is told, and the games go on


@pytest.mark.slow
def test_each_player_is_told_once(copied: Copied) -> None:
    """One letter to each, with a number that no lost letter has; a second restore with nothing new tells nothing."""
    first = copied.restored()
    assert sorted(one.name for one in first.out) == ["g1.loki.10001.eml", "g1.thor.10001.eml"]
    assert all(("[H24]" in one.text and "7 to\n" in one.text) or "[H24]" in one.text for one in first.out)
    assert copied.restored().out == []
    assert copied.world.post().out == []


@pytest.mark.slow
def test_numbers_go_on(copied: Copied) -> None:
    """Whatever is told afterwards has a number of its own, counted on; the answers are to be had."""
    held = set(copied.letters)
    copied.restored()
    came = copied.write("loki", "draw", copied.last("loki"))
    assert [one.name for one in came.out] == ["g1.loki.10002.eml", "g1.thor.10002.eml"]
    assert came.lines == ("played: draw",)
    assert not held & {one.name.removesuffix(".eml") for one in came.out}


@pytest.mark.slow
def test_no_number_is_told_twice(copied: Copied) -> None:
    """Ids of all letters that anybody ever got: none stands for two letters."""
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
    """A player who answers number 12,000 has had this many letters: the new ones come after that."""
    copied.write("thor", "draw", subject="Re: [g1.thor.12000]")
    told = copied.restored()
    assert sorted(one.name for one in told.out) == ["g1.loki.10001.eml", "g1.thor.20001.eml"]
    assert copied.world.held() == []


@pytest.mark.slow
def test_every_secret_is_another(copied: Copied) -> None:
    """A secret that a player had given up in the time that was lost plays nothing, though the copy has it as the good one."""
    old = {seat: copied.world.reply_to(seat) for seat in ("thor", "loki")}
    copied.restored()
    record = copied.world.record()
    for seat, to in old.items():
        assert copied.write(seat, "resign g1", to=to).out == []
    assert copied.world.record() == record
    assert copied.world.held() == ["before-restore"] * 2


@pytest.mark.slow
def test_what_waited_to_go_out_goes_with_the_new_secret(begun: World, tmp_path: Path) -> None:
    """A letter that was due when the copy was made is made again: same number, same seal, another address to answer to."""
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
    """Written by hand to the new address, an order that answers a lost letter is held to what is lost, and refused (H1)."""
    lost = copied.last("loki")
    copied.restored()
    came = copied.write("loki", "draw", lost)
    assert came.lines == ("refused: draw (stale-reply)",)
    assert copied.world.held() == []


@pytest.mark.slow
def test_a_record_that_was_put_back_alone(copied: Copied) -> None:
    """Where only the record is older than the letters out, nothing can be told; once the keeper says so, the game goes on."""
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
    """What was told before the copy counts as sent; the restore is told all the same."""
    shutil.rmtree(copied.world.path / "post")
    told = copied.restored()
    assert sorted(one.name for one in told.out) == ["g1.loki.10001.eml", "g1.thor.10001.eml"]


@pytest.mark.slow
def test_a_game_that_is_long_over_is_left_alone(copied: Copied) -> None:
    """Nothing is told of it any more."""
    copied.write("loki", "resign g1")
    copied.world.time += timedelta(days=91)
    assert copied.restored().out == []


@pytest.mark.slow
def test_the_verb(
    copied: Copied, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`referee restored` says what it told; with a time it tells that too; what is no time, and no game, is refused."""
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
    """What `verify` says of the finished game and all letters that Thor ever got, those of the lost time among them."""
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
    """Letters of the lost time are named as lost, by record and by letters alone; everything else is right."""
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
    """It says that it could not look at the lost letters (2), and finds nothing wrong."""
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
    """With the time of the copy the keeper covers what was told otherwise until then; without it `verify` names it."""
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
    """Without a restore in the record the letters of the lost time are in no entry."""
    copied.world.home.fresh = fresh_bytes
    copied.write("loki", "resign g1")
    assert "letter-not-in-chain" in {one.key for one in verdicts(copied)}
