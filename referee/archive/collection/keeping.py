"""What the keeper of a collection has alone: the key of its pseudonyms, and who was forgotten.

It lies beside the index, in `archive.key`, for the owner alone, and goes into no site. Without the key every player
gets another pseudonym; without the rest those who were forgotten are told apart again.
"""

import json
import os
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from referee.archive.collection.names import Names
from referee.archive.collection.schema import opened
from referee.archive.collection.store import drop_source, leave_untidy, put_aside, slug_of, sources, tidy
from referee.util import files
from referee.util.errors import WrongConfig, WrongUsage

INDEX, KEY = "archive.db", "archive.key"


def names_of(index: Path) -> Names:
    """The names of the collection with this index; a new key where there is none. Raises `Faulty` for a damaged one."""
    path = index.with_name(KEY)
    if not path.exists():
        names = Names(os.urandom(32))
        write(index, names)
        return names
    try:
        told = json.loads(path.read_text("utf-8"))
        return Names(
            bytes.fromhex(told["key"]), frozenset(map(str, told["forgotten"])), told.get("half") is True
        )
    except (ValueError, KeyError, TypeError) as error:
        raise WrongConfig("archive-key", where=str(path), name=str(path)) from error


def write(index: Path, names: Names) -> None:
    """Write the key down, and who was forgotten, for the owner alone. Raises OSError."""
    told = {
        "key": names.key.hex(),
        "forgotten": sorted(names.forgotten),
        **({"half": True} if names.half else {}),
    }
    files.replace(index.with_name(KEY), json.dumps(told, indent=1).encode() + b"\n")


# A player taken out of a collection: at once out of its index, and out of the site when it is made next.


def forget(index: Path, player: str) -> int:
    """Forget a player by name, as it stands in the records or on the site, or by pseudonym; gives the games concerned.

    These games, and those in whose notes somebody may be named, leave the index without a trace. They come back
    without the name when the index is made again: the player is `somebody` in them, whom nothing links to other games.
    Raises `Faulty` for what can be nobody's name and for a file that is no index of ours, and OSError.
    """
    if not any(map(str.isalnum, player)):
        raise WrongUsage("forget-nobody", given=player)
    names = names_of(index)
    names = replace(names, forgotten=names.forgotten | {names.mark(player)}, half=True)
    write(index, names)  # if the rest is broken off, every record is looked at when the index is made next
    with closing(opened(index)) as db:
        every = {one.game: one for one in sources(db).values() if one.game is not None}
        named = {
            game
            for game, one in every.items()
            if names.traces(slug_of(db, game), [player]) & {*one.traces.split()}
        }
        told_of = {int(row[0]) for row in db.execute("SELECT game FROM notes UNION SELECT game FROM tags")}
        for game in every.keys() & (named | told_of):
            put_aside(db, game)
            drop_source(db, every[game].tag)
        tidy(db)
        leave_untidy(db)
    write(index, replace(names, half=False))
    return len(named)
