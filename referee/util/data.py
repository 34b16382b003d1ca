"""Where the folders beside the code are: `grammar`, `templates`, `examples`; and those of games in other packages."""

from collections.abc import Iterable, Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from referee.util import plainyaml
from referee.util.ready import ready


def folder(kind: str) -> Traversable:
    """The folder `grammar`, `templates` or `examples`.

    In an installed wheel it is `referee/_data/<kind>`; in a checkout it lies beside the package. It may be
    part of a zip, so it is not a path. Raises `FileNotFoundError` if there is none.
    """
    package = files("referee")
    for place in (package.joinpath("_data", kind), package.joinpath("..", kind)):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"this installation of referee has no {kind} folder")


def text(kind: str, *names: str) -> str:
    """A file of such a folder as text; `names` is the way down to it. Raises `FileNotFoundError`.

    A game that another package announces keeps its files in folders of the same names within that package.
    Our own files take precedence.
    """
    for place in _places(kind):
        try:
            return place.joinpath(*names).read_text("utf-8")
        except (
            FileNotFoundError,
            NotADirectoryError,
            KeyError,
        ):  # KeyError: from a zip without that file
            continue
    raise FileNotFoundError("/".join((kind, *names)))


def values(kind: str, *names: str) -> Any:
    """What a YAML file of such a folder holds. Raises `FileNotFoundError`; `Faulty` for a mistake in it."""
    written, name = text(kind, *names), "/".join(names)
    return ready(("values", kind, name), (written,), lambda: plainyaml.read_text(written, name).value)


def _places(kind: str) -> Iterator[Traversable]:
    yield folder(kind)
    for point in announced():
        yield files(point.module).joinpath(kind)


def announced() -> Iterable[Any]:
    """The games that other packages announce, as entry points of the group `referee.games`."""
    from importlib.metadata import entry_points  # noqa: PLC0415  slow to load, and seldom needed

    return entry_points(group="referee.games")
