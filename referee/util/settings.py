"""Settings as values, read from YAML that people write: every mistake is reported at once, each with its place.

    class Smtp(Value):
        smtp: str = setting(words)
        port: int = setting(number(1, 65535), 587)

A key in the file is the name of the field, with a hyphen for each underscore. Each field has a reader: a
function of the value and its `Spot` that gives the value as it is kept, or raises `Faulty`.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec import NODEFAULT

from referee.util.errors import Faulty, WrongSetting
from referee.util.marked import Marked
from referee.util.plainyaml import faults_of, raise_all
from referee.util.times import NotSpan, seconds, spelled_out, zone_named
from referee.util.values import FieldNote, Value, field_names, usual_values

T = TypeVar("T")
Read = Callable[[Any, "Spot"], Any]


class Spot(Value):
    """A place in a document: where a value stands, and the key it stands under; without a document it is nowhere."""

    marked: Marked | None = None
    path: tuple[str | int, ...] = ()

    @property
    def where(self) -> str:
        """`file:line:column` of the value."""
        return self.marked.place(self.path) if self.marked else ""

    @property
    def name(self) -> str:
        """The key of the value, or of the list it stands in; "" at the top."""
        return next((step for step in reversed(self.path) if isinstance(step, str)), "")

    def under(self, step: str | int) -> "Spot":
        """The place of the value under that key, or at that index."""
        return Spot(self.marked, (*self.path, step))

    def of_key(self, key: str) -> str:
        """`file:line:column` of a key."""
        return self.marked.place((*self.path, key), key=True) if self.marked else ""


def setting(read: Read, usual: Any = NODEFAULT) -> Any:
    """A field of settings, read by `read`; without a default it must be given."""
    return FieldNote(read, usual)


def key_of(name: str) -> str:
    """The name of a field in a file."""
    return name.rstrip("_").replace("_", "-")


def read_settings(cls: type[T], given: Any, spot: Spot) -> T:
    """Settings from a mapping that YAML gave. Raises `Faulty`, or `ManyFaulty` for several mistakes."""
    if not isinstance(given, dict):
        raise WrongSetting("config-form", where=spot.where)
    own: Any = cls
    known = {key_of(name): name for name in own.NOTES}
    faults, values = list[Faulty](), dict[str, Any]()
    for key, value in given.items():
        if key not in known:
            where = spot.of_key(str(key))
            faults.append(WrongSetting("config-key", where=where, name=str(key), known=tuple(sorted(known))))
            continue
        try:
            values[known[key]] = own.NOTES[known[key]](value, spot.under(key))
        except Faulty as fault:
            faults += faults_of(fault)
    faults += [
        WrongSetting("config-missing", where=spot.where, name=key)
        for key, name in known.items()
        if name not in usual_values(own) and key not in given
    ]
    raise_all(faults)
    return cls(**values)


# What a value may be


def words(value: Any, spot: Spot) -> str:
    """Text on one line that is not empty."""
    if not isinstance(value, str) or not value.isprintable() or not value.strip():
        raise WrongSetting("config-text", where=spot.where, name=spot.name)
    return value


def number(least: int, most: int) -> Read:
    """A whole number from `least` to `most`."""

    def read(value: Any, spot: Spot) -> int:
        if type(value) is not int or not least <= value <= most:
            raise WrongSetting("config-number", where=spot.where, name=spot.name, least=least, most=most)
        return value

    return read


def one_of(*known: str) -> Read:
    """One of these words."""

    def read(value: Any, spot: Spot) -> str:
        if value not in known:
            shown = value if isinstance(value, str) else repr(value)
            raise WrongSetting("config-one-of", where=spot.where, name=spot.name, given=shown, known=known)
        return str(value)

    return read


def span(least: int, most: int) -> Read:
    """A span of time such as `72 hours` or `72h`, kept in its full form; it lasts from `least` to `most` seconds."""

    def read(value: Any, spot: Spot) -> str:
        try:
            found = spelled_out(value if isinstance(value, str) else "")
        except NotSpan:
            raise WrongSetting("config-span", where=spot.where, name=spot.name) from None
        if not least <= seconds(found) <= most:
            raise WrongSetting("config-span-range", where=spot.where, name=spot.name, least=least, most=most)
        return found

    return read


def zone(value: Any, spot: Spot) -> str:
    """The name of a time zone, such as `Europe/Berlin`."""
    if found := zone_named(value if isinstance(value, str) else ""):
        return found
    raise WrongSetting("config-zone", where=spot.where, given=str(value))


def optional(read: Read, nothing: Any = "") -> Read:
    """What `read` accepts, or an empty text, which stands for nothing."""
    return lambda value, spot: nothing if value == "" else read(value, spot)


def section(cls: type) -> Read:
    """A mapping of settings."""
    return lambda value, spot: read_settings(cls, value, spot)


def variants(*classes: type) -> Read:
    """A mapping of one of several kinds, each recognized by the key of its first field."""
    by_key = {key_of(next(iter(field_names(cls) or ()))): cls for cls in classes}

    def read(value: Any, spot: Spot) -> Any:
        if not isinstance(value, dict):
            raise WrongSetting("config-form", where=spot.where)
        named = [key for key in value if key in by_key]
        if len(named) != 1:
            raise WrongSetting("config-kind", where=spot.where, name=spot.name, known=tuple(by_key))
        return read_settings(by_key[named[0]], value, spot)

    return read


def several(read: Read) -> Read:
    """A list of values, each read by `read`, as a tuple."""

    def read_all(value: Any, spot: Spot) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise WrongSetting("config-list", where=spot.where, name=spot.name)
        found, faults = list[Any](), list[Faulty]()
        for at, one in enumerate(value):
            try:
                found.append(read(one, spot.under(at)))
            except Faulty as fault:
                faults += faults_of(fault)
        raise_all(faults)
        return tuple(found)

    return read_all


def plain_settings(settings: Any) -> Mapping[str, Any]:
    """Settings as a document to be written: those that are not the default, or have none."""
    doc: dict[str, Any] = {}
    cls: Any = type(settings)
    usual = usual_values(cls)
    for name in field_names(settings) or ():
        value = getattr(settings, name)
        if name not in usual or value != usual[name]:
            doc[key_of(name)] = _plain(value)
    return doc


def _plain(value: Any) -> Any:
    if isinstance(value, Value):
        return plain_settings(value)
    return [_plain(one) for one in value] if isinstance(value, tuple) else value
