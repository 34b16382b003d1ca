"""`referee mail`: a letter is safely in the spool and the exit code 0, or it is not and the code is 75."""

import errno
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from support.faults import HOWS, Crash, disk

from referee import cli
from referee.__main__ import main
from referee.post import delivery
from referee.post.spool import Spool

COMMAND = (sys.executable, "-m", "referee")
LETTER = (
    b"From anna Mon Nov 30\nReturn-Path: <anna@example.org>\r\nSubject: g1\r\n\r\ndraw\n"
    + bytes(range(256)) * 9
)
SLOWLY = """
import os, sys, time
def slow(real):
    def call(*args, **more):
        time.sleep(0.002)
        return real(*args, **more)
    return call
for name in ("read", "open", "write", "fsync", "close", "replace"):
    setattr(os, name, slow(getattr(os, name)))
sys.argv = ["referee", "mail"]
from referee.__main__ import main
main()
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with a key and nothing else; the command uses it."""
    path = tmp_path / "home"
    path.mkdir(mode=0o700)
    (path / "key").write_text("0" * 64)
    monkeypatch.setenv("REFEREE_HOME", str(path))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    return path


def mail(*args: str, letter: bytes = LETTER, run: tuple[str, ...] = COMMAND) -> int:
    """The exit code of the verb as a process of its own, which printed nothing."""
    ran = subprocess.run([*run, *args], input=letter, capture_output=True, check=False)  # noqa: S603  ourselves
    assert ran.stdout == ran.stderr == b""
    return ran.returncode


def started(*run: str) -> subprocess.Popen[bytes]:
    """The verb as a process that waits for a letter."""
    pipe = subprocess.PIPE
    return subprocess.Popen(run, stdin=pipe, stdout=pipe, stderr=pipe)  # noqa: S603  ourselves


def given(child: subprocess.Popen[bytes], letter: bytes) -> None:
    """Hand a letter to a process, and do not wait."""
    assert child.stdin is not None
    with suppress(BrokenPipeError):
        child.stdin.write(letter)
        child.stdin.close()
    child.stdin = None


def spooled(home: Path) -> list[bytes]:
    """The letters that wait, oldest first."""
    spool = Spool(home / "post")
    return [(spool.folder / "new" / name).read_bytes() for name in spool.waiting()]


@contextmanager
def reading(letter: bytes) -> Iterator[None]:
    """Have standard input tell this letter to this process, in pieces as a pipe does."""
    rest = memoryview(letter)

    def read(fd: int, most: int) -> bytes:
        nonlocal rest
        assert fd == 0
        piece, rest = rest[:most], rest[most:]
        return bytes(piece)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "read", read)
        yield


# Which letters are taken, and how


@pytest.mark.parametrize(
    "letter",
    [LETTER, b"", b"\x00", b"\xff" * 70_000, b"a\rb\r\nc\n\n", b"x" * delivery.KEPT],
    ids=["bytes", "empty", "nul", "8-bit", "line-ends", "1-MiB"],
)
def test_a_letter_is_kept_to_the_byte(home: Path, letter: bytes) -> None:
    """Anything on standard input, even nothing, lies in the spool as it came; the code is 0."""
    assert mail("mail", letter=letter) == 0
    assert spooled(home) == [letter]
    assert not list((home / "post" / "tmp").iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("more", [0, 1, 3 << 20])
def test_a_letter_beyond_measure_is_kept_in_part(home: Path, more: int) -> None:
    """Up to 25 MiB a letter is kept whole; of a longer one the beginning, one byte more than any that is read."""
    assert (delivery.MOST, delivery.KEPT) == (26_214_400, 1_048_577)
    letter = random.Random(7).randbytes(delivery.MOST + more)
    with reading(letter):
        assert delivery.deliver(str(home)) == 0
    assert spooled(home) == [letter[: delivery.KEPT] if more else letter]


@pytest.mark.slow
def test_what_came_first_waits_first(home: Path) -> None:
    """Letters wait in the order in which they came; those of a second later come after all of the first."""
    letters = [b"%d" % number for number in range(6)]
    for letter in letters:
        assert mail("mail", letter=letter) == 0
    assert spooled(home) == letters


@pytest.mark.slow
def test_twenty_at_once(home: Path) -> None:
    """Twenty deliveries at the same time, the first ones this home sees: all are in, each once."""
    letters = [b"%d" % number * 1000 for number in range(20)]
    children = [started(*COMMAND, "mail") for _ in letters]
    for child, letter in zip(children, letters, strict=True):
        given(child, letter)
    ends = [(child.communicate(), child.returncode) for child in children]
    assert ends == [((b"", b""), 0)] * 20
    assert sorted(spooled(home)) == sorted(letters)


def test_files_are_for_the_owner_alone(home: Path) -> None:
    """With any umask, nobody else can read a letter."""
    before = os.umask(0)
    try:
        assert mail("mail") == 0
    finally:
        os.umask(before)
    assert not [path for path in (home / "post").rglob("*") if path.stat().st_mode & 0o077]


# Which home


def test_the_home_is_that_of_the_other_verbs(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """REFEREE_HOME, if it is not empty; else in XDG_DATA_HOME, if that is a whole path; else in the user's folder."""
    assert delivery.default_home() == str(home)
    for given_home in ("", None):
        for data in ("/data", "data", "", None):
            for name, value in (("REFEREE_HOME", given_home), ("XDG_DATA_HOME", data)):
                monkeypatch.setenv(name, value or "")
                if value is None:
                    monkeypatch.delenv(name)
            assert delivery.default_home() == str(cli.default_home())
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert delivery.default_home() == "/data/referee"


@pytest.mark.parametrize(
    "args", [["--home", "H", "mail"], ["--home=H", "mail"], ["--home=x", "--home", "H", "mail"]]
)
def test_a_home_can_be_named(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str]
) -> None:
    """`--home` comes before the environment, in both its spellings; of several the last counts."""
    monkeypatch.setenv("REFEREE_HOME", str(tmp_path / "other"))
    assert mail(*(arg.replace("H", str(home)) for arg in args)) == 0
    assert spooled(home) == [LETTER]
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize("args", [["mail", "x"], ["mail", "--home", "H"], ["mail", "-h", "x"], ["--hoem", "H", "mail"],
                                  ["--home", "mail"], ["--home=", "mail"], ["-x", "mail"], ["--", "mail"],
                                  ["--home", "H\udcff/no", "mail"]])  # fmt: skip
def test_a_wrong_use_is_75(home: Path, args: list[str]) -> None:
    """A mail server must not send letters back because of a slip in the line that calls us; nothing is said."""
    assert mail(*(arg.replace("H", str(home)) for arg in args)) == 75
    assert not (home / "post").exists()


def test_help_and_other_verbs_are_not_ours(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`mail -h` alone explains the verb; where `mail` is no verb, other verbs go on as ever."""
    for args in (["mail", "-h"], ["--home", "x", "mail", "--help"], ["-h", "mail"], ["play", "g1", "mail"], ["list"],
                 ["--home", "mail", "list"], ["--hoem", "x", "list"], []):  # fmt: skip
        assert delivery.run(args) is None
    monkeypatch.setattr("sys.argv", ["referee", "mail", "-h"])
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 0
    assert "Examples:\n    referee mail < letter.eml" in capsys.readouterr().out


def test_the_verb_can_be_run_from_python(home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The same by the command line in this process: 0 and the letter is there, or 75; nothing is printed."""
    for mode, code in ((0o700, 0), (0o750, 75)):
        home.chmod(mode)
        with reading(LETTER):
            assert cli.run(["mail"]) == code
    assert capfd.readouterr() == ("", "")
    home.chmod(0o700)
    assert spooled(home) == [LETTER]


# What goes wrong


def missing(home: Path) -> None:
    """No home."""
    (home / "key").unlink()
    home.rmdir()


def no_key(home: Path) -> None:
    """A folder that is no home."""
    (home / "key").unlink()


def a_file(home: Path) -> None:
    """A file where the home should be."""
    missing(home)
    home.write_bytes(b"")


def post_a_file(home: Path) -> None:
    """A file where the spool should be."""
    (home / "post").write_bytes(b"")


def new_a_file(home: Path) -> None:
    """A file where new letters should lie."""
    (home / "post").mkdir()
    (home / "post" / "new").write_bytes(b"")


def group_may_read(home: Path) -> None:
    """A home open to a group."""
    home.chmod(0o740)


def all_may_read(home: Path) -> None:
    """A home open to all."""
    home.chmod(0o755)


@pytest.mark.parametrize(
    "spoil", [missing, no_key, a_file, post_a_file, new_a_file, group_may_read, all_may_read]
)
def test_a_home_that_is_none_is_75(home: Path, spoil: Callable[[Path], None]) -> None:
    """Without a home that has a key and is the keeper's alone no letter is taken, and no folder made for it."""
    spoil(home)
    before = sorted(home.parent.rglob("*"))
    child = started(*COMMAND, "mail")
    assert child.stdin is not None
    child.stdin.write(b"x" * 1_000_000)  # a pipe that broke would be another trouble for the mail server
    assert child.communicate() == (b"", b"")
    assert child.returncode == 75
    assert [path for path in sorted(home.parent.rglob("*")) if path not in before and path.is_file()] == []
    assert spoil is new_a_file or sorted(home.parent.rglob("*")) == before


def test_a_home_that_cannot_be_written_is_75(home: Path) -> None:
    """A folder that is read-only, for users other than root."""
    home.chmod(0o500)
    if os.access(home, os.W_OK):
        pytest.skip("root writes anywhere")
    assert mail("mail") == 75
    home.chmod(0o700)


@pytest.mark.parametrize("closed", ["<&-", "0>/dev/null", ">&- 2>&-", ">&- 2>&- <&-"])
def test_closed_streams(home: Path, closed: str) -> None:
    """Without a standard input that can be read it is 75; nobody needs to listen to what we do not say."""
    line = ["/bin/sh", "-c", f'"$0" -m referee mail {closed}', sys.executable]
    ran = subprocess.run(line, input=LETTER, capture_output=True, check=False)  # noqa: S603  ourselves
    heard = closed == ">&- 2>&-"
    assert (ran.returncode, ran.stdout, ran.stderr) == (0 if heard else 75, b"", b"")
    assert spooled(home) == ([LETTER] if heard else [])


@pytest.mark.parametrize("size", [0, 1000])
def test_a_full_disk_is_75(home: Path, size: int) -> None:
    """Where only this many bytes can be written, the letter is not in the spool, nor any part of it."""
    code = f"import resource, signal; resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))\n" + SLOWLY
    assert mail(run=(sys.executable, "-c", code)) == 75
    assert [path for path in home.rglob("*") if path.is_file()] == [home / "key"]


@pytest.mark.parametrize("error", ["ImportError", "KeyboardInterrupt", "MemoryError", "RecursionError"])
def test_whatever_happens_is_75(home: Path, error: str) -> None:
    """An error nobody thought of, even in loading our own modules, is told by the code alone."""
    code = f"import sys, types\nclass Bad(types.ModuleType):\n    def __getattr__(self, _): raise {error}\n"
    code += "sys.modules['referee.post.delivery'] = Bad('bad')\n" + SLOWLY
    assert mail(run=(sys.executable, "-c", code)) == 75
    assert not (home / "post").exists()


@pytest.mark.slow
@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("how", HOWS)
def test_any_call_may_fail(home: Path, how: str, again: bool) -> None:
    """Any call may fail: 0 if the letter is in, 75 if it is not, or the process ends; never both, never half."""
    for error in (errno.ENOSPC, errno.EIO, errno.EROFS):
        number, reached = 0, True
        while reached:
            number += 1
            place = home / f"{error}.{number}"
            place.mkdir(mode=0o700)
            (place / "key").write_bytes(b"")
            if again:
                Spool(place / "post").put(b"before")
            code = None
            with reading(LETTER), disk(number, how, error) as double, suppress(Crash):
                code = delivery.deliver(str(place))
            reached = double.count >= number
            got = spooled(place)[again:]
            assert code in ({0, None} if how.startswith("crash") else {0, 75})
            # In spite of 75 it is there if all calls fail, also that which would take it back.
            unsure = code is None or (code == 75 and how == "from-then-on")
            assert got in ([[], [LETTER]] if unsure else [[LETTER]] if code == 0 else [[]])
        assert code == 0
        assert number > 7


# Kills and signals


@pytest.mark.slow
@pytest.mark.parametrize("run", [(*COMMAND, "mail"), (sys.executable, "-c", SLOWLY)], ids=["real", "slowed"])
def test_killed_at_any_moment(home: Path, run: tuple[str, ...]) -> None:
    """With kill -9 at thirty random moments: what was told to be in is in, once and whole, and no part of another."""
    rng = random.Random(7)
    letters = [rng.randbytes(2000) for _ in range(30)]
    ends = []
    for letter in letters:
        child = started(*run)
        given(child, letter)
        time.sleep(rng.uniform(0.015, 0.08))
        child.kill()
        assert child.communicate() == (b"", b"")
        ends.append(child.returncode)
    assert set(ends) <= {0, -signal.SIGKILL}
    found = spooled(home)
    assert len(set(found)) == len(found)
    assert (
        {letter for letter, end in zip(letters, ends, strict=True) if end == 0} <= set(found) <= set(letters)
    )
    assert mail("mail") == 0
    assert spooled(home) == [*found, LETTER]


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT", "SIGALRM", "SIGUSR1"])
def test_a_signal_while_the_letter_comes_is_75(home: Path, name: str) -> None:
    """A process that is asked to end before it has the letter says so by its code, and leaves nothing after."""
    child = started(*COMMAND, "mail")
    assert child.stdin is not None
    child.stdin.write(b"x" * 1_000_000)  # more than a pipe holds: when it is gone, the process is reading
    child.send_signal(getattr(signal, name))
    # Should it come just before the process waits for more, it is seen when there is no more.
    assert child.communicate() == (b"", b"")
    assert child.returncode == 75
    assert not (home / "post").exists()


@pytest.mark.slow
def test_a_signal_at_any_line(home: Path) -> None:
    """Whenever the signal comes, the code tells whether the letter is in: 75 and it is not, or 0 and it is."""
    ends = ends_of(home, at_line)
    assert ends[0] == -signal.SIGTERM
    assert ends[20] == 75
    assert ends == sorted(ends, key=[-signal.SIGTERM, 75, 0].index)


@pytest.mark.slow
def test_two_signals_at_any_calls(home: Path) -> None:
    """So it is too if a second signal comes while the first is being answered."""
    ends = ends_of(home, at_two_calls)
    assert set(ends[:-2]) == {75}


def ends_of(home: Path, signals: Callable[[int], None]) -> list[int]:
    """The exit codes of deliveries that were sent signals at the first moment, the second, and so on to the last."""
    ends: list[int] = []
    while ends[-2:] != [0, 0]:
        place = home / str(len(ends))
        place.mkdir(mode=0o700)
        (place / "key").write_bytes(b"")
        Spool(place / "post").put(b"before")
        child = os.fork()
        if not child:
            try:
                with reading(LETTER):
                    signals(len(ends) + 1)
                    os._exit(delivery.run(["--home", str(place), "mail"]) or 0)
            finally:
                os._exit(1)
        ends.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        assert spooled(place)[1:] == ([LETTER] if ends[-1] == 0 else [])
        assert not list((place / "post" / "tmp").iterdir())
    return ends


def at_line(number: int) -> None:
    """Have this process sent a signal when it comes to the n-th line of ours."""
    left = number

    def trace(frame: FrameType, event: str, _arg: object) -> Any:
        nonlocal left
        if not frame.f_code.co_filename.startswith(str(Path(delivery.__file__).parents[1])):
            return None
        left -= event == "line"
        if left == 0 and event == "line":
            os.kill(os.getpid(), signal.SIGTERM)
        return trace

    sys.settrace(trace)


def at_two_calls(number: int) -> None:
    """Have this process sent a signal before its n-th call to the system, and one before the next."""
    count = 0

    def wrapped(real: Callable[..., object]) -> Callable[..., object]:
        def call(*args: object) -> object:
            nonlocal count
            count += 1
            if count in {number, number + 1}:
                os.kill(os.getpid(), signal.SIGTERM)
            return real(*args)

        return call

    for name in ("read", "open", "write", "fsync", "close", "replace", "unlink"):
        setattr(os, name, wrapped(getattr(os, name)))


# How it starts


def loaded(*run: str) -> set[str]:
    """The modules that a process of Python loads."""
    command = [sys.executable, "-X", "importtime", *run]
    ran = subprocess.run(command, input=LETTER, capture_output=True, check=True)  # noqa: S603  ourselves
    return {line.rpartition(b"|")[2].strip().decode() for line in ran.stderr.splitlines()}


def test_little_is_loaded(home: Path) -> None:
    """A delivery needs five modules of ours, of others only the standard library, and no slow one of that."""
    modules = loaded("-m", "referee", "mail") - loaded("-c", "pass")
    assert spooled(home) == [LETTER]
    ours = {name for name in modules if name.partition(".")[0] == "referee"}
    assert ours == {"referee", "referee.util", "referee.util.files", "referee.post", "referee.post.delivery"}
    others = {name.partition(".")[0] for name in modules - ours}
    assert others <= sys.stdlib_module_names
    assert not others & {
        "email",
        "json",
        "dataclasses",
        "inspect",
        "pathlib",
        "datetime",
        "tempfile",
        "hashlib",
    }
