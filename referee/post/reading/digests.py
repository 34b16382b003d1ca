"""One digest for a mail: the same however often it is delivered, and by whatever way."""

import hashlib

from referee.post.reading.fields import Fields, one_line

_TRACE = """
    received return-path delivered-to x-original-to x-delivered-to envelope-to dkim-signature domainkey-signature
    authentication-results authentication-results-original received-spf x-received x-uidl x-uid x-imapbase x-keywords
    status x-status content-length lines x-account-key x-mozilla-status x-mozilla-status2 x-mozilla-keys x-resolved-to
    x-forwarded-to x-forwarded-for x-forwarded-encrypted x-gm-message-state x-loop-count x-apparently-to x-antivirus
    x-antivirus-status x-provags-id x-ui-out-filterresults x-ui-filterresults x-rspamd-queue-id x-rspamd-server
    """
TRACE = frozenset(_TRACE.split())
"""Fields that are written by the servers that carry a mail, not by its sender."""
TRACES = (
    "arc-",
    "x-envelope-",
    "x-spam",
    "x-spamd-",
    "x-virus-",
    "x-google-",
    "x-ms-exchange-",
    "x-forefront-",
    "x-microsoft-antispam",
    "x-rspamd-",
    "x-amavis-",
)


def digest_of(fields: Fields, body: bytes) -> str:
    """SHA-256 in hex of the sender's fields, unfolded, and of the body without line ends at its end.

    The line ends of `body` must be LF. How fields are folded and how many blanks they hold makes no
    difference.
    """
    found = hashlib.sha256()
    for name, value in fields.pairs:
        if name not in TRACE and not name.startswith(TRACES):
            found.update(f"{name}:{one_line(value)}\n".encode("utf-8", "surrogateescape"))
    found.update(b"\n" + body.rstrip(b"\n"))
    return found.hexdigest()
