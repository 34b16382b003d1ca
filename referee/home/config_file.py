"""The configuration as `referee init` writes it: every setting with its default as a comment, and an explanation.

The text stands in `templates/config.en.yaml`. A line that begins with `#` and a space explains; one that
begins with `#` alone is a setting.
"""

import re
from typing import Any

from referee.home import config
from referee.home.home import Home
from referee.util import data, files
from referee.util.errors import CannotWrite
from referee.util.layout import write_document
from referee.util.settings import plain_settings

FILE = "config.en.yaml"


def commented(given: config.Config) -> str:
    """A file that sets the values in `given` that are not defaults, and lists all other settings as comments."""
    text = data.text("templates", FILE)
    for key, value in plain_settings(given).items():
        place = _block(key).search(text)
        if place is None:
            raise KeyError(key)
        text = text[: place.start()] + _said(key, value) + text[place.end() :]
    return text


def _block(key: str) -> re.Pattern[str]:
    """The lines of a setting in the template: its key, and the lines below it."""
    return re.compile(rf"^#{re.escape(key)}:.*\n(?:#  .*\n)*", re.MULTILINE)


def _said(key: str, value: Any) -> str:
    return write_document({key: value}).decode().removeprefix("---\n")


def start(home: Home, given: config.Config, *, force: bool = False) -> None:
    """Make a home with its key, and write its configuration.

    Raises `Faulty` for a value that is not allowed and, without `force`, if a configuration exists already;
    OSError.
    """
    config.check(given)
    path = home.path / config.NAME
    if path.exists() and not force:
        raise CannotWrite("config-there", where=str(path))
    home.make()
    files.replace(path, commented(given).encode())
