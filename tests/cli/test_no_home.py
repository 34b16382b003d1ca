"""A `--home` that names no home: only `init` and `open` make one, and every other verb says that none is there."""

import io
import sys
from pathlib import Path

import pytest
from support import command
from support.command import Command

from referee.cli import VERBS
from referee.util.errors import TryAgain, WrongConfig

# The fixtures, under the names by which tests ask for them.
home, referee = command.home, command.referee

G1 = ("g1",)
SEAT = ("g1", "--seat", "thor")
HOMED = {
    "abandon": (*G1, "--reason", "away"),
    "address": (*SEAT, "anna@example.org"),
    "annotate": (*G1, "0.0", "A fine start.", "--by", "Anna"),
    "audit": G1,
    "backup": ("copy.tar",),
    "booklet": G1,
    "check": G1,
    "delete": ("g1", "--yes"),
    "dispute": G1,
    "drop": ("letter",),
    "events": G1,
    "explain": ("g1", "1"),
    "export": G1,
    "fetch": (),
    "line": (*G1, "1.0", "draw"),
    "list": (),
    "moves": SEAT,
    "newkey": SEAT,
    "notes": G1,
    "play": (*SEAT, "draw"),
    "playthrough": G1,
    "post": (),
    "release": ("letter",),
    "replace": (*SEAT, "cleo@example.org"),
    "replay": (*G1, "--out", "out"),
    "resend": SEAT,
    "restored": (),
    "rule": (*G1, "uphold", "because: it was legal."),
    "run": (),
    "serve": (),
    "show": G1,
    "sign": (),
    "silence": SEAT,
    "status": (),
    "text": G1,
    "try": (*SEAT, "draw"),
    "verify": G1,
}
"""The verbs that work on a home which is there, each with arguments that would do."""
STORE = (("init",), ("import",), ("export", "out"), ("status",))
MADE = {"init": ("--address", "referee@games.example"), "open": ("thunder",)}
"""The verbs that make a home."""
OTHERS = {
    "mail": "exits 75, see below",
    "store": "has verbs of its own, see below",
    "restore": "puts a home into a folder that is new or empty",
    "doctor": "says among its findings that none is there",
    "demo": "makes a home of its own in the folder that is named",
    **dict.fromkeys(("archive", "find", "forget"), "work on a folder of records"),
    **dict.fromkeys(("import", "merge"), "work on texts"),
    **dict.fromkeys(("handbook", "schema", "man", "compile", "translate"), "are of the program"),
    **dict.fromkeys(("new-game", "check-game"), "are for authors"),
}


def test_every_verb_is_here() -> None:
    """Each one makes a home, or says that none is there, or has a reason why it does neither."""
    assert set(VERBS) == {*HOMED, *MADE, *OTHERS}
    assert len(VERBS) == len(HOMED) + len(MADE) + len(OTHERS)


@pytest.fixture(params=["not there", "empty", "full", "open"])
def missing(
    request: pytest.FixtureRequest, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A folder that is no home, in each way in which that can be; we are in one beside it."""
    if request.param != "not there":
        home.mkdir(mode=0o700)
    if request.param in {"full", "open"}:
        (home / "config.txt").write_text("not ours")
    if request.param == "open":
        home.chmod(0o755)
    away = tmp_path / "away"
    away.mkdir()
    monkeypatch.chdir(away)
    monkeypatch.setattr(sys, "stdin", io.StringIO("draw\n"))
    return home


def traces(folder: Path) -> list[tuple[str, int]]:
    """All files and folders below, the folder itself too, with their modes."""
    return sorted((str(path), path.stat().st_mode) for path in (folder, *folder.rglob("*")))


@pytest.mark.parametrize(
    "given",
    [*((verb, *args) for verb, args in HOMED.items()), *(("store", *one) for one in STORE)],
    ids=lambda given: " ".join(given[:2]),
)
def test_a_home_that_is_not_there_is_not_made(
    referee: Command, missing: Path, tmp_path: Path, given: tuple[str, ...]
) -> None:
    """Exit 78 and the folder's name; no file, no folder and no mode has changed, here and beside it."""
    before = traces(tmp_path)
    ran = referee(*given)
    assert (ran.code, ran.out, traces(tmp_path)) == (WrongConfig.exit_code, "", before)
    assert ran.err.startswith(f"{missing}: there is no home of the referee here.")


def test_doctor_says_it_among_its_findings(referee: Command, missing: Path, tmp_path: Path) -> None:
    """It says to make one, and does not say to close the doors of a folder that is not ours."""
    before = traces(tmp_path)
    ran = referee("doctor")
    assert (ran.code, traces(tmp_path)) == (1, before)
    assert f"WRONG home: {missing}: there is no home of the referee here." in ran.out
    assert "chmod 700" not in ran.out


def test_mail_leaves_the_letter_with_the_mail_server(missing: Path, tmp_path: Path) -> None:
    """Exit 75, so that it is tried again when the line that calls us is right; nothing is made or told."""
    before = traces(tmp_path)
    ran = command.process("--home", str(missing), "mail", input="From: anna@example.org\n\ndraw\n")
    assert (ran.returncode, ran.stdout, ran.stderr, traces(tmp_path)) == (TryAgain.exit_code, "", "", before)


@pytest.mark.parametrize("verb", MADE)
def test_init_and_open_make_a_home(referee: Command, home: Path, verb: str) -> None:
    """Where nothing is, and in a folder that is empty, or ours alone (with what a user's home folder holds)."""
    for new in (home, home.parent / "empty", home.parent / "ours"):
        if new != home:
            new.mkdir(mode=0o700)
        if new.name == "ours":
            (new / ".profile").touch()
        assert referee("--home", str(new), verb, *MADE[verb]).code == 0
        assert (new / "key").exists()


@pytest.mark.parametrize("verb", [*MADE, "restore"])
def test_a_folder_that_holds_other_things_keeps_its_doors(
    referee: Command, home: Path, tmp_path: Path, verb: str
) -> None:
    """Where others can look in and there is no home of ours, none is made, and nobody is told to close it."""
    home.mkdir(mode=0o755)
    (home / "passwd").write_text("not ours")
    if verb == "restore":
        assert referee("--home", str(tmp_path / "other"), "open", "thunder").code == 0
        assert referee("--home", str(tmp_path / "other"), "backup", str(tmp_path / "copy.tar")).code == 0
    before = traces(home)
    ran = referee(verb, *MADE.get(verb, (str(tmp_path / "copy.tar"),)))
    assert (ran.code != 0, traces(home)) == (True, before)
    assert "chmod" not in ran.err
    assert "empty" in ran.err or "something in this folder" in ran.err
