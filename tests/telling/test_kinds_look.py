"""Letters of every kind as a browser lays them out: invitations, answers, disputes, the arbiter's, the last."""

import base64
import os
import re
from collections.abc import Mapping
from email.message import Message
from pathlib import Path

import pytest
from support.disputed import DISPUTE, IN_CONFIDENCE, TERMS, disputed, wait, write
from test_html import looked_at
from test_looks import MOST, PHONE, needs_browser, used

from referee.util import plainyaml

ASKED = {
    "help": "help",
    "rules": "rules 15",
    "rules of the house": "rules H20\nrules R1",
    "cards": "card ravens\ncard hel",
    "moves": "moves",
    "history": "history",
    "hint": "hint\nstatus\nscore",
    "why": "why draw\nwhy 2.1",
    "misread": "lay dragon Z9",
    "refused": "challenge B C\nuse mjolnir A1",
    "sentence": "Hello, I think I lay ravens B2 now.",
    "beforehand": "if it is my turn: draw",
    "waiting": "ifs",
    "said": "say Good luck! <b>you</b>\n\nnote keep the dragon",
    "annotated": "annotate 2.1: too soon",
    "draw offered": "offer draw",
    "pause": "pause",
    "settings": "language\ntimezone\nletters every-order",
}
"""What Loki writes, or Thor, one after the other, by the kind of letter that answers it."""


def html_of(mail: Message) -> str:
    """The page of a mail with its picture; "" if it has none."""
    page, images = "", dict[str, str]()
    for part in mail.walk():
        body = part.get_payload(decode=True)
        if part.get_content_type() == "text/html" and isinstance(body, bytes):
            page = body.decode().replace("\r\n", "\n")
        elif part.get_content_maintype() == "image" and isinstance(body, bytes):
            images[str(part["Content-ID"]).strip("<>")] = base64.b64encode(body).decode()
    for name, data in images.items():
        page = page.replace(f"cid:{name}", f"data:image/png;base64,{data}")
    return page


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """A page of each kind, by the kind and whom the letter goes to."""
    found = dict[str, str]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _fd: None)
        world = disputed(tmp_path_factory.mktemp("kinds") / "home", terms={**TERMS, "deadline": "5 days"})
        for seat in ("thor", "loki", "arbiter"):
            found[f"invitation, {seat}"] = html_of(world.letter(f"g1.{seat}.1").mail)
        for number, (kind, body) in enumerate(ASKED.items()):
            for seat in ("loki", "thor"):
                for one in write(world, seat, body, number).out:
                    found[f"{kind}, {one.seat}"] = html_of(one.mail)
        acts = (
            ("dispute", "loki", DISPUTE),
            ("statement", "thor", f"statement: {IN_CONFIDENCE}"),
            ("statement, too", "loki", "statement: I drew two"),
            ("question of the arbiter", "arbiter", "show 2.0 thor\nwhat if roll back to 2.0\nhelp"),
            ("ruling", "arbiter", "uphold\nbecause: the letter names three draws"),
            ("accepted", "loki", "accept ruling"),
            ("accepted, too", "thor", "accept ruling"),
        )
        for number, (kind, seat, body) in enumerate(acts, len(ASKED)):
            for one in write(world, seat, body, number).out:
                found[f"{kind}, {one.seat}"] = html_of(one.mail)
        for one in wait(world, days=5):
            found[f"clock, {one.seat}"] = html_of(one.mail)
        for one in write(world, "loki", "resign g1", 99).out:
            found[f"the end, {one.seat}"] = html_of(one.mail)
    return {kind: page for kind, page in found.items() if page}


@pytest.mark.slow
def test_every_kind_is_there(kinds: Mapping[str, str]) -> None:
    """Answers, packets, letters of and to the arbiter, and last letters are among them."""
    for kind in (*ASKED, "dispute", "ruling", "the end"):
        assert any(one.startswith(f"{kind},") for one in kinds), kind
    assert {"dispute, arbiter", "question of the arbiter, arbiter", "the end, thor"} <= kinds.keys()


def test_every_kind_is_small_and_of_features_that_were_looked_up(kinds: Mapping[str, str]) -> None:
    """Below 30 kB without its picture; no element and no style that the table of mail programs does not have."""
    path = Path(__file__).parent / "mail_css.yaml"
    rows = plainyaml.read_text(path.read_text("utf-8"), path.name).value["features"]
    known = {name for row in rows for name in row["uses"]}
    for kind, page in kinds.items():
        bare = re.sub(r"data:image/png;base64,[\w+/=]*", "", page)
        assert len(bare.encode()) < MOST, kind
        assert used(bare) - known == set(), kind


def test_only_what_is_drawn_is_in_letters_of_one_width(kinds: Mapping[str, str]) -> None:
    """What stands as it is set is a board or a table of figures, never a sentence that a phone would break again."""
    for kind, page in kinds.items():
        for text in re.findall(r"<pre[^>]*>(.*?)</pre>", page, re.DOTALL):
            assert re.search(r"\S {2,}\S.*\S {2,}\S|\|.*\|", text), (kind, text)


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("styles", [True, False], ids=["styled", "stripped"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_kind_fits_and_can_be_read(
    tmp_path: Path, kinds: Mapping[str, str], *, dark: bool, styles: bool
) -> None:
    """At 360, 600 and 1000 pixels: no wider than the window, 4.5:1 at least, links 44 pixels high and 40 wide."""
    shown = [
        page if styles else re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)
        for page in kinds.values()
    ]
    widths = (PHONE, 600, 1000)
    looks = looked_at(tmp_path, shown, widths, dark=dark)
    assert len(looks) == len(widths) * len(shown)
    for look, kind in zip(looks, (kind for kind in kinds for _ in widths), strict=True):
        assert look["scroll"] <= look["inner"], (kind, look)
        assert look["least"] >= 4.5, (kind, look)
        assert look["small"] == 0, (kind, look)
