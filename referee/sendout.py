"""What is due goes out by the way of the configuration."""

from collections.abc import Iterator, Mapping
from typing import Any

from referee import files
from referee.config import Config
from referee.home import Home
from referee.outbox import Outbox
from referee.post.folder import post
from referee.record import Busy
from referee.ways import Folder

PATIENCE = 10.0


def send_due(home: Home, config: Config) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Send what is due; gives each event with its values."""
    if not isinstance(config.post, Folder):
        return
    try:
        with files.locked(home.path / "post.lock", PATIENCE):
            for path in post(Outbox(home.path / "post"), home.path / config.post.folder, config.post.as_):
                yield "letter-sent", {"letter": path.name.removesuffix(".eml")}
    except files.BusyFile as error:
        raise Busy("desk-busy", where=str(home.path)) from error
