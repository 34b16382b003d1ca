"""A game that believes only signed letters (`sender: dkim`): keys of some domains, our own DNS, signed letters."""

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import dkim
from awkward.case import Field, plain
from awkward.world import ADDRESS, PLAYERS, World
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from dkim import select_headers
from dkim.canonicalization import CanonicalizationPolicy

from referee.desk import keeper
from referee.desk.desk import Desk
from referee.home import config
from referee.home.home import Home
from referee.post.dkim import Trouble
from referee.util import files
from referee.util.values import field

DOMAIN, SELECTOR = "example.org", "may"
SIGNED = ("from", "to", "subject", "date", "message-id", "mime-version")
SERVER = "mx.games.example"
WEAK = b"""-----BEGIN RSA PRIVATE KEY-----
MIIBPAIBAAJBAPAJcvTIsGZ4cpcZLtZZKXMmCgayGY7yf/d2O582YLZaeg0j5z/O
zHqZkQ+Rbr1CYhV41Jk7IV67a0ccUPSB05MCAwEAAQJAXuBdP8PTda1GHdMmYDL9
3zW54MukrovLaNSi3Ftx/qEgeCE8lklGJ31EmrEV9Zke5/WUzQD1S7SOt8TxswoB
gQIhAP3U+nR35mADIbRfFhiuLAbUlCfNwUJ/c5Krp6c6TyNdAiEA8hZOj3wcAboA
/iH1FXqenQWNlOSPgrhJAhJT1o4f068CIQC/7JaHE9WECTol2LOra55sd7WiNwgG
kLnBT7tPTV5jHQIhAIBwy1+fVnCoEizDMXgi5ZKjxplvpqCRS9L4jFiycTprAiEA
9vNseH+tXi2Ug4VvDLLsFC7cCbeboqrmWqDxi7h7iBU=
-----END RSA PRIVATE KEY-----
"""
"""A key of 512 bits, made for this test."""
WEAK_PUBLIC = (
    "MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAPAJcvTIsGZ4cpcZLtZZKXMmCgayGY7yf/d2O582YLZaeg0j5z/OzHqZkQ+Rbr1CYhV41Jk7IV67"
    "a0ccUPSB05MCAwEAAQ=="
)


@cache
def pair(name: str) -> tuple[bytes, str]:  # noqa: ARG001  it is kept by its name
    """A key of 1024 bits by a name: the private one in PEM, the public one as in the DNS."""
    made = rsa.generate_private_key(65537, 1024)  # noqa: S505  the smallest that is believed
    private = made.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.TraditionalOpenSSL,
        serialization.NoEncryption(),
    )
    public = made.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return private, base64.b64encode(public).decode()


def record(name: str = DOMAIN, more: str = "") -> bytes:
    """The record in which the DNS gives the key with that name."""
    return f"v=DKIM1; k=rsa; {more}p={pair(name)[1]}".encode()


class Signed(World, dict=True):
    """A home whose desk looks up keys in `dns`; a missing name does not exist, a `Trouble` is raised."""

    dns: dict[str, bytes | Trouble] = field(
        default_factory=lambda: {f"{SELECTOR}._domainkey.{DOMAIN}.": record()}
    )
    asked: list[str] = field(default_factory=list)

    def fresh(self) -> None:
        """Another process works at the desk."""
        self.desk = Desk(self.home, now=lambda: self.time, salts=lambda: bytes(32), txt=self.txt)

    def txt(self, name: str) -> bytes | None:
        """The DNS's answer."""
        self.asked.append(name)
        found = self.dns.get(name)
        if isinstance(found, Trouble):
            raise found
        return found


def begin_signed(
    path: Path,
    *,
    authserv: str | tuple[str, ...] = "",
    secrets: str = "address",
    terms: Mapping[str, str] | None = None,
) -> Signed:
    """Two players are invited to a game of signed letters."""
    files.private_folder(path)
    files.write_new(path / "key", b"5a" * 32 + b"\n")
    home = Home(path)
    config.write(home, config.Config(ADDRESS, secrets=secrets, authserv=authserv))
    world = Signed(path)
    with world.desk.held():
        given = {"sender": "dkim"} if terms is None else terms
        keeper.invite(world.desk, "thunder", PLAYERS, id="g1", seed="07", options={}, terms=given)
    world.send()
    return world


def sign(
    raw: bytes,
    *,
    domain: str = DOMAIN,
    key: str = "",
    private: bytes = b"",
    headers: tuple[str, ...] = SIGNED,
    length: bool = False,
    algorithm: str = "rsa-sha256",
    way: str = "relaxed/simple",
    tags: Mapping[str, str | None] = {},
) -> bytes:
    """A letter with a signature on top that does not say when it was made.

    `tags` replace its tags, None leaves one out.
    """
    head, body = dkim.rfc822_parse(raw)
    policy = CanonicalizationPolicy.from_c_value(way.encode())
    digest = hashlib.sha1 if algorithm.endswith("sha1") else hashlib.sha256
    canonical = policy.canonicalize_body(body)
    usual: dict[str, str | None] = {
        "v": "1",
        "a": algorithm,
        "c": way,
        "d": domain,
        "s": SELECTOR,
        "l": str(len(canonical)) if length else None,
        "h": ":".join(headers),
        "bh": base64.b64encode(digest(canonical).digest()).decode(),
    }
    given = {**usual, **tags, "b": ""}
    value = ";\r\n\t".join(f"{tag}={text}" for tag, text in given.items() if text is not None)
    field = (b"DKIM-Signature", b" " + value.encode("latin-1"))
    covered = select_headers(policy.canonicalize_headers(head), [name.lower().encode() for name in headers])
    (own,) = policy.canonicalize_headers([field])
    said = b"".join(b":".join(one) for one in (*covered, (own[0], own[1].rstrip())))
    made = base64.b64encode(_signed(said, algorithm, private or pair(key or domain)[0]))
    return b": ".join((field[0], field[1][1:])) + made + b"\r\n" + raw


def _signed(said: bytes, algorithm: str, private: bytes) -> bytes:
    kind = hashes.SHA1() if algorithm.endswith("sha1") else hashes.SHA256()  # noqa: S303  to be refused
    key = serialization.load_pem_private_key(private, None)
    assert isinstance(key, rsa.RSAPrivateKey)
    return key.sign(said, padding.PKCS1v15(), kind)


def letter(world: World, body: str = "accept\n", **fields: Field) -> bytes:
    """A letter of Loki (Bert) without a signature, as his program sends it."""
    usual: dict[str, Field] = {"Return_Path": None, "Received": None}
    return plain(world, body, **{**usual, **fields})  # type: ignore[arg-type]
