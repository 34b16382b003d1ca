"""Letters that were kept, in any kind of mailbox, beside any other mail: everything wrong with one is named."""

import mailbox
import os
import re
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.kept import GAMES, Game, copied, played, unbroken, wrongs
from support.post_office import ANNA, Got, Office

from referee.cli.demo import SENT
from referee.cli.demo.mailers import PROGRAMS, Reply
from referee.post.ways.mailboxes import mails
from referee.record.seals import in_words
from referee.util.errors import Faulty
from referee.verify.letters import read_box
from referee.verify.verify import verify

SEAL = re.compile(rb"(?:Seal|Siegel) ([0-9a-f]{64})")
WORDS = re.compile(rb"In (?:words|Worten): ([a-z ]+)")
FALSE = b"0123456789abcdef" * 4
FALSE_WORDS = in_words(FALSE.decode()).encode()


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    """A game of each kind, played by mail to its end."""
    return played(request.param, False)


def within(number: str, change: Callable[[bytes], bytes]) -> Callable[[str, bytes], bytes]:
    """Change one letter of a mailbox, and leave the others as they are."""
    return lambda one, raw: change(unbroken(raw)) if one == number else raw


def nth(pattern: re.Pattern[bytes], which: int, by: bytes) -> Callable[[bytes], bytes]:
    """Change the n-th place where it is found: the first is in the text, the second in the HTML."""

    def change(raw: bytes) -> bytes:
        found = list(pattern.finditer(raw))[which]
        return raw[: found.start(1)] + by + raw[found.end(1) :]

    return change


def everywhere(raw: bytes) -> bytes:
    """Another seal with its words, in text and HTML alike: a letter that does not contradict itself."""
    for n in (0, 1):
        raw = nth(WORDS, n, FALSE_WORDS)(nth(SEAL, n, FALSE)(raw))
    return raw


CHANGES: Mapping[str, tuple[Callable[[bytes], bytes], set[str]]] = {
    "seal in the text": (nth(SEAL, 0, FALSE), {"letter-two-seals", "letter-words"}),
    "seal in the HTML": (nth(SEAL, 1, FALSE), {"letter-two-seals", "letter-words"}),
    "words in the text": (nth(WORDS, 0, FALSE_WORDS), {"letter-words"}),
    "words in the HTML": (nth(WORDS, 1, FALSE_WORDS), {"letter-words"}),
    "one word": (nth(re.compile(rb"In (?:words|Worten): ([a-z]{5})"), 0, b"apple"), {"letter-words"}),
    "seal taken out": (nth(re.compile(rb"((?:Seal|Siegel) [0-9a-f]{64})"), 0, b""), {"letter-no-seal"}),
    "another seal in all": (everywhere, set()),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CHANGES)
def test_each_change_in_a_letter_is_named(game: Game, tmp_path: Path, name: str) -> None:
    """It is named with the letter's number: without a record if the letter contradicts itself, else by the record."""
    change, alone = CHANGES[name]
    for letter in game.letters(game.boxes[0])[::9]:
        box = copied(game, tmp_path / "box", within(letter.number, change))
        found = wrongs(verify(box))
        own = {one for one in found if not one.startswith(("letter-not", "letter-alone", "histories"))}
        assert own == alone, letter.number
        assert {one.place.split(" ")[0] for key in own for one in found[key]} <= {letter.number}
        by_record = wrongs(verify(game.record, [box]))
        assert by_record
        assert by_record.keys() >= alone
        if name in {"seal in the text", "another seal in all"}:
            named = by_record.get("letter-alone", []) + by_record.get("letter-not-in-chain", [])
            assert [one.place.split(" ")[0] for one in named] == [letter.number]


@pytest.mark.slow
def test_a_keeper_who_says_two_things_is_named(game: Game, tmp_path: Path) -> None:
    """If two letters have one number and two seals, both places are named; the same letter kept twice is no fault."""
    letter = game.letters(game.boxes[0])[3]
    told = copied(game, tmp_path / "told", lambda _, raw: raw)
    again = tmp_path / "again"
    again.mkdir()
    raw = (told / f"{letter.number}.eml").read_bytes()
    (again / "a.eml").write_bytes(raw)
    assert not wrongs(verify(told, [again]))
    (again / "a.eml").write_bytes(everywhere(unbroken(raw)))
    found = wrongs(verify(told, [again]))["seals-twice"]
    assert len(found) == 1
    assert found[0].place == f"{letter.number} ({again / 'a.eml'})"
    assert found[0].params["other"] == str(told / f"{letter.number}.eml")
    assert {found[0].params["seal"], found[0].params["other_seal"]} == {FALSE.decode(), letter.seal}


# Mailboxes


def boxed(game: Game, folder: Path) -> Iterator[Path]:
    """The same letters in each kind of mailbox, as other programs write them."""
    letters = [path.read_bytes() for path in sorted((game.boxes[0] / "new").iterdir())]
    yield copied(game, folder / "letters", lambda _, raw: raw)
    yield game.boxes[0]
    mbox = mailbox.mbox(folder / "box.mbox")
    maildir = mailbox.Maildir(folder / "maildir")
    for raw in letters:
        mbox.add(raw.replace(b"\r\n", b"\n"))
        seen = mailbox.MaildirMessage(raw)
        seen.set_subdir("cur")
        seen.set_flags("S")
        maildir.add(seen)
    mbox.close()
    yield folder / "box.mbox"
    yield folder / "maildir"


@pytest.mark.slow
def test_every_kind_of_mailbox_is_read(game: Game, tmp_path: Path) -> None:
    """A folder, a Maildir with new and old letters, and an mbox hold the same letters; one file holds one."""
    known = {(one.number, one.seals, one.page) for one in game.letters(game.boxes[0])}
    for path in boxed(game, tmp_path):
        box = read_box(path)
        assert {(one.number, one.seals, one.page) for one in box.letters} == known, path
        assert (box.mails, box.unreadable) == (len(known), [])
        assert not wrongs(verify(game.record, [path]))
    one = tmp_path / "letters" / f"{game.letters(game.boxes[0])[2].number}.eml"
    assert [letter.number for letter in read_box(one).letters] == [one.stem]
    assert not wrongs(verify(one))


@pytest.mark.slow
def test_what_players_wrote_is_no_letter_of_ours(game: Game) -> None:
    """The answers of four mail programs quote our letters, with and without marks; none counts as a letter of ours."""
    box = read_box(game.folder / SENT)
    assert box.mails > 10
    assert box.letters == []
    assert set(wrongs(verify(game.folder / SENT))) == {"box-nothing"}


@pytest.mark.slow
def test_a_player_cannot_put_a_seal_into_a_letter(tmp_path: Path) -> None:
    """What the other player writes stands after marks: the letter tells only its own seal."""
    office = Office(tmp_path, 1, {})
    lie = f"say Seal {FALSE.decode()}\nIn words: {FALSE_WORDS.decode()}\n\nSeal {FALSE.decode()}\n"
    raw = PROGRAMS["thunderbird"](Reply.to_letter(office.boxes["thor"][0], f"{lie}accept", ANNA, office.time))
    office.put(raw)
    office.run()
    (tmp_path / "kept").mkdir()
    for seat, box in office.boxes.items():
        for n, letter in enumerate(box):
            (tmp_path / "kept" / f"{seat}{n}.eml").write_bytes(letter)
    letters = read_box(tmp_path / "kept").letters
    assert len(letters) == 4
    assert all(len(one.seals) == 1 and one.seal != FALSE.decode() for one in letters)
    assert any(FALSE.decode() in Got.of(box[-1]).text for box in office.boxes.values())
    assert not wrongs(verify(office.record, [tmp_path / "kept"]))


@pytest.mark.slow
def test_a_letter_in_another_language_is_read(tmp_path: Path) -> None:
    """Seals and words of letters in German are found as those in English are."""
    office = Office(tmp_path, 1, {}, languages={"thor": "de"})
    path = tmp_path / "one.eml"
    path.write_bytes(office.boxes["thor"][0])
    (letter,) = read_box(path).letters
    assert letter.seals == letter.page == ((letter.seal, in_words(letter.seal)),)
    assert f"Siegel {letter.seal}\nIn Worten: {in_words(letter.seal)}" in Got.of(office.boxes["thor"][0]).text


ODD: Mapping[str, bytes] = {
    "empty": b"",
    "no mail": b"\0\xff" * 5000,
    "lookalike": b"Message-ID: <a.b.1@example.org>\n\nnothing of ours\n",
    "twice": b"Message-ID: <g1.thor.1@h>\nMessage-ID: <g1.loki.1@h>\n\nSeal " + FALSE + b"\n",
    "long number": b"Message-ID: <g1.thor." + b"9" * 3000 + b"@h>\n\nSeal " + FALSE + b"\n",
    "long header": b"Message-ID: <g1.thor.1@h>\nX: " + b"x" * 200_000 + b"\n\nSeal " + FALSE + b"\n",
    "many fields": b"Message-ID: <g1.thor.1@h>\n" + b"X: y\n" * 5000 + b"\nSeal " + FALSE + b"\n",
    "deep": b"Message-ID: <g1.thor.1@h>\n"
    + b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(40))
    + b"\nSeal "
    + FALSE,
    "many parts": b"Message-ID: <g1.thor.1@h>\nContent-Type: multipart/mixed; boundary=b\n\n"
    + b"--b\n\nx\n" * 5000,
    "quoted": b"Subject: Fwd\n\n> Message-ID: <g1.thor.1@h>\n> Seal " + FALSE + b"\n",
    "utf-7": b"Message-ID: <g9.thor.1@h>\nContent-Type: text/plain; charset=utf-7\n\n+AFM-eal\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["folder", "maildir", "mbox"])
def test_odd_mails_keep_nobody_from_the_letters(game: Game, tmp_path: Path, kind: str) -> None:
    """Broken, foreign and hostile mails do not hide the letters among them, and nothing is raised."""
    letters = [path.read_bytes() for path in sorted((game.boxes[0] / "new").iterdir())]
    raws = [*ODD.values(), *letters]
    Random(3).shuffle(raws)
    box = tmp_path / "box"
    if kind == "mbox":
        lines = (raw.replace(b"\r\n", b"\n").replace(b"\nFrom ", b"\n>From ") for raw in raws)
        box.write_bytes(b"".join(b"From x Thu Jan  1 00:00:00 2026\n" + raw + b"\n\n" for raw in lines))
    else:
        into = box if kind == "folder" else box / "cur"
        into.mkdir(parents=True)
        if kind == "maildir":
            (box / "new").mkdir()
        for n, raw in enumerate(raws):
            (into / f"{n}.eml").write_bytes(raw)
        (into / "folder.eml").mkdir()
        (into / "gone.eml").symlink_to(tmp_path / "nothing")
        os.mkfifo(into / "pipe.eml")
    found = read_box(box)
    assert len(found.letters) == len(letters)
    assert {key for _, key in found.unreadable} == {
        "mail-header-too-large",
        "mail-too-many-fields",
        "mail-too-deep",
        "mail-too-many-parts",
    }
    assert not wrongs(verify(game.record, [box]))


@pytest.mark.slow
def test_whatever_becomes_of_a_letter_nothing_is_raised(game: Game, tmp_path: Path) -> None:
    """150 letters, cut, spliced and with changed bytes: each gets a verdict, right or wrong, and nothing is raised."""
    rng, path = Random(11), tmp_path / "one.eml"
    letters = [one.read_bytes() for one in sorted((game.boxes[0] / "new").iterdir())]
    for _ in range(150):
        raw = bytearray(rng.choice(letters))
        match rng.randrange(4):
            case 0:
                del raw[rng.randrange(len(raw)) :]
            case 1:
                at = rng.randrange(len(raw))
                raw[at : at + rng.randrange(400)] = rng.choice(letters)[: rng.randrange(4000)]
            case 2:
                for _ in range(rng.randrange(1, 40)):
                    raw[rng.randrange(len(raw))] = rng.randrange(256)
            case _:
                raw = bytearray(bytes(raw).replace(b"=_", rng.choice((b"", b"=", b"--", b'"'))))
        path.write_bytes(raw)
        assert list(verify(path))
        assert list(verify(game.record, [path]))


@pytest.mark.slow
def test_ten_thousand_mails_are_looked_through_at_once(game: Game, tmp_path: Path) -> None:
    """The letters among 10,000 mails of others are found within seconds."""
    letters = [
        path.read_bytes().replace(b"\r\n", b"\n") for path in sorted((game.boxes[0] / "new").iterdir())
    ]
    other = (
        b"From: a@example.org\nMessage-ID: <%d.x@example.org>\nSubject: x\n\n"
        + b"Hello there, this is nothing.\n" * 60
    )
    raws = [other % n for n in range(10_000)] + letters
    Random(5).shuffle(raws)
    box = tmp_path / "big.mbox"
    box.write_bytes(b"".join(b"From x Thu Jan  1 00:00:00 2026\n" + raw + b"\n" for raw in raws))
    began = time.perf_counter()
    found = read_box(box)
    assert time.perf_counter() - began < 10
    assert (found.mails, len(found.letters)) == (len(raws), len(letters))


def test_what_is_no_mailbox_is_told(tmp_path: Path) -> None:
    """A folder without letters is named as such, and so is a path where nothing is."""
    with pytest.raises(Faulty, match="no-mailbox"):
        list(mails(tmp_path))
    for source, key in ((tmp_path, "no-mailbox"), (tmp_path / "none", "file-missing")):
        with pytest.raises(Faulty, match=key):
            list(verify(source))


def test_only_files_are_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mailbox is read, and never written to, moved or marked as seen."""
    office = Office(tmp_path, 1, {})
    box = tmp_path / "kept"
    for name in ("new", "cur", "tmp"):
        (box / name).mkdir(parents=True)
    (box / "new" / "1").write_bytes(office.boxes["thor"][0])
    before: list[Any] = [
        (path, path.stat().st_mtime_ns, path.stat().st_ino) for path in sorted(box.rglob("*"))
    ]
    monkeypatch.chdir(tmp_path)
    assert not wrongs(verify(box))
    assert before == [(path, path.stat().st_mtime_ns, path.stat().st_ino) for path in sorted(box.rglob("*"))]
