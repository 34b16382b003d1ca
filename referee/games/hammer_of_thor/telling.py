"""How The Hammer of Thor is told: names for a reader, the table as data.

Only views are looked at. No sentence is made here: keys and values go into `templates/hammer_of_thor`.
"""

from collections.abc import Iterator

from referee.engine.game import Game
from referee.games.hammer_of_thor.view import View
from referee.games.hammer_of_thor.voice import WORDS, Voice


def voice(v: View) -> Voice:
    """The voice for the reader of a view."""
    return Voice(v.seat, v.cards, v.board)


def card_texts(_game: Game) -> Iterator[tuple[str, str]]:
    """What has no name of its own, to be translated: decks, characteristics, insanities. Names stay as they are."""
    for word in WORDS.values():
        yield "card", word
