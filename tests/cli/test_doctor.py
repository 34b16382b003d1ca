"""`referee doctor`: each part is tried, and for each broken one it says what is wrong and what to do."""

import ast
import errno
import fcntl
import os
import socket
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from support import command
from support.command import Command, Ran, record_of, spoil
from support.postfix import public_folder

from referee.api import Table
from referee.archive import NAME
from referee.archive.notebook import Notebook, NotesFile
from referee.archive.notes import Note
from referee.cli.doctor import FILE, mail, place
from referee.desk.agenda import Agenda
from referee.desk.backup import LAST
from referee.desk.leaps import SURE
from referee.home.home import Home
from referee.home.lock import at_desk
from referee.post import delivery
from referee.post.outbox import Outbox
from referee.post.spool import Spool
from referee.post.ways import tries
from referee.post.ways.reach import IN, OUT, Reach, Unreached
from referee.post.ways.tries import Tries
from referee.record.file import Busy
from referee.util import data, files, plainyaml, ready
from referee.util.times import stamp

home, referee = command.home, command.referee
MODULES = Path(place.__file__).parent
SENTENCES = plainyaml.read_text(data.text("templates", FILE), FILE).value
LETTER = b"From: anna@example.org\r\nSubject: x\r\n\r\nhello\r\n"


@pytest.fixture
def club(referee: Command, home: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command on a home in good order: letters go into a folder; no mail server is on the machine."""
    monkeypatch.setattr(mail, "LOGS", ())
    monkeypatch.setattr(mail, "postconf", lambda _name: "")
    monkeypatch.setattr(ready, "will_be", lambda _texts: True)  # as in a process of its own
    assert referee("init", "--address", "referee@games.example").code == 0
    configured(home, "post:\n  folder: out\n")
    assert referee("open", "thunder", "--seed", "07").code == 0
    ran = referee("doctor")
    assert ran.code == 0, ran.out
    return referee


def configured(home: Path, more: str) -> None:
    """Settings are added to the configuration."""
    with (home / "config.yaml").open("a", encoding="utf-8") as file:
        file.write(more)


def found(club: Command, code: int = 1) -> dict[str, dict[str, Any]]:
    """What is found, by key, and told in both forms; the command ends with that exit code."""
    told, ran, again = club("doctor"), club("doctor", "--json"), club("doctor")
    assert (told.code, ran.code) == (code, code), told.out
    assert told.err == ran.err == ""
    findings = ran.doc["findings"]
    lines = told.out.splitlines()
    assert len(lines) == len(findings)
    marks = {"ok": "ok   ", "note": "note ", "wrong": "WRONG"}
    # Some tell the time to the second, which may have passed between two of the three.
    for line, later, one in zip(lines, again.out.splitlines(), findings, strict=True):
        assert line.startswith(f"{marks[one['state']]} {one['part']}: ")
        if one["key"] not in {"disk-fine", "disk-full", "clock-fine"}:
            assert f"{marks[one['state']]} {one['part']}: {one['says']} {one['do']}".rstrip() in {line, later}
        assert bool(one["do"]) == (one["state"] != "ok")
    assert (code == 1) == any(one["state"] == "wrong" for one in findings)
    return {one["key"]: one for one in findings}


@pytest.mark.slow
def test_a_home_for_which_nothing_is_wrong(club: Command, home: Path) -> None:
    """Every part is told, nothing is left after, nothing has changed."""
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    keys = found(club, 0)
    assert list(keys) == [
        *(
            "home-fine",
            "zones-fine",
            "ready-fine",
            "owners-fine",
            "lock-fine",
            "key-fine",
            "signing-none",
            "disk-fine",
            "config-fine",
        ),
        *(
            "extra-fine",
            "fetch-none",
            "post-fine",
            "address-plus",
            "letters-fine",
            "passes-fine",
            "clock-fine",
            "backup-none",
            "record-fine",
        ),
    ]
    assert "referee+test@games.example" in keys["address-plus"]["says"]
    assert {path: path.read_bytes() for path in home.rglob("*") if path.is_file()} == before


def no_home(_home: Path) -> None:
    """Nothing is there."""


def open_home(home: Path) -> None:
    """Others can look in."""
    home.chmod(0o755)


def no_key(home: Path) -> None:
    """The key is missing; no other is made, because a copy may turn up."""
    (home / "key").unlink()


def bad_key(home: Path) -> None:
    """The key is not a key."""
    (home / "key").write_text("sesame\n")


def open_key(home: Path) -> None:
    """Others can read the key."""
    (home / "key").chmod(0o644)


def bad_config(home: Path) -> None:
    """Two mistakes in the configuration."""
    configured(home, "adress: x\npictures: maybe\n")


def no_way(home: Path) -> None:
    """Nothing says how letters go out."""
    path = home / "config.yaml"
    path.write_text(path.read_text().replace("\npost:\n  folder: out\n", "\n"))


def no_program(home: Path) -> None:
    """The program that sends is not there."""
    no_way(home)
    configured(home, "post:\n  sendmail: /usr/sbin/no-such\n")


def no_maildir(home: Path) -> None:
    """A source is not there."""
    configured(home, "fetch:\n  - maildir: box\n")


def no_mbox(home: Path) -> None:
    """A source is something else."""
    (home / "mbox").write_text("hello")
    configured(home, "fetch:\n  - mbox: mbox\n")


def long_socket(home: Path) -> None:
    """The name of a socket is too long for the system."""
    configured(home, f"serve:\n  lmtp: {'x' * 120}\n")


def shut_socket(home: Path) -> None:
    """The group is to have the socket, which lies in the home, where it is never let in."""
    configured(home, "serve:\n  lmtp: run/lmtp\n  lmtp-for: group\n")


def bad_record(home: Path) -> None:
    """A record has changed."""
    spoil(record_of(home))


def bad_notes(home: Path) -> None:
    """A note has changed."""
    table = Table.load(record_of(home))
    file = NotesFile(record_of(home).parent / NAME)
    note = Note(
        at=stamp(datetime.now(UTC)),
        kind="comment",
        by="Olaf",
        about=str(table.documents[0]["seal"]),
        text="So",
    )
    Notebook(file, table).add(note)
    file.path.write_bytes(file.path.read_bytes().replace(b"Olaf", b"Ola "))


def held(home: Path) -> None:
    """A letter of no seat was put on hold."""
    spool = Spool(home / "post")
    spool.hold(spool.take(spool.put(LETTER)), "no-seat")


def late(home: Path) -> None:
    """A letter came an hour ago, and nobody has read it."""
    Spool(home / "post").put(LETTER, datetime.now(UTC) - timedelta(hours=1))


def due(home: Path) -> None:
    """A letter was written two hours ago, and nobody has sent it."""
    path = home / "post" / "out" / "g1.thor.1.eml"
    path.parent.mkdir(parents=True)
    path.write_bytes(LETTER)
    os.utime(path, (path.stat().st_mtime - 7200,) * 2)


def written(home: Path) -> Path:
    """A letter that is due."""
    return Outbox(home / "post").put("g1.thor.1", LETTER)


def tried(home: Path) -> None:
    """A letter was refused for now, and waits for another try."""
    tries.write(written(home), Tries(1, reply="450 4.2.0 greylisted"))


def failed(home: Path) -> None:
    """A letter was refused for good."""
    Outbox(home / "post").failed(written(home), Tries(1, reply="550 5.1.1 nobody"))


def behind(home: Path) -> None:
    """A record was written tomorrow."""
    path = record_of(home)
    os.utime(path, (path.stat().st_mtime + 86400,) * 2)


def unreached(home: Path) -> None:
    """The server for letters out did not answer an hour ago, nor since."""
    path = written(home)
    os.utime(path, (path.stat().st_mtime - 7200,) * 2)
    reach = Reach(home / "post")
    reach.lost(OUT, Unreached(way="out").after("Connection refused", datetime.now(UTC) - timedelta(hours=1)))


def unseen(home: Path) -> None:
    """A source of letters could not be looked at."""
    (home / "box" / "new").mkdir(parents=True)
    (home / "box" / "cur").mkdir()
    configured(home, "fetch:\n  - maildir: box\n")
    Reach(home / "post").tried(IN, "box", "EACCES", datetime.now(UTC))


def leapt(home: Path) -> None:
    """The clock showed a time of last year a moment ago."""
    folder = home / "post" / "clock"
    files.private_folder(folder)
    (folder / SURE).write_text(f"{stamp(datetime.now(UTC) - timedelta(days=400))} 0.00 -\n")


def rare(home: Path) -> None:
    """A pass is made every three hours."""
    agenda = Agenda(home / "post")
    for hours in range(12, 0, -3):
        agenda.mark_passed(datetime.now(UTC) - timedelta(hours=hours))


BROKEN: Mapping[str, tuple[Callable[[Path], None], str]] = {
    "home-open": (open_home, "chmod 700"),
    "key-none": (no_key, "referee init"),
    "key-bad": (bad_key, "copy"),
    "key-open": (open_key, "chmod 600"),
    "config-bad": (bad_config, "Correct the file"),
    "post-none": (no_way, "under `post`"),
    "post-bad": (no_program, "under `post`"),
    "fetch-bad": (no_maildir, "source box under `fetch`"),
    "serve-bad": (long_socket, "shorter"),
    "serve-shut": (shut_socket, "outside of the home"),
    "record-bad": (bad_record, "copy of g1"),
    "notes-bad": (bad_notes, "notes of g1"),
    "letters-hold": (held, "referee release"),
    "letters-late": (late, "referee run"),
    "letters-due": (due, "referee post"),
    "letters-tried": (tried, "referee post --now"),
    "letters-failed": (failed, "referee resend"),
    "clock-behind": (behind, "Set the clock"),
    "clock-leapt": (leapt, "referee run --clock-is-right"),
    "letters-unreached": (unreached, "referee post"),
    "passes-rare": (rare, "`downtime`"),
}


def test_passes_that_are_too_rare_are_told_by_status_too(club: Command, home: Path) -> None:
    """How far they are apart, and what to do."""
    assert "apart" not in club("status").out
    rare(home)
    assert "Passes are 3 hours apart" in " ".join(club("status").out.split())


@pytest.mark.share(3)
@pytest.mark.parametrize("key", BROKEN)
def test_each_part_that_is_broken_is_told(key: str, club: Command, home: Path) -> None:
    """It alone is found, with what it is and what to do."""
    breaks, advice = BROKEN[key]
    breaks(home)
    keys = found(club)
    assert [name for name, one in keys.items() if one["state"] == "wrong"] == [key]
    assert advice in keys[key]["do"]
    assert home.exists()
    if key == "key-none":
        assert not (home / "key").exists()


def test_a_source_that_was_out_of_reach_is_told(club: Command, home: Path) -> None:
    """Though it can be opened just now: nobody may have looked since."""
    unseen(home)
    keys = found(club)
    assert [name for name, one in keys.items() if one["state"] == "wrong"] == ["letters-unreached"]
    assert "box could not be reached since" in keys["letters-unreached"]["says"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "key"),
    [(0o700, "serve-shut"), (0o750, "serve-free"), (0o710, "serve-free"), (0o707, "serve-shut")],
)
def test_a_socket_for_the_group(club: Command, home: Path, mode: int, key: str) -> None:
    """Every folder above it must let the group through; where it does, nothing is wrong."""
    with public_folder() as folder:
        (folder / "run").mkdir()
        (folder / "run").chmod(mode)
        configured(home, f"serve:\n  lmtp: {folder}/run/lmtp\n  lmtp-for: group\n")
        assert found_by(club) == key
        text = (home / "config.yaml").read_text().replace("  lmtp-for: group\n", "")
        (home / "config.yaml").write_text(text)
        assert found_by(club) == "serve-free"


@pytest.mark.parametrize(
    ("mode", "line", "settings", "told"),
    [
        (0o644, "to=<referee+{secret}@games.example>, status=sent", "", True),
        (0o640, "to=<referee+{secret}@games.example>, status=sent", "", False),
        (
            0o644,
            "to=<anna@example.org>, from=<referee+b.g1.thor.9.c6q4m2zwnh3ka7xe@games.example>",
            "",
            False,
        ),
        (0o644, "to=<referee+{secret}@games.example>", "secrets: subject\n", False),
        (0o644, "to=<referee+{secret}@games.example>", "fetch: [{{imap: localhost, user: x}}]\n", False),
    ],
)
def test_a_log_that_shows_secrets_to_everybody(
    club: Command,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    mode: int,
    line: str,
    settings: str,
    told: bool,
) -> None:
    """It is told, with what to do; not where only its group can read it, and not where no secrets come to be in it."""
    configured(home, settings.format())
    with public_folder() as folder:
        log = folder / "mail.log"
        log.write_text("x" * 100 + line.format(secret="abcdefghij" * 2 + "klmnop") + "\n")
        log.chmod(mode)
        monkeypatch.setattr(mail, "LOGS", (str(log), str(folder / "none")))
        keys = {one["key"]: one for one in club("doctor", "--json").doc["findings"]}
    assert ("secrets-log" in keys) == told
    if told:
        assert "chmod 640" in keys["secrets-log"]["do"]
        assert (keys["secrets-log"]["state"], str(log) in keys["secrets-log"]["says"]) == ("wrong", True)


@pytest.mark.slow
def test_a_queue_that_shows_secrets_to_everybody(club: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a postfix that shows its queue to every user it is told; one that does not is in order."""
    for users, told in (("static:anyone", True), ("root", False), ("", False)):
        monkeypatch.setattr(mail, "postconf", {"authorized_mailq_users": users, "maillog_file": ""}.get)
        assert ("secrets-queue" in keys_of(club("doctor", "--json"))) == told


def test_a_setting_of_postfix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked of its own program; of none, or one that fails, nothing is known."""
    monkeypatch.setattr(mail, "PROGRAMS", str(tmp_path))
    assert mail.postconf("authorized_mailq_users") == ""
    program = tmp_path / "postconf"
    for code, known in ((0, "-h authorized_mailq_users"), (1, "")):
        program.write_text(f'#!/bin/sh\necho "$@"\nexit {code}\n')
        program.chmod(0o755)
        assert mail.postconf("authorized_mailq_users") == known


def test_what_a_server_said_is_no_part_of_the_advice(club: Command, home: Path) -> None:
    """A reason in a server's own words ends in a stop before the next sentence."""
    unreached(home)
    (line,) = (one for one in club("doctor").out.splitlines() if "could not be reached" in one)
    assert "Connection refused. Letters wait, and nothing is lost." in line


def test_the_age_of_the_last_backup(club: Command, home: Path, tmp_path: Path) -> None:
    """The doctor and status tell it, from the first one on; a copy that is put back knows of none."""
    assert found(club, 0)["backup-none"]["state"] == "note"
    assert "backup" not in club("status").out
    assert club("backup", str(tmp_path / "copy.tar")).code == 0
    made = club("status", "--json").doc["backup"]
    assert (datetime.now(UTC) - datetime.fromisoformat(made)).total_seconds() < 60
    assert made in found(club, 0)["backup-fine"]["says"]
    assert "The last backup was made on " in club("status").out
    (home / LAST).write_text(f"{stamp(datetime.now(UTC) - timedelta(days=9))}\n")
    assert found(club, 0)["backup-old"]["says"] == "the last one was made 9 days ago."
    back = ("--home", str(tmp_path / "new"))
    assert club(*back, "restore", str(tmp_path / "copy.tar")).code == 0
    assert club(*back, "status", "--json").doc["backup"] == ""


def test_there_is_no_home(referee: Command, home: Path) -> None:
    """A beginner is told how to make a home; none is made."""
    ran = referee("doctor")
    assert ran.code == 1
    assert "referee init --address" in ran.out
    assert not home.exists()


def test_every_mistake_in_the_configuration_has_a_line(club: Command, home: Path) -> None:
    """With file, line and column."""
    bad_config(home)
    lines = [line for line in club("doctor").out.splitlines() if line.startswith("WRONG")]
    at = (home / "config.yaml").read_text().count("\n")
    assert [line.split(": ")[1].rpartition("config.yaml")[2] for line in lines] == [
        f":{at - 1}:1",
        f":{at}:11",
    ]


def test_a_home_that_plays_without_mail_is_not_sent_to_the_post(referee: Command) -> None:
    """Without a configuration there is nothing to try of mail."""
    assert referee("open", "thunder", "--seed", "07").code == 0
    keys = found(referee, 0)
    assert "config-none" in keys
    assert not {"post-none", "address-plus"} & set(keys)


@pytest.mark.slow
def test_an_mbox_that_is_none(club: Command, home: Path) -> None:
    """A file that does not begin as an mbox does is told; one that is not there yet is no fault."""
    no_mbox(home)
    assert "no mbox" in found(club)["fetch-bad"]["says"]
    (home / "mbox").unlink()
    assert "fetch-fine" in found(club, 0)


def test_where_letters_are_listened_for(club: Command, home: Path) -> None:
    """A free port, one at which a mail server answers, one at which something else does; and a socket."""
    with socket.socket() as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind(("127.0.0.1", 0))
        port = server.getsockname()[1]
        configured(home, f"serve:\n  lmtp: 127.0.0.1:{port}\n")
        server.listen()
        assert greeted(server, b"220 mx LMTP\r\n", club) == "serve-on"
        assert greeted(server, b"SSH-2.0\r\n", club) == "serve-taken"
    assert found_by(club) == "serve-free"
    path = home / "config.yaml"
    path.write_text(path.read_text().replace(f"127.0.0.1:{port}", "run/lmtp"))
    assert found_by(club) == "serve-free"


def found_by(club: Command) -> str:
    """What is found at the place where letters are listened for."""
    findings = club("doctor", "--json").doc["findings"]
    (key,) = [one["key"] for one in findings if one["part"] == "serve"]
    return str(key)


def greeted(server: socket.socket, words: bytes, club: Command) -> str:
    """The same, while a server says these words to every caller."""
    from threading import Thread

    def serve() -> None:
        with server.accept()[0] as client:
            client.sendall(words)

    thread = Thread(target=serve)
    thread.start()
    key = found_by(club)
    thread.join()
    return key


def test_a_port_that_there_is_not(club: Command, home: Path) -> None:
    """It is told, and no bug of ours."""
    configured(home, "serve:\n  lmtp: 127.0.0.1:70000\n")
    assert found(club)["serve-bad"]["error"]["code"] == "lmtp-cannot"


def test_a_file_where_a_socket_is_to_be(club: Command, home: Path) -> None:
    """It is not taken away, but told."""
    configured(home, "serve:\n  lmtp: key\n")
    assert found(club)["serve-bad"]["error"]["code"] == "lmtp-in-the-way"


def test_a_disk_that_is_full_or_fails(club: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too little room is told before there is none; so is a file that cannot be written."""
    with monkeypatch.context() as patch:
        patch.setattr(place, "ROOM", 1 << 60)
        assert "disk-full" in found(club)

    def fails(_fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fails)
    assert "disk-fails" in keys_of(club("doctor", "--json"))


OF_THE_HOME = {"home-none", "home-open", "home-other", "home-restoring"}
"""What is wrong with the folder itself says so in its own words."""


def keys_of(ran: Ran) -> list[str]:
    """The keys of what was found."""
    return [one["key"] for one in ran.doc["findings"]]


@pytest.mark.slow
def test_what_is_not_installed_is_wrong_only_if_it_is_wanted(
    club: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without aiosmtpd nothing is wrong, until letters are to come by LMTP."""
    monkeypatch.setattr(mail, "find_spec", lambda name: None if name == "aiosmtpd" else object())
    assert found(club, 0)["extra-missing"]["state"] == "note"
    configured(home, "serve:\n  lmtp: run/lmtp\n")
    assert found(club)["extra-missing"]["state"] == "wrong"


def test_time_zones_that_are_not_known(club: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without them is told so."""
    monkeypatch.setattr(place, "ZONES", ("Europe/Asgard",))
    assert "tzdata" in found(club)["zones-none"]["do"]


@pytest.mark.slow
def test_a_home_of_another_user(club: Command, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root could open it, but its user could not read what root writes there.

    So nothing is written, by no verb and no delivery.
    """
    us, before = os.geteuid() + 1, {path: path.lstat() for path in home.rglob("*")}
    monkeypatch.setattr(os, "geteuid", lambda: us)
    assert "sudo" in found(club)["home-other"]["do"]
    for verb in (
        ("run",),
        ("post",),
        ("fetch",),
        ("serve",),
        ("resend", "g1", "--seat", "thor"),
        ("status",),
    ):
        ran = club(*verb)
        assert (ran.code, "another user" in ran.err) == (77, True)
    monkeypatch.setattr(delivery, "_letter", lambda: LETTER)
    assert delivery.deliver(str(home)) == delivery.AGAIN
    assert {path: path.lstat() for path in home.rglob("*")} == before


def test_what_root_left_in_a_home(club: Command, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One file of another user keeps every pass from going on.

    It is named, and records are not called damaged for it.
    """
    theirs, real = home / "post" / "clock" / ".passed", Path.lstat
    files.private_folder(theirs.parent)
    theirs.write_bytes(b"2026-11-21T09:00:00Z\n")

    def lstat(path: Path) -> os.stat_result:
        found = list(real(path))
        return os.stat_result([*found[:4], found[4] + (path == theirs), *found[5:]])

    monkeypatch.setattr(Path, "lstat", lstat)
    keys = found(club)
    assert [name for name, one in keys.items() if one["state"] == "wrong"] == ["owners-other"]
    assert str(theirs) in keys["owners-other"]["says"]
    assert "chown" in keys["owners-other"]["do"]


@pytest.mark.parametrize(
    ("how", "said"), [(0, "keeps nobody out"), (errno.ENOTSUP, "no locks"), (errno.ENOLCK, "no locks")]
)
def test_a_lock_that_locks_nothing(
    club: Command, monkeypatch: pytest.MonkeyPatch, how: int, said: str
) -> None:
    """A lock that silently does nothing, and a missing one.

    The doctor and a pass say so, and nobody is sent for a copy.
    """

    def flock(_fd: int, _kind: int) -> None:
        if how:
            raise OSError(how, os.strerror(how))

    monkeypatch.setattr(fcntl, "flock", flock)
    keys = found(club)
    assert [name for name, one in keys.items() if one["state"] == "wrong"] == ["lock-bad"]
    assert said in keys["lock-bad"]["says"]
    ran = club("run")
    assert ran.code == 78
    assert said in ran.err
    served = club("serve")
    assert (served.code, said in served.err) == (78, True)


@pytest.mark.slow
def test_a_lock_names_who_holds_it(club: Command, home: Path) -> None:
    """It holds host and process, which a process that comes too late is told; it is empty when they have left."""
    with at_desk(home, 0), pytest.raises(Busy) as raised, at_desk(home, 0):
        pass
    assert raised.value.why.key == "desk-busy-by"
    assert raised.value.why.params["process"] == str(os.getpid())
    assert (home / "lock").read_bytes() == b""
    (home / "lock").write_text("elsewhere 4711 2026-11-21T09:00:00Z\n")
    keys = found(club)
    assert [name for name, one in keys.items() if one["state"] == "wrong"] == ["lock-left"]
    assert club("run").code == 0
    assert "lock-fine" in found(club, 0)


def calls() -> list[tuple[str, str, set[str]]]:
    """Every finding that the code makes: how it is, its key, and the names of its values; of a choice of keys, each."""
    made = []
    for path in MODULES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) > 1:
                state = {"fine": "ok", "note": "note", "wrong": "wrong", "tell": "any"}.get(node.func.id, "")
                named = {word.arg or "" for word in node.keywords}
                texts = (
                    [one for one in ast.walk(node.args[1]) if isinstance(one, ast.Constant)] if state else []
                )
                made += [(state, str(one.value), named) for one in texts]
                if state and isinstance(node.args[1], ast.JoinedStr):
                    made = [one for one in made if one[1] != "letters-"]
                    made += [
                        (state, f"letters-{key}", named) for key in ("hold", "late", "due", "tried", "failed")
                    ]
    return made


def test_every_finding_has_its_sentences() -> None:
    """Every bad finding has a word of advice, each value in a sentence is given, and no sentence is left over."""
    made = [one for one in calls() if "-" in one[1]]
    assert len(made) > 30
    for state, key, named in made:
        faulty = key.endswith(("-bad", "-fails", "-cannot")) or key in OF_THE_HOME
        assert faulty or key in SENTENCES["says"], key
        assert state in {"ok", "any"} or key in SENTENCES["do"], key
        for section in ("says", "do"):
            fields = {name for _, name, _, _ in Formatter().parse(SENTENCES[section].get(key, "")) if name}
            assert fields <= named, key
    known = {key for _, key, _ in made}
    assert {*SENTENCES["says"], *SENTENCES["do"]} == known


def test_the_probe_is_gone(club: Command, home: Path) -> None:
    """The file that was written to try the disk is not there any more."""
    found(club, 0)
    assert not list(home.glob(".*"))
    assert Home(home).path == home


def test_snapshots_are_known_and_may_be_deleted(club: Command, home: Path) -> None:
    """How many of them count; one that does not is nothing wrong, and without any nothing is said."""
    assert club("run").code == 0
    assert "1 is good; 0 are not" in found(club, 0)["snapshots-fine"]["says"]
    snapshot = home / "games" / "g1" / "record.snapshot"
    snapshot.chmod(0o644)
    assert "0 are good; 1 is not" in found(club, 0)["snapshots-fine"]["says"]
    assert club("check", str(home / "games" / "g1" / "record.yaml")).code == 0
    snapshot.unlink()
    assert "snapshots-fine" not in found(club, 0)
    assert club("run").code == 0
