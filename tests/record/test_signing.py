"""The keeper's key: only its owner can sign the seals; it stays in its file."""

import stat
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from support import command
from support.command import DEPLOY, Command, record_of
from support.post_office import ANNA, GAME, Got, Office

from referee.api import Table
from referee.cli.demo.mailers import PROGRAMS, Reply
from referee.home import signing
from referee.home.home import Home
from referee.home.signing import public_of, signer_of
from referee.record.entries import Opening
from referee.record.seals import signed_text
from referee.record.signing import Signer, is_signed
from referee.util import files
from referee.util.errors import Faulty

home, referee, game = command.home, command.referee, command.game
SEED = bytes(range(32))
SEAL = "0f" * 32


@pytest.fixture
def lacking(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package is not installed."""
    for name in [one for one in sys.modules if one.partition(".")[0] == "cryptography"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "cryptography", None)


def signed_office(folder: Path, languages: Mapping[str, str] | None = None) -> Office:
    """A home whose keeper signs, and an invitation in each mailbox."""
    files.private_folder(folder / "home")
    files.write_new(folder / "home" / signing.NAME, f"{SEED.hex()}\n".encode())
    return Office(folder, 1, {}, languages=languages)


# Keys and signatures


def test_a_signature_is_ed25519_over_game_and_seal() -> None:
    """Our signature of lp("pbem/sign/v1", game, seal) equals another program's by RFC 8032, and we accept that one."""
    text = b"\0\0\0\x0cpbem/sign/v1\0\0\0\x02g1\0\0\0\x20" + bytes.fromhex(SEAL)
    assert signed_text("g1", bytes.fromhex(SEAL)) == text
    signature = Ed25519PrivateKey.from_private_bytes(SEED).sign(text)
    signer = Signer.of_seed(SEED)
    assert signer.signature(text) == signature
    assert is_signed(signer.public, "g1", SEAL, signature.hex())


def test_whatever_is_changed_is_not_signed() -> None:
    """Another key, game, seal or signature, or a malformed one."""
    signer = Signer.of_seed(SEED)
    right = (signer.public, "g1", SEAL, signer.signature(signed_text("g1", bytes.fromhex(SEAL))).hex())
    assert is_signed(*right)
    other = Signer.of_seed(bytes(32)).public
    for at, changed in ((0, other), (1, "g2"), (2, "1f" + SEAL[2:]), (3, "00" + right[3][2:])):
        assert not is_signed(*(changed if n == at else one for n, one in enumerate(right)))
    for at in (0, 2, 3):
        for no_hex in ("", right[at][:-2], right[at].upper(), f"{right[at]}\n", "x" * len(right[at])):
            assert not is_signed(*(no_hex if n == at else one for n, one in enumerate(right)))


def test_a_key_is_in_no_text_of_itself() -> None:
    """Neither its seed nor the object that holds it is shown."""
    signer = Signer.of_seed(SEED)
    assert repr(signer) == f"Signer(public='{signer.public}')"


# The key in the home


def test_the_key_is_made_once_for_its_keeper_alone(home: Path, referee: Command) -> None:
    """`referee sign` makes it, mode 0600, and prints the public half; the second time the same one."""
    Home(home).make()
    ran = referee("sign")
    assert ran.code == 0
    path = home / "signing-key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    seed = path.read_text()
    assert ran.out == f"{Signer.of_seed(bytes.fromhex(seed)).public}\n"
    assert seed.strip() not in ran.out + ran.err
    again = referee("sign")
    assert (again.out, path.read_text()) == (ran.out, seed)


def test_a_home_can_be_made_with_a_key(home: Path, referee: Command) -> None:
    """`referee init --sign` makes both; without it there is none."""
    assert referee("init", "--address", "referee@games.example").code == 0
    assert not (home / "signing-key").exists()
    ran = referee("init", "--address", "referee@games.example", "--sign", "--force")
    assert ran.code == 0
    assert ran.out.splitlines() == [str(home), public_of(Home(home))]


@pytest.mark.parametrize(
    ("content", "mode", "key"),
    [
        ("00" * 32 + "\n", 0o644, "signing-key-open"),
        ("00" * 32 + "\n", 0o640, "signing-key-open"),
        ("sesame\n", 0o600, "signing-key-damaged"),
        ("00" * 31 + "\n", 0o600, "signing-key-damaged"),
        ("", 0o600, "signing-key-damaged"),
    ],
)
def test_a_key_that_is_none_or_open_is_refused(
    home: Path, referee: Command, content: str, mode: int, key: str
) -> None:
    """Its place is named (exit 78), nothing of it is shown, no other key is made, and no game is opened."""
    Home(home).make()
    assert referee("sign").code == 0
    path = home / "signing-key"
    path.write_text(content)
    path.chmod(mode)
    for verb in (("sign",), ("open", "thunder", "--seed", "07")):
        ran = referee(*verb)
        assert ran.code == 78
        assert str(path) in ran.err
        assert content.strip() not in ran.err or not content
    with pytest.raises(Faulty, match=key):
        signer_of(Home(home))
    assert path.read_text() == content
    assert not list(Home(home).games())


@pytest.mark.parametrize(
    "verb",
    [
        ("newkey", "g1", "--seat", "thor"),
        ("replace", "g1", "--seat", "thor", "Cleo <cleo@example.org>"),
        ("address", "g1", "--seat", "thor", "new@example.org"),
    ],
    ids=lambda words: words[0],
)
def test_no_seat_changes_hands_while_nothing_can_be_signed(
    home: Path, referee: Command, verb: tuple[str, ...]
) -> None:
    """Whose secret had changed, and was not told of it, could not write any more. With the key back it is done."""
    assert referee("init", "--address", "referee@games.example", "--sign").code == 0
    seats = ("--seat", "thor=Anna <anna@example.org>", "--seat", "loki=Bert <bert@example.org>")
    assert referee("open", "thunder", "--id", "g1", "--seed", "07", *seats).code == 0
    key = home / "signing-key"
    aside = key.read_bytes()
    key.unlink()
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    ran = referee(*verb)
    assert ran.code == 78
    assert str(key) in ran.err
    assert {path: path.read_bytes() for path in home.rglob("*") if path.is_file()} == before
    key.write_bytes(aside)
    key.chmod(0o600)
    assert referee(*verb).code == 0


@pytest.mark.usefixtures("lacking")
def test_without_the_package_nothing_is_made(home: Path, referee: Command) -> None:
    """Exit 69, the package is named, and there is no key that could not be used."""
    Home(home).make()
    ran = referee("sign")
    assert ran.code == 69
    assert "cryptography" in ran.err
    assert not (home / "signing-key").exists()
    assert referee("open", "thunder", "--seed", "07").code == 0, "a home without a key needs no package"


@pytest.mark.slow
def test_the_doctor_knows_of_the_key(home: Path, referee: Command, request: pytest.FixtureRequest) -> None:
    """None, a good one with its public half, an open one, and one without the package."""

    def found() -> dict[str, str]:
        doc = referee("doctor", "--json").doc
        return {one["key"]: one["state"] for one in doc["findings"] if one["part"] == "signing"}

    referee("init", "--address", "referee@games.example")
    assert found() == {"signing-none": "note"}
    public = referee("sign").out.strip()
    assert found() == {"signing-fine": "ok"}
    assert public in referee("doctor").out
    (home / "signing-key").chmod(0o604)
    assert found() == {"signing-bad": "wrong"}
    assert "chmod 600" in referee("doctor").out
    (home / "signing-key").chmod(0o600)
    request.getfixturevalue("lacking")
    assert found() == {"signing-cannot": "wrong"}
    assert "CHECKOUT[sign]" in referee("doctor").out


# Games


def test_every_entry_of_a_game_opened_since_is_signed(home: Path, referee: Command) -> None:
    """The opening names the key, and each entry bears its signature; a game opened before is never signed."""
    assert referee("open", "thunder", "--seed", "07").code == 0
    public = referee("sign").out.strip()
    assert referee("open", "thunder", "--seed", "07").code == 0
    for name in ("g1", "g2"):
        assert referee("play", name, "--seat", "loki", "say hello").code == 0
    unsigned, signed = (Table.load(home / "games" / name / "record.yaml") for name in ("g1", "g2"))
    assert [entry.signature for entry in unsigned.entries] == ["", ""]
    assert [one.signer for one in (unsigned.entries[0], signed.entries[0]) if isinstance(one, Opening)] == [
        "",
        public,
    ]
    for entry in signed.entries:
        assert is_signed(public, "g2", entry.seal, entry.signature)
        assert not is_signed(public, "g1", entry.seal, entry.signature)


def test_a_signed_game_is_not_added_to_without_its_key(home: Path, referee: Command) -> None:
    """Without the key, or with another one, an entry is refused (exit 78). The record stays unchanged and readable."""
    Home(home).make()
    referee("sign")
    referee("open", "thunder", "--seed", "07")
    path, record = home / "signing-key", record_of(home)
    kept, before = path.read_bytes(), record.read_bytes()
    for content in (None, b"07" * 32 + b"\n"):
        path.unlink()
        if content:
            path.write_bytes(content)
            path.chmod(0o600)
        ran = referee(*DEPLOY)
        assert ran.code == 78
        assert "Put back a copy" in ran.err
        assert record.read_bytes() == before
        assert referee("show", "g1", "--seat", "loki").code == 0
        path.touch()
    path.write_bytes(kept)
    assert referee(*DEPLOY).code == 0


def test_a_signed_game_waits_for_the_package(
    home: Path, referee: Command, request: pytest.FixtureRequest
) -> None:
    """Exit 69, and the record stays as it was; it can be read."""
    Home(home).make()
    referee("sign")
    referee("open", "thunder", "--seed", "07")
    before = record_of(home).read_bytes()
    request.getfixturevalue("lacking")
    ran = referee(*DEPLOY)
    assert ran.code == 69
    assert "the extra sign" in ran.err
    assert record_of(home).read_bytes() == before
    assert referee("show", "g1", "--seat", "loki").code == 0


@pytest.mark.slow
def test_the_invitation_tells_the_public_key(tmp_path: Path) -> None:
    """In text and HTML, in the reader's language, and only where the keeper signs."""
    plain = Office(tmp_path / "plain", 1, {})
    office = signed_office(tmp_path / "signed", {"loki": "de"})
    public = public_of(office.home)
    for seat, said in (
        ("thor", "The keeper signs every seal"),
        ("loki", "Der Spielleiter unterschreibt jedes Siegel"),
    ):
        got = Got.of(office.boxes[seat][0])
        assert f"\n  [{public}]\n" in got.text
        assert said in got.text
        page = next(part for part in got.mail.walk() if part.get_content_type() == "text/html")
        assert f">[{public}]</p>" in bytes(page.get_payload(decode=True)).decode()
    assert "signs every seal" not in Got.of(plain.boxes["thor"][0]).text


@pytest.mark.slow
def test_letters_wait_while_the_key_is_away(tmp_path: Path) -> None:
    """A pass leaves them in the spool, says why, and sets none aside; when the key is back they are ruled on."""
    office = signed_office(tmp_path)
    path = office.home.path / signing.NAME
    raw = PROGRAMS["gmail"](Reply.to_letter(office.boxes["thor"][0], "accept", ANNA, office.time))
    path.rename(tmp_path / "away")
    office.put(raw)
    for _ in range(5):
        done, table = office.run()
        assert [getattr(error, "why").key for _, error in done.troubles] == ["signing-key-other"]  # noqa: B009
        assert (done.ruled, done.held, len(table.entries)) == (0, [], 1)
    (tmp_path / "away").rename(path)
    done, table = office.run()
    assert (done.ruled, done.troubles, len(table.entries)) == (1, [], 2)
    public = public_of(office.home)
    assert all(is_signed(public, GAME, one.seal, one.signature) for one in table.entries)
