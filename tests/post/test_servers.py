"""The servers that other tests depend on work as expected."""

import ssl
from imaplib import IMAP4, IMAP4_SSL

import pytest
from support.servers import DOVECOT, DOVECOT_LMTP, answers, dovecot, needs

WHO = "referee@games.example"


@pytest.mark.slow
@needs(DOVECOT, DOVECOT_LMTP)
def test_dovecot_delivers_and_shows(capfd: pytest.CaptureFixture[str]) -> None:
    """A mail to user+detail is in the user's box, over either kind of line.

    Afterwards nothing of the server is left.
    """
    with dovecot({WHO: "sesame"}) as server:
        server.deliver("referee+detail@games.example", b"Subject: hi\r\n\r\nhello\r\n")
        trusts = ssl.create_default_context(cafile=str(server.cert))
        with IMAP4("localhost", server.imap) as plain:
            plain.starttls(trusts)
            plain.login(WHO, "sesame")
            assert plain.select()[1] == [b"1"]
        with IMAP4_SSL("localhost", server.imaps, ssl_context=trusts) as safe:
            safe.login(WHO, "sesame")
            safe.select()
            assert "Delivered-To: referee+detail@games.example" in repr(safe.fetch("1", "RFC822")[1])
        assert [path.read_bytes().endswith(b"\n\nhello\n") for path in server.box(WHO).glob("cur/*")] == [
            True
        ]
    assert not server.folder.exists()
    assert not any(map(answers, (server.imap, server.imaps, server.lmtp)))
    assert capfd.readouterr() == ("", "")
