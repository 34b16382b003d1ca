"""One letter from each of several other mail programs: it is played, and the answer reaches its writer's mailbox."""

import os
import pty
import re
import select
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from support.hosted import PASSWORD, Host, letters
from support.post_office import SEATED
from support.postfix import AS_USER, USER, given_away, recipe
from support.servers import HOST, needed

pytestmark = pytest.mark.slow  # real servers

ANNA = SEATED["thor"].address
BOX, SIEVED = "box@home.example", "sieve@home.example"
PLAYED = r"1> accept\n[ |]*You accept"


def invited(host: Host, address: str = "referee@games.example") -> str:
    """A game to which players are invited; gives the address for the first one's answer."""
    host.made(address=address)
    host.opened()
    local, _, domain = address.partition("@")
    to = host.reply_to("thor")
    assert re.fullmatch(rf"{local}\+[a-z2-7]{{26}}@{re.escape(domain)}", to)
    return to


def answered(host: Host) -> None:
    """Make a pass: the letter is played and answered."""
    host.postfix.emptied()
    host.passed()
    assert re.search(PLAYED, host.last("thor").text), host.last("thor").text


def ran(*command: str, given: str = "", code: int = 0, **more: Any) -> str:
    """Run a program that must end with this exit code; gives its output."""
    path = shutil.which(command[0])
    assert path
    full = [path, *command[1:]]
    done = subprocess.run(full, input=given.encode(), capture_output=True, check=False, timeout=60, **more)  # noqa: S603
    told: str = (done.stdout + done.stderr).decode(errors="replace")
    assert done.returncode == code, told
    return told


# Programs with which a player writes


def test_swaks(host: Host) -> None:
    """The tool with which keepers of mail servers test them."""
    needed("swaks")
    to = invited(host)
    ran(
        "swaks",
        "--server",
        HOST,
        "--port",
        str(host.postfix.port),
        "--from",
        ANNA,
        "--to",
        to,
        "--body",
        "accept",
    )
    answered(host)


def test_msmtp(host: Host) -> None:
    """A program that only sends."""
    needed("msmtp")
    to = invited(host)
    mail = f"From: {ANNA}\nTo: {to}\nSubject: g1\n\naccept\n"
    server = (f"--host={HOST}", f"--port={host.postfix.port}", "--auth=off", "--tls=off")
    ran("msmtp", "--file=/dev/null", *server, f"--from={ANNA}", "--", to, given=mail)
    answered(host)


def muttrc(host: Host, folder: Path) -> Path:
    """Anna's configuration of mutt: she reads by IMAP and sends by SMTP."""
    given = {
        "from": ANNA,
        "realname": "Anna",
        "smtp_url": f"smtp://{HOST}:{host.postfix.port}/",
        "imap_user": ANNA,
        "imap_pass": PASSWORD,
        "spoolfile": f"imap://{HOST}:{host.dovecot.imap}/INBOX",
        "folder": str(folder),
        "editor": str(folder / "editor"),
        "hostname": "example.org",
        "certificate_file": str(folder / "certificates"),
    }
    yes = ("include", "fast_reply", "autoedit", "text_flowed", "reply_to")
    no = ("copy", "abort_unmodified", "ssl_starttls", "ssl_force_tls", "beep", "confirmappend", "mark_old")
    lines = [f'set {name}="{value}"' for name, value in given.items()]
    lines += [f"set {name}=yes" for name in yes] + [f"set {name}=no" for name in no]
    lines += ["set record=", "set sidebar_visible=no", "bind compose y send-message"]
    (folder / "muttrc").write_text("\n".join(lines) + "\n")
    return folder / "muttrc"


def test_mutt_in_batch_mode(host: Host, tmp_path: Path) -> None:
    """A mail program without a screen."""
    needed("mutt")
    to = invited(host)
    home = {**os.environ, "HOME": str(tmp_path)}
    ran("mutt", "-n", "-F", str(muttrc(host, tmp_path)), "-s", "g1", "--", to, given="accept\n", env=home)
    answered(host)


def test_a_reply_by_mutt_that_quotes_our_letter(host: Host, tmp_path: Path) -> None:
    """The player's program opens our letter, marks it and puts the answer above it: the quoted part does not count."""
    needed("mutt")
    invited(host)
    typed(host, tmp_path, "accept")
    answered(host)
    host.run("run")
    mails = sorted((host.home / "post" / "done").glob("*/*"))
    quoted = mails[-1].read_text().partition("\n\n")[2]
    assert "\n>| accept: " in quoted.replace("\r", ""), quoted
    assert re.findall(r"^[0-9]+> .*$", host.last("thor").text, re.MULTILINE) == ["1> accept"]


def typed(host: Host, folder: Path, order: str) -> None:
    """Open mutt on a terminal, answer the last letter with one line above the quotation, and send it."""
    editor = folder / "editor"
    editor.write_text(f'#!/bin/sh\n{{ echo \'{order}\'; echo; cat "$1"; }} > "$1.new" && mv "$1.new" "$1"\n')
    editor.chmod(0o755)
    keys = "<last-entry><reply><send-message><quit>"
    command = ["mutt", "-n", "-F", str(muttrc(host, folder)), "-e", f'push "{keys}"']
    env = {**os.environ, "HOME": str(folder), "TERM": "xterm", "LINES": "40", "COLUMNS": "100"}
    screen, terminal = pty.openpty()
    with subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, env=env) as mutt:  # noqa: S603
        os.close(terminal)
        seen, end = b"", time.monotonic() + 30
        while mutt.poll() is None and time.monotonic() < end:
            if select.select([screen], [], [], 0.1)[0]:
                try:
                    seen += os.read(screen, 65536)
                except OSError:
                    break
        if mutt.poll() is None and time.monotonic() >= end:
            mutt.kill()
    os.close(screen)
    assert mutt.returncode == 0, seen.decode(errors="replace")


# Programs that hand letters to the referee


def places(host: Host) -> dict[str, str]:
    """The values to put into every recipe."""
    return {"/usr/local/bin/referee": str(host.referee), "/var/lib/referee": str(host.home)}


def forwards(host: Host, text: str) -> None:
    """Write the `.forward` of the machine's user."""
    host.postfix.forward.write_text(text)
    given_away(host.postfix.forward)


def by_mail(host: Host, to: str) -> None:
    """Anna accepts."""
    host.postfix.submit(ANNA, to, f"From: {ANNA}\r\nTo: {to}\r\nSubject: g1\r\n\r\naccept\r\n".encode())


def handed_over_later(host: Host, to: str) -> None:
    """While the home is missing the letter stays with the mail server; then it is played."""
    away = host.home.rename(host.home.with_name("away"))
    by_mail(host, to)
    assert len(host.postfix.deferred()) == 1
    away.rename(host.home)
    host.postfix.flush()
    answered(host)


def test_forward(host: Host) -> None:
    """The recipe with `.forward`: postfix hands the letter over, and keeps it as long as it gets 75."""
    to = invited(host, f"{USER}@club.example")
    forwards(host, recipe("forward/dot-forward", **places(host)))
    handed_over_later(host, to)


def test_procmail(host: Host) -> None:
    """The recipe with procmail: the mail server gets 75 for a letter that `referee mail` does not take."""
    needed("procmail")
    to = invited(host, f"{USER}@club.example")
    rules = host.postfix.folder / "procmailrc"
    rules.write_text(recipe("procmail/procmailrc", **places(host)))
    forwards(host, f'"|/usr/bin/procmail -m {rules}"\n')
    handed_over_later(host, to)


@pytest.fixture
def private(host: Host) -> Path:
    """A folder for the user who fetches mail, readable by that user alone."""
    folder = host.postfix.folder / "user"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    return folder


def fetched_later(host: Host, to: str, private: Path, *command: str, busy: int) -> None:
    """While the home is missing the letter stays in the mailbox; then it is fetched, and played."""
    given_away(private)
    env = {"HOME": str(private), "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
    by_mail(host, to)
    host.postfix.emptied()
    away = host.home.rename(host.home.with_name("away"))
    ran(*command, code=busy, env=env, cwd="/", **AS_USER)
    assert len(letters(host.dovecot, BOX)) == 1
    away.rename(host.home)
    ran(*command, env=env, cwd="/", **AS_USER)
    assert letters(host.dovecot, BOX) == []
    answered(host)


def test_fetchmail(host: Host, private: Path) -> None:
    """The recipe with fetchmail."""
    needed("fetchmail")
    to = invited(host, BOX)
    given = {
        **places(host),
        "poll IMAP.GAMES.EXAMPLE protocol IMAP": f"poll {HOST} service {host.dovecot.imap} protocol IMAP",
        "MAILBOX": BOX,
        "PASSWORD": PASSWORD,
        "ssl sslcertck": "sslproto ''",
    }
    rules = private / "fetchmailrc"
    rules.write_text(recipe("fetchmail/fetchmailrc", **given))
    rules.chmod(0o600)
    fetched_later(host, to, private, "fetchmail", "-f", str(rules), "--nodetach", busy=0)


def test_getmail(host: Host, private: Path) -> None:
    """The recipe with getmail."""
    needed("getmail")
    to = invited(host, BOX)
    given = {
        **places(host),
        "SimpleIMAPSSLRetriever": "SimpleIMAPRetriever",
        "IMAP.GAMES.EXAMPLE": HOST,
        "993": str(host.dovecot.imap),
        "MAILBOX": BOX,
        "/etc/referee/imap-password": str(private / "password"),
    }
    (private / "password").write_text(f"{PASSWORD}\n")
    rules = private / "getmailrc"
    rules.write_text(recipe("getmail/getmailrc", **given))
    fetched_later(host, to, private, "getmail", f"--getmaildir={private}", busy=127)


def test_sieve(host: Host) -> None:
    """The recipe with dovecot: a letter handed over is kept in a folder; any other stays in the inbox."""
    needed("dovecot", "sievec")
    to = invited(host, SIEVED)
    folder = host.dovecot.folder
    for part in ("bin", "sieve"):
        (folder / part).mkdir(exist_ok=True)
    script = folder / "bin" / "referee-mail"
    script.write_text(recipe("dovecot/referee-mail", **places(host)))
    script.chmod(0o755)
    (folder / "sieve" / f"{SIEVED}.sieve").write_text(recipe("dovecot/referee.sieve"))
    given_away(folder / "bin")
    given_away(folder / "sieve")
    away = host.home.rename(host.home.with_name("away"))
    by_mail(host, to)
    host.postfix.emptied()
    assert len(letters(host.dovecot, SIEVED)) == 1
    away.rename(host.home)
    by_mail(host, to)
    answered(host)
    assert len(letters(host.dovecot, SIEVED)) == 1
