"""What the tests of wording share: keys made in the source, sentences in the files, values for them, readers."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from types import SimpleNamespace as Some
from typing import Any

from jinja2 import meta

import referee
from referee.house.games import BUILT_IN, find
from referee.telling.catalog import HOUSE, Catalog, catalog, telling
from referee.util import data, plainyaml
from referee.util.values import Value
from support import story_values, thor_values
from support.source import nodes

SOURCE = Path(referee.__file__).parent
TEMPLATES = SOURCE.parent / "templates"
GAMES = tuple(sorted(BUILT_IN))
NAMES = (HOUSE, *GAMES)
"""The owners of files of sentences."""
MAKERS = frozenset({"why", "Why", "Faulty", "fault"})
Params = Mapping[str, Any]


# The source


@cache
def modules(name: str = "") -> tuple[Path, ...]:
    """The modules of the house, of a game, or, by default, all of them."""
    return tuple(path for path in sorted(SOURCE.rglob("*.py")) if name in {"", owner(path)})


def owner(path: Path) -> str:
    """The game a module belongs to, or the house."""
    parts = path.relative_to(SOURCE).parts
    return parts[1] if parts[0] == "games" and len(parts) > 2 else HOUSE


class Made(Value, dict=True):
    """A reason or note made somewhere in the source: its key, and the names of its values."""

    key: str
    params: frozenset[str]
    where: str
    game: str
    section: str = "refusals"


@cache
def makers() -> frozenset[str]:
    """What makes a reason: `why`, `Faulty`, and every class derived from `Faulty`."""
    classes = [
        (node.name, {base.id for base in node.bases if isinstance(base, ast.Name)})
        for path in modules()
        for node in nodes(path)
        if isinstance(node, ast.ClassDef)
    ]
    found = {"Faulty"}
    while more := {name for name, bases in classes if bases & found} - found:
        found |= more
    return MAKERS | found


@cache
def made() -> tuple[Made, ...]:
    """Every reason made in the source by `why("key", ...)`, `Faulty("key", ...)` and the like, or as a pair."""
    return tuple(_made())


def calls_and_tuples(path: Path) -> Iterator[ast.Call | ast.Tuple]:
    """Where a reason may be made; most of a module is looked at no closer."""
    return (node for node in nodes(path) if isinstance(node, ast.Call | ast.Tuple))


def _made() -> Iterator[Made]:
    for path in modules():
        for node in calls_and_tuples(path):
            match node:
                case ast.Call(func=func, args=[_, *_] as given, keywords=words) if _makes(func):
                    params = frozenset(word.arg or "**" for word in words) - {"where", "at_key"}
                    if called(func) == "Damaged":
                        params |= {"entry"}
                    found = [key for arg in given[:2] for key in _keys(arg)]
                case ast.Tuple(elts=[key, ast.Dict(keys=names)]) if _keys(key):
                    params = frozenset(
                        str(name.value) if isinstance(name, ast.Constant) else "**" for name in names
                    )
                    found = _keys(key)
                case _:
                    continue
            for one in found:
                section = _section(one, path) if isinstance(node, ast.Tuple) else "refusals"
                yield Made(one, params, f"{path.name}:{node.lineno}", owner(path), section)


def _section(key: str, path: Path) -> str:
    """The section with the key of a pair: in `telling` it is a note, or a text of an invitation or a picture."""
    match path.name:
        case "telling.py" | "learned.py" | "remarks.py" | "customs.py" | "base.py":
            return "texts" if catalog(owner(path)).has("texts", key) else "notes"
        case "in_short.py" | "struck.py":
            return "texts"
        case "lines.py" | "onlookers.py" | "sending.py" | "still.py" | "writer.py":
            return "letter-notes"
    return "refusals"


def _keys(arg: ast.expr) -> list[str]:
    """A key given as a literal, or one of two."""
    options = [arg.body, arg.orelse] if isinstance(arg, ast.IfExp) else [arg]
    return [one.value for one in options if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def called(func: ast.expr) -> str:
    """The name of the called function."""
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


def _makes(func: ast.expr) -> bool:
    if isinstance(func, ast.Attribute) and func.attr == "__init__":
        return isinstance(func.value, ast.Call)
    return called(func) in makers()


class Literal(Value, dict=True):
    """A string in the source, and where it stands."""

    value: str
    node: int
    path: Path
    line: int


OUR_OWN = {
    "TypeError",
    "KeyError",
    "ValueError",
    "LookupError",
    "RuntimeError",
    "FileNotFoundError",
    "NotCanonical",
    "NotFit",
}


def literals(paths: Iterable[Path]) -> Iterator[Literal]:
    """Every string of these modules, except docstrings, attribute docstrings, and messages to ourselves."""
    for path in paths:
        skipped = {id(part) for node in nodes(path) for part in _not_told(node)}
        for node in nodes(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
                yield Literal(node.value, id(node), path, node.lineno)


def _not_told(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Expr(value=ast.Constant()):
            yield node.value
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name))) if name in OUR_OWN:
            yield from ast.walk(node)


@cache
def strings(name: str) -> frozenset[str]:
    """Every string in the source of the house or of a game, except docstrings."""
    return frozenset(one.value for one in literals(modules(name)))


def arguments(name: str, call: str, at: int) -> set[str]:
    """The literal arguments at a position of every call of that name in a game or in the house."""
    return {
        value.value
        for path in modules(name)
        for node in nodes(path)
        if isinstance(node, ast.Call) and called(node.func).lower() == call.lower()
        if len(node.args) > at
        for value in ast.walk(node.args[at])
        if isinstance(value, ast.Constant) and isinstance(value.value, str)
    }


# The files


@cache
def own_entries(name: str) -> Mapping[str, Mapping[str, str]]:
    """The sentences in the house's or a game's own file, in English, by section and key."""
    file = ("messages.en.yaml",) if name == HOUSE else (name, "messages.en.yaml")
    content: Mapping[str, Mapping[str, str]] = plainyaml.read_text(
        data.text("templates", *file), "/".join(file)
    ).value
    return content


def pages(name: str) -> str:
    """All templates of the house or of a game, one after the other."""
    folder = TEMPLATES if name == HOUSE else TEMPLATES / name
    found = (path for ending in ("txt", "html", "svg") for path in folder.glob(f"*.{ending}"))
    return "\n".join(path.read_text("utf-8") for path in sorted(found))


@cache
def keeper() -> Mapping[str, str]:
    """The messages of the command line to the keeper: sentences with `{names}` in them."""
    content: Mapping[str, Mapping[str, str]] = plainyaml.read_text(
        data.text("templates", "cli.en.yaml"), "cli"
    ).value
    return content["faults"]


# Readers, and values for sentences


@cache
def voices(game: str) -> tuple[Any, ...]:
    """The players and an onlooker of a game that has just been opened."""
    played = find(game)
    blank = played.blank("g1", played.options({}))
    return tuple(telling(played).voice(played.view(blank, seat)) for seat in (*played.seats, None))


CARDS = {
    "thunder": ("loki.ravens", "thor.tyr"),
    "odins_table": ("odin.loki", "thor.hugin-munin"),
    "hammer_of_thor": ("fate.feast", "thor"),
}
PLACES = {"thunder": ("A", "C"), "odins_table": ("a", "c"), "hammer_of_thor": ("5", "8")}
OWN_VALUES = {"hammer_of_thor": thor_values.possible}
"""Games whose own sentences are filled by a function of their own: of a section, a key, and the name of a value."""
COMMON: dict[str, tuple[Any, ...]] = {
    "accepted": (True, False),
    "act": ("", "try"),
    "ap": (2, 1),
    "at_column": ("B",),
    "bottom": (True, False),
    "commitment": ("5ea1",),
    "drawn": (True, False),
    "due": ("3 May", ""),
    "duty": ("turn", "answer-invitation"),
    "entry": (Some(entry=7, at="2025-03-01T10:00:00Z", kind="letter"),),
    "effect": ("uphold", "roll-back"),
    "examples": (("rules", "help"),),
    "expected": (("a card", "to"),),
    "faults": ((),),
    "found": ("lay", ""),
    "free": (("loki",), ("thor", "loki")),
    "games": (GAMES,),
    "given": (("a", "b"),),
    "half": (Some(seat="thor", hand_size=3, deck_size=2, pile_size=1),),
    "item": ("Ravens",),
    "items": ("A / B",),
    "known": (("a", "b"), ("a", "b", "c")),
    "language": ("de", "en"),
    "lines": ((3,), (3, 4)),
    "marked": ((("loki", "B1"), ("thor", "A2")), ("b2", "b3")),
    "marks": (("own", "unknown", "captured", "up", "known", "frozen"), ()),
    "name": ("Anna", ""),
    "names": (("ravens", "own tyr"), ()),
    "now": ("de",),
    "one": tuple(
        Some(
            option="o",
            value="v",
            usual=usual,
            variant=not usual,
            number="R1",
            rule="1.1",
            meaning="So.",
            text="Text.",
        )
        for usual in (True, False)
    ),
    "options": (("a = b",),),
    "order": (("tyr",), ()),
    "ordered": (True, False),
    "printed": (("Thor", "Hel"),),
    "reason": ("resigned", "overdue"),
    "reconstructed": (("Tyr",), ()),
    "at": ("2025-03-01T10:00:00Z",),
    "judge": ("arbiter", "keeper"),
    "stage": ("open", "ruled"),
    "verdict": ("played", "refused"),
    "keeper": ("keeper@games.example", ""),
    "recorded": ("a", ""),
    "since": ("2025-03-01T10:00:00Z",),
    "until": ("2025-03-01T10:00:00Z",),
    "rule": ("6.4", "6.5"),
    "ruling": (Some(option="o", number="R1", values=(("v", "Text."), ("w", "Text.")), variants=("w",)),),
    "row": (2,),
    "sentences": (("Odin moves a piece.",), ()),
    "text": ("Hello.\nThere.",),
    "usual": (True, False),
    "wanted": ("list", ""),
    "winner": ("thor", ""),
    "winners": (("thor",), (), ("thor", "loki")),
    "standings": ((("thor", 3), ("loki", 2)), ()),
    "word": ("lay",),
    "words": ("a wolf howls", ""),
    "written": ("draw", ""),
}


@cache
def _values(game: str) -> Mapping[str, tuple[Any, ...]]:
    """For names of values, what they may be in this game."""
    seats, cards, places = find(game).seats, CARDS[game], PLACES[game]
    people = dict.fromkeys(("by", "of", "seat", "far", "near", "back", "deck", "to", "pile"), seats)
    return {
        **COMMON,
        **people,
        "back": (*seats, ""),
        "backs": (seats,),
        "winner": seats,
        "winners": (seats[:1], seats),
        "seats": (seats, seats[:1]),
        "without": (seats, ()),
        "card": cards,
        "next": cards,
        "faces": (cards,),
        "cards": (cards, cards[:1], ()),
        "columns": (places, ()),
        "column": places,
        **dict.fromkeys(("origin", "target", "square", "corners"), ("c5", "c1")),
        "corners": (("a1", "f1"),),
        **dict.fromkeys(("missing", "strange"), (cards, ())),
    }


ROW = Some(word="lay", others=("put",), short=("la",))
SHOWN = (Some(column="a", face="thor.odin", up=True), Some(column="b", face="thor.hel", up=False))
SIDES = (
    Some(
        seat="odin",
        pieces=("a1", "b2"),
        frozen=("c5",),
        cards=(*SHOWN, Some(column="c", face=None, up=False)),
    ),
    Some(seat="thor", pieces=(), frozen=(), cards=()),
)
COUNTED = (
    Some(seat="odin", deck_size=19, discards=("thor.odin",), captured=1, home=0),
    Some(seat="thor", deck_size=20, discards=(), captured=0, home=2),
)
PLACE = Some(name="A1", title="Ravens", strength=2, known=True, up=False, captured=True)
HIDDEN = Some(name="B1", title="", strength=None, known=False, up=False, captured=False)
BOARD = Some(
    near="thor",
    hand=("thor.tyr",),
    halves=(Some(seat="loki", hand_size=3, deck_size=2, pile_size=1),) * 2,
    far_rows=(Some(number=1, places=(PLACE, HIDDEN, None)),),
    near_rows=(Some(number=1, places=(None, None, None)),),
)
DECK_ROW = {"title": "Odin", "value": 9, "copies": 2}
PRINTED = {**DECK_ROW, "strength": 1, "symbol": True}
BY_KEY: dict[tuple[str, str], tuple[Any, ...]] = {
    ("events.RulingMade", "by"): ("arbiter", "keeper"),
    ("refusals.part-of-a-ruling", "reason"): ("no-combat",),
    ("refusals.part-of-a-ruling", "of"): ({},),
    ("events.DeckFixed", "root"): ("5e" * 32,),
    ("events.DeckFixed", "then"): (({"deck": "rune", "count": 26, "root": "5e" * 32},),),
    ("events.RulingMade", "reason"): ("It was misread.\nSorry.", ""),
    ("events.RolledBack", "back"): (7, 0),
    ("events.RolledBack", "lots"): ("same", "redeal"),
    ("events.ClockAdjusted", "seconds"): (172800, 86400, -7200, 3600, 90),
    ("events.PlayedFor", "line"): ("draw",),
    ("events.PlayedOn", "line"): ("draw",),
    ("events.SidesTaken", "names"): (("Anna", "Bert"),),
    ("events.SidesTaken", "thor"): ("Anna",),
    ("events.SidesTaken", "loki"): ("Bert",),
    ("events.SeerDrew", "to"): (("A", "B"), ()),
    ("events.Buried", "bottom"): (("loki.berserker",), ()),
    ("events.Captured", "top"): ("loki.ravens", ""),
    ("events.Captured", "square"): ("c1",),
    ("events.ColumnFell", "thor"): (("thor.tyr",), ()),
    ("events.ColumnFell", "loki"): (("loki.ravens",), ()),
    ("events.Discarded", "place"): ("hand", "open", "A1"),
    ("events.Scouted", "own"): ("b", ""),
    ("events.Peeked", "own"): ("b", ""),
    ("notes.peeked", "own"): ("b", ""),
    ("events.SeatTaken", "name"): ("Cleo", ""),
    ("events.Abandoned", "reason"): ("No time.\nSorry.", ""),
    ("events.SilenceCalled", "reason"): ("No word.\nSorry.", ""),
    ("events.SilenceCalled", "early"): (True, False),
    ("events.Ended", "reason"): ("resigned", "agreed", "overdue", "declined", "abandoned"),
    ("events.Downtime", "since"): ("2026-01-01T08:00:00Z",),
    ("events.Downtime", "until"): ("2026-01-01T20:00:00Z",),
    ("events.ZoneChosen", "zone"): ("Europe/Berlin",),
    ("events.CalendarChosen", "wanted"): (True, False),
    ("events.Foreseen", "said"): ("if loki draws: draw",),
    ("events.ForeseenPlayed", "said"): ("if loki draws: draw",),
    ("refusals.foreseen-list", "orders"): (("1: if loki draws: draw",), ()),
    ("texts.asked-undo-letter", "orders"): ((), ("draw", "draw")),
    ("letter-notes.foreseen-gone", "orders"): (("1: if loki draws: draw",), ("1: draw", "2: draw")),
    ("letter-notes.foreseen-passed", "names"): (("1",), ("1", "3")),
    ("letter-notes.foreseen", "orders"): (("1: if loki draws: draw",),),
    ("notes.power", "card"): ("loki", "hugin-munin"),
    ("notes.wins-now", "moves"): (("a4-a5",), ("a4-a5", "c4-c5")),
    ("notes.wins-next", "moves"): (("a2-a1",),),
    ("notes.fights", "own"): ("a",),
    ("notes.fights", "theirs"): ("b",),
    ("notes.fights", "card"): ("odin.tyr", None),
    ("notes.fights", "against"): ("thor.loki", None),
    ("letter-notes.foreseen", "held"): ((), ("1",), ("1", "3")),
    ("letter-notes.foreseen", "lacking"): ((), ("1",), ("1", "3")),
    ("events.Foreseen", "until"): (0, 9),
    ("events.Foreseen", "orders"): (("draw",), ("draw", "draw")),
    ("events.Foreseen", "otherwise"): ((), ("draw",)),
    ("events.ForeseenPlayed", "branch"): ("then", "else"),
    ("events.LettersChosen", "pace"): ("my-turn", "every-order", "digest 18:00"),
    ("texts.asked-hint-likely", "reasons"): ((), ("It wins.", "It is near.")),
    ("texts.foreseen-taken", "names"): (("1",), ("1", "2")),
    ("texts.digest", "lines"): (("Your turn: g1", "Your turn: g2"),),
    ("texts.digest-line", "due"): ("", "Monday"),
    ("events.RemindersChosen", "before"): ("3 days, 6 hours", "1 day", "", "usual"),
    ("refusals.reminders-how", "before"): ("3 days, 6 hours", ""),
    ("texts.terms-reminder", "before"): ("3 days, 6 hours", "1 day"),
    ("texts.paused", "until"): ("", "Monday"),
    ("texts.paused", "away"): ({}, {"thor": "Monday"}),
    ("texts.pausing", "wants"): (("loki", "thor"),),
    ("texts.pausing", "others"): (("loki",), ("loki", "thor")),
    ("letter-notes.clocks-run", "dues"): ((("thor", "Monday"),), (("loki", "Monday"), ("thor", "Tuesday"))),
    ("refusals.vacation-how", "days"): (0, 1, 14),
    ("refusals.vacation-how", "away"): (False, True),
    ("texts.invited-answered", "games"): (1, 6),
    ("texts.invited-answered", "answers"): (1, 40),
    ("texts.invited-answered", "timely"): (0, 38),
    ("texts.bank", "accounts"): (
        (("thor", "", "20 days"), ("loki", "2 days, 3 hours", "17 days")),
        (("loki", "20 days", ""),),
    ),
    ("texts.foot-letters", "pace"): ("my-turn", "every-order", "digest 18:00"),
    ("events.VacationTaken", "days"): (1, 10),
    ("verdicts.refused", "reason"): ("no.",),
    ("refusals.join-many", "most"): (1, 3),
    ("texts.company-games", "sits"): ((("Thor", "Anna"),), (("Thor", ""), ("Loki", "Bert")), ()),
    ("texts.company-sits", "sits"): ((("Thor", "Anna"),), (("Thor", ""), ("Loki", "Bert")), ()),
    ("refusals.vote-none", "silent"): (("loki",), ("loki", "thor"), ()),
    ("texts.company-waiting", "waiting"): ((("Thunder & Lightning", 1), ("g1", 2)), ()),
    ("texts.company-waiting", "games"): ((("thunder", "Thunder & Lightning"),), ()),
    ("texts.company-own", "games"): ((("thunder", "Thunder & Lightning"), ("odins_table", "Odin's Table")),),
    ("texts.handbook-word", "row"): (ROW,),
    ("texts.rule-layer", "rule"): (
        Some(section="4.2", layer="ruling"),
        *(Some(section="", layer=layer) for layer in ("ruling", "supplement", "")),
    ),
    ("texts.about-card", "row"): (DECK_ROW,),
    ("texts.about-card", "rows"): ((("thor", PRINTED), ("loki", {**PRINTED, "strength": None})),),
    ("texts.about-card", "title"): ("Ravens",),
    ("texts.about-nothing", "name"): ("xyzzy",),
    ("texts.about-nothing", "near"): ((), ("ravens", "mares")),
    ("texts.about-rules", "numbers"): (("15.1", "15.2"),),
    ("texts.kept", "numbers"): (("15.1", "15.2"),),
    ("texts.why-allowed", "numbers"): (("15.1", "15.2"), ("15.1",)),
    ("texts.why-kept", "numbers"): (("15.1", "15.2"),),
    ("texts.arbiter-tap-uphold", "numbers"): (("5.1",), ("5.1", "5.2"), ()),
    ("texts.one-option", "ruling"): ("R1",),
    ("texts.picture-side", "rows"): ((Some(number=1, places=(PLACE, HIDDEN, None)),), ()),
    ("texts.picture-place", "place"): (PLACE, HIDDEN),
    ("texts.picture-alt", "table"): (BOARD,),
    ("texts.picture-alt", "sides"): (SIDES,),
    ("texts.picture-alt", "beside"): (COUNTED,),
    ("texts.picture-counts", "one"): COUNTED,
    ("texts.picture-lost", "one"): COUNTED,
    ("texts.owed-asked", "sentence"): ("Choose an Encounter card", "Green chooses a side"),
    ("texts.owed-line", "view"): tuple(Some(ap=n, odin=Some(home=n), thor=Some(home=0)) for n in (1, 2)),
    ("texts.bared-down", "places"): ((("A2", "loki.ravens"), ("B1", "thor.tyr")), ()),
    ("texts.bared-places", "places"): ((("a", "thor.odin"), ("b", "thor.hel")), ()),
    ("texts.deck-list", "rows"): ((DECK_ROW, DECK_ROW),),
    ("notes.deck-list", "rows"): ((DECK_ROW, DECK_ROW),),
    ("notes.both-decks", "rows"): ((PRINTED, {**PRINTED, "strength": None}),),
    ("texts.deck-certainty", "rows"): (2,),
    ("texts.standings", "rows"): (({"seat": "thor", "number": 3}, {"seat": "loki", "number": 2}),),
    ("texts.deck-certainty", "unsure"): (0, 1, 2),
    ("texts.cards-own", "cards"): (SHOWN,),
    ("texts.cards-other", "cards"): (SHOWN, SHOWN * 3),
    ("texts.no-rule", "number"): ("99",),
    ("texts.note-told", "card"): ("", "thor.tyr"),
    ("refusals.noted-no-event", "events"): (("Moved", "TurnEnded"), ()),
    ("refusals.noted-which-card", "cards"): (("thor.tyr", "loki.tyr"),),
    ("texts.language-now", "known"): (("en (English)", "de (Deutsch)"),),
    ("texts.language-unknown", "wanted"): ("Klingon",),
    ("letter-notes.came-back", "numbers"): (("g1.thor.5", "g1.thor.7"), ("g1.thor.5",)),
    ("refusals.audit-lines", "recorded"): (2, 1),
    ("refusals.audit-events", "now"): ("b", ""),
    ("refusals.audit-events", "recorded"): ("a", ""),
}
"""What a value may be under one key, if its name alone does not say."""
CARD_NAMES = re.compile(r"(?:cards|names)")


def possible(game: str, context: str, name: str) -> tuple[Any, ...]:
    """What a value with that name may be, under the key of that context (`events.Drew`)."""
    section, _, key = context.partition(".")
    own = OWN_VALUES.get(game)
    if own and key in own_entries(game).get(section, {}) and (told := own(section, key, name)) is not None:
        return told
    found = BY_KEY.get((context, name)) or story_values.BY_KEY.get((game, context, name))
    return found if found is not None else _values(game).get(name, (2, 1, 0))


def given(game: str, context: str, names: Iterable[str]) -> Iterator[Params]:
    """Sets of values for these names: every name with its first value, then each once with each of its others."""
    choices = {name: possible(game, context, name) for name in names}
    first = {name: some[0] for name, some in choices.items()}
    others = ({**first, name: one} for name, some in choices.items() for one in some[1:])
    yield from chain([first], others)


DEFINED = re.compile(r"(\w+) is (?:not )?defined")


def asked_for(says: Catalog, text: str) -> frozenset[str]:
    """The names of the values that a sentence uses."""
    return frozenset(meta.find_undeclared_variables(says.environment.parse(text))) - {"voice"}


def fillings(game: str, context: str, text: str) -> Iterator[Params]:
    """Sets of values for a sentence: as `given`, with and without those that it tests for being defined."""
    names = asked_for(catalog(game), text)
    unsure = frozenset(DEFINED.findall(text))
    yield from given(game, context, names)
    for one in unsure:
        yield from given(game, context, names - {one})
    yield from given(game, context, names - unsure)
