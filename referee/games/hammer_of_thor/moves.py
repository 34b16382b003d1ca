"""The orders of the players of The Hammer of Thor as values; those of the master are in `effects`.

A name is the title of a card, folded (`utgard-loki`). A group is named by any of its members; "" is the writer's only
one. A place is the number of a location, 1-79. One class for each order: Choose, Start, Discard, Keep, Play, When,
WhenNothing, WhenCard, Caution, Search, Reconnoitre, Step, Halt, Roll, Meet, PlayCard, Reveal, Conceal, UseRune, Use,
Change, ChangeBack, Take, Look, Lose, Smith, Mission, Ask, Side, EndTurn; `resign` is the house's.
"""

import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

from referee.engine.choices import Move
from referee.engine.moves import move
from referee.util.values import force_setattr

ENCOUNTER_CARDS = (
    *("attack", "con", "follower", "seduce", "evade", "challenge", "negotiate", "friendship"),
    "subdue",
)
"""4.3A In their order there; to subdue is the other half of ATTACK|SUBDUE."""
SECTIONS = ("1.0k", "2.2B1", "4.1b", "4.4", "4.5", "4.6", "8.0", "10.0", "12.0")
"""M26 Under which the referee stops for the master."""
QUOTES = frozenset('"\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb')


def one_after_another(places: tuple[int, ...]) -> str:
    """Places with blanks between them: the way of a counter."""
    return " ".join(map(str, places))


def straight(text: str) -> str:
    """Free text on one line, with apostrophes where quotation marks were: it is written between two of them.

    An accent at its beginning would stand on the mark before it, and is left out.
    """
    marks = ("'" if unicodedata.normalize("NFKC", one) in QUOTES else one for one in text)
    line = " ".join("".join(marks).split())
    return line.lstrip("".join(one for one in line if unicodedata.category(one).startswith("M")))


TEXT: Mapping[str, Callable[[Any], str]] = {"text": '"{}"'.format}


class Told(Move):
    """An order of free text."""

    text: str

    def __post_init__(self) -> None:
        force_setattr(self, "text", straight(self.text))


@move("choose {name}")
class Choose(Move):
    """`choose thor`: a starting character (1.0d)."""

    name: str


@move("start {place}")
class Start(Move):
    """`start 5`: where the starting character's counter is put (1.0e)."""

    place: int


@move("discard {thing}")
class Discard(Move):
    """`discard gungnir`, `discard feast`: an item (2.2A0, M8), or a Fate or Prediction card (4.1c)."""

    thing: str


@move("keep {card}")
class Keep(Move):
    """`keep feast`: of two Fate or Prediction cards; the other one is discarded (4.1c, M10)."""

    card: str


@move("play {card}[ on {on}]")
class Play(Move):
    """`play feast on thor`: a Fate or Prediction card, at any time (4.1b, M25)."""

    card: str
    on: str = ""


@move("when {event}[ {subject}][ {place}] play {card}[ on {on}]")
class When(Move):
    """`when enters thor 29 play mired-road on thor`: a standing order for the held card (M25).

    The event is `turn`, `enters`, `encounter`, `played` or `season`; the subject is a seat, or a character that a seat
    has; "" for a season. Only `enters` has a place.
    """

    event: str
    subject: str
    place: int
    card: str
    on: str = ""


@move("when nothing")
class WhenNothing(Move):
    """`when nothing`: no standing order any more (M25)."""


@move("when encounter[ {subject}] card {card}")
class WhenCard(Move):
    """`when encounter red card evade`: a standing answer for encounters with that seat, or with anybody (M25)."""

    subject: str
    card: str


@move("caution[ {group}]")
class Caution(Move):
    """`caution thor`: this counter moves with caution (4.2b, M17)."""

    group: str = ""


@move("search[ {group}] {place}")
class Search(Move):
    """`search thor 29`: the next location (4.2b, M11)."""

    group: str
    place: int


@move("reconnoitre[ {group}] {place}")
class Reconnoitre(Move):
    """`reconnoitre thor 29`: the next location (4.2b, 4.2c, M11)."""

    group: str
    place: int


@move("move[ {group}] {places}", written={"places": one_after_another})
class Step(Move):
    """`move thor 5 6 7`: step by step along lines of the map (4.2A, M25e)."""

    group: str
    places: tuple[int, ...]


@move("halt")
class Halt(Move):
    """`halt`: the Movement phase ends (M16)."""


@move("roll[ {group}]")
class Roll(Move):
    """`roll thor`: for a random encounter, where none is due (4.5, M16)."""

    group: str = ""


@move("meet {other}")
class Meet(Move):
    """`meet mimir`: the counter of that leader, in the same location (4.4, 4.6, M16)."""

    other: str


@move("card {card}")
class PlayCard(Move):
    """`card evade`: an Encounter card, sealed until all in the encounter have chosen (4.3A)."""

    card: str


@move("reveal {item}")
class Reveal(Move):
    """`reveal gungnir`: turned face up in an encounter (2.2A2, 2.2A3)."""

    item: str


@move("conceal {item}")
class Conceal(Move):
    """`conceal gungnir`: turned face down in an encounter (2.2A2)."""

    item: str


@move("rune {rune} by {by}[ on {on}]")
class UseRune(Move):
    """`rune ale-rune by thor on sif`: a rune that a character tries to use (2.2B1)."""

    rune: str
    by: str
    on: str = ""


@move("use {name} {ability}")
class Use(Move):
    """`use fly invisibility`: an ability of a character declared in use (2.1C, M29)."""

    name: str
    ability: str


@move("change {name} into {shape}")
class Change(Move):
    """`change loki into falcon` (2.2C, M24)."""

    name: str
    shape: str


@move("change back {name}")
class ChangeBack(Move):
    """`change back loki`: into its own shape again (2.2C, M24)."""

    name: str


@move("take {item} for {name}")
class Take(Move):
    """`take bronze-sword for thor`: in Ida's Plain (2.2A6, M28)."""

    item: str
    name: str


@move("look {deck}")
class Look(Move):
    """`look jotun`: at the top card of a race deck, in Hlidskialf (M28)."""

    deck: str


@move("lose {name}")
class Lose(Move):
    """`lose sif`: the follower that a pathological liar drives away (2.2A8, M23)."""

    name: str


@move("smith {item} for {name}")
class Smith(Move):
    """`smith iron-sword for thor`: forged for runes (house supplement, S14)."""

    item: str
    name: str


@move("mission {text}", written=TEXT)
class Mission(Told):
    """`mission "Loki has brought Idun home"`: a mission is said to be fulfilled; the master decides (1.0k, M26)."""

    text: str


@move("ask {text}", written=TEXT)
class Ask(Told):
    """`ask "may Loki split off?"`: anything that only the master can decide (8.0, M26)."""

    text: str


@move("side {side}")
class Side(Move):
    """`side evil`: where a neutral seat stands at Ragnarok (M30)."""

    side: str


@move("end turn")
class EndTurn(Move):
    """`end turn`: the player-turn is over (4.0)."""
