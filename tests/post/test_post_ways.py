"""Letters out by a program, to a folder, and from the command line, as a keeper sets it up."""

import json
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from support.command import Command, home, process, referee  # noqa: F401  fixtures
from support.smtp_servers import HOST, PASSWORD, USER, authority, nobody_listens, office

from referee.home import config, ways
from referee.home.home import Home
from referee.post.outbox import Outbox
from referee.post.ways.local import SendmailWay
from referee.post.ways.tries import ACCEPTED, NEVER, UNCLEAR, UNREACHED, Parcel

PARCEL = Parcel(
    "g1.thor.1",
    "referee+b.g1.thor.1.aaaaaaaaaaaaaaaa@games.example",
    "anna@example.org",
    b"To: x\r\n\r\n.\r\nb\r\n",
)
SENDMAIL = """#!{python}
import json, pathlib, sys, time
here = pathlib.Path(__file__).parent
with (here / "log").open("a") as log:
    print(json.dumps([sys.argv[1:], sys.stdin.buffer.read().decode("latin-1")]), file=log)
print("{says}")
time.sleep({sleeps})
sys.exit({code})
"""


def program(folder: Path, code: int = 0, says: str = "", sleeps: float = 0) -> Path:
    """A program with sendmail's interface that writes down what it was given, and ends with this code."""
    path = folder / "sendmail"
    path.write_text(SENDMAIL.format(python=sys.executable, code=code, says=says, sleeps=sleeps))
    path.chmod(0o700)
    return path


def given(folder: Path) -> list[tuple[list[str], str]]:
    """What the program was given each time."""
    return [tuple(json.loads(line)) for line in (folder / "log").read_text().splitlines()]


def carried(path: Path, parcel: Parcel = PARCEL, timeout: str = "20 seconds") -> tuple[str, str]:
    """What happens to a parcel."""
    with SendmailWay(ways.Sendmail(str(path), timeout)) as way:
        outcome = way.carry(parcel)
    return outcome.kind, outcome.reply


def test_what_a_program_is_given(tmp_path: Path) -> None:
    """A list of arguments with the address after `--`, and the mail with the system's line ends, dots unchanged."""
    assert carried(program(tmp_path))[0] == ACCEPTED
    assert given(tmp_path) == [(["-i", "-f", PARCEL.sender, "--", PARCEL.to], "To: x\n\n.\nb\n")]


@pytest.mark.parametrize(
    "to",
    ["-oQ/tmp/x@x.example", "`touch x`@x.example", "$(touch x)@x.example", "a|touch x@x.example", ";touch x"],
)
def test_no_address_is_an_option_or_a_command(tmp_path: Path, to: str) -> None:
    """Any address is one argument, after `--`, and no shell sees it."""
    parcel = Parcel("g1.thor.1", "", to, b"\r\n")
    assert carried(program(tmp_path), parcel)[0] == ACCEPTED
    assert given(tmp_path)[0][0] == ["-i", "-f", "<>", "--", to]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["log", "sendmail"]


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (0, ACCEPTED),
        (75, UNCLEAR),
        (67, NEVER),
        (68, UNCLEAR),
        (65, NEVER),
        (69, UNCLEAR),
        (70, UNCLEAR),
        (71, UNCLEAR),
        (73, UNCLEAR),
        (77, UNCLEAR),
        (78, UNCLEAR),
        (1, UNCLEAR),
        (127, UNCLEAR),
    ],
)
def test_exit_codes(tmp_path: Path, code: int, kind: str) -> None:
    """What each code of sysexits.h means for a letter; the program's words are kept."""
    found = carried(program(tmp_path, code, "no such user here"))
    assert found == (kind, f"{code} no such user here" if code else "")


@pytest.mark.slow
def test_a_program_that_does_not_end(tmp_path: Path) -> None:
    """When its time is over, the letter waits."""
    assert carried(program(tmp_path, sleeps=30), timeout="1 second")[0] == UNCLEAR


@pytest.mark.parametrize("mode", [0o600, None])
def test_no_program(tmp_path: Path, mode: int | None) -> None:
    """A program that is missing or cannot be run refuses no letter."""
    path = program(tmp_path)
    if mode is None:
        path.unlink()
    else:
        path.chmod(mode)
    assert carried(path)[0] == UNREACHED


def test_a_mail_larger_than_a_pipe_to_one_that_does_not_read(tmp_path: Path) -> None:
    """A program that ends without reading the mail is judged by its code."""
    path = tmp_path / "sendmail"
    path.write_text("#!/bin/sh\nexit 67\n")
    path.chmod(0o700)
    assert carried(path, Parcel("g1.thor.1", "", "a@b.example", b"x" * 2**20))[0] == NEVER


MSMTP = shutil.which("msmtp")


@pytest.mark.slow
@pytest.mark.skipif(MSMTP is None, reason="msmtp is not installed")
def test_by_msmtp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another author's sendmail, with TLS and login to a real server: it reports letters taken and refused."""
    ca, chain = authority().files(tmp_path)
    said = {
        ("RCPT", "bert@example.org"): ["550 5.1.1 no such user"],
        ("RCPT", "cleo@example.org"): ["450 4.2.1 later"],
    }
    with office(chain, says=said) as server:
        rc = tmp_path / ".msmtprc"
        rc.write_text(
            f"account default\nhost {HOST}\nport {server.port}\ntls on\ntls_trust_file {ca}\nauth plain\n"
            f"user {USER}\npassword {PASSWORD}\n"
        )
        rc.chmod(0o600)
        monkeypatch.setenv("HOME", str(tmp_path))
        assert carried(Path(str(MSMTP)))[0] == ACCEPTED
        assert carried(Path(str(MSMTP)), Parcel("n", "", "anna@example.org", b"A: b\r\n\r\n"))[0] == ACCEPTED
        later, _ = carried(Path(str(MSMTP)), Parcel("n", "r@x.example", "cleo@example.org", b"\r\n"))
        never, reply = carried(Path(str(MSMTP)), Parcel("n", "r@x.example", "bert@example.org", b"\r\n"))
    assert (later, never) == (UNCLEAR, NEVER)
    assert "550" in reply
    assert [(one.sender, one.to) for one in server.got] == [(PARCEL.sender, PARCEL.to), ("<>", PARCEL.to)]
    assert server.got[0].data.endswith(b"\r\n\r\n.\r\nb\r\n")


# The command line


@pytest.fixture
def opened(referee: Command) -> Command:  # noqa: F811
    """A home with a game by mail, whose invitations are due."""
    referee("init", "--address", "referee@games.example")
    referee("open", "thunder", "--seat", "thor=anna@example.org", "--seat", "loki=bert@example.org")
    return referee


def configure(home: Path, text: str) -> None:  # noqa: F811
    """Configure how letters go out."""
    with (home / "config.yaml").open("a") as file:
        file.write(text)


def test_without_a_way(opened: Command) -> None:
    """Nothing is sent, and the message names what is missing."""
    told = opened("post")
    assert told.code == 78
    assert "under post" in told.err
    assert opened("post", "--as", "eml").code == 2


@pytest.mark.slow
@pytest.mark.parametrize("form", ["eml", "maildir"])
def test_into_the_folder_of_the_configuration(opened: Command, home: Path, form: str) -> None:  # noqa: F811
    """It lies below the home; each letter is named, once."""
    configure(home, f"post:\n  folder: boxes\n  as: {form}\n")
    assert opened("post").out.split() == ["g1.loki.1", "g1.thor.1"]
    assert len([path for path in (home / "boxes").rglob("g1.*") if path.is_file()]) == 2
    assert opened("post").out == ""


@pytest.mark.slow
def test_into_another_folder(opened: Command, home: Path, tmp_path: Path) -> None:  # noqa: F811
    """A folder that is named overrides the configuration; a letter refused for now lies there too."""
    configure(home, f"post:\n  smtp: {HOST}\n  port: {nobody_listens()}\n  tls: none\n")
    told = opened("post")
    assert (told.code, told.out) == (1, "")
    assert told.err.count("\n") == 1
    assert "cannot be reached since" in told.err
    assert len(opened("post", str(tmp_path / "out")).out.split()) == 2
    assert opened("status", "--json").doc["due"] == []
    assert list((home / "post" / "out").iterdir()) == []


@pytest.mark.slow
def test_by_a_program(opened: Command, home: Path, tmp_path: Path) -> None:  # noqa: F811
    """Out of order, and refused for good: exit code 1, the program's words on stderr; the next `post` tries again."""
    path = program(tmp_path, 75, "queue is full")
    configure(home, f"post:\n  sendmail: {path}\n")
    told = opened("post")
    assert (told.code, told.out) == (1, "")
    assert f"{path} cannot be reached since" in told.err
    assert "75 queue is full" in told.err
    assert (opened("post").code, len(given(tmp_path))) == (1, 4)
    program(tmp_path, 67, "no such user")
    told = opened("post", "--now")
    assert told.code == 1
    assert "g1.loki.1: refused for good (67 no such user)" in told.err
    assert opened("status", "--json").doc["due"] == []
    program(tmp_path)
    opened("resend", "g1", "--seat", "loki")
    assert opened("post").out.split() == ["g1.loki.1"]


@pytest.mark.slow
def test_a_server_that_is_away_and_back(opened: Command, home: Path) -> None:  # noqa: F811
    """`status` says since when, and when the next try is; no letter counts as refused; once it is back, all go out."""
    configure(home, f"post:\n  smtp: {HOST}\n  port: {nobody_listens()}\n  tls: none\n")
    assert opened("post").code == opened("post").code == 1
    told = opened("status", "--json").doc
    ((away,), later, due) = told["unreached"], told["later"], told["due"]
    assert (later, len(due), away["since"] < away["next"]) == ([], 2, True)
    assert (away["way"].partition(":")[0], "refused" in away["reply"]) == (HOST, True)
    assert f"{away['way']} cannot be reached since" in opened("status").out
    with office() as server:
        text = (home / "config.yaml").read_text()
        (home / "config.yaml").write_text(text.replace(away["way"].partition(":")[2], str(server.port)))
        assert opened("post").out.split() == ["g1.loki.1", "g1.thor.1"]
    assert opened("status", "--json").doc["unreached"] == []


def body(mail: bytes) -> bytes:
    """A mail without the time at which it was written."""
    return re.sub(rb"(?m)^Date: .*\r\n", b"", mail)


@pytest.mark.slow
def test_a_letter_that_was_cut_short_is_made_anew(opened: Command, home: Path, tmp_path: Path) -> None:  # noqa: F811
    """If due, it waits until the next pass writes it from the record; if already sent, `resend` writes it again too."""
    out = home / "post" / "out"
    whole = {path.name: path.read_bytes() for path in out.iterdir()}
    for name, mail in whole.items():
        (out / name).write_bytes(mail[: len(mail) // 2])
    told = opened("post", str(tmp_path / "out"))
    assert (told.code, told.out) == (1, "")
    assert "g1.thor.1: something has changed or cut this letter" in told.err
    configure(home, "post:\n  folder: boxes\n")
    assert opened("post").code == 1
    assert sorted(opened("run", "--json").doc["written"]) == ["g1.loki.1", "g1.thor.1"]
    assert opened("post").out.split() == ["g1.loki.1", "g1.thor.1"]
    assert {path.name: body(path.read_bytes()) for path in (home / "boxes").iterdir()} == {
        name: body(mail) for name, mail in whole.items()
    }
    sent = home / "post" / "sent" / "g1" / "g1.thor.1.eml"
    sent.write_bytes(sent.read_bytes()[:-9])
    opened("resend", "g1", "--seat", "thor")
    assert opened("post").out.split() == ["g1.thor.1"]
    assert body((home / "boxes" / "g1.thor.1.eml").read_bytes()) == body(whole["g1.thor.1.eml"])


@pytest.mark.slow
def test_a_password_that_others_can_read(opened: Command, home: Path) -> None:  # noqa: F811
    """It is refused, and no letter is touched; the password is not shown."""
    (home / "pw").write_text("sesame")
    (home / "pw").chmod(0o644)
    configure(home, "post:\n  smtp: mail.games.example\n  user: x\n  password-file: pw\n")
    told = opened("post")
    assert told.code != 0
    assert "sesame" not in told.out + told.err
    assert len(opened("status", "--json").doc["due"]) == 2
    assert opened("status", "--json").doc["later"] == []


@pytest.mark.slow
@pytest.mark.usefixtures("opened")
def test_as_a_process(home: Path) -> None:  # noqa: F811
    """The command itself, to a real server; only the keeper can read the files it leaves."""
    with office(says={("RCPT", "bert@example.org"): ["450 4.2.0 wait"]}) as server:
        configure(home, f"post:\n  smtp: {HOST}\n  port: {server.port}\n  tls: none\n")
        done = process("--home", str(home), "post")
    assert (done.returncode, done.stdout.split()) == (1, ["g1.thor.1"])
    assert "450 4.2.0 wait" in done.stderr
    (state,) = (home / "post" / "out").glob("*.yaml")
    assert stat.S_IMODE(state.stat().st_mode) == 0o600
    assert [one.to for one in server.got] == ["anna@example.org"]


@pytest.mark.slow
def test_what_was_refused_is_not_written_again(opened: Command, home: Path, tmp_path: Path) -> None:  # noqa: F811
    """Its reader counts as informed: the next pass writes nothing again, and the game goes on."""
    configure(home, f"post:\n  sendmail: {program(tmp_path, 67)}\n")
    opened("post")
    record = (home / "games" / "g1" / "record.yaml").read_bytes()
    shutil.rmtree(home / "post" / "told")
    assert opened("run").code == 0
    assert opened("status", "--json").doc["due"] == []
    assert Outbox(home / "post").last("g1") == {"thor": 1, "loki": 1}
    assert (home / "games" / "g1" / "record.yaml").read_bytes() == record
    assert opened("delete", "g1", "--force", "--yes").code == 0
    assert not (home / "post" / "failed" / "g1").exists()


def test_only_what_is_used_is_loaded() -> None:
    """Posting to a folder loads no SMTP, and the desk loads no way at all."""
    code = "import sys; import referee.post.posting, referee.desk.desk; print(sorted({'smtplib', 'ssl', 'aiosmtpd'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.strip() == "[]"


def test_the_settings_in_the_guide(home: Path) -> None:  # noqa: F811
    """The host guide's settings are read as they stand there."""
    text = (Path(__file__).parents[2] / "examples" / "host" / "README.md").read_text("utf-8")
    (block,) = re.findall(r"^```yaml\n(keeper: .*?)^```", text, re.MULTILINE | re.DOTALL)
    made = Home(home)
    made.make()
    configure(home, block)
    assert config.read(made).post == ways.Smtp(
        "mail.games.example",
        user="referee",
        password_file="smtp-password",  # noqa: S106  where it lies
    )
