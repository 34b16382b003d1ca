"""Reports that one of our mails was not delivered, in the forms that servers write."""

from collections.abc import Callable, Mapping
from hashlib import sha256

WHERE = "games.example"
STATUS_BLOCK = """Reporting-MTA: dns; mx.example.org
Arrival-Date: Fri, 20 Nov 2026 10:00:00 +0000

Final-Recipient: rfc822; {to}
Action: {action}
Status: {status}
Diagnostic-Code: smtp; 550 {status} <{to}>: no such user
"""


def fields(back: str, kind: str) -> str:
    """The head of a report."""
    return (
        f"Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.org (Mail Delivery System)\nTo: {back}\n"
        f"Subject: Undelivered Mail Returned to Sender\nDate: Fri, 20 Nov 2026 10:00:00 +0000\n"
        f"Message-ID: <dsn.{sha256(back.encode()).hexdigest()[:16]}@mx.example.org>\nAuto-Submitted: auto-replied\nMIME-Version: 1.0\n{kind}\n\n"
    )


def report(
    back: str,
    original: bytes = b"",
    *,
    action: str = "failed",
    status: str = "5.1.1",
    to: str = "anna@example.org",
) -> bytes:
    """A report by RFC 3464, as postfix writes it, with the whole mail that it is about."""
    block = STATUS_BLOCK.format(to=to, action=action, status=status)
    return _parts(back, block, "message/rfc822", original)


def head_only(back: str, original: bytes, **more: str) -> bytes:
    """A report that returns only the header, as exim and exchange write it."""
    block = STATUS_BLOCK.format(**{"to": "anna@example.org", "action": "failed", "status": "5.1.1"} | more)
    return _parts(back, block, "text/rfc822-headers", original.partition(b"\r\n\r\n")[0] + b"\r\n")


def _parts(back: str, block: str, kind: str, original: bytes) -> bytes:
    head = fields(back, 'Content-Type: multipart/report; report-type=delivery-status; boundary="b=="')
    said = "This is the mail system at host mx.example.org.\n\nI'm sorry to have to inform you\n"
    text = f"{head}--b==\nContent-Type: text/plain\n\n{said}\n--b==\nContent-Type: message/delivery-status\n\n{block}\n"
    mail = text.encode() + f"--b==\nContent-Type: {kind}\n\n".encode() + original + b"\n--b==--\n"
    return mail.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def qmail(back: str, original: bytes) -> bytes:
    """A report without fields, as qmail writes it (QSBMF)."""
    said = (
        "Hi. This is the qmail-send program at mx.example.org.\n\n<anna@example.org>:\n"
        "Sorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\n"
    )
    return (fields(back, "Content-Type: text/plain") + said).replace("\n", "\r\n").encode() + original


def in_text(back: str, original: bytes, mark: str = "") -> bytes:
    """A report of plain text that shows the header of the returned letter below a rule, as exim writes it."""
    said = (
        "This message was created automatically by mail delivery software.\n\n  anna@example.org\n"
        "    550 5.1.1 no such user\n\n------ This is a copy of the message, including all the headers. ------\n"
    )
    head = b"Return-path: <x>\r\n" + original.partition(b"\r\n\r\n")[0]
    shown = "".join(f"{mark}{line}\n" for line in head.decode("latin-1").split("\r\n"))
    return (fields(back, "Content-Type: text/plain") + said + shown + "\nhello\n").encode("latin-1")


def in_quoted_text(back: str, original: bytes) -> bytes:
    """The same, each line behind the mark of a quote."""
    return in_text(back, original, "> ")


FORMS: Mapping[str, Callable[[str, bytes], bytes]] = {
    "whole": report,
    "head": head_only,
    "text": in_text,
    "quoted": in_quoted_text,
}
"""Forms that show which letter was returned, wherever they were sent."""
