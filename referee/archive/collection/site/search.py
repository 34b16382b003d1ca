"""What the script of the site searches: the rows of all games, and for each word the games that have it.

A page that was opened from a disk may load scripts and nothing else, so both stand in small scripts. A block of
`BLOCK` games has one with its rows, one for the words with the same first two characters, and one for all that begin
with the same: a search loads only those of its words, and a new game changes the last block alone.
"""

import json
import sqlite3
import string
from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.archive.collection.catalogue import Found
from referee.archive.collection.schema import FIELDS
from referee.archive.collection.site.pages import version
from referee.archive.collection.site.writing import Site, key_of

BLOCK = 2000
ASKED = tuple(name for name in FIELDS if name != "position")
"""The fields that the site searches: positions are asked of the index."""
_DIGITS = string.digits + string.ascii_lowercase
SHORTEST = 2
"""Words are looked up by so many characters."""


def write_search(site: Site, db: sqlite3.Connection, games: Sequence[Found]) -> None:
    """Write the scripts of every block, and what there is of them."""
    blocks = dict[int, list[Found]]()
    for game in games:
        blocks.setdefault(game.id // BLOCK, []).append(game)
    for block, those in blocks.items():
        begins, rows_path = f"words/{block}/", f"rows/{block}.js"
        key = key_of(version(), BLOCK, [(game.id, game.fingerprint) for game in those])
        if not site.needs(rows_path, key) and site.keep(begins):
            continue
        site.write(rows_path, key, _script("rows", block, *_rows(those)))
        for shard, words in _shards(db, block).items():
            site.write(f"{begins}{shard}.js", key, _script("words", block, shard, words))
    shards = {block: sorted(_names(site, block)) for block in blocks}
    told = {"blocks": sorted(blocks), "shards": shards, "fields": ASKED, "size": BLOCK}
    site.put("rows/index.js", key_of(told), lambda: _script("begin", told))


def _names(site: Site, block: int) -> Iterator[str]:
    begins = f"words/{block}/"
    return (path[len(begins) : -len(".js")] for path in site.paths() if path.startswith(begins))


def _script(name: str, *told: object) -> str:
    """A call of one of the functions of `archive.js`."""
    given = ",".join(json.dumps(one, ensure_ascii=True, separators=(",", ":")) for one in told)
    return f"archive.{name}({given});\n"


def _rows(games: Iterable[Found]) -> tuple[list[str], list[list[object]]]:
    """The rows of games; a text stands once, and rows name it by its number."""
    texts = dict[str, int]()

    def number(text: str) -> int:
        return texts.setdefault(text, len(texts))

    rows: list[list[object]] = [
        [
            game.id,
            game.slug,
            number(game.title),
            number(game.label),
            game.ended[:10],
            [[number(seat), number(name), int(seat in game.winners)] for seat, name in game.players.items()],
            game.turns,
            game.notes,
            number(f"{game.told} [{game.rule}]"),
            number(game.ending),
        ]
        for game in games
    ]
    return list(texts), rows


def _shards(db: sqlite3.Connection, block: int) -> Mapping[str, Mapping[str, Mapping[int, str]]]:
    """By the first characters of words: for each word and field the games, each as the step from the one before.

    Under the first character alone stands the same for it, as if it were a word: `b*` would else be hundreds of words.
    """
    having, begun = dict[str, dict[int, list[int]]](), dict[str, dict[int, list[int]]]()
    ids = (block * BLOCK, block * BLOCK + BLOCK - 1)
    rows = db.execute(
        f"SELECT rowid, {', '.join(ASKED)} FROM search WHERE rowid BETWEEN ? AND ? ORDER BY rowid",  # noqa: S608  ours
        ids,
    )
    for game, *texts in rows:
        for field, text in enumerate(texts):
            words = {*text.split()}
            for found, ones in ((having, words), (begun, {word[0] for word in words})):
                for one in ones:
                    found.setdefault(one, {}).setdefault(field, []).append(game)
    shards = dict[str, dict[str, dict[int, str]]]()
    for found, count in ((having, SHORTEST), (begun, 1)):
        for word, fields in sorted(found.items()):
            shards.setdefault(shard_of(word)[:count], {})[word] = {
                field: _steps(games, ids[0]) for field, games in fields.items()
            }
    return shards


def _steps(games: Sequence[int], first: int) -> str:
    """Ascending numbers as their steps, in base 36: `5 7 50` from 0 on is `5.2.17`."""
    befores = [first, *games[:-1]]
    return ".".join(_base36(game - before) for before, game in zip(befores, games, strict=True))


def _base36(number: int) -> str:
    head, digit = divmod(number, len(_DIGITS))
    return (_base36(head) if head else "") + _DIGITS[digit]


def shard_of(word: str) -> str:
    """Where a word is looked up: its first two characters, each a letter or digit of ASCII, or else `_`."""
    return "".join(
        char if char.isascii() and char.isalnum() else "_" for char in word[:SHORTEST].ljust(SHORTEST, "_")
    )
