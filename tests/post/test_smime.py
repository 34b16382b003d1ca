"""S/MIME: a letter that is signed as a whole is read, with its text within; an encrypted one is not."""

from base64 import encodebytes

import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import pkcs7
from cryptography.x509 import load_pem_x509_certificate
from support.servers import certificate

from referee.post.reading import Mail, Unreadable, read_mail

ENTITY = b"Content-Type: text/plain; charset=utf-8\r\n\r\ndraw 2\r\nplace t\xc3\xbdr at A\r\n"
LINES = ((1, "draw 2"), (2, "place týr at A"))
SIGNED_DATA, ENVELOPED_DATA, DATA = (
    bytes.fromhex(f"06092a864886f70d0107{last}") for last in ("02", "03", "01")
)


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What a program makes of a letter that it signs as a whole: the certificate and the signature behind the text."""
    folder = tmp_path_factory.mktemp("smime")
    cert = load_pem_x509_certificate(certificate(folder).read_bytes())
    key = serialization.load_pem_private_key((folder / "key.pem").read_bytes(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    made = pkcs7.PKCS7SignatureBuilder().set_data(ENTITY).add_signer(cert, key, hashes.SHA256())
    return made.sign(serialization.Encoding.DER, [pkcs7.PKCS7Options.Binary])


def wrapped(data: bytes, kind: str = "application/pkcs7-mime; name=smime.p7m") -> bytes:
    """A part that holds such bytes."""
    head = f"Content-Type: {kind}\nContent-Disposition: attachment; filename=smime.p7m\nContent-Transfer-Encoding: base64"
    return head.encode() + b"\n\n" + encodebytes(data)


def read(part: bytes) -> Mail:
    """A mail with this part in it."""
    return read_mail(b"From: anna@example.net\n" + part)


def begun(kind: bytes, *octets: bytes) -> bytes:
    """A message with its content in pieces and no length given (X.690 8.1.3.6)."""
    pieces = b"".join(b"\x04" + bytes([len(one)]) + one for one in octets)
    return (
        b"0\x80" + kind + b"\xa0\x800\x80\x02\x01\x011\x000\x80" + DATA + b"\xa0\x80$\x80" + pieces + bytes(6)
    )


def test_a_letter_signed_as_a_whole_is_read(signed: bytes) -> None:
    """D5: its text stands in it, whatever the wrapping is called, and nothing is said of encryption."""
    for kind in (
        "application/pkcs7-mime; smime-type=signed-data; name=smime.p7m",
        "application/x-pkcs7-mime; name=smime.p7m",
        "application/octet-stream; name=smime.p7m",
    ):
        mail = read(wrapped(signed, kind))
        assert (mail.lines, mail.notes) == (LINES, ())


def test_it_is_read_in_pieces_of_no_known_length() -> None:
    """Programs that sign a letter while they send it give no lengths, and cut it into pieces."""
    assert read(wrapped(begun(SIGNED_DATA, ENTITY[:20], ENTITY[20:]))).lines == LINES


def test_it_is_read_where_a_list_has_put_it_into_parts(signed: bytes) -> None:
    """The footer of a list stands beside it; parts within it are parts like others."""
    foot = b"Content-Type: text/plain\n\ndraw 1\n"
    whole = (
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\n" + wrapped(signed) + b"--b\n" + foot + b"--b--\n"
    )
    assert [line for _, line in read(whole).lines] == ["draw 2", "place týr at A", "", "draw 1"]
    both = (
        b"Content-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\n\r\ndraw 2\r\n"
        b"--c\r\nContent-Type: text/html\r\n\r\n<p>resign\r\n--c--\r\n"
    )
    assert read(wrapped(begun(SIGNED_DATA, both[:100], both[100:]))).lines == ((1, "draw 2"),)


@pytest.mark.parametrize(
    "data",
    [
        begun(ENVELOPED_DATA, ENTITY[:20]),
        begun(SIGNED_DATA),
        b"",
        b"0",
        b"0\x83",
        b"x" * 100,
        b"\x06\x89" + bytes(9),
        b"\x06\x80" * 50_000,
    ],
)
def test_anything_else_in_it_is_told(data: bytes) -> None:
    """What is encrypted, damaged or signed beside its content is not read, and its writer is told what to do."""
    for kind in ("application/pkcs7-mime", "application/octet-stream"):
        mail = read(wrapped(data, kind))
        assert (mail.lines, mail.notes) == ((), ("encrypted", "no-text"))


def test_no_cut_and_no_nesting_of_it_does_harm(signed: bytes) -> None:
    """Cut anywhere it is read or told; letter in letter in letter it is refused beyond the depth of other parts."""
    for end in range(0, len(signed), 7):
        assert read(wrapped(signed[:end])).lines in {(), LINES}
    part = b"Content-Type: text/plain\n\ndraw 2\n"
    for _ in range(11):
        size = len(part).to_bytes(4)
        part = wrapped(
            b"0\x80"
            + SIGNED_DATA
            + b"\xa0\x800\x80\x02\x01\x011\x000\x80"
            + DATA
            + b"\xa0\x80\x04\x84"
            + size
            + part
        )
    with pytest.raises(Unreadable, match="mail-too-deep"):
        read(part)
