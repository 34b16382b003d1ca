"""How The Hammer of Thor is told: names for a reader, the table as data.

Only views are looked at. No sentence is made here: keys and values go into `templates/hammer_of_thor`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.engine.events import Seen
from referee.engine.game import Game
from referee.engine.kit import customs
from referee.engine.rules import cites
from referee.engine.seating import MASTER
from referee.games.hammer_of_thor import because as reasons
from referee.games.hammer_of_thor import beginnings, described, mapping, paths, scene, story, terms
from referee.games.hammer_of_thor import in_short as summing_up
from referee.games.hammer_of_thor import likely as wanted
from referee.games.hammer_of_thor.barring import barred, named_for
from referee.games.hammer_of_thor.board import Board, board
from referee.games.hammer_of_thor.cards import RACE_DECKS, CardSet, Character, card_set
from referee.games.hammer_of_thor.closing import sides
from referee.games.hammer_of_thor.doom import Doomed, doomed
from referee.games.hammer_of_thor.duties import BOTH
from referee.games.hammer_of_thor.ending import Counted, counted
from referee.games.hammer_of_thor.ending import worth as fame
from referee.games.hammer_of_thor.fared import GOING, Arrived, Died, FollowerLost, Joined, PartTaken, Struck
from referee.games.hammer_of_thor.figures import Names, Standing, abilities, counters_of, place_of
from referee.games.hammer_of_thor.meeting import own_side
from referee.games.hammer_of_thor.outlook import Outlook
from referee.games.hammer_of_thor.outlook import outlook as seen_ahead
from referee.games.hammer_of_thor.played import RagnarokDrawn
from referee.games.hammer_of_thor.scene import Group, Held, Meeting
from referee.games.hammer_of_thor.view import View
from referee.games.hammer_of_thor.voice import WORDS, Voice

ANY_TIME = customs.ANY_TIME | {"play", "when", "when card", "when nothing", "use in vain"}
"""Families of moves that are possible in anyone's turn: told after the others."""
ALWAYS = customs.ALWAYS | {"when", "when card", "when nothing", "use in vain"}
"""Families that are told once in a while."""
TYPED = customs.TYPED | {"win", "rounds"}
LATER = frozenset({"when", "when card", "when nothing"})
"""M25 What is ordered beforehand means nothing to a reader before the first player-turn."""
LINKED: Mapping[str, int] = {
    "move": 6,
    "card": 9,
    "keep": 2,
    "take": 2,
    "meet": 3,
    "roll": 1,
    "end turn": 1,
    "halt": 1,
    "choose good": 3,
    "choose evil": 3,
    "choose neutral": 3,
    "start": 20,
    "lose": 3,
    "side": 2,
    "encounter": 3,
    "go on": 1,
    "stop": 0,
}
"""Families with links in a letter: what carries a turn on. Nothing that is lost by a slip, as items are.

Cards are not among them: `likely` has those that are worth something, at whomever they are.
"""
FOLDED: Mapping[str, str] = dict.fromkeys(("choose good", "choose evil", "choose neutral"), "choose-folded")
"""Whom one may begin with are eighty names: a letter tells some of them, with their figures (1.0d)."""
UNFOLDED: Mapping[str, str] = dict.fromkeys(FOLDED, "choose-folded-asks")
likely, because = wanted.likely, reasons.because
NAME = 19  # characters of a name in the list of figures
SMITH, BRONZE, LOOK = "smith", "bronze", "look"
MEASURED = ("turns", "ragnarok")
"""The stages in which it is told what good and evil have, in the supplement."""
FEW = 8
"""Of items that lie aside, at most this many are told to players."""
Note = tuple[str, Mapping[str, Any]]
joined = story.joined
about = described.about
asked, standing = terms.asked, terms.standing
instead = paths.instead
nearby = paths.nearby


def voice(v: View) -> Voice:
    """The voice for the reader of a view."""
    return Voice(v.seat, v.cards, v.board, v.house)


class Table(NamedTuple):
    """The table as data, what concerns the reader first.

    Attributes:
        concerned: whom the master is asked about.
        own: the reader's groups; `others` those of other seats, and nobody's that carry something.
        nobodys: those of nobody's of which a word is enough.
        doomed: whoever of the reader's people dies next, unless something is done (M12).
        hand: the reader's Fate and Prediction cards.
        answers: the Encounter cards that the reader plays beforehand, by character or seat, and whether one that is
            meant for the encounter at hand cannot be chosen there.
        heroes: whom the reader may choose, by alignment, the strongest, while that is owed (1.0d).
        starts: where the reader's starting character may begin, while that is owed (1.0e).
        aim: what a newcomer is told of REPUTATION, once; `fame` what a player has of it (M15), `counted` whose it is.
        forged: items of the Forged deck, where they concern the reader (2.2A6, S14).
        two: "two" if the seat on turn holds two cards, of which one has to go, "idle" if the reader may let either go.
        piles: the race decks with their numbers, where they concern the reader (08).
        draws: how many cards the Fate and Prediction decks have.
        outlook: who is ahead for Ragnarok as things lie, in the supplement (S13); None before and after.
        dead, aside, more_aside, gone: the dead, what is set aside by name and how much more, items out of play.
    """

    stage: str
    game_turn: int
    season: str
    on_turn: str
    phase: str
    two: str
    caution: bool
    stops: tuple[scene.Question, ...]
    concerned: tuple[Group, ...]
    meeting: Meeting | None
    own: tuple[Group, ...]
    doomed: tuple[Doomed, ...]
    hand: tuple[Held, ...]
    standing: Standing | None
    answers: tuple[tuple[str, str, bool], ...]
    losing: Names
    heroes: tuple[tuple[str, tuple[Character, ...]], ...]
    starts: beginnings.Starts | None
    aim: beginnings.Aim | None
    fame: int | None
    counted: Counted
    others: tuple[Group, ...]
    nobodys: tuple[Group, ...]
    held: tuple[tuple[str, int], ...]
    skipped: Names
    forged: tuple[scene.Thing, ...]
    piles: tuple[tuple[str, int], ...]
    draws: tuple[int, int]
    outlook: Outlook | None
    faded: bool
    dead: Names
    aside: Names
    more_aside: int
    gone: Names
    notes: tuple[Note, ...]
    house: bool
    chart: mapping.Chart
    name: int = NAME


def table(v: View, _word: Any = None) -> Table:
    """The table for the reader of a view."""
    piles, told, others = dict(v.piles), _told_aside(v), scene.other_groups(v)
    return Table(
        stage=v.stage,
        game_turn=v.game_turn,
        season=v.season,
        on_turn=v.on_turn,
        phase=v.done.phase,
        two=_two(v),
        caution=v.done.caution,
        stops=scene.asked(v),
        concerned=scene.concerned(v),
        meeting=scene.meeting(v),
        own=scene.own_groups(v),
        doomed=tuple(doomed(v)),
        hand=tuple(scene.held(v, one) for one in v.hand),
        standing=v.standing,
        answers=_answers(v),
        losing=v.losing,
        **beginnings.told(v),
        fame=fame(v, v.seat or "") if v.seat in v.still_in and v.stage in MEASURED else None,
        counted=counted(v, v.seat or ""),
        others=tuple(one for one in others if not one.plain),
        nobodys=tuple(one for one in others if one.plain),
        held=tuple((seat, count) for seat, count in v.held if count and seat != v.seat),
        skipped=v.skipped,
        forged=tuple(_lying(v, one) for one in _forged(v)),
        piles=tuple((one, piles.get(one, 0)) for one in RACE_DECKS) if _stands(v, LOOK) else (),
        draws=(piles.get("fate", 0), piles.get("prediction", 0)),
        outlook=_ahead(v),
        faded=v.faded,
        dead=v.helheim,
        aside=told,
        more_aside=len(v.aside) + v.hidden_aside - len(told),
        gone=tuple(one for one in v.out if one in v.cards.items),
        notes=tuple(_notes(v)),
        house=v.house,
        chart=_chart(v),
    )


def _ahead(v: View) -> Outlook | None:
    """S13 Who is ahead, from the first player-turn until the game is over."""
    return seen_ahead(v) if v.house and v.stage in MEASURED else None


@cites("10.0", "S11")
def struck(v: View, told: Sequence[Seen]) -> tuple[Note, Note] | None:
    """That the reader's starting character is gone, and who takes its part: its REPUTATION and its side count now.

    Whoever has taken it may have died after it. Or that RAGNAROK is drawn, for who has to name a side.
    """
    last, name, dead = "", "", list[str]()
    for one in told:
        if one.kind in GOING:
            last = one.fields["name"] if one.kind == Died.__name__ else ""
        elif one.kind in {Arrived.__name__, PartTaken.__name__} and one.fields["seat"] == v.seat:
            name, last, dead = one.fields["name"], "", [*dead, *([last] if last else [])]
    if name not in v.figures:
        drawn = v.owes("side") and any(one.kind == RagnarokDrawn.__name__ for one in told)
        more = dict[str, Any]()
        return (("ragnarok-head", more), ("ragnarok-lead", more)) if drawn else None
    side = v.cards.characters[name].alignment
    values = {"name": name, "dead": tuple(dead), "side": side, "worth": fame(v, v.seat or "")}
    return ("leader-dead-head", values), ("leader-dead", values)


NEWS = frozenset(one.__name__ for one in (Arrived, Died, FollowerLost, Joined, PartTaken, Struck))
"""Who dies, goes mad, joins somebody and leaves: told first, though it came about in a long fight."""


def concerned(v: View) -> Names:
    """Everybody in the groups of the view's seat: what befalls them befalls it."""
    return tuple(one for counter in counters_of(v, v.seat or "") for one in counter.members)


def in_short(v: View, told: Sequence[Seen]) -> tuple[Note, ...]:
    """The game in a few sentences, now that it is over."""
    return tuple(summing_up.in_short(v, told))


def score(v: View) -> Note | None:
    """How the seats stand, as a key of the catalog and its values; None where there is nothing to tell."""
    found = _ahead(v)
    if found or not v.house:
        return ("score-now", {"outlook": found}) if found else None
    return ("score-later", {})


def position_in_words(v: View) -> Note:
    """What the picture shows, as a key of the catalog and its values."""
    return "picture-alt", {"chart": _chart(v)}


def near_in_words(v: View) -> Note:
    """The same for the first drawing: where the reader stands, and the next places."""
    return "near-alt", {"near": _chart(v).near}


def _chart(v: View) -> mapping.Chart:
    """The map as the reader sees it: where all counters are, and the place where the reader is, or the encounter.

    The master is where those are about whom a question is asked, or the encounter.
    """
    pins = tuple(mapping.Pin(one.seat, one.leader, one.at) for one in v.counters)
    met = [one for one in v.counters if v.encounter and one.id in (v.encounter.own, v.encounter.other)]
    own = [one for one in v.counters if v.seat and one.seat == v.seat]
    here = [one.at for one in (*[one for one in met if one in own], *own)]
    if v.seat == MASTER:
        here = [*(one.place.number for one in scene.concerned(v)), *(one.at for one in met)]
    board = mapping.of_the_house(v.board) if v.house else v.board
    return mapping.chart(board, pins, here[0] if here else None)


@cites("M25")
def _answers(v: View) -> tuple[tuple[str, str, bool], ...]:
    """The cards that are named beforehand; a card that is barred where one is owed just now is marked."""
    own, other = own_side(v), None
    if own and v.encounter and v.encounter.asks and not v.sealed:
        other = next((one for one in sides(v) if one and one.id != own.id), None)
    meant = named_for(dict(v.answers), other) if other else ""
    never = own and v.encounter and meant and meant in barred(v, own, v.encounter.round)
    return tuple((subject, card, bool(never) and card == meant) for subject, card in v.answers)


def _told_aside(v: View) -> Names:
    """Of what lies aside that which is told by name: to the master all, to others items, unless they are many."""
    items = tuple(one for one in v.aside if one in v.cards.items)
    return v.aside if v.seat == MASTER else items if len(items) <= FEW else ()


def _two(v: View) -> str:
    if dict(v.held).get(v.on_turn, 0) < BOTH:
        return ""
    return "idle" if v.on_turn == v.seat and wanted.idle(v) else "two"


def _stands(v: View, note: str) -> bool:
    """Whether a group of the reader stands at a place with this note."""
    return bool(v.seat) and any(note in place_of(v, one).notes for one in counters_of(v, v.seat or ""))


def _forged(v: View) -> Names:
    """What the reader could take of the Forged deck: with a smith all of it, at Ida's Plain bronze; the master all."""
    mine = [name for one in counters_of(v, v.seat) for name in one.members] if v.seat else []
    if v.seat == MASTER or any(SMITH in abilities(v, one) for one in mine):
        return v.forged
    return tuple(one for one in v.forged if v.cards.items[one].kind == BRONZE) if _stands(v, BRONZE) else ()


def _lying(v: View, item: str) -> scene.Thing:
    """An item that nobody has: what it is worth, and what it adds."""
    card = v.cards.items[item]
    return scene.Thing(item, "", card.reputation, tuple(card.bonus.items()))


def _notes(v: View) -> Iterator[Note]:
    """What else all see, as keys of the catalog with their values."""
    if v.offer:
        yield "offer", {"seat": v.offer, "rule": "M33"}
    for seat, side in v.sides:
        yield "side-named", {"seat": seat, "side": side}


class Lists(NamedTuple):
    """The cards and the map of the game itself, for the handbook; `voice` calls things by their names."""

    voice: Voice
    cards: CardSet
    board: Board
    decks: tuple[tuple[str, tuple[Character, ...]], ...]
    told: tuple[tuple[str, tuple[tuple[Held, int], ...]], ...]


def deck_lists(game: Game) -> Lists:
    """The lists of the game's own card set and map: characters by race deck, what each Fate card does, and so on."""
    content = game.options({})
    cards, places = card_set(content["cards"]), board(content["map"])
    everybody = tuple(cards.characters.values())
    piles = {"fate": cards.fate, "prediction": cards.predictions, "rune": cards.runes}
    return Lists(
        voice=Voice(None, cards, places),
        cards=cards,
        board=places,
        decks=tuple((deck, tuple(one for one in everybody if one.pile == deck)) for deck in RACE_DECKS),
        told=tuple(
            (kind, tuple((scene.told(kind, one), one.copies) for one in pile.values()))
            for kind, pile in piles.items()
        ),
    )


def decks_told(content: Mapping[str, Any]) -> list[Note]:
    """What an invitation says of the cards and the map: whose they are, and how many."""
    cards, places = card_set(content["cards"]), board(content["map"])
    return [
        (
            "card-set",
            {
                "title": cards.title,
                "edition": cards.edition,
                "own": cards.not_published,
                "characters": len(cards.characters),
                "things": len(cards.items),
                "fate": sum(one.copies for one in cards.fate.values()),
                "predictions": sum(one.copies for one in cards.predictions.values()),
                "runes": sum(one.copies for one in cards.runes.values()),
            },
        ),
        ("map-told", {"title": places.title, "edition": places.edition, "count": len(places.places)}),
    ]


def card_texts(game: Game) -> Iterator[tuple[str, str]]:
    """What stands on cards and on the map, to be translated: decks, characteristics, names of things, words.

    Those who speak for themselves, gods and heroes, keep their names; so do the realms.
    """
    for word in WORDS.values():
        yield "card", word
    content = game.options({})
    cards, places = card_set(content["cards"]), board(content["map"])
    for name in _named(cards):
        yield "card", name
    for place in places.places.values():
        yield "card", place.name
    for title in (cards.title, places.title):
        yield "card-text", title
    for one in (*cards.fate.values(), *cards.predictions.values(), *cards.runes.values()):
        if not one.effects:
            yield "card-text", one.text
        for effect in map(scene.effect, one.effects or ()):
            if effect.verb == "note":
                yield "card-text", " ".join(effect.rest)
    for _, text in cards.missions:
        yield "card-text", text
    for item in cards.items.values():
        if item.text:
            yield "card-text", item.text


def _named(cards: CardSet) -> Iterator[str]:
    """Names that say something in English: of items, cards, runes, shapes and animals; and what characters can do."""
    piles = (cards.items, cards.fate, cards.predictions, cards.runes, cards.shapes)
    yield from (one.title for pile in piles for one in pile.values())
    for one in cards.characters.values():
        if one.pile == "animal":
            yield one.title
        yield from (*one.abilities, *one.weaknesses, *one.instincts)
