"""What the sentences of The Hammer of Thor are filled with: values of each name, and a table that has of everything."""

from collections.abc import Iterator, Mapping
from functools import cache
from types import SimpleNamespace as Some
from typing import Any

from thor_table import carrying, content, table

from referee.games.hammer_of_thor import telling
from referee.games.hammer_of_thor.cards import CHARACTERISTICS, card_set
from referee.games.hammer_of_thor.figures import INSANITIES, Done, Encounter, Standing, Stop
from referee.games.hammer_of_thor.moves import ENCOUNTER_CARDS
from referee.games.hammer_of_thor.table import RACES, SEASONS, State
from referee.games.hammer_of_thor.terms import TERMS
from referee.games.hammer_of_thor.view import view
from referee.util.values import replace

Values = Mapping[Any, tuple[Any, ...]]
ROLLS = (Some(what="order", by="thor", value=3, need=-1), Some(what="temper", by="thor", value=1, need=4))
THEN = (Some(by="hrungnir", at="thor", hits=True, loss=1, subdual=True, rolls=ROLLS),)
VOLLEY = {
    "by": "thor",
    "at": "hrungnir",
    "hits": True,
    "loss": 3,
    "subdual": True,
    "rolls": ROLLS[1:],
    "need": 6,
    "rolled": (0, 7),
    "losses": (3, 3),
}
VOLLEYS = (VOLLEY, {**VOLLEY, "rolled": (1,), "losses": (3,)}, {**VOLLEY, "need": -1, "losses": ()})
MISSED = (Some(by="thor", at="hrungnir", hits=False, loss=0, rolls=ROLLS[1:]),)
HURT = (
    {"at": "thor", "subdual": True, "loss": 4, "hits": (*THEN, *THEN)},
    {**VOLLEY, "subdual": False, "hits": THEN},
)
DOOMED = (
    Some(name="odin", now=True, wisdom=9, places=(19, 29), cards=("fate.clear-head", "rune.limb-rune")),
    Some(name="odin", now=False, wisdom=-1, places=(19,), cards=()),
)
GAINS = (Some(name="thor", amount=2),)
STEPS_OF_SEVEN = (Some(name="sif", place=9), Some(name="loki", place=29))
STEPS = (Some(place=8, cost=1), Some(place=9, cost=2))
SEATS = ("red", "blue")
NAMED: Values = {
    "ability": ("calm sea",),
    "about": ((), ("thor", "fate.fair-wind")),
    "abilities": (("calm sea",),),
    "aim": (Some(item=""), Some(item="mjollnir")),
    "amount": (-2, 3, 1, -1),
    "animals": ((), ("grani",)),
    "answers": ((("", "evade", False), ("blue", "attack", True)),),
    "aside": (("mjollnir",), ("mjollnir", "gungnir")),
    "at": ("hrungnir",),
    "back": ((), ("hrungnir",), ("hrungnir", "thrym")),
    "by": SEATS,
    "card": ("fate.fair-wind.1",),
    "cards": (("fate.fair-wind.1", "fate.feast.1"), ("fate.feast.1",)),
    "characteristic": CHARACTERISTICS,
    "combat": (True, False),
    "over": (True, False),
    "rounds": (True, False),
    "comes": (True, False),
    "cost": (1, 2),
    "count": (2, 1),
    "deck": RACES,
    "decks": ((), ("aesir",), ("jotun", "elf-human")),
    "drawn": (True, False),
    "edition": ("1.0",),
    "effect": ("kill thrym",),
    "event": ("turn", "enters", "encounter", "played", "season"),
    "waits_for": ("turn", "enters", "encounter", "played", "season"),
    "evil": (40,),
    "first": (5,),
    "forged": (("iron-sword", "bronze-sword"),),
    "game_turn": (3,),
    "good": (41,),
    "group": ("thor",),
    "hits": (True, False),
    "house": (True, False),
    "insanity": INSANITIES,
    "item": ("gungnir",),
    "items": (("mjollnir", "jarngreip"), ("mjollnir",), ()),
    "last": (12,),
    "leader": ("thor",),
    "left": (("fate.slander.1",),),
    "liar": ("loki",),
    "loss": (0, 1, 4),
    "lost": (3, 1),
    "marks": (True, False),
    "more": (0, 2),
    "mover": ("loki",),
    "name": ("thor",),
    "names": (("magni", "thor"), ("magni",)),
    "need": (-1, 0, 7),
    "on": ("", "blue", "hrungnir"),
    "other": ("hrungnir",),
    "own": ("thor",),
    "phase": ("movement",),
    "pile": ("fate", "prediction"),
    "place": (8,),
    "rolls": (ROLLS, ROLLS[:1]),
    "rule": ("M32", "1.0k", "2.1D2", "2.2A6", "S14"),
    "rune": ("ale-rune",),
    "runes": (("rune.ale-rune.1",), ()),
    "season": SEASONS,
    "seat": SEATS,
    "seats": (SEATS,),
    "section": ("8.0",),
    "seen_as": ("", "gungnir"),
    "shape": ("shape.falcon.1",),
    "shapes": (("falcon",), ()),
    "shown": ("mjollnir",),
    "side": ("good", "evil"),
    "spent": ((("thor", 2), ("sif", 1)),),
    "standings": ((("red", 30), ("blue", 20)), ()),
    "start": (5,),
    "subject": SEATS,
    "subdual": (True, False),
    "surprise": (True, False),
    "target": ("hrungnir",),
    "text": ("may Thor go home?",),
    "then": ((),),
    "title": ("Our Own",),
    "to": ("sif",),
    "value": (0, 9, 1),
    "was": ("", "odin"),
    "what": ("first", "con", "wisdom"),
    "works": (True, False),
}
"""What may stand in a field of that name."""
BY_KEY: Values = {
    ("texts.because-company", "names"): (("odin",), ("odin", "loki")),
    ("texts.because-realm", "realm"): ("Asgard",),
    ("texts.because-card", "card"): ("con", "evade"),
    ("texts.because-meet", "card"): ("con", "evade"),
    ("texts.because-meet", "of_ten"): (7, None),
    ("texts.because-fight", "blows"): (
        (Some(by="thor", hits=8, loss=3), Some(by="loki", hits=1, loss=2)),
        (),
    ),
    ("events.AnswerSet", "card"): ("evade", "subdue"),
    ("events.AnswerSet", "subject"): ("", "blue", "hrungnir"),
    ("events.Blow", "by"): ("thor",),
    ("events.Blow", "then"): (THEN, ()),
    ("events.Blow", "volleys"): (VOLLEYS,),
    ("events.Blow", "hurt"): (HURT, HURT[:1], ()),
    ("events.Blow", "missed"): (MISSED, ()),
    ("texts.in-short-reputation", "people"): (
        (("odin", 30, 20, (("fights", 7), ("items", 3))), ("loki", 16, 16, ())),
        (("loki", 16, 16, ()),),
    ),
    ("texts.in-short-reputation", "runes"): (0, 1, 2),
    ("texts.in-short-reputation", "total"): (30,),
    ("texts.in-short-died", "rows"): ((("loki", 7), ("odin", 31)), (("loki", 7),)),
    ("texts.in-short-might", "rows"): (
        (("red", 48, (("odin", 12), ("hild", 9)), 2, 11, 5), ("blue", 20, (), 0, 0, 3)),
        (("red", 48, (("odin", 12),), 1, 11, 0),),
        (),
    ),
    ("texts.in-short-might", "dead"): (0, 5),
    ("texts.in-short-might", "total"): (76,),
    ("texts.doomed", "one"): DOOMED,
    ("texts.who-is-at", "there"): ((("heimdall", ""),), (("thor", "red"), ("loki", "blue"))),
    ("texts.who-is-at", "met"): ("heimdall", ""),
    ("texts.way-there", "places"): ((8, 9), ()),
    ("texts.way-there", "turns"): (0, 1, 3),
    ("texts.way-there", "order"): ("move thor 8 9", ""),
    ("texts.blows-round", "hurt"): (HURT, HURT[:1], ()),
    ("texts.blows-round", "missed"): (MISSED, ()),
    ("events.CardActed", "by"): ("thor",),
    ("events.CardActed", "card"): ("attack", "friendship"),
    ("events.CardResealed", "card"): ("con",),
    ("events.CardSealed", "card"): ("seduce", "negotiate"),
    ("events.CardsShown", "cards"): ((("thor", "attack"), ("hrungnir", "")),),
    ("events.DidNotFit", "pile"): ("magic", "fate"),
    ("events.DidNotFit", "to"): SEATS,
    ("events.Entered", "then"): (STEPS, ()),
    ("events.Looked", "card"): ("hymir",),
    ("events.NothingHappens", "card"): ("fate.feast", "rune", "magic", "fate"),
    ("events.ReputationChanged", "rule"): ("S7", "S17"),
    ("events.SevenLaid", "then"): (STEPS_OF_SEVEN, ()),
    ("events.Subdued", "gain"): (1,),
    ("texts.group-stays", "mover"): ("thor",),
    ("events.ReputationChanged", "then"): (GAINS, ()),
    ("events.Rolled", "by"): ("red", "thor"),
    ("events.RuneDealt", "card"): ("rune.ale-rune.2",),
    ("events.RuneUsed", "card"): ("rune.ale-rune.2",),
    ("events.SidesTaken", "names"): (("Anna", "Bert"),),
    ("events.Subdued", "by"): ("sif",),
    ("events.Subdued", "lost"): (3,),
    ("events.TurnBegun", "game_turn"): (3,),
    ("events.WentBack", "rule"): ("S10", "2.2A8"),
    ("outcomes.evil-wins", "winners"): (SEATS, SEATS[:1]),
    ("outcomes.good-wins", "winners"): (SEATS, SEATS[:1]),
    ("refusals.not-a-target", "needs"): ("seat", "group", "character"),
    ("refusals.not-at-first", "card"): ("evade",),
    ("refusals.insane", "card"): ("evade",),
    ("refusals.no-encounter-yet", "chosen"): ENCOUNTER_CARDS,
    ("texts.choose-folded", "card"): ("good", "evil", "neutral"),
    ("texts.choose-folded", "count"): (29,),
    **{
        (key, name): some
        for key in ("texts.leader-dead", "texts.leader-dead-head")
        for name, some in (
            ("dead", (("odin",), ("odin", "heid"), ())),
            ("name", ("heid",)),
            ("side", ("evil", "neutral", "")),
        )
    },
    ("texts.leader-dead", "worth"): (23,),
    ("texts.fame-parts", "counted"): (
        Some(people=(("odin", 28),), runes=0, others=0),
        Some(people=(("odin", 28),), runes=0, others=2),
        Some(people=(("odin", 28), ("loki", 16)), runes=2, others=1),
        Some(people=(), runes=1, others=0),
    ),
    ("texts.ragnarok-head", "place"): ("The Hammer of Thor, turn 7 (h1)",),
    ("texts.leader-dead-head", "place"): ("The Hammer of Thor, turn 7 (h1)",),
    ("refusals.without-speech", "card"): ("seduce",),
    ("refusals.out-of-balance", "left"): ((("good", 1), ("evil", 2)),),
    ("refusals.not-enough-speed", "left"): (2, 1, 0),
    ("refusals.target-needed", "target"): ("seat", "group", "character"),
    ("texts.answers", "answers"): ((("", "evade", False), ("blue", "attack", True)),),
    ("texts.bared-pile", "pile"): ("aesir", "rune"),
    ("texts.does-deal", "rest"): (("rune",), ("magic",), ("fate",)),
    ("texts.does-insane", "rest"): (("$target", "lunacy"),),
    ("texts.does-season", "rest"): (("winter",),),
    ("texts.does-set", "rest"): (("$target", "wisdom", "3"),),
    ("texts.does-move", "rest"): (("$target", "8"),),
    **dict.fromkeys(
        ((f"texts.does-{one}", "rest") for one in ("speed", "stamina", "reputation")),
        (("$target", "+2"), ("$target", "-1")),
    ),
    ("texts.does-other", "rest"): (("$target", "thor"),),
    ("texts.does-note", "rest"): (("all", "is", "lost"),),
    ("texts.one-blow", "by"): ("thor",),
    ("texts.volley", "by"): ("thor",),
    ("texts.volley", "need"): (6, -1),
    ("texts.volley", "rolled"): ((0, 7),),
    ("texts.volley", "losses"): ((3, 3), (3,), ()),
    ("texts.about-card", "copies"): (1, 4),
    ("texts.about-card", "ends"): (False, True),
    ("texts.about-card", "kind"): ("fate", "prediction", "rune"),
    ("texts.about-figures", "each"): ({"speed": 3, "wisdom": None, "stamina": 0},),
    ("texts.about-item", "bearers"): (("thor", "loki"), ()),
    ("texts.heroes", "side"): ("good", "evil", "neutral"),
    ("texts.about-many", "all"): (tuple(card_set(content("cards")).characters.values())[:3],),
    ("texts.about-many", "what"): ("good", "jotun"),
    ("texts.about-mission", "text"): ("Cast the line.",),
    ("texts.about-power", "forges"): (False, True),
    ("texts.about-power", "kind"): ("abilities", "weaknesses", "instincts"),
    ("texts.about-power", "who"): (("thor", "loki"), ("thor",)),
    ("texts.about-power", "word"): ("thunder",),
    ("texts.about-term", "word"): tuple(TERMS),
    ("texts.about-term", "realms"): (("Helheim", "Niflheim"), ("Helheim",)),
    ("texts.term-horizon", "realms"): (("Helheim", "Niflheim"), ("Helheim",)),
    ("texts.about-term", "seven"): ((("heimdall", 8), ("mimir", 29), ("urd", 50)),),
    ("texts.term-counter", "seven"): ((("heimdall", 8), ("mimir", 29), ("urd", 50)), (("mimir", 29),)),
    ("texts.about-seven", "place"): (29,),
    ("texts.aim", "players"): (2, 3, 4, 5, 6),
    ("texts.aim", "seat"): ("red", "master"),
    ("texts.pile-list", "kind"): ("fate", "prediction", "rune"),
    ("texts.turn", "turn"): (3,),
    ("texts.whoever", "name"): ("red", "thor"),
    ("texts.whomever", "name"): ("red", "thor"),
}
"""What a value may be under one key, if its name alone does not say."""


@cache
def tables() -> tuple[State, ...]:
    """A turn with of everything on the table, the same in an encounter, with the supplement too, and stopped."""
    turn = table(
        ("red", 29, "thor tanngnjost tanngrisnir"),
        ("blue", 5, "loki sigyn"),
        ("green", 30, "volund"),
        ("", 8, "heimdall"),
        ("", 29, "thrym"),
        done=Done(phase="movement", caution=True),
        helheim=("baldr",),
        hands={"red": ("fate.fair-wind.1",), "blue": ("fate.slander.1", "prediction.great-winter.1")},
        standing={"red": Standing("enters", "loki", 8, "fate.fair-wind", "thor")},
        answers={"blue": (("red", "evade"),)},
        skipped=("blue",),
        losing=("loki",),
    )
    turn = carrying(turn, "thor", "mjollnir")
    turn = carrying(turn, "thor", "hrotti", face_up=False, runes=("rune.ale-rune.1",), lost=1)
    turn = carrying(turn, "loki", "golden-mail", face_up=False, runes=("rune.mind-rune.1",), lost=3)
    met = Encounter(1, 5, "4.5", round=1, asks=True, surprise=True, sealed=((1, "challenge"),))
    stops = (Stop("8.0", "red", ("thor",), "May I?"), Stop("4.1b", "", (), "fate.strange-guest"))
    by_supplement = replace(turn, encounter=met, supplement="house")
    seats = (("red", "volund"), ("blue", "loki"), ("green", "thor"))
    sides = replace(turn, supplement="house", stage="ragnarok", starters=seats)
    return turn, replace(turn, encounter=met), by_supplement, sides, replace(turn, stops=stops)


def seen() -> Iterator[telling.Table]:
    """What each reader is told of these tables."""
    for state in tables():
        for reader in ("red", "blue", "master", None):
            yield telling.table(view(state, reader))


@cache
def pieces() -> Mapping[str, tuple[Any, ...]]:
    """Groups, people, things, ways and the like out of these tables, by the name that the texts have for them."""
    every = tuple(seen())
    groups = [one for t in every for one in (*t.own, *t.others, *t.nobodys, *t.concerned)]
    people = [one for group in groups for one in group.people]
    meetings = [t.meeting for t in every if t.meeting]
    places = {group.place.number: group.place for group in groups}
    return {
        "table": every,
        "group": tuple(groups),
        "groups": ([one for one in groups if one.plain],),
        "people": (people[:3], []),
        "person": tuple(people),
        "item": tuple(one for person in people for one in person.things),
        "held": tuple(one for t in every for one in t.hand),
        "standing": tuple(t.standing for t in every if t.standing),
        "it": tuple(meetings),
        "side": tuple(side for one in meetings for side in one.sides),
        "stop": telling.table(view(tables()[-1], "master")).stops,
        "way": tuple(way for group in groups for way in group.ways),
        "place": tuple(places.values()),
        "here": tuple(places.values())[:1],
        "chart": (every[0].chart,),
        "near": tuple(t.chart.near for t in every if t.chart.near),
    }


ONES = {
    **dict.fromkeys(("card-told", "card-does", "card-list", "in-hand", "about-card"), "held"),
    "standing": "standing",
}
"""What `one` is, where it is no person."""
OF_CARDS = {
    **dict.fromkeys(("character-list", "about-character"), "characters"),
    **dict.fromkeys(("item-list", "about-item"), "items"),
    "about-shape": "shapes",
}


BOARD = tables()[0].board
PLACE = BOARD.places[29]
REALM: Mapping[str, Any] = {
    "place": PLACE,
    "to": BOARD.neighbours[PLACE.number],
    "realms": {number: place.realm for number, place in BOARD.places.items()},
}
"""A place of a realm, where one goes from there, and where that lies."""


def piece(key: str, name: str) -> tuple[Any, ...] | None:
    """What stands for a part of the table in a text; None if that name is none."""
    if key in OF_CARDS and name == "one":
        return tuple(getattr(card_set(content("cards")), OF_CARDS[key]).values())
    if key == "thing" and name == "item":
        return pieces()["item"]
    if (key, name) == ("forged-deck", "items"):
        return (pieces()["item"],)
    if key == "about-realm":
        return (REALM[name],)
    if name == "outlook":
        found = [one.outlook for one in pieces()["table"] if one.outlook]
        return tuple(one for one in found if one.choices) if key == "choices-of-side" else tuple(found)
    if key in {"terrain", "place-list", "about-place", "way-meets", "ground"} and name == "place":
        return pieces()["place"]
    if key == "starts" and name == "places":
        return (pieces()["place"],)
    if (key, name) == ("near-alt", "near"):
        return pieces()["near"]
    if name == "one":
        return pieces()[ONES.get(key, "person")]
    if name in {"group", "side", "it", "table", "way", "here", "stop", "people", "groups", "chart"}:
        return pieces()[name]
    return {"piles": ((("aesir", 3), ("jotun", 1)),), "speed": (1, 9), "alone": (True, False)}.get(name)


def possible(section: str, key: str, name: str) -> tuple[Any, ...] | None:
    """What a value with that name may be under a key of the game; None where its name says nothing."""
    found = BY_KEY.get((f"{section}.{key}", name))
    if found is None and section == "texts":
        found = piece(key, name)
    return found if found is not None else NAMED.get(name)
