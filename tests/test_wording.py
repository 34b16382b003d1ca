"""Every key made in Python has its sentence, every sentence its key; and no sentence stands in Python."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import referee
from referee import plainyaml, share
from referee.catalog import HOUSE, Catalog, catalog
from referee.events import Event
from referee.game import BUILT_IN, find
from referee.games.thunder.cards import Decks
from referee.games.thunder.options import from_content
from referee.games.thunder.telling import Voice
from referee.notation import KEYS, KINDS
from referee.rules import cited

SOURCE = Path(referee.__file__).parent
MAKERS = frozenset({"why", "Why", "Faulty", "fault"})
TOLD_TO_EDITORS = {"schema.py"}
"""Modules whose words describe a file to a program that edits it."""
VERDICTS = ("played", "refused", "misread", "ambiguous", "not-played", "prose", "said", "noted", "answered")
PARAMS: dict[str, Any] = {
    "back": "thor",
    "backs": ("loki", "thor"),
    "bottom": True,
    "by": "thor",
    "card": "loki.ravens",
    "cards": ("loki.ravens", "thor.tyr"),
    "columns": ("A", "C"),
    "deck": "thor",
    "drawn": True,
    "duty": "turn",
    "faults": (),
    "games": ("thunder",),
    "given": ("a", "b"),
    "known": ("a", "b"),
    "loki": ("loki.ravens",),
    "names": ("ravens", "own tyr"),
    "of": "loki",
    "reason": "resigned",
    "seat": "loki",
    "seats": ("thor", "loki"),
    "text": "Hello.\nThere.",
    "thor": ("thor.tyr",),
    "to": "thor",
    "wanted": "list",
    "winner": "thor",
    "words": "a wolf howls",
}
BY_EVENT: dict[tuple[str, str], Any] = {
    ("SidesTaken", "thor"): "Anna",
    ("SidesTaken", "loki"): "Bert",
    ("SeerDrew", "to"): ("A", "B"),
    ("Buried", "bottom"): ("loki.berserker",),
    ("Captured", "top"): "loki.ravens",
    ("SeatTaken", "name"): "Cleo",
}


@dataclass(frozen=True)
class Made:
    """A reason made somewhere in the source: its key, and the names of its values."""

    key: str
    params: frozenset[str]
    where: str
    game: str
    section: str = "refusals"


@cache
def tree(path: Path) -> ast.Module:
    """A module of ours, parsed."""
    return ast.parse(path.read_text("utf-8"))


def modules(*folders: str) -> list[Path]:
    """The modules of ours in these folders."""
    return sorted(path for folder in folders for path in (SOURCE / folder).rglob("*.py"))


def game_of(path: Path) -> str:
    """The game a module belongs to, or the house."""
    parts = path.relative_to(SOURCE).parts
    return parts[1] if parts[0] == "games" and len(parts) > 2 else HOUSE


@cache
def makers() -> frozenset[str]:
    """What makes a reason: `why`, `Faulty`, and every class that is built on `Faulty` or passed on to it."""
    return MAKERS | {
        node.name
        for path in modules(".")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ClassDef)
        if any(isinstance(base, ast.Name) and base.id == "Faulty" for base in node.bases)
    }


@cache
def made() -> tuple[Made, ...]:
    """Every reason made in the source."""
    return tuple(_made())


def _made() -> Iterator[Made]:
    """Every reason made in the source by `why("key", ...)`, `Faulty("key", ...)` and their like, or as a pair."""
    for path in modules("."):
        for node in ast.walk(tree(path)):
            match node:
                case ast.Call(func=func, args=[_, *_] as given, keywords=words) if _makes(func):
                    params = frozenset(word.arg or "**" for word in words) - {"where", "at_key"}
                    if _owner(func) == "Damaged":
                        params |= {"entry"}
                    found = [key for arg in given[:2] for key in _keys(arg)]
                case ast.Tuple(elts=[ast.Constant(value=str(key)), ast.Dict(keys=[_, *_] as names)]):
                    params = frozenset(str(name.value) for name in names if isinstance(name, ast.Constant))
                    found = [key]
                case _:
                    continue
            for key in found:
                told = isinstance(node, ast.Tuple) and path.name in {"telling.py", "customs.py"}
                section = "notes" if told else "refusals"
                yield Made(key, params, f"{path.name}:{node.lineno}", game_of(path), section)


def _keys(arg: ast.expr) -> list[str]:
    """A key given as a literal, or one of two."""
    options = [arg.body, arg.orelse] if isinstance(arg, ast.IfExp) else [arg]
    return [one.value for one in options if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def _owner(func: ast.expr) -> str:
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


def _makes(func: ast.expr) -> bool:
    if isinstance(func, ast.Attribute) and func.attr == "__init__":
        return isinstance(func.value, ast.Call)
    return _owner(func) in makers()


@cache
def all_words() -> frozenset[str]:
    """Every string of the source that is no docstring."""
    return frozenset(one.value for one in literals(*modules(".")))


@dataclass(frozen=True)
class Literal:
    """A string in the source, and where it stands."""

    value: str
    node: int
    path: Path
    line: int


def literals(*paths: Path) -> Iterator[Literal]:
    """Every string of these modules that is no docstring, no comment on a name, and not told to us alone."""
    for path in paths:
        skipped = {id(part) for node in ast.walk(tree(path)) for part in _not_told(node)}
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
                yield Literal(node.value, id(node), path, node.lineno)


OUR_OWN = {"TypeError", "KeyError", "ValueError", "LookupError", "RuntimeError"}


def _not_told(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Expr(value=ast.Constant()):
            yield node.value
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name))) if name in OUR_OWN:
            yield from ast.walk(node)


@cache
def decks() -> Decks:
    """The decks of a game, for the names of cards."""
    return from_content(find("thunder").options({}))[0]


def voices() -> list[Any]:
    """Both players and an onlooker."""
    return [Voice(reader, decks()) for reader in ("thor", "loki", None)]


def keys_used() -> dict[str, set[str]]:
    """For each section of the catalog of the game, the keys that the code asks for."""
    game = find("thunder")
    words = set(all_words())
    reasons = {one.key for one in made()}
    return {
        "refusals": reasons | words,
        "events": set(game.events),
        "verdicts": set(VERDICTS),
        "misread": set(KEYS),
        "expected": set(KINDS),
        "duties": words,
        "outcomes": words,
        "notes": words,
        "seats": set(game.seats),
        "rules": {number for number, module, _ in cited("referee") if module == "referee.house"},
        "letter-notes": words,
    }


@cache
def keeper() -> dict[str, str]:
    """What the command line says is wrong, to the keeper: sentences with `{names}` in them."""
    content: dict[str, dict[str, str]] = plainyaml.read_text(
        share.text("templates", "cli.en.yaml"), "cli"
    ).value
    return content["faults"]


def test_every_reason_made_in_the_source_has_one_sentence() -> None:
    """Each key of `why` and `Faulty`, and of a note on the table, stands in one catalog: of its game, house, or keeper."""
    places = {one: catalog(one.game).has(one.section, one.key) + (one.key in keeper()) for one in made()}
    assert {one: n for one, n in places.items() if n != 1} == {}


def test_every_reason_renders_with_the_values_given_in_the_source() -> None:
    """No sentence of a refusal asks for a value that the code does not give, whichever player reads it."""
    for one in made():
        if "**" in one.params or one.key in keeper():
            continue
        values = {name: PARAMS.get(name, 3) for name in one.params}
        for voice in voices()[:2]:
            assert catalog(one.game).say(one.section, one.key, voice, values), one


@pytest.mark.parametrize("game", sorted(BUILT_IN))
def test_every_event_has_a_sentence_for_every_reader(game: str) -> None:
    """Each event class renders for both players and an onlooker, with every field and with only the open ones."""
    says = catalog(game)
    for name, kind in find(game).events.items():
        for voice in voices():
            for fields in _shown(kind):
                values = {field: BY_EVENT.get((name, field), PARAMS.get(field, 2)) for field in fields}
                text = says.say("events", name, voice, {**values, "rule": kind.number})
                assert text or name in {"TurnEnded", "Stood"}, (name, fields)


def _shown(kind: type[Event]) -> Iterator[list[str]]:
    """The fields that may come together: those open to all, with or without each of the others."""
    open_to_all = [field.name for field in kind.shown if field.audience.everyone]
    private = [field.name for field in kind.shown if field.audience.named_in]
    for size in range(len(private) + 1):
        for some in combinations(private, size):
            if not kind.only or size == len(private):
                yield [*open_to_all, *some]


@pytest.mark.parametrize("section", sorted(keys_used()))
def test_no_sentence_stands_unused(section: str) -> None:
    """Every key of a section is one that the code makes."""
    says = catalog("thunder")
    assert set(says.entries[section]) - keys_used()[section] == set()


@pytest.mark.parametrize("section", ["verdicts", "misread", "expected", "events", "seats"])
def test_every_key_the_code_can_make_stands_in_its_section(section: str) -> None:
    """Verdicts, misreadings and what is expected there all have their sentence."""
    assert keys_used()[section] - set(catalog("thunder").entries[section]) == set()


def _arguments(call: str, at: int, folder: str = ".") -> set[str]:
    """The literal arguments at a place of every call of that name in the games and the kernel."""
    return {
        value.value
        for path in modules(folder)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and _owner(node.func).lower() == call.lower()
        if len(node.args) > at
        for value in ast.walk(node.args[at])
        if isinstance(value, ast.Constant) and isinstance(value.value, str)
    }


def test_every_duty_and_every_end_has_its_sentence() -> None:
    """What is owed (`Owed`, `Pending`) and why a game ended (`Ended`) can be told."""
    says = catalog("thunder")
    assert (_arguments("Owed", 1) | _arguments("Pending", 0)) - set(says.entries["duties"]) == set()
    assert {"place", "seer", "order", "deploy", "turn", "answer-invitation"} == set(says.entries["duties"])
    assert _arguments("Ended", 2) | {"declined", "abandoned"} == set(says.entries["outcomes"])


def test_every_family_of_moves_has_its_heading() -> None:
    """Families are told by the words of their key: `use CARD` by `use`."""
    paths = (SOURCE / "games" / "thunder" / "choices.py", SOURCE / "customs.py")
    keys = {one.value for one in literals(*paths) if catalog("thunder").has("families", one.value)}
    named = {key for key in _arguments("plain", 0) | _arguments("Family", 0) if not key.startswith("use ")}
    assert named - set(catalog("thunder").entries["families"]) == set()
    assert set(catalog("thunder").entries["families"]) - keys == {"use", "use order"}


def test_every_text_is_asked_for() -> None:
    """The texts around the sentences are all used, by the code or by a template; none asked for is missing."""
    says = catalog("thunder")
    folder = SOURCE.parent / "templates"
    pages = sorted((*folder.rglob("*.txt"), *folder.rglob("*.html")))
    templates = "\n".join(path.read_text("utf-8") for path in pages)
    entries = "\n".join(text for section in says.entries.values() for text in section.values())
    asked = all_words() | set(re.findall(r'"([a-z-]+)"', templates))
    asked |= set(re.findall(r"'([a-z-]+)'\|t", entries))
    assert set(says.entries["texts"]) - asked == set()
    called = set(re.findall(r'"([a-z-]+)"\|t(?!\(section)', templates)) | _text_keys()
    assert called - set(says.entries["texts"]) == set()


def _text_keys() -> set[str]:
    """The keys given to `.text(...)` of a reader."""
    return {
        str(node.args[0].value)
        for path in modules(".")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "text"
        if len(node.args) == 1
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


SENTENCE = re.compile(r"(?:^|\s)[A-Z][a-z]+ [a-z]+|[a-z]+ [a-z]+ [a-z]+[^A-Za-z]|[a-z]{2}[.!?]$")
DECLARED = {"title", "edition"}


def test_no_sentence_for_a_player_is_built_in_python() -> None:
    """In the games and the kernel no string but a docstring, or a bug told to us, reads like a sentence."""
    kernel = [SOURCE / f"{name}.py" for name in ("rules", "events", "play", "game", "house", "moves")]
    declared = {
        id(part)
        for path in modules("games")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and node.target.id in DECLARED
        for part in ast.walk(node)
    }
    found = [
        f"{one.path.name}:{one.line} {one.value}"
        for one in literals(*modules("games"), *kernel)
        if one.path.name not in TOLD_TO_EDITORS and one.node not in declared
        if " " in one.value and SENTENCE.search(one.value)
    ]
    assert found == []


@pytest.mark.parametrize(
    "text", ["You cannot do that.", "it is not your turn.", "There is no card", "the deck is empty."]
)
def test_the_search_for_sentences_finds_some(text: str) -> None:
    """The expression that looks for sentences knows one when it sees it."""
    assert SENTENCE.search(text)


def test_a_key_without_a_sentence_is_an_error() -> None:
    """Asking for a sentence that is not there never gives an empty one."""
    with pytest.raises(KeyError):
        catalog("thunder").say("refusals", "no-such-key")


def test_both_catalogs_are_of_the_same_sections() -> None:
    """The catalog of a game adds to the house's; where both know a key, the game's own would hide it: there is none."""
    house, game = Catalog(HOUSE, "en"), Catalog("thunder", "en")
    for section, entries in house.entries.items():
        assert all(game.entries[section][key] == text for key, text in entries.items())
