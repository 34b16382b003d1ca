"""How letters of The Hammer of Thor look on a phone: what a reader needs stands on its first two screens."""

import re
from base64 import b64encode
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
from support.browsing import MISSING, browser

from referee.cli.demo import ByMail
from referee.telling import pictures
from referee.testing.scripts import load

GAMES = Path(__file__).parents[2] / "examples" / "hammer_of_thor" / "games"
PHONE = {"width": 360, "height": 640}
TWO_SCREENS = 2 * PHONE["height"]
WHERE = """() => {
  const top = name => [...document.querySelectorAll(name)].map(one => one.getBoundingClientRect().top);
  return [top('a[href]')[0] || 0, top('img')];
}"""
MIDDLE, ASKED, OWN = "YOUR PEOPLE", ("WHAT YOU MAY DO", "ONE TAP ANSWERS"), "YOUR LETTER"
"""Headings of letters: those of players who have people, who are asked for something, who are told what they did."""


def parts_of(mail: Message, kind: str) -> list[tuple[str, bytes]]:
    """The parts of a mail that are of this type, each with its id."""
    found = [one for one in mail.walk() if one.get_content_type() == kind]
    return [(str(one["Content-ID"] or "").strip("<>"), bytes(one.get_payload(decode=True))) for one in found]


def page_of(path: Path) -> str:
    """The page of a letter, with its images."""
    mail = message_from_bytes(path.read_bytes())
    page = parts_of(mail, "text/html")[0][1].decode()
    for name, data in parts_of(mail, "image/png"):
        page = page.replace(f"cid:{name}", f"data:image/png;base64,{b64encode(data).decode()}")
    return page


@pytest.fixture
def coarse(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Images with a dot to a pixel: as large on the page, and made in a third of the time."""
    pictures._rendered.cache_clear()
    monkeypatch.setattr(pictures, "TWICE", 1)
    yield
    pictures._rendered.cache_clear()


@pytest.mark.slow
@pytest.mark.usefixtures("coarse")
@pytest.mark.skipif(bool(MISSING), reason=MISSING)
@pytest.mark.skipif(not pictures.renders(), reason="the extra `pictures` is not installed")
@pytest.mark.parametrize("name", ["two-friends", "a-master", "five-counters", "six-at-ragnarok"])
def test_the_taps_stand_on_the_second_screen(name: str, tmp_path: Path) -> None:
    """In the middle of whole games, in each letter that asks, long receipts too; the whole map stands below them."""
    played = ByMail(tmp_path / "home", load(GAMES / name), pictures="yes")
    (tmp_path / "home" / "sent-by-players").mkdir()
    pages = [page_of(path) for step in played.steps() for path in step.posted]
    asking = [one for one in pages if MIDDLE in one and any(head in one for head in ASKED)]
    assert len(asking) > 20
    down = list[Any]()
    with browser() as at:
        shown = at.new_page(viewport=PHONE)
        for page in asking:
            shown.set_content(page)
            down.append(shown.evaluate(WHERE))
    assert max(tap for tap, _ in down) <= TWO_SCREENS, [round(tap) for tap, _ in down]
    for (tap, images), page in zip(down, asking, strict=True):
        assert len(images) == len(re.findall("<img", page))
        assert len(images) == 2 or OWN in page  # a receipt may have one of them alone
        assert len(images) < 2 or images[0] < tap < images[1]
