"""`referee mail` as the pipe command of a real postfix: its exit code, and what happens to the letter."""

import os
import re
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest
from support.hosted import Host
from support.post_office import SEATED, Got
from support.postfix import GROUP, USER

pytestmark = pytest.mark.slow  # real servers

ANNA = SEATED["thor"].address
PLAYED = r"1> accept\n[ |]*You accept"


def write(host: Host, seat: str, text: str, sender: str | None = None) -> str:
    """Answer the last letter to a seat by SMTP; gives the address it went to."""
    to, address = host.reply_to(seat), SEATED[seat].address
    mail = f"From: {address}\r\nTo: {to}\r\nSubject: Re: {host.last(seat).number}\r\n\r\n{text}\r\n"
    host.postfix.submit(address if sender is None else sender, to, mail.encode())
    return to


def test_a_refused_move_is_answered_by_mail(host: Host) -> None:
    """The mail server gets 0 and keeps nothing; the writer gets the rule, and no other mail."""
    host.made()
    host.opened()
    for seat in ("thor", "loki"):
        write(host, seat, "accept")
    host.postfix.emptied()
    host.passed()
    before = len(host.box("thor"))
    to = write(host, "thor", "challenge B")
    host.postfix.emptied()
    assert host.postfix.statuses(to) == ["sent", "sent"]
    host.passed()
    (receipt,) = map(Got.of, host.box("thor")[before:])
    assert re.search(r"1> challenge B\n[ |]*REFUSED \[[0-9]", receipt.text), receipt.text
    assert "MAILER-DAEMON" not in b"".join(host.box("thor")).decode()


def played_later(host: Host, to: str) -> None:
    """The letter waiting in the queue is handed over now, and played."""
    host.postfix.flush()
    assert host.postfix.statuses(to) == ["deferred", "sent"]
    host.passed()
    assert re.search(PLAYED, host.last("thor").text), host.last("thor").text
    assert "bounced" not in host.postfix.log()


def refused_for_now(host: Host, to: str) -> None:
    """The letter waits in the queue, its sender is told nothing, and the home has none of it."""
    assert host.postfix.deferred() == ["temporary failure"]
    assert host.postfix.statuses(to) == ["deferred"]
    assert len(host.box("thor")) == 1
    assert not [*host.home.glob("post/*/2*")]


def filled(path: Path) -> None:
    """Fill the disk with one file."""
    with path.open("wb", buffering=0) as filler, suppress(OSError):
        while filler.write(bytes(4096)):
            pass
    assert not os.statvfs(path).f_bavail


def test_a_full_disk_leaves_the_letter_in_the_queue(host: Host) -> None:
    """75: the letter waits with the mail server, and is played when there is space again."""
    options = f"size=1m,mode=0700,uid={USER},gid={GROUP}"
    host.home.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(host.home)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:  # noqa: S603
        pytest.skip("no file system may be mounted here")
    try:
        host.made()
        host.opened()
        filled(host.home / "filler")
        to = write(host, "thor", "accept")
        refused_for_now(host, to)
        (host.home / "filler").unlink()
        played_later(host, to)
    finally:
        subprocess.run(["/bin/umount", "-l", str(host.home)], check=True)  # noqa: S603


def test_a_disk_that_takes_no_byte_leaves_the_letter_in_the_queue(host: Host) -> None:
    """75 also where a write fails, on any file system."""
    host.made()
    host.opened()
    whole = host.referee.read_text()
    host.referee.write_text(whole.replace("exec", "ulimit -f 0\nexec"))
    try:
        to = write(host, "thor", "accept")
        refused_for_now(host, to)
    finally:
        host.referee.write_text(whole)
    played_later(host, to)


def test_a_home_that_is_not_there_leaves_the_letter_in_the_queue(host: Host) -> None:
    """A disk that is not mounted yet loses no letter."""
    host.made()
    host.opened()
    away = host.home.rename(host.home.with_name("away"))
    to = write(host, "thor", "accept")
    refused_for_now(host, to)
    away.rename(host.home)
    played_later(host, to)


def test_a_home_open_to_others_leaves_the_letter_in_the_queue(host: Host) -> None:
    """What is hidden could be read: no letter is accepted before the keeper has closed the home."""
    host.made()
    host.opened()
    host.home.chmod(0o755)
    to = write(host, "thor", "accept")
    refused_for_now(host, to)
    host.home.chmod(0o700)
    played_later(host, to)


def test_a_line_that_calls_us_wrongly_leaves_the_letter_in_the_queue(host: Host) -> None:
    """An unknown option in master.cf: no traceback reaches the sender, and no letter is lost."""
    host.made()
    host.opened()
    whole = host.referee.read_text()
    host.referee.write_text(whole.replace('"$@"', '--config /etc/referee.yaml "$@"'))
    try:
        to = write(host, "thor", "accept")
        refused_for_now(host, to)
    finally:
        host.referee.write_text(whole)
    played_later(host, to)


def test_a_broken_configuration_keeps_no_letter_out(host: Host) -> None:
    """The letter is safe in the spool, and waits there until the file is corrected.

    The pass says where the mistake is.
    """
    host.made()
    host.opened()
    path = host.home / "config.yaml"
    whole = path.read_bytes()
    path.write_bytes(b"adress: x\n")
    to = write(host, "thor", "accept")
    host.postfix.emptied()
    assert host.postfix.statuses(to) == ["sent"]
    assert f"{path}:1:1: " in host.run("run", code=78)
    path.write_bytes(whole)
    assert len(host.status()["waiting"]) == 1
    host.passed()
    assert re.search(PLAYED, host.last("thor").text)


def test_a_bounce_is_known_for_one(host: Host) -> None:
    """By `null_sender=` in the recipe, a bounce's empty sender is recorded as it is: it is not answered."""
    host.made()
    host.opened()
    write(host, "thor", "This is the mail system. I could not bring your mail.", sender="")
    host.postfix.emptied()
    (letter,) = (host.home / "post" / "new").iterdir()
    assert letter.read_bytes().startswith(b"Return-Path: <>\n")
    host.passed()
    assert len(host.box("thor")) == 1


def test_an_address_that_is_not_the_referees_is_refused_at_once(host: Host) -> None:
    """Mail to another name in the domain is not accepted, so that nobody gets a bounce later."""
    import smtplib

    host.made()
    with pytest.raises(smtplib.SMTPRecipientsRefused) as caught:
        host.postfix.submit(ANNA, "refere@games.example", b"Subject: x\r\n\r\nx\r\n")
    assert caught.value.recipients["refere@games.example"][0] == 550
