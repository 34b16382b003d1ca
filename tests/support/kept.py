"""Whole games by mail whose letters were kept, for the tests of `referee verify`; and ways to tamper with them."""

import base64
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from referee.api import Table
from referee.cli.demo import SENT, ByMail
from referee.cli.records import says
from referee.home import signing
from referee.home.home import Home
from referee.record.entries import Opening
from referee.record.file import Last, text
from referee.record.signing import Signer
from referee.table.index import Index
from referee.table.parts import Closing
from referee.testing.scripts import load
from referee.util import data
from referee.util.values import Value, replace
from referee.verify.check import LookedAt
from referee.verify.letters import Witness, read_box

GAMES = ("thunder/treasure-lost", "odins_table/three-home")


class Game(Value, dict=True):
    """A game played by mail to its end: its record, and the letters of each seat, as files in a folder for each."""

    folder: Path
    record: Path
    boxes: tuple[Path, ...]

    @property
    def home(self) -> Home:
        """The home in which it was played."""
        return Home(self.record.parents[2])

    @property
    def table(self) -> Table:
        """The game, from its record."""
        return Table.load(self.record)

    def letters(self, *boxes: Path) -> list[Witness]:
        """What is in these mailboxes (by default: in all), as it was kept."""
        return [one for box in boxes or self.boxes for one in read_box(box).letters]


@cache
def played(name: str, signs: bool) -> Game:
    """An example played by mail, by a keeper who signs or does not. Made once; not to be changed."""
    out = Path(mkdtemp(prefix="kept-"))
    (out / SENT).mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", lambda _: None)
        by_mail = ByMail(out, load(data.folder("examples").joinpath(name)), pictures="no")
        if signs:
            signing.made_signer(by_mail.home)
        for _ in by_mail.steps():
            pass
    return Game(out, by_mail.record, tuple(sorted((out / "boxes").iterdir())))


def rewritten(game: Game, k: int, to: Path, by: Signer | None = None) -> Path:
    """The record with another time in entry k, and every later mark, seal and signature made again by its keeper.

    `by`: somebody else signs all of it with another key.
    """
    table = game.table
    entries, opening = list(table.entries), table.entries[0]
    entries[k] = replace(entries[k], at=later(entries[k].at))
    assert isinstance(opening, Opening)
    if by:
        entries[0] = opening = replace(opening, signer=by.public)
    sign = (lambda _, text: by.signature(text)) if by else signing.signs(game.home)
    salts = iter([bytes.fromhex(entry.salt) for entry in entries])
    closing = Closing(opening, lambda: next(salts), sign)
    index, last, documents = Index(table.game, table.seats), Last(), list[Any]()
    for entry, point in zip(entries, table.points, strict=True):
        documents.append(closing.document(entry, index, point.positions, last))
        index.take_in(entry)
        last = Last(entry.entry, b"", bytes.fromhex(documents[-1]["seal"]))
    to.write_bytes(text(documents))
    return to


def later(at: str) -> str:
    """Another second of the same minute."""
    return re.sub(r":(\d\d)Z$", lambda found: f":{(int(found[1]) + 7) % 60:02}Z", at)


def wrongs(verdicts: Iterator[LookedAt]) -> dict[str, list[LookedAt]]:
    """What is wrong, by key; each verdict can be put into words, and read from bytes."""
    found = dict[str, list[LookedAt]]()
    for one in verdicts:
        assert says(one).encode()
        if one.state == "wrong":
            found.setdefault(one.key, []).append(one)
    return found


def copied(game: Game, to: Path, change: Callable[[str, bytes], bytes], box: int = 0) -> Path:
    """A mailbox of letters, each of which may be changed; `change` gets its number."""
    to.mkdir(exist_ok=True)
    for path in sorted((game.boxes[box] / "new").iterdir()):
        number = ".".join(path.name.split(".")[:3])
        (to / f"{number}.eml").write_bytes(change(number, path.read_bytes()))
    return to


def unbroken(raw: bytes) -> bytes:
    """A letter with the soft line breaks of its quoted-printable parts removed, so that texts can be found in it."""
    return re.sub(rb"=\r\n(?!\r\n|--)", b"", raw)


PROOF = re.compile(rb'(filename="[a-z0-9.]+\.proof\.json"\r\n[^\r]*\r\n\r\n)([A-Za-z0-9+/=\r\n]+?)(\r\n--=_)')


def proof_of(raw: bytes) -> dict[str, Any]:
    """The proof attached to a letter; {} for none."""
    found = PROOF.search(raw)
    return json.loads(base64.b64decode(found[2])) if found else {}


def with_proof(raw: bytes, proof: bytes) -> bytes:
    """A letter with another file in place of its proof."""
    made, count = PROOF.subn(lambda found: found[1] + base64.encodebytes(proof) + found[3], raw)
    assert count == 1
    return made
