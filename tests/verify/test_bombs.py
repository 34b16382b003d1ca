"""Records that came with letters are bounded before they are unpacked, in sum too: no mail stalls a verifier."""

import gzip
import hashlib
import sys
from base64 import encodebytes
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path

import pytest
from support.forging import VERIFY
from support.weighed import Ran, weighed

from referee.verify.letters import RECORDS_LIMIT, read_box

MANY = 16
SECONDS, MEBIBYTES = 2.0, 200
HUGE = 64 << 20
BEGINS = b"---\nentry: 0\n"


def packed(*pieces: tuple[bytes, int]) -> bytes:
    """Each piece so many times, as gzip packs it, without ever being whole in memory."""
    into = BytesIO()
    with gzip.GzipFile(fileobj=into, mode="wb", compresslevel=1, mtime=0) as file:
        for piece, times in pieces:
            many = max(1, min(times, (1 << 20) // len(piece)))
            for _ in range(times // many):
                file.write(piece * many)
    return into.getvalue()


def entry(before: bytes, text: bytes) -> tuple[bytes, bytes]:
    """An entry with the right mark, and that mark."""
    mark = hashlib.sha256(before + text).digest()
    return text + b"... # " + mark.hex().encode() + b"\n", mark


def chained() -> bytes:
    """Entries of nothing much with every mark right, twice as much as there is room for."""
    mark, made = bytes(32), list[tuple[bytes, int]]()
    for n in range(20):
        whole, mark = entry(mark, b"---\nentry: %d\n" % n + b"x: []\n" * 120_000)
        made.append((whole, 1))
    return packed(*made)


BOMBS: Mapping[str, Callable[[], bytes]] = {
    "zeros": lambda: packed((b"\0", HUGE)),
    "line feeds": lambda: packed((BEGINS, 1), (b"\n", HUGE)),
    "brackets": lambda: packed((BEGINS + b"lots: ", 1), (b"[", HUGE)),
    "no end of lists": lambda: packed((BEGINS + b"lots: [", 1), (b"[], ", HUGE // 4)),
    "closing lines": lambda: packed((BEGINS, 1), (b"... # " + b"0" * 64 + b"\n", HUGE // 71)),
    "entries": lambda: packed((BEGINS + b"... # " + b"0" * 64 + b"\n", HUGE // 84)),
    "a true entry first": lambda: packed((entry(bytes(32), BEGINS)[0], 1), (b"---\n", HUGE // 4)),
    "a chain": chained,
}


def mail(number: int, *records: bytes) -> bytes:
    """A stranger's mail that looks like a letter of ours, with these records."""
    head = (
        b"Message-ID: <g1.thor.%d@r-aaaaaaaa.games.example>\nContent-Type: multipart/mixed; boundary=b\n\n"
        % number
    )
    files = b"".join(
        b"--b\nContent-Type: application/gzip\nContent-Transfer-Encoding: base64\n"
        b"Content-Disposition: attachment; filename=g1.record.yaml.gz\n\n" + encodebytes(one) + b"\n"
        for one in records
    )
    return head + b"--b\n\nhello\n" + files + b"--b--\n"


def cost(*command: object) -> Ran:
    """What a process costs. One that took too long is tried again, up to twice: the machine may be busy."""
    ran = weighed(*command)
    for _ in range(2):
        ran = ran if ran.seconds < SECONDS else weighed(*command)
    return ran


def verifiers(path: Path) -> Mapping[str, Ran]:
    """What each verifier makes of a mailbox."""
    return {
        "referee": cost(sys.executable, "-m", "referee", "verify", path),
        "verify.py": cost(sys.executable, "-I", VERIFY, path),
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "how"),
    [*((kind, "mbox") for kind in BOMBS), *(("zeros", how) for how in ("one", "one mail", "folder"))],
)
def test_a_mail_of_bombs_costs_little(kind: str, how: str, tmp_path: Path) -> None:
    """One, or sixteen in one mail, a folder or an mbox: refused, within two seconds and 200 MB."""
    bomb = BOMBS[kind]()
    others = [bomb[:-8] + bytes([n]) * 8 for n in range(MANY)]  # no two are the same
    box = tmp_path / "box"
    match how:
        case "one":
            box.write_bytes(mail(3, bomb))
        case "one mail":
            box.write_bytes(mail(3, *others))
        case "folder":
            box.mkdir()
            for n, one in enumerate(others, 1):
                (box / f"{n}.eml").write_bytes(mail(n, one))
        case "mbox":
            box.write_bytes(
                b"".join(
                    b"From x Thu Jan  1 00:00:00 2026\n" + mail(n, one) for n, one in enumerate(others, 1)
                )
            )
    for name, ran in verifiers(box).items():
        assert ran.code == 1, name
        assert ran.seconds < SECONDS, (name, ran.seconds)
        assert ran.mebibytes < MEBIBYTES, (name, ran.mebibytes)


def test_what_does_not_begin_as_a_record_is_not_unpacked(tmp_path: Path) -> None:
    """It takes no room, and the letter is at fault; one that begins rightly takes what there is."""
    (tmp_path / "a.eml").write_bytes(mail(1, packed((b"\0", 1 << 24))))
    first = read_box(tmp_path)
    assert (first.room, first.letters[0].faults, first.letters[0].record) == (
        RECORDS_LIMIT,
        ("record-none",),
        b"",
    )
    (tmp_path / "b.eml").write_bytes(mail(2, packed((BEGINS, 1), (b"\n", 1 << 24))))
    box = read_box(tmp_path)
    assert box.room == 0
    assert [one.unseen for one in box.letters] == [(), ("record-room",)]
