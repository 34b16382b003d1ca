"""Whole games of the examples as mails, counted: letters, the words in them, and what their players have to send.

    python tests/letter_counts.py [my-turn|every-order]

For each game: the letters that went out, and those of them that ask nothing of their reader; the words of their text
parts, without links; the letters that the players sent.
"""

import re
import sys
import tempfile
from email import message_from_bytes
from pathlib import Path

from referee.cli.demo import ADDRESS, SENT, ByMail
from referee.home import config
from referee.house.letters import MY_TURN
from referee.testing.scripts import load
from referee.util import data

GAMES = ("thunder/treasure-lost", "odins_table/three-home")
ASKS = re.compile(r"^(?:WHAT YOU MAY DO|WAS DU TUN KANNST|\| (?:accept|annehmen).*)$", re.MULTILINE)
OWN = re.compile(r"^(?:YOUR LETTER|DEIN BRIEF)$", re.MULTILINE)
LINK = re.compile(r"<mailto:[^>]*>")


def text_of(letter: bytes) -> str:
    """The text part of a mail without its links."""
    part = next(one for one in message_from_bytes(letter).walk() if one.get_content_type() == "text/plain")
    body = part.get_payload(decode=True)
    assert isinstance(body, bytes)
    return LINK.sub("", body.decode().replace("\r\n", "\n"))


def counted(name: str, pace: str) -> str:
    """The figures of one game as a line."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / SENT).mkdir()
        played = ByMail(Path(folder), load(data.folder("examples").joinpath(name)), pictures="no")
        config.write(played.home, config.Config(ADDRESS, pictures="no", letters=pace))
        texts = [text_of(one.read_bytes()) for step in played.steps() for one in step.posted]
    idle = [text for text in texts if not ASKS.search(text)]
    words, idle_words = (sum(len(text.split()) for text in some) for some in (texts, idle))
    receipts = [len(text.split()) for text in texts if OWN.search(text)]
    return (
        f"{name}: {len(texts)} letters with {words:,} words, of which {len(idle)} with {idle_words:,} ask nothing; "
        f"{len(receipts)} receipts with {sum(receipts):,}; "
        f"{len(played.letters)} sent by the players"
    )


if __name__ == "__main__":
    for game in GAMES:
        print(counted(game, sys.argv[1] if len(sys.argv) > 1 else MY_TURN))
