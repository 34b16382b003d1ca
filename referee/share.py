"""Where the folders beside the code are: `grammar`, `templates`, `examples`."""

from importlib.resources import files
from importlib.resources.abc import Traversable


def folder(kind: str) -> Traversable:
    """The folder `grammar`, `templates` or `examples`.

    Inside an installed wheel it is `referee/_data/<kind>`, in a checkout it lies beside the package. It may
    be part of a zip, so it is no path. Raises `FileNotFoundError` if there is none.
    """
    package = files("referee")
    for place in (package.joinpath("_data", kind), package.joinpath("..", kind)):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"this installation of referee has no {kind} folder")


def text(kind: str, *names: str) -> str:
    """A file of such a folder as text; `names` is the way down to it. Raises `FileNotFoundError`."""
    try:
        return folder(kind).joinpath(*names).read_text("utf-8")
    except KeyError:  # what a zip says of a file that it does not hold
        raise FileNotFoundError("/".join((kind, *names))) from None
