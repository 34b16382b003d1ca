"""What the keeper of a collection has alone: the key of its pseudonyms, and who was forgotten.

It lies beside the index, in `archive.key`, for the owner alone, and goes into no site. Without the key every player
gets another pseudonym; without the rest those who were forgotten are told apart again.
"""

import json
import os
from pathlib import Path

from referee.archive.collection.names import Names
from referee.util import files
from referee.util.errors import WrongConfig

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
