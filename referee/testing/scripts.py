"""Scripts, whole games to be played from letters: `examples/<game>/<name>/game.yaml` and `letters.txt`.

    game: thunder                    === loki
    id: g1                           Hello! Here is my first row:
    seed: "07"                       deploy ravens, hel, frigg
    options: {seer: must-draw}       === thor
    languages: {thor: de}            lege mjölnir, tyr, hel
    about: What it shows.

On the left is `game.yaml`, on the right `letters.txt`: a line `=== SEAT`, then the lines of that seat's letter as
a player wrote them, up to the next such line. `languages` names the seats whose letters are not English (H10).
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from referee.api import Table
from referee.engine.events import seen
from referee.engine.lots import SEED
from referee.home.home import ID
from referee.house.games import find
from referee.notation.languages import checked, code_of, known
from referee.util import data, plainyaml
from referee.util.errors import Faulty, NotFound, WrongUsage
from referee.util.marked import Marked
from referee.util.plainyaml import faults_of, raise_all
from referee.util.regexes import regex
from referee.util.values import Value, field

LETTERS = "letters.txt"
NEEDED = ("game", "id", "seed", "about")
KEYS = (*NEEDED, "options", "languages")
SEAT = regex(r"=== (\S+)\s*")


class Script(Value):
    """A game to be played: how it is opened, and its letters in their order, each (seat, text).

    `languages` are the codes for those seats whose letters begin in another language than English.
    """

    about: str
    game: str
    id: str
    seed: str
    options: Mapping[str, str]
    letters: tuple[tuple[str, str], ...]
    languages: Mapping[str, str] = field(default_factory=dict)


def named(game: str, name: str = "") -> Traversable:
    """The folder of an example, by its name or as a path; the first of the game if none is named.

    Raises `Faulty` if there is no such example.
    """
    if "/" in name and (folder := Path(name)).joinpath(LETTERS).is_file():
        return folder
    there = data.folder("examples").joinpath(game)
    places = [one for one in (there, there.joinpath("games")) if one.is_dir()]
    found = {one.name: one for place in places for one in place.iterdir() if one.joinpath(LETTERS).is_file()}
    names = tuple(sorted(found))
    if not names:
        raise NotFound("no-examples", game=game)
    if (name or names[0]) not in found:
        raise NotFound("no-such-example", name=name, examples=names)
    return found[name or names[0]]


def load(folder: Traversable) -> Script:
    """The example in a folder. Raises `Faulty`, or `ManyFaulty` with all that is wrong, as `file:line:column`."""
    name = str(folder)
    marked = plainyaml.read_text(_text(folder, "game.yaml"), f"{name}/game.yaml")
    about = _checked(marked)
    options = {key: str(value) for key, value in (about.get("options") or {}).items()}
    if "deck" in options:
        options["deck"] = str(folder.joinpath(options["deck"]))
    letters = letters_of(_text(folder, LETTERS), f"{name}/{LETTERS}", find(about["game"]).seats)
    return Script(
        about=" ".join(about["about"].split()),
        game=about["game"],
        id=about["id"],
        seed=about["seed"],
        options=options,
        letters=letters,
        languages={seat: checked(language) for seat, language in (about.get("languages") or {}).items()},
    )


def letters_of(text: str, name: str, seats: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The letters of a `letters.txt`: for each, its seat and its lines. Raises `Faulty` or `ManyFaulty`."""
    letters: list[tuple[str, list[str]]] = []
    faults: list[Faulty] = []
    for number, line in enumerate(text.split("\n"), 1):
        where = f"{name}:{number}:1"
        if line.startswith("==="):
            found = SEAT.fullmatch(line)
            seat = found[1] if found else ""
            if seat not in seats:
                faults.append(Faulty("letters-seat", where=where, line=line, seats=tuple(seats)))
            letters.append((seat, []))
        elif letters:
            letters[-1][1].append(line.rstrip("\r"))
        elif line.strip():
            faults.append(Faulty("letters-no-seat", where=where, line=line))
    if not letters and not faults:
        faults.append(Faulty("letters-none", where=f"{name}:1:1"))
    raise_all(faults)
    return tuple((seat, "\n".join(lines).strip("\n") + "\n") for seat, lines in letters)


def _text(folder: Traversable, name: str) -> str:
    where = f"{folder}/{name}"
    try:
        return folder.joinpath(name).read_text("utf-8")
    except (FileNotFoundError, KeyError):
        raise NotFound("file-missing", where=where, name=where) from None
    except UnicodeDecodeError:
        raise Faulty("letter-not-utf8", where=where) from None


def _checked(marked: Marked) -> dict[str, Any]:
    """The content of a `game.yaml`. Raises `Faulty` or `ManyFaulty`."""
    value = marked.value
    if not isinstance(value, dict):
        raise Faulty("not-a-map", where=marked.place(()), known=KEYS)
    raise_all(list(_wrong(marked, value)))
    return value


def _wrong(marked: Marked, value: dict[str, Any]) -> Iterator[Faulty]:
    for key in sorted(value.keys() - set(KEYS)):
        yield Faulty("unknown-key", where=marked.place((key,), key=True), name=key, known=KEYS)
    for key in NEEDED:
        if key not in value:
            yield Faulty("missing-key", where=marked.place(()), name=key)
        elif not isinstance(value[key], str):
            yield Faulty("not-text", where=marked.place((key,)), value=value[key])
    if isinstance(value.get("id"), str) and not ID.fullmatch(value["id"]):
        yield WrongUsage("bad-id", where=marked.place(("id",)), id=value["id"])
    if isinstance(value.get("seed"), str) and not SEED.fullmatch(value["seed"]):
        yield WrongUsage("bad-seed", where=marked.place(("seed",)), seed=value["seed"])
    if not isinstance(value.get("options") or {}, dict):
        yield Faulty("not-a-map", where=marked.place(("options",)), known=())
    seats: tuple[str, ...] = ()
    if isinstance(value.get("game"), str):
        try:
            seats = find(value["game"]).seats
        except Faulty as fault:
            yield from (one.at(marked.place(("game",))) for one in faults_of(fault))
    yield from _wrong_languages(marked, value.get("languages") or {}, seats)


def _wrong_languages(marked: Marked, languages: Any, seats: Sequence[str]) -> Iterator[Faulty]:
    """What is wrong with the languages; their seats are compared with those of the game, if these are known."""
    if not isinstance(languages, dict):
        yield Faulty("not-a-map", where=marked.place(("languages",)), known=tuple(seats))
        return
    for seat, language in languages.items():
        here = ("languages", seat)
        if seats and seat not in seats:
            yield Faulty("unknown-key", where=marked.place(here, key=True), name=seat, known=tuple(seats))
        if not isinstance(language, str):
            yield Faulty("not-text", where=marked.place(here), value=language)
        elif code_of(language) is None:
            yield WrongUsage(
                "not-a-language", where=marked.place(here), language=language[:40], known=known()
            )


BEGINS = datetime(2026, 1, 1, 8, tzinfo=UTC)


def table_of(script: Script) -> Table:
    """The table of a script: with the same clock, the same lots and the same salts whenever it is played."""
    hours, salts = iter(range(10**6)), iter(range(10**6))
    return Table.open(
        script.game,
        id=script.id,
        seed=script.seed,
        options=script.options,
        languages=script.languages,
        clock=lambda: (BEGINS + timedelta(hours=7 * next(hours))).strftime("%Y-%m-%dT%H:%M:%SZ"),
        salts=lambda: hashlib.sha256(f"{script.seed} {next(salts)}".encode()).digest(),
    )


def transcript(script: Script) -> tuple[Table, str]:
    """Play the game; returns it, and all that went in and out."""
    table = table_of(script)
    return table, "\n".join(_pages(table, script)) + "\n"


def _pages(table: Table, script: Script) -> Iterator[str]:
    for seat in table.seats:
        yield _page(f"report to {seat}", table.report(seat))
    for number, (seat, letter) in enumerate(script.letters, 1):
        yield _page(f"letter {number} from {seat}", letter)
        played = table.play(seat, letter)
        yield _page(f"receipt to {seat}", played.receipt)
        for other in table.seats:
            if other != seat and any(seen(event, other) for event in played.ruled.events):
                yield _page(f"report to {other}", table.report(other))
    yield _page("report to onlookers", table.report(None))


def _page(title: str, text: str) -> str:
    return f"=== {title}\n{text.rstrip()}\n"
