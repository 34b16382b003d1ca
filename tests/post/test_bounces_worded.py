"""Delivery reports in words, from servers that write no fields: what is permanent, temporary, or only a warning."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from awkward.world import ADDRESS, World, begin, copy

from referee.home import config
from referee.home.config import Config
from referee.post.envelope import return_address
from referee.post.reading import read_mail
from referee.post.reading.robots import HARD, LATE, SOFT, read_return

TO = "anna@example.org"
HEADS = {
    "exim": "From: Mail Delivery System <Mailer-Daemon@mx.example>\nX-Failed-Recipients: anna@example.org\nSubject: Mail delivery failed: returning message to sender",
    "dragonfly": "From: MAILER-DAEMON <>\nSubject: Mail delivery failed",
    "bare": "From: MAILER-DAEMON\nSubject: failure notice",
    "exchange": 'From: "System Administrator" <adm@mx.example>\nSubject: Undeliverable: g1.thor.2',
    "exchange-null": "From: <>\nSubject: x",
    "notes": "From: notes@mx.example\nSubject: Undeliverable message",
    "gmx": "From: GMX Mailer Daemon <gmx@mx.example>\nSubject: Mail delivery failed: returning message to sender",
    "zoho": "From: mailer-daemon@mail.zoho.example\nSubject: Undelivered Mail Returned to Sender",
    "groupwise": "From: post_master@mx.example\nSubject: Message status - undeliverable",
    "german": "From: Postausgang <x@mx.example>\nSubject: Unzustellbar: g1.thor.2",
    "chinese": "From: x@mx.example\nSubject: =?utf-8?b?57O757uf6YCA5L+h?=",
    "nothing": "Return-Path: <>\nFrom: x@mx.example\nSubject: hello",
}
SAID = {
    # A code, bare or not; a version, a size or a date is not a code.
    "550 No such person at this address": HARD,
    "<anna@example.org>: host mx.example said: 550-Requested action not taken\n550 mailbox unavailable": HARD,
    'Remote host said: "554 Message looping (received 6 times)"': HARD,
    "SMTP error from remote mail server after RCPT TO: 553": HARD,
    "reason: 550 User unknown": HARD,
    "it failed (#5.1.1)": HARD,
    "smtp;550 5.7.1 rejected": HARD,
    "mx.example [192.0.2.25] did not like our RCPT TO:\n552 5.2.2 full": HARD,
    "452 too many recipients": SOFT,
    "4.4.1 no answer from host": SOFT,
    "This is Exim 4.92.3 on port 587; 550 messages are in the queue since 5.12.2026": "",
    # Words.
    "There was an error delivering your mail to <anna@example.org>.\nDNS lookup failure: host mx.example not found": HARD,
    "------- Failure Reasons  --------\n\nUser not listed in public Name & Address Book\nanna@example.org": HARD,
    "The e-mail account does not exist at the organization this message was sent to.": HARD,
    "The following address failed:\n\nanna@example.org:\n  unrouteable address": HARD,
    "Mailbox anna@example.org does not exist": HARD,
    "anna@example.org: unknown user": HARD,
    "The account you tried to reach is disabled.": HARD,
    "Sorry, no mailbox here by that name.": HARD,
    "Invalid final delivery userid: anna@example.org": HARD,
    "Relaying denied": HARD,
    "Your message was rejected by our spam filter": HARD,
    "This is a permanent error.  The following address failed: anna@example.org: quota exceeded": HARD,
    "Empfänger anna@example.org ist unbekannt": HARD,
    "Das Postfach existiert nicht": HARD,
    "L'adresse anna@example.org est inconnue": HARD,
    "El usuario no existe": HARD,
    "Skrzynka anna@example.org nie istnieje": HARD,
    "Такой пользователь не найден: пользователь не существует": HARD,
    "收件人不存在": HARD,
    "宛先が見つかりません": HARD,
    "Mailbox full": SOFT,
    "anna@example.org: user is over quota": SOFT,
    "Das Postfach ist voll": SOFT,
    "Connection timed out": SOFT,
    "Your message could not be delivered.": "",
    # That it will not be tried again is no warning.
    "Delivery failed: mx.example failed with: 550 <anna@example.org> No such user here\n\nThis has been a permanent failure. No further delivery attempts will be made.": HARD,
    "Your message could not be delivered. No more attempts to deliver the message will be made.": HARD,
    "We gave it up. It is no longer being retried.": HARD,
    "The mailbox is full. No further attempts will be made.": SOFT,
    "Access denied. There will be no warning: delivery will not be retried, nor will any delivery attempts be made.": HARD,
    # Warnings.
    "No more than 20 further delivery attempts will be made, over five days.": LATE,
    "Your mail was not delivered so far. Delivery attempts will continue.": LATE,
    "Your message has been delayed and is still in our queue. You do not need to resend it.": LATE,
    "Warning: could not send message for past 4 hours. It will be retried until it is 5 days old.": LATE,
    "anna@example.org: mailbox is full.\nWe will continue to try to deliver your message over the next days.": LATE,
    "Delivery is delayed. The reason was: 451 try later. Delivery attempts will continue to be made.": LATE,
    "Die Zustellung ist verzögert. Es wird weiterhin versucht, die Nachricht zuzustellen.": LATE,
}


def report(head: str, said: str, to: str = ADDRESS, kind: str = "text/plain") -> bytes:
    """A report in words."""
    return f"{head}\nTo: {to}\nContent-Type: {kind}; charset=utf-8\n\n{said}\n\nReceived: by mx.example\nSubject: 550 5.1.1\n".encode()


@pytest.mark.parametrize("said", SAID)
def test_what_a_report_says_in_words(said: str) -> None:
    """Hard, soft or late; the returned mail's text does not matter; HTML means the same."""
    assert read_return(report("Subject: failure notice", said)).kind == SAID[said]
    shown = said.replace("<", "&lt;").replace("\n", "<br>")
    assert (
        read_return(report("Subject: failure notice", f"<p>{shown}</p>", kind="text/html")).kind == SAID[said]
    )


@pytest.mark.parametrize("head", HEADS)
def test_a_server_is_known_in_every_form(head: str) -> None:
    """By its name, its address, a field of its own, or its subject; an answer to such a mail is from a person."""
    raw = report(HEADS[head], "x")
    assert read_mail(raw).robot == ("null-sender" if head == "nothing" else "bounce")
    answer = f"From: anna@example.org\nSubject: Re: {HEADS[head].partition('Subject: ')[2]}\n\nx\n"
    assert read_mail(answer.encode()).robot == ""


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game in progress."""
    world = begin(tmp_path_factory.mktemp("worded") / "home")
    config.write(world.home, Config(ADDRESS))
    return world


def counted(world: World) -> Mapping[str, list[int]]:
    """The returned letters of a seat: permanent and temporary ones."""
    account = world.desk.bounces.of("g1", "thor", TO)
    return {"good": [one.number for one in account.letters], "now": [one.number for one in account.soft]}


@pytest.mark.slow
def test_what_comes_back_to_a_letter_counts_in_every_form(begun: World, tmp_path: Path) -> None:
    """Permanent failures count at once, others after three in a row; warnings, deliveries and absence notes never.

    A person is held.
    """
    world = copy(begun, tmp_path / "home")

    def to(n: int) -> str:
        return return_address(world.desk.config, world.home, f"g1.thor.{n}")

    world.post(
        report(HEADS["dragonfly"], "550 no such user", to(1)),
        report(HEADS["chinese"], "未送达", to(3)),
        report(HEADS["exchange"], "Your message did not reach anna@example.org", to(4)),
        report(HEADS["exim"], "It will be retried. You do not need to resend it.", to(5)),
        report("From: anna@example.org\nAuto-Submitted: auto-replied\nSubject: away", "until 5.1.26", to(5)),
        report("From: anna@example.org\nSubject: hello", "I am here", to(5)),
    )
    assert counted(world) == {"good": [1], "now": [3, 4]}
    assert world.held() == ["to-returns"]
    world.post(report(HEADS["nothing"], "550 mailbox unavailable", to(3)))
    assert counted(world) == {"good": [1, 3], "now": [4]}
    world.post(report(HEADS["gmx"], "Mailbox full", to(5)), report(HEADS["gmx"], "Mailbox full", to(5)))
    assert counted(world) == {"good": [1, 3, 4, 5], "now": []}
