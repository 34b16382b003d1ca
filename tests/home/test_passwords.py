"""Passwords come from files and commands, and are never shown."""

import ssl
import sys
from pathlib import Path

import pytest

from referee.home import ways
from referee.post.ways import passwords
from referee.post.ways.passwords import password, trusted
from referee.util.errors import Faulty

SESAME = "open sésame"


def imap(**login: str) -> ways.Imap:
    """A login of a mail server."""
    return ways.Imap("imap.games.example", user="referee", **login)  # type: ignore[arg-type]


def put(path: Path, data: bytes, mode: int = 0o600) -> Path:
    """A file with these bytes."""
    path.write_bytes(data)
    path.chmod(mode)
    return path


@pytest.mark.parametrize("data", [f"{SESAME}\n", SESAME, f"{SESAME}\r\n", f"{SESAME}\nuser: referee\n"])
def test_the_first_line_of_a_file(tmp_path: Path, data: str) -> None:
    """Whatever ends the line, and whatever follows it; the file lies below the home, or anywhere."""
    path = put(tmp_path / "pw", data.encode())
    assert password(tmp_path, imap(password_file="pw")) == SESAME  # noqa: S106  where it lies
    assert password(tmp_path / "home", imap(password_file=str(path))) == SESAME


def test_the_first_line_that_a_command_prints(tmp_path: Path) -> None:
    """Its words are quoted as for a shell, but none is used; it runs in the home."""
    put(tmp_path / "pw", f"{SESAME}\n2\n".encode())
    command = f"{sys.executable} -c 'print(open(\"pw\").read())' $(touch x) ; `touch x`"
    assert password(tmp_path, imap(password_command=command)) == SESAME
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("login", "key"),
    [
        ({}, "password-one-way"),
        ({"password_file": "pw", "password_command": "echo x"}, "password-one-way"),
        ({"password_file": "none"}, "password-missing"),
        ({"password_file": "open"}, "password-open"),
        ({"password_file": "empty"}, "password-none"),
        ({"password_file": "latin"}, "password-none"),
        ({"password_command": "no-such-command-anywhere"}, "password-command"),
        ({"password_command": "'"}, "password-command"),
        ({"password_command": "''"}, "password-command"),
        ({"password_command": "false"}, "password-command"),
        ({"password_command": "true"}, "password-none"),
    ],
)
def test_what_gives_no_password(tmp_path: Path, login: dict[str, str], key: str) -> None:
    """Each case has a key of its own, and nothing from the file or command is shown."""
    put(tmp_path / "pw", b"sesame\n")
    put(tmp_path / "open", b"sesame\n", 0o644)
    put(tmp_path / "empty", b"\nsesame\n")
    put(tmp_path / "latin", b"sesame\xe9\n")
    with pytest.raises(Faulty) as caught:
        password(tmp_path, imap(**login))
    assert caught.value.why.key == key
    assert "sesame" not in str(caught.value)


def test_a_command_may_not_take_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that waits for somebody is ended."""
    monkeypatch.setattr(passwords, "PATIENCE", 0.1)
    with pytest.raises(Faulty, match="password-command"):
        password(tmp_path, imap(password_command="sleep 60"))  # noqa: S106  no password


def test_whom_we_trust(tmp_path: Path) -> None:
    """A server must always show a certificate for its own name; a file without certificates is reported."""
    found = trusted(tmp_path, "")
    assert (found.verify_mode, found.check_hostname) == (ssl.CERT_REQUIRED, True)
    for name in ("none", "empty"):
        put(tmp_path / "empty", b"")
        with pytest.raises(Faulty, match="tls-ca"):
            trusted(tmp_path, name)
