"""Whole games of the examples as mails, counted: letters, the words in them, and what their players have to send.

    python tests/letter_counts.py [my-turn|every-order]

For each game: the letters that went out, and those of them that ask nothing of their reader; the words of their text
parts, without links; the letters that the players sent; of the orders in them, those for which a link stood in the
letter that was answered, so that a tap would have done. With Chromium and Playwright also how far down the first
link of a letter stands on a phone, in pixels.
"""

import re
import sys
import tempfile
from collections.abc import Iterable, Sequence
from email import message_from_bytes
from html import unescape
from itertools import zip_longest
from pathlib import Path
from statistics import median
from urllib.parse import unquote

from support.browsing import MISSING, browser

from referee.cli.demo import ADDRESS, SENT, ByMail
from referee.home import config
from referee.house.letters import MY_TURN
from referee.testing.scripts import load
from referee.util import data

GAMES = ("thunder/treasure-lost", "odins_table/three-home", "hammer_of_thor/games/two-friends")
PHONE = {"width": 360, "height": 740}
FIRST_LINK = "(a => a ? a.getBoundingClientRect().top : 0)(document.querySelector('a[href]'))"
WORDS = re.compile(r"^(?:say|note) .*?(?:^$|\Z)", re.DOTALL | re.MULTILINE)
QUESTIONS = ("help", "moves", "rules", "card", "why", "try", "history")
ASKS = re.compile(r"^(?:WHAT YOU MAY DO|WAS DU TUN KANNST|\| (?:accept|annehmen).*)$", re.MULTILINE)
OWN = re.compile(r"^(?:YOUR LETTER|DEIN BRIEF)$", re.MULTILINE)
LINK = re.compile(r"<mailto:[^>]*>")


def part_of(letter: bytes, kind: str) -> str:
    """The text part of a mail, or its page."""
    part = next(one for one in message_from_bytes(letter).walk() if one.get_content_type() == f"text/{kind}")
    body = part.get_payload(decode=True)
    assert isinstance(body, bytes)
    return body.decode().replace("\r\n", "\n")


def linked(page: str) -> set[str]:
    """The orders that the links of a page hold, without the position they are held to."""
    bodies = [unquote(one.partition("body=")[2]) for one in re.findall(r'href="(mailto:[^"]*)"', page)]
    return {re.sub(r"^@\S+ ", "", line).lower() for body in bodies for line in unescape(body).splitlines()}


def orders_in(letter: str) -> list[str]:
    """The orders of a letter of a player, without words to others and questions."""
    lines = [line.strip(" .!").lower() for line in WORDS.sub("", letter).splitlines()]
    return [line for line in lines if line and not line.startswith(QUESTIONS)]


def tapped(orders: Iterable[str], links: set[str]) -> int:
    """For how many of these orders there is a link; whoever accepts by it adds the words in it."""
    return sum(one in links or any(link.split()[0] == one for link in links) for one in orders)


def first_links(pages: Sequence[str]) -> list[float]:
    """Where the first link of each page that has one stands on a phone; [] without a browser."""
    if MISSING:
        return []
    with browser() as at:
        shown = at.new_page(viewport=PHONE)
        found = list[float]()
        for page in pages:
            shown.set_content(page)
            found.append(shown.evaluate(FIRST_LINK))
    return sorted(one for one in found if one)


def counted(name: str, pace: str) -> str:
    """The figures of one game as a line."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / SENT).mkdir()
        played = ByMail(Path(folder), load(data.folder("examples").joinpath(name)), pictures="no")
        config.write(played.home, config.Config(ADDRESS, pictures="no", letters=pace))
        texts, pages, given, by_tap = list[str](), list[str](), 0, 0
        for step, after in zip_longest(played.steps(), played.letters):
            letters = [one.read_bytes() for one in step.posted]
            texts += [LINK.sub("", part_of(one, "plain")) for one in letters]
            pages += [part_of(one, "html") for one in letters]
            if after:
                orders = orders_in(after[1])
                given += len(orders)
                by_tap += tapped(orders, linked(part_of(played.last[after[0]].read_bytes(), "html")))
    idle = [text for text in texts if not ASKS.search(text)]
    words, idle_words = (sum(len(text.split()) for text in some) for some in (texts, idle))
    down = first_links(pages)
    where = f"; first link at {median(down):,.0f} pixels (median), at most {down[-1]:,.0f}" if down else ""
    return (
        f"{name}: {len(texts)} letters with {words:,} words, of which {len(idle)} with {idle_words:,} ask nothing; "
        f"{len(played.letters)} sent by the players, {by_tap} of {given} orders in them by tap{where}"
    )


if __name__ == "__main__":
    for game in GAMES:
        print(counted(game, sys.argv[1] if len(sys.argv) > 1 else MY_TURN))
