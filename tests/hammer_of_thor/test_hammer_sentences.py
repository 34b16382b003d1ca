"""The sentences: each event can be told to each reader, and what a reader is not shown is not in it."""

import itertools
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from typing import Any, get_type_hints

import pytest
from thor_table import content

import referee.games.hammer_of_thor as package
from referee.engine.events import EVENTS, Event, may_see, seen, shows
from referee.games.hammer_of_thor.board import board
from referee.games.hammer_of_thor.cards import card_set
from referee.games.hammer_of_thor.figures import CHARACTERISTICS, INSANITIES
from referee.games.hammer_of_thor.table import RACES, SEASONS
from referee.games.hammer_of_thor.voice import Voice
from referee.telling.catalog import Catalog
from referee.util import data, plainyaml

for one in pkgutil.iter_modules(package.__path__):
    import_module(f"{package.__name__}.{one.name}")
HOUSE = Catalog("house", "en").entries["events"]
OWN = {name: one for name, one in EVENTS[package.__name__].items() if name not in {*HOUSE, "SidesTaken"}}
SAYS = {language: Catalog("hammer_of_thor", language) for language in ("en", "de")}
READERS = ("red", "blue", "master", None)
VALUES: dict[str, tuple[Any, ...]] = {
    "ability": ("calm sea",),
    "about": ((), ("thor", "fate.fair-wind")),
    "amount": (-2, 3),
    "animals": ((), ("grani",)),
    "aside": (("mjollnir",),),
    "at": ("hrungnir",),
    "back": ((), ("hrungnir",)),
    "by": ("red",),
    "card": ("fate.fair-wind.1",),
    "cards": (("fate.fair-wind.1",),),
    "characteristic": CHARACTERISTICS,
    "cost": (1, 2),
    "count": (1, 2),
    "deck": RACES,
    "decks": ((), ("aesir",), ("jotun", "elf-human")),
    "evil": (40,),
    "event": ("turn", "enters", "encounter", "played", "season"),
    "forged": (("iron-sword", "bronze-sword"),),
    "game_turn": (3,),
    "good": (41,),
    "group": ("thor",),
    "insanity": INSANITIES,
    "item": ("gungnir",),
    "items": ((), ("mjollnir", "jarngreip")),
    "left": (("fate.slander.1",),),
    "liar": ("loki",),
    "loss": (0, 4),
    "name": ("thor",),
    "names": (("magni",),),
    "need": (-1, 0, 7),
    "on": ("", "blue", "hrungnir"),
    "other": ("hrungnir",),
    "own": ("thor",),
    "phase": ("movement",),
    "pile": ("fate", "prediction"),
    "place": (8,),
    "rule": ("M32", "1.0k", "2.1D2", "2.2A6", "S14"),
    "season": SEASONS,
    "seat": ("red", "blue"),
    "seats": (("red", "blue"),),
    "section": ("8.0",),
    "seen_as": ("", "gungnir"),
    "shape": ("shape.falcon.1",),
    "side": ("good", "evil"),
    "spent": ((("thor", 2), ("sif", 1)),),
    "subject": ("blue",),
    "text": ("may Thor go home?",),
    "to": ("sif",),
    "value": (0, 9),
    "was": ("", "odin"),
    "what": tuple(SAYS["en"].entries["rolls"]),
}
"""What may stand in a field of that name."""
ANY: dict[Any, tuple[Any, ...]] = {int: (2,), str: ("thor",)}
"""What may stand in any other field, by its type; in a tuple nothing."""
ALSO: dict[tuple[str, str], tuple[Any, ...]] = {
    ("AnswerSet", "card"): ("evade", "subdue"),
    ("AnswerSet", "subject"): ("", "blue", "hrungnir"),
    ("Blow", "by"): ("thor",),
    ("CardActed", "by"): ("thor",),
    ("CardActed", "card"): ("attack", "friendship"),
    ("CardResealed", "card"): ("con",),
    ("CardSealed", "card"): ("seduce", "negotiate"),
    ("CardsShown", "cards"): ((("thor", "attack"), ("hrungnir", "")),),
    ("DidNotFit", "pile"): ("magic",),
    ("Looked", "card"): ("hymir",),
    ("NothingHappens", "card"): ("fate.feast", "rune", "magic", "fate"),
    ("Rolled", "by"): ("red", "thor"),
    ("RuneDealt", "card"): ("rune.ale-rune.2",),
    ("RuneUsed", "card"): ("rune.ale-rune.2",),
    ("Subdued", "by"): ("sif",),
    ("Subdued", "lost"): (3,),
}
"""What may stand there in one event alone."""


def samples(kind: type[Event]) -> Iterator[Event]:
    """Events of this kind with each value of each field, beside the first of the others."""
    hints = get_type_hints(kind)
    usual = {
        name: (True, False) if hint is bool else VALUES.get(name, ANY.get(hint, ((),)))
        for name, hint in hints.items()
        if name in {one.name for one in kind.shown}
    }
    choices = [ALSO.get((kind.__name__, one.name), usual[one.name]) for one in kind.shown]
    longest = max(map(len, choices), default=1)
    every = itertools.islice(itertools.product(*choices), 400)
    turning = ([some[at % len(some)] for some in choices] for at in range(longest))
    made: Any = kind
    for values in (*every, *turning):
        yield made(*values)


def told(event: Event, reader: str | None, language: str = "en") -> str:
    """What a reader is told."""
    found = seen(event, reader)
    assert found
    voice = Voice(reader, card_set(content("cards")), board(content("map")))
    return SAYS[language].say("events", found.kind, voice, {**found.fields, "rule": found.rule})


@pytest.mark.share(4)
@pytest.mark.parametrize("kind", OWN.values(), ids=OWN)
def test_an_event_can_be_told_to_every_reader(kind: type[Event]) -> None:
    """A sentence, or nothing; no name of a card as orders have it, no empty place in it."""
    assert SAYS["en"].has("events", kind.__name__)
    for event in samples(kind):
        for reader, language in itertools.product(READERS, SAYS):
            if shows(event, reader) and (text := told(event, reader, language)):
                first = text.partition("\n")[0]
                assert first[0].isupper() or first[0].isdigit(), text
                assert first[-1] in ".:", text
                assert not any(wrong in first for wrong in ("  ", " ,", " .", "..", "{", "()", "None")), text
                assert not any(raw in first for raw in ("gungnir", "fair-wind", "place.", "rune.ale")), text


@pytest.mark.parametrize("kind", OWN.values(), ids=OWN)
def test_what_a_reader_is_not_shown_is_not_told(kind: type[Event]) -> None:
    """Two events that differ only in what is hidden from a reader are told alike."""
    hidden = [one for one in kind.shown if not one.audience.everyone]
    other = {"card": "fate.feast.1", "item": "svalin", "names": (), "cards": (), "left": ()}
    for event in samples(kind) if hidden else ():
        for reader in READERS:
            unseen = {one.name for one in hidden if not may_see(event, one.audience, reader)}
            values = {
                one.name: other.get(one.name, ()) if one.name in unseen else getattr(event, one.name)
                for one in kind.shown
            }
            made: Any = kind
            if shows(event, reader):
                assert told(event, reader) == told(made(**values), reader)


def test_no_sentence_is_left_over() -> None:
    """Each sentence is that of an event of the game, or of one of the kit."""
    assert SAYS["en"].entries["events"].keys() - HOUSE.keys() == {*OWN, "SidesTaken"}


def test_what_happened_is_told_in_german() -> None:
    """Each sentence about what happened, each duty and each roll has one in German."""
    sections = ("events", "duties", "rolls", "refusals", "outcomes", "families")
    own = plainyaml.read_text(data.text("templates", "hammer_of_thor", "messages.en.yaml"), "messages").value
    untold = SAYS["de"].untold
    assert [(one, key) for one in sections for key in own.get(one, {}) if (one, key) in untold] == []
