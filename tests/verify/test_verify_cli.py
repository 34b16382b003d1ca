"""`referee verify` at the command line: what it takes, what it says, how it ends."""

import ast
import json
import re
import sys
from pathlib import Path
from string import Formatter

import pytest
from support import command
from support.command import Command, record_of, spoil
from support.kept import GAMES, copied, played, rewritten, with_proof

from referee.home.signing import public_of
from referee.util import data, plainyaml
from referee.verify import verify

home, referee, game = command.home, command.referee, command.game
SENTENCES = plainyaml.read_text(data.text("templates", "verify.en.yaml"), "verify.en.yaml").value
FROZEN = sorted((Path(__file__).parents[1] / "frozen").glob("*.yaml"))
MODULES = (
    *(f"verify/{name}" for name in ("letters", "verify")),
    "archive/fitting",
)
"""Where it is said what is found."""


def test_a_whole_record_is_verified(game: Command, home: Path) -> None:
    """By its id, its file or its folder: exit 0, and each check is named with its place."""
    path = record_of(home)
    for name in ("g1", str(path), str(path.parent)):
        ran = game("verify", name)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.splitlines() == [
            f"ok    {path}: the one entry of g1 is whole: marks, seals, structure, events.",
            f"note  {path}: the keeper of this game does not sign.",
            f"note  {path}: of the lots: the secret is not told yet: only what needs none has been looked at.",
        ]


def test_what_is_wrong_is_told_with_its_place(game: Command, home: Path) -> None:
    """Exit 1, the entry, and what is wrong with it; as JSON too."""
    spoil(record_of(home))
    ran, doc = game("verify", "g1"), game("verify", "g1", "--json")
    assert (ran.code, doc.code) == (1, 1)
    assert re.fullmatch(
        r"WRONG \S+record.yaml, entry 0: the record is not what was written: .*mark.*\n", ran.out
    )
    (one,) = doc.doc["findings"]
    assert (one["state"], one["key"], one["place"]) == (
        "wrong",
        "record-damaged",
        f"{record_of(home)}, entry 0",
    )
    assert one["says"] in ran.out


@pytest.mark.parametrize("path", FROZEN, ids=lambda path: path.name)
def test_records_of_older_releases_are_verified(path: Path, referee: Command) -> None:
    """They are right by the seals of their time, redacted and signed ones too; it says what they cannot prove."""
    ran = referee("verify", str(path))
    assert ran.code == 0, ran.out
    said = [line[:5] for line in ran.out.splitlines()]
    assert said[0] == "ok   "
    assert len(said) >= 2
    assert "WRONG" not in said


@pytest.mark.slow
def test_letters_against_a_record(referee: Command, tmp_path: Path) -> None:
    """Exit 0 if they agree; else exit 1, with the entries between which the histories part."""
    kept = played(GAMES[0], False)
    boxes = [part for box in kept.boxes for part in ("--against", str(box))]
    assert referee("verify", str(kept.record), *boxes).code == 0
    record = rewritten(kept, 7, tmp_path / "record.yaml")
    ran = referee("verify", str(record), *boxes)
    assert ran.code == 1
    assert "are the same up to entry 6, and part by entry 7." in ran.out
    found = referee("verify", str(record), *boxes, "--json").doc["findings"]
    (parts,) = [one for one in found if one["key"] == "histories-part"]
    assert (parts["params"]["after"], parts["params"]["until"]) == (6, 7)


@pytest.mark.slow
def test_a_mailbox_alone(referee: Command, tmp_path: Path) -> None:
    """Letters are verified without any record, and by the key that is given, in whatever case."""
    kept = played(GAMES[1], True)
    key = public_of(kept.home)
    assert referee("verify", str(kept.boxes[0]), "--key", key.upper()).code == 0
    assert referee("verify", str(kept.boxes[0]), "--key", "00" * 32).code == 1
    letters = copied(kept, tmp_path / "letters", lambda _, raw: raw)
    one = next(letters.glob("*.3.eml"))
    ran = referee("verify", str(one))
    assert ran.code == 0
    one.write_bytes(with_proof(one.read_bytes(), b"{}"))
    ran = referee("verify", str(letters))
    assert ran.code == 1
    assert f"WRONG {one.name.removesuffix('.eml')} ({one}): it is not signed, though others are." in ran.out


def test_what_cannot_be_verified(referee: Command, tmp_path: Path) -> None:
    """Neither record nor mailbox, no home, no key: exit 66, 78, 2, and why."""
    assert referee("verify").code == 2
    ran = referee("verify", str(tmp_path))
    assert (ran.code, ran.out) == (66, "")
    assert "no mbox, no Maildir" in ran.err
    assert referee("verify", "g9").code == 78
    assert referee("open", "thunder").code == 0
    assert referee("verify", "g9").code == 66
    assert referee("verify", str(FROZEN[0]), "--against", str(tmp_path / "none")).code == 66
    ran = referee("verify", str(FROZEN[0]), "--key", "1f3a")
    assert ran.code == 2
    assert "1f3a is no public key" in ran.err


@pytest.mark.slow
def test_a_signed_record_needs_the_package(referee: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it: exit 69, and the package is named. A record that is not signed does not need it."""
    signed, plain = played(GAMES[0], True), played(GAMES[0], False)
    for name in [one for one in sys.modules if one.partition(".")[0] == "cryptography"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "cryptography", None)
    ran = referee("verify", str(signed.record))
    assert ran.code == 69
    assert "cryptography" in ran.err
    assert referee("verify", str(plain.record), "--against", str(plain.boxes[0])).code == 0


@pytest.mark.slow
def test_nothing_of_a_letter_reaches_a_terminal_as_it_is(referee: Command, tmp_path: Path) -> None:
    """Control characters in a proof, or in a file's name, are reported, and do nothing."""
    kept = played(GAMES[0], True)
    letters = copied(kept, tmp_path / "letters", lambda _, raw: raw)
    path = next(letters.glob("*.3.eml"))
    bad = json.dumps({"seal": "\x1b[2J\u202e", "\x1b]0;x\x07": 1}).encode()
    (letters / "\x1b[31m.eml").write_bytes(with_proof(path.read_bytes(), bad))
    path.unlink()
    ran = referee("verify", str(letters))
    assert ran.code == 1
    assert not set(ran.out) & {"\x1b", "\x07", "\u202e"}


def test_every_verdict_has_its_sentence() -> None:
    """Each key in the source has a sentence; each value in the sentence is given, and no sentence is unused."""
    known = {f"record-{fault}" for fault in ("torn", "damaged", "cut")}
    for name in MODULES:
        tree = ast.parse((Path(verify.__file__).parents[1] / f"{name}.py").read_text("utf-8"))
        known |= {
            str(one.value)
            for one in ast.walk(tree)
            if isinstance(one, ast.Constant) and one.value in SENTENCES
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"right", "note", "wrong"}:
                keys = {str(one.value) for one in ast.walk(node.args[0]) if isinstance(one, ast.Constant)}
                named = {one.arg for one in node.keywords}
                for key in keys - {"record-"}:
                    assert key in SENTENCES, key
                    assert {
                        field for _, field, _, _ in Formatter().parse(SENTENCES[key]) if field
                    } <= named, key
    assert known == set(SENTENCES)
