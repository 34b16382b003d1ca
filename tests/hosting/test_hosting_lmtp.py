"""`referee serve` with a real postfix, by LMTP on a socket: the recipe as it is printed."""

import signal
import smtplib
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.hosted import Host, Whole, by_lmtp
from support.post_office import SEATED
from support.postfix import until

pytestmark = pytest.mark.slow
ANNA = SEATED["thor"].address


@contextmanager
def served(host: Host, game: str = "thunder", seed: str = "07") -> Iterator[Path]:
    """A game by mail, `referee serve` on the recipe's socket, and postfix delivering there; gives the log."""
    host.made()
    with by_lmtp(host) as (socket, more):
        host.configured(f"serve:\n  lmtp: {socket}\n  lmtp-for: group\n  every: 1 seconds\n")
        host.opened(game, seed)
        command = [str(host.referee), "--home", str(host.home), "serve"]
        log = host.home / "serve.log"
        with log.open("wb") as out, subprocess.Popen(command, stderr=out, cwd="/", **more) as serve:  # noqa: S603
            try:
                until(socket.is_socket, log.read_text)
                yield log
            finally:
                serve.send_signal(signal.SIGTERM)
                serve.wait(20)
        assert serve.returncode == 0, log.read_text()


def mail(to: str, text: str) -> bytes:
    """A mail of Anna's."""
    return f"From: {ANNA}\r\nTo: {to}\r\nSubject: g1\r\n\r\n{text}\r\n".encode()


def refused(host: Host, to: str) -> tuple[int, bytes]:
    """The answer to a refused address, when it is named."""
    with pytest.raises(smtplib.SMTPRecipientsRefused) as caught:
        host.postfix.submit(ANNA, to, mail(to, "accept"))
    return caught.value.recipients[to]


def test_only_good_addresses_pass_the_door(host: Host) -> None:
    """The first server refuses a wrong or replaced secret with 550; valid ones pass; nothing bounces."""
    with served(host):
        to = host.reply_to("thor")
        host.postfix.submit(ANNA, to, mail(to, "accept"))
        until(lambda: "You accept the invitation." in host.last("thor").text)
        wrong = to.replace(to.partition("+")[2][:26], "a" * 26)
        code, said = refused(host, wrong)
        assert (code, b"nobody here has this address" in said) == (550, True)
        assert (
            passed(host, to) == 250
        )  # a cached answer that is renewed again and again is valid no longer than others
        host.run("newkey", "g1", "--seat", "thor")
        until(lambda: passed(host, to) == 550)
        until(lambda: host.reply_to("thor") != to)
        again = host.reply_to("thor")
        host.postfix.submit(ANNA, again, mail(again, "say hello"))
        until(lambda: "hello" in host.last("thor").text)
        plain = to.partition("+")[0] + "@games.example"
        host.postfix.submit(ANNA, plain, mail(plain, "hello"))
        host.postfix.emptied()
    assert "status=bounced" not in "".join(
        line for line in host.postfix.log().splitlines() if f"<{ANNA}>" in line
    )
    assert not [one for one in host.box("thor") if b"MAILER-DAEMON" in one]


def passed(host: Host, to: str) -> int:
    """The code of the answer to an address; no letter is handed in."""
    with smtplib.SMTP("127.0.0.1", host.postfix.port, local_hostname="client.example") as server:
        server.ehlo()
        server.mail(ANNA)
        return server.rcpt(to)[0]


def test_while_serve_is_away_no_letter_is_lost(host: Host) -> None:
    """The address can be neither accepted nor refused: the server that brings the letter keeps it (450)."""
    with served(host):
        to = host.reply_to("thor")
    with by_lmtp(host):
        assert passed(host, to) == 450


def test_a_whole_game_by_lmtp_into_serve(host: Host) -> None:
    """One process takes the letters from postfix, rules on them and sends the answers, until it is told to end."""
    with served(host, "odins_table", "08") as log:
        game = Whole(host, "odins_table", 8, served=True)
        game.play(30, 60)
    print(f"\nodins_table by LMTP: {game.sent} letters in, {game.seconds:.1f} s")
    assert log.read_text().count(" letter-in by=lmtp ") == game.sent
    assert host.run("check", "g1").count("whole") == 1
    assert host.status()["waiting"] == []
