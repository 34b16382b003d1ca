"""A static site made from the index of a collection: pages that are read from a disk as well as from a server.

A file is written where it differs, and taken away when nothing needs it any more. `made.json` in the site tells which
files are ours, replays with a key of what they were made from: they take seconds each. A file that is not ours is never
touched. While a site is made, `made.part` tells what was written so far: after a run that was broken off these are ours
too.

What the page's own script searches stands in small scripts, since a page that was opened from a disk may load nothing
else: of each `BLOCK` games one with their rows, and one with their words, which is loaded when words are looked for.
"""

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from referee.archive.collection.facts import Facts, MovePlayed
from referee.archive.collection.index import APART, FIELDS, Collection, sources
from referee.archive.collection.making import ON, TWICE, Files, Tell, each, looked_at, quiet, records
from referee.archive.collection.names import Cast, Names, names_of
from referee.archive.collection.published import published
from referee.archive.collection.statistics import charts, say
from referee.archive.notes import Note
from referee.table.table import Table
from referee.telling.catalog import HOUSE, catalog
from referee.util import data
from referee.util.errors import CannotWrite, Faulty, Why
from referee.util.values import Value

MANIFEST, PART = "made.json", "made.part"


class Site:
    """A folder with the files of a site."""

    def __init__(self, folder: Path) -> None:
        """Take up a site, or begin one in a folder that is new, empty, or ours. Raises `Faulty` and OSError."""
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        manifest = folder / MANIFEST
        if not manifest.exists():
            if any(folder.iterdir()):
                raise CannotWrite("folder-not-empty", where=str(folder), name=str(folder))
            manifest.write_text("{}", "utf-8")
        self._before = _listed(manifest)
        with suppress(FileNotFoundError):
            self._before |= dict.fromkeys((folder / PART).read_text("utf-8").splitlines(), "")
        self._now: dict[str, str] = {}
        self.written = 0

    def keep(self, path: str, key: str) -> bool:
        """Keep a file that was made from the same as now, by its key; False if there is none."""
        kept = self._before.get(path) == key and (self.folder / path).is_file()
        if kept:
            self._now[path] = key
        return kept

    def put(self, path: str, text: str, key: str = "") -> None:
        """Write a file, if that is not what stands in it. Raises OSError."""
        place = self.folder / path
        self._now[path] = key
        if path in self._before and place.is_file() and place.read_text("utf-8") == text:
            return
        with (self.folder / PART).open("a", encoding="utf-8") as part:
            part.write(f"{path}\n")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
        self.written += 1

    def finish(self) -> int:
        """Take away the files that nothing needs any more, and write down which are ours; gives how many went."""
        there = {one.relative_to(self.folder).as_posix() for one in self.folder.rglob("*") if one.is_file()}
        gone = there & self._before.keys() - self._now.keys()
        for path in gone:
            (self.folder / path).unlink(missing_ok=True)
            for folder in (*(self.folder / path).parents,)[: path.count("/")]:
                with suppress(OSError):  # something else lies in it
                    folder.rmdir()
        made = self.folder / f"{MANIFEST}.part"
        made.write_text(json.dumps(self._now, indent=0, sort_keys=True), "utf-8")
        made.replace(self.folder / MANIFEST)
        (self.folder / PART).unlink(missing_ok=True)
        return len(gone)


def _listed(manifest: Path) -> dict[str, str]:
    """The files that are ours. Raises `Faulty` for a damaged list: what it no longer names would stay for ever."""
    with suppress(ValueError):
        told = json.loads(manifest.read_text("utf-8"))
        if isinstance(told, dict) and all(isinstance(one, str) for one in told.values()):
            return told
    raise Faulty("site-damaged", where=str(manifest), name=str(manifest))


class MadeSite(Value):
    """Where the site is, how many games it has and how many replays; how many files were written, and how many went.

    `without`: the records of which no replay could be made, with the reason.
    """

    out: str
    games: int
    replays: int
    written: int
    gone: int
    without: tuple[tuple[str, Why], ...] = ()


def made_site(
    folder: Path,
    index: Path,
    out: Path,
    *,
    replays: str = "some",
    url: str = "",
    workers: int = 1,
    tell: Tell = quiet,
) -> MadeSite:
    """Make the site of the collection in a folder from its index, which is up to date.

    `replays` is one of `CHOICES`, `url` where the site is to lie. `tell` hears of the replays. Raises `Faulty` for a
    folder `out` that is not ours, and OSError.
    """
    names, site = names_of(index), Site(out)
    with Collection(index) as collection:
        games, known = collection.find(sort="ended"), sources(collection.db)
        texts = dict(collection.texts())
    sourced = ((known.get(names.tag("source", one.name)), one) for one in records(folder))
    found = {source.game: (one, source.digest) for source, one in sourced if source}
    wanted = [(game, *found[game.id]) for game in chosen(games, replays) if game.id in found]
    having, without = write_replays(site, wanted, names, workers=workers, tell=tell)
    faults = [(one.tag, one.fault, one.entry) for one in known.values() if one.fault not in {"", ON, TWICE}]
    feed = feed_of(games, names.tag("feed", ""), url)
    for path, template, told in pages(games, having, sorted(faults), feed):
        site.put(path, catalog(HOUSE).render(template, top="../" * path.count("/"), **told))
    for path, script in scripts(games, texts):
        site.put(path, script)
    for name in ("archive.css", "archive.js"):
        site.put(name, data.text("templates", name))
    return MadeSite(str(out), len(games), len(having), site.written, site.finish(), without)


# The replays: one takes seconds to make and up to a megabyte, so large collections have those that matter.

CHOICES = ("some", "all", "noted", "none")
FEW = 50
"""So many games have a replay each, if nothing else is said; of more, those with notes."""
_TEMPLATES = ("replay.html", "replay.css", "replay.js", "replay_board.html")


def chosen(games: Sequence[Facts], which: str) -> Sequence[Facts]:
    """The games that are to have a replay; `which` is one of `CHOICES`."""
    if which == "none":
        return ()
    if which == "all" or (which == "some" and len(games) <= FEW):
        return games
    return [game for game in games if game.said]


def write_replays(
    site: Site, wanted: Sequence[tuple[Facts, Files, str]], names: Names, *, workers: int, tell: Tell
) -> tuple[set[str], tuple[tuple[str, Why], ...]]:
    """Write the replays of these games, each with its record and the digest of that.

    Gives the slugs of those that have one, and the records of which none could be made, with the reason.
    """
    look = [data.text("templates", name) for name in _TEMPLATES]
    having, failed, due = set[str](), list[tuple[str, Why]](), list[tuple[str, str, Files]]()
    for game, files, digest in wanted:
        key = hashlib.sha256(repr((look, game, digest)).encode()).hexdigest()[:20]
        if site.keep(f"replay/{game.slug}.html", key):
            having.add(game.slug)
        else:
            due.append((game.slug, key, files))
    made = each([files for *_, files in due], partial(looked_at, names=names, make=_replay), workers, alone=2)
    for n, ((slug, key, files), replay) in enumerate(zip(due, made, strict=True), 1):
        if isinstance(replay, Why):
            failed.append((files.name, replay))
        else:
            site.put(f"replay/{slug}.html", replay, key)
            having.add(slug)
        tell(n, len(due))
    return having, tuple(failed)


def _replay(table: Table, notes: tuple[Note, ...], people: Cast) -> str:
    from referee.archive.replay.html import page  # noqa: PLC0415  slow to load, and seldom needed

    shown, told = published(table, notes, people)
    return page(shown, told, people={seat: name for seat, name in people.seats.items() if name})


# The pages.

FACETS = ("players", "games", "endings", "openings", "annotators")
"""The ways to part the games, as they stand in paths."""
MANY, VALUES = 100, 400
"""Games and values on a page."""
NEWEST = 50
"""Games in the feed."""
NEVER = "1970-01-01T00:00:00Z"
"""When an empty collection was changed."""
Page = tuple[str, str, Mapping[str, Any]]
"""Its path, its template, and what the template is given."""


def pages(
    games: Sequence[Facts],
    replays: Iterable[str],
    left_out: Sequence[tuple[str, str, int | None]],
    feed: Page,
) -> Iterator[Page]:
    """The pages of a site; `replays` are the slugs of the games that have one, the oldest game is the first."""
    lists = {facet: dict[str, list[Facts]]() for facet in FACETS}
    for game in games:
        for facet, text in facets_of(game):
            lists[facet].setdefault(text, []).append(game)
        yield _of_game(game, game.slug in replays)
    yield from _paged("all", say("all"), MANY, games=games)
    for facet, found in lists.items():
        often = sorted(found.items(), key=lambda one: (-len(one[1]), one[0]))
        values = [(text, _path(facet, text), len(those)) for text, those in often]
        yield from _paged(f"{facet}/index", say(facet), VALUES, values=values)
        for text, those in often:
            path = _path(facet, text).removesuffix(".html")
            yield from _paged(path, say(f"of-{facet}", text=text), MANY, games=those)
    kinds = {title: (those, charts(those)) for title, those in lists["games"].items()}
    yield "statistics.html", "archive.html", {"title": say("statistics"), "kinds": kinds}
    if left_out:
        yield "left-out.html", "archive.html", {"title": say("left-out"), "records": left_out}
    told = {"games": games[-MANY:], "count": len(games), "facets": lists, "left_out": len(left_out)}
    yield "index.html", "archive.html", {"title": say("index"), **told}
    yield feed


def facets_of(game: Facts) -> Iterator[tuple[str, str]]:
    """The lists that a game stands in: the facet and the text."""
    yield from (("players", name) for name in dict.fromkeys(game.players.values()) if name)
    yield "games", game.title
    yield "endings", f"{game.title}: {game.ending.replace('-', ' ')} [{game.rule}]"
    if game.opening:
        yield "openings", f"{game.title}: {game.opening}"
    yield from (("annotators", name) for name in game.annotators if name)


def _path(facet: str, text: str) -> str:
    """Where the list of a text begins: what can be read of it, and a digest that no other text has."""
    plain = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:40].strip("-")
    return f"{facet}/{f'{plain}-{hashlib.sha256(text.encode()).hexdigest()[:8]}'.lstrip('-')}.html"


def _paged(path: str, title: str, size: int, **told: Sequence[Any]) -> Iterator[Page]:
    """A list as pages, which name each other. The oldest games stand on the first: a new one changes the last alone."""
    ((kind, rows),) = told.items()
    every = [f"{path}{f'-{n + 1}' * bool(n)}.html" for n in range(max(1, -(-len(rows) // size)))]
    names = [one.rpartition("/")[2] for one in every]
    for n, own in enumerate(every):
        part = rows[n * size : (n + 1) * size]
        yield own, "archive.html", {"title": title, kind: part, "pages": names, "n": n + 1}


def _of_game(game: Facts, replay: bool) -> Page:
    links = {facet: dict[str, str]() for facet in FACETS}
    for facet, text in facets_of(game):
        links[facet][text] = _path(facet, text)
    told = {
        "game": game,
        "turns": turns(game.played),
        "links": links,
        "replay": f"replay/{game.slug}.html" if replay else "",
    }
    return f"game/{game.slug}.html", "archive_game.html", told


def turns(played: Iterable[MovePlayed]) -> Iterator[tuple[str, list[tuple[str, list[str]]]]]:
    """The moves of a game by turn, of each part the seat and its moves; before the first one is turn 0."""
    for number, of_turn in groupby(played, lambda one: one.position.partition(".")[0]):
        parts = groupby(of_turn, lambda one: one.seat)
        yield number, [(seat, [one.move for one in those]) for seat, those in parts]


def feed_of(games: Sequence[Facts], tag: str, url: str) -> Page:
    """The newest games as an Atom feed (RFC 4287); every id stays the same, wherever the site lies.

    `tag` stands for the collection, `url` is where the site lies ("" if that is not known).
    """
    entries = [
        (
            game,
            uuid5(NAMESPACE_URL, f"{tag}/{game.slug}").urn,
            max(game.ended, *(one.at for one in game.said), "") or NEVER,
        )
        for game in games[: -NEWEST - 1 : -1]
    ]
    told = {
        "id": uuid5(NAMESPACE_URL, tag).urn,
        "entries": entries,
        "updated": max((updated for *_, updated in entries), default=NEVER),
        "base": f"{url.rstrip('/')}/" if url else "",
    }
    return "feed.xml", "archive_feed.html", told


# The search.

BLOCK = 500
"""So many games have their rows in one script, and their words in another."""
_ROW = (
    "slug",
    "title",
    "label",
    "opened",
    "ended",
    "turns",
    "letters",
    "hours",
    "disputes",
    "rulings",
    "appeals",
    "ending",
)


def scripts(games: Sequence[Facts], texts: Mapping[int, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """The scripts with all that the site's own one searches; `texts` are those of each game, by its id."""
    blocks = [games[n : n + BLOCK] for n in range(0, len(games), BLOCK)]
    for n, block in enumerate(blocks):
        yield f"rows/{n}.js", _script("rows", n, [_row(game) for game in block])
        words = [[folded(text) for text in texts[game.id]] for game in block]
        yield f"words/{n}.js", _script("words", n, words)
    yield "rows/index.js", _script("begin", {"blocks": len(blocks), "fields": [*FIELDS]})


def _script(name: str, *told: object) -> str:
    """A call of one of the functions of `archive.js`."""
    given = ",".join(json.dumps(one, ensure_ascii=True, separators=(",", ":")) for one in told)
    return f"archive.{name}({given});\n"


def _row(game: Facts) -> dict[str, Any]:
    return {
        **{name: getattr(game, name) for name in _ROW},
        "moves": len(game.played),
        "notes": len(game.said),
        "told": f"{game.told} [{game.rule}]",
        "seats": [[one.seat, one.player, int(one.won)] for one in game.seats],
    }


def folded(text: str) -> str:
    """The words of a text as FTS5 reads them: small, without accents, a blank between each two."""
    apart = unicodedata.normalize("NFKD", text.lower())
    plain = "".join(char for char in apart if not unicodedata.combining(char))
    return " ".join(re.findall(rf"[^\W_]+|{APART}", plain))
