"""Signed letters and other programs: opendkim and rspamd sign, opendkim and opendmarc report what they found."""

import os
import re
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from awkward.world import BEGINS
from support.dkim_attacks import LETTERS
from support.dkim_mails import GOOD, Gate, gate
from support.servers import PATH, needs
from support.signed import DOMAIN, SELECTOR, SERVER, pair, record

pytest.importorskip("dkim", reason="checks signatures")
pytestmark = pytest.mark.slow
PUT_IN = re.compile(r"### INSHEADER: idx=\d+ hname='([^']*)' hvalue='(.*?)'\n", re.DOTALL)
RECEIVED = (
    f"Received: from mail.{DOMAIN} by {SERVER} with ESMTPS id 7; Fri, 20 Nov 2026 10:31:00 +0000\r\n".encode()
)
OURS = f"Authentication-Results: {SERVER}".encode()
Signer = Callable[[Path, bytes], bytes]
NAMES = ("Gmail", "Gmail by Thunderbird", "Proton, in base64", "opendkim", "rspamd, without MIME")


@pytest.fixture
def today(tmp_path: Path) -> Gate:
    """A game of signed letters at the real time, because these programs have no other clock."""
    one = gate(tmp_path)
    one.world.time = datetime.now(UTC)
    (tmp_path / "key.pem").write_bytes(pair(DOMAIN)[0])
    return one


def run(folder: Path, *command: str) -> str:
    """What a program prints."""
    where = {**os.environ, "PATH": PATH}
    done = subprocess.run(command, cwd=folder, env=where, capture_output=True, check=True, timeout=120)  # noqa: S603
    return done.stdout.decode()


def milter(folder: Path, program: str, raw: bytes, **settings: str) -> bytes:
    """A letter with the fields that opendkim or opendmarc adds to it, as for a mail server."""
    (folder / "letter.eml").write_bytes(raw)
    (folder / "conf").write_text("".join(f"{name} {value}\n" for name, value in settings.items()))
    by_file = "-x" if program == "opendkim" else "-c"
    said = run(folder, program, by_file, "conf", "-t", "letter.eml", "-vvv")
    fields = (f"{name}: {value}\n" for name, value in PUT_IN.findall(said))
    return "".join(fields).replace("\n", "\r\n").encode() + raw


def by_opendkim(folder: Path, raw: bytes) -> bytes:
    """A letter signed by opendkim."""
    signed = {"Domain": DOMAIN, "Selector": SELECTOR, "KeyFile": "key.pem", "RequireSafeKeys": "no"}
    usual = {"Mode": "s", "InternalHosts": "0.0.0.0/0", "Canonicalization": "relaxed/simple"}
    return milter(folder, "opendkim", raw, OversignHeaders="From", **usual, **signed)


def by_rspamd(folder: Path, raw: bytes) -> bytes:
    """A letter signed by rspamd."""
    (folder / "letter.eml").write_bytes(raw)
    key = ("-d", DOMAIN, "-s", SELECTOR, "-k", "key.pem")
    field = run(folder, "rspamadm", "mime", "sign", *key, "-o", "signature", "letter.eml").strip()
    return b"DKIM-Signature: " + re.sub(r"\r?\n", "\r\n", field).encode() + b"\r\n" + raw


def vouched_by_opendkim(folder: Path, raw: bytes) -> bytes:
    """A letter to which opendkim has added its result, as for our mail server."""
    (folder / "keys").write_bytes(f"{SELECTOR}._domainkey.{DOMAIN} ".encode() + record() + b"\n")
    return milter(folder, "opendkim", raw, Mode="v", AuthservID=SERVER, TestPublicKeys="keys")


@pytest.mark.parametrize(
    "signer",
    [
        pytest.param(by_opendkim, marks=needs("opendkim"), id="opendkim"),
        pytest.param(by_rspamd, marks=needs("rspamadm"), id="rspamd"),
    ],
)
def test_what_a_real_program_signed_is_believed(today: Gate, tmp_path: Path, signer: Signer) -> None:
    """Letters in the forms of several programs, signed as a mail server would: each says what its writer wrote."""
    for name in NAMES:
        found = today.vouched(signer(tmp_path, GOOD[name].plain(today.world)))
        assert found is not None, name
        assert (found[0], found[1][1]) == ("signature", "draw"), name


@needs("opendkim", "opendmarc")
def test_what_real_programs_found_is_believed(today: Gate, tmp_path: Path) -> None:
    """Where opendkim vouches for a letter, and opendmarc puts its field with that name above, that is enough."""
    for name in NAMES:
        raw = GOOD[name].signed(GOOD[name].plain(today.world))
        checked = vouched_by_opendkim(tmp_path, RECEIVED + raw)
        both = milter(tmp_path, "opendmarc", checked, AuthservID=SERVER, TrustedAuthservIDs=SERVER)
        assert both.count(OURS) == 2
        assert both.index(b"dmarc=") < both.index(b"dkim=pass")
        with today.served():
            found = today.vouched(both)
        assert found is not None, name
        assert (found[0], found[1][1]) == ("server", "draw"), name


@needs("opendkim")
def test_what_a_real_program_found_bad_is_not_believed(today: Gate, tmp_path: Path) -> None:
    """If the body was changed, or nothing was signed, opendkim does not say pass.

    A forged pass below its field is not read.
    """
    good = GOOD["Gmail"]
    raw = good.signed(good.plain(today.world))
    forged = f"Authentication-Results: {SERVER}; dkim=pass header.d={DOMAIN}\r\n".encode()
    for bad in (raw.replace(b"\r\ndraw", b"\r\nresign g1"), good.plain(today.world)):
        checked = vouched_by_opendkim(tmp_path, RECEIVED + forged + bad)
        with today.served():
            assert today.vouched(checked) is None


@needs("opendkim")
def test_whatever_a_real_program_found_good_no_attack_is_believed(today: Gate, tmp_path: Path) -> None:
    """Most letters attacked on their way have a good signature for opendkim; none of them counts."""
    called_good, today.world.time = 0, BEGINS
    for name, attack in LETTERS.items():
        if attack.secrets != "address" or not attack.served:
            continue
        try:
            checked = vouched_by_opendkim(tmp_path, RECEIVED + attack.make(today.world))
        except subprocess.CalledProcessError:
            continue  # it does not accept such a letter
        called_good += f"dkim=pass (1024-bit key) header.d={DOMAIN} ".encode() in checked
        with today.served():
            assert today.vouched(checked) is None, name
    assert called_good > 60
