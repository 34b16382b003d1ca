"""No secret stands in the text of a value: `repr` may come into a traceback, a log, a letter to the keeper."""

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from contextlib import nullcontext, suppress

import referee
from referee.archive.collection.names import Names
from referee.home.roster import Roster
from referee.util.values import Struct, Value

SECRETS = {"secret", "secrets", "seed", "salt", "token", "password", "_key"}
"""What fields that hold a secret are called, in this program; and `key`, where that is bytes."""
NONE_THERE: Mapping[str, str] = {
    "Config.secrets": "a word that says where in a mail the secret of a seat stands",
    "SecretTold.secret": "told to all at the end of a game",
    "World.seed": "made up for a variation",
    "Position.seed": "of a game that programs play among themselves",
    "Sample.seed": "of a game in a test",
    "Script.seed": "of a game in a test",
}


def holders() -> Iterator[type[Struct]]:
    """Every class of values in the program."""
    for module in pkgutil.walk_packages(referee.__path__, "referee."):
        if not module.name.endswith("__main__"):
            with suppress(ImportError) if ".adapters" in module.name else nullcontext():
                importlib.import_module(module.name)
    known: list[type[Struct]] = [Struct]
    for one in known:
        known += one.__subclasses__()
    yield from (one for one in known if one.__module__.startswith("referee."))


def told(cls: type[Struct]) -> list[str]:
    """The fields of a class that hold a secret and stand in its text."""
    kinds = {
        name: kind for base in cls.__mro__ for name, kind in getattr(base, "__annotations__", {}).items()
    }
    shown = (name for name in cls.__struct_fields__ if name not in getattr(cls, "UNSHOWN", ()))
    secret = (name for name in shown if name in SECRETS or (name == "key" and kinds[name] is bytes))
    return [name for name in secret if f"{cls.__name__}.{name}" not in NONE_THERE]


def test_no_class_shows_a_field_that_holds_a_secret() -> None:
    """By the names that secrets have; a class that is added is looked at too."""
    assert [(cls.__name__, names) for cls in holders() if (names := told(cls))] == []


def test_a_class_that_shows_one_is_found() -> None:
    """By its field, and by the type of a key."""

    class Careless(Value):
        token: str
        key: bytes = b""

    assert told(Careless) == ["token", "key"]


def test_what_is_secret_does_not_stand_in_the_text() -> None:
    """Of the values that hold the secrets of a home and of its players."""
    hidden = "quite-a-secret"
    values = [Roster(seed=hidden, lots=hidden, secrets=hidden), Names(hidden.encode())]
    assert all(hidden not in repr(one) for one in values)
    assert all(type(one).__name__ in repr(one) for one in values)
