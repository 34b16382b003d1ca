"""What happens in games, told to a program of the keeper's: a command, or a server by HTTP (`notify`).

A command is a list of arguments, never a shell; the event is JSON on its standard input. A server gets it by POST,
and no answer of its leads anywhere else. Each has a time limit, and whatever goes wrong is told to the log alone.
"""

import json
import logging
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterable, Mapping
from typing import Any

from referee.home.ways import Command, Notified, Url
from referee.util.times import seconds

LOG = logging.getLogger("referee")
MOST = 100
"""How many events one receiver is told of in a pass."""
GIVES_UP = 2
"""After so many failures one receiver is told nothing more in a pass."""

Event = Mapping[str, Any]


class Failed(Exception):
    """An event could not be told."""


class _NowhereElse(urllib.request.HTTPRedirectHandler):
    """A server may send nobody elsewhere."""

    def redirect_request(self, *_given: Any, **_more: Any) -> None:
        """Follow nothing: the answer counts as a failure."""


def tell(receivers: Iterable[Notified], events: Iterable[Event]) -> int:
    """Tell each receiver of each event, in order; returns how many could not be told. Raises nothing."""
    told = list(events)
    return sum(_tell(receiver, told) for receiver in receivers)


def _tell(receiver: Notified, events: list[Event]) -> int:
    failures = 0
    for event in events[:MOST]:
        known = {
            name: value for name, value in event.items() if name != "address" or receiver.addresses == "yes"
        }
        try:
            told(receiver, known)
        except Failed as error:
            failures += 1
            LOG.warning(
                "notify %s: %s %s: %s", name_of(receiver), event["event"], event.get("game", ""), error
            )
        if failures >= GIVES_UP:
            break
    if left := len(events) - MOST:
        LOG.warning("notify %s: %d more events", name_of(receiver), left) if left > 0 else None
    return failures


def name_of(receiver: Notified) -> str:
    """A receiver by the name that the keeper knows, without what a URL may hold of secrets."""
    return receiver.command[0] if isinstance(receiver, Command) else receiver.url.partition("?")[0]


def told(receiver: Notified, event: Event) -> None:
    """Tell one event. Raises `Failed`."""
    data = json.dumps(event, ensure_ascii=False, sort_keys=True).encode() + b"\n"
    if isinstance(receiver, Command):
        _run(receiver, data)
    else:
        _post(receiver, data)


def _run(receiver: Command, data: bytes) -> None:
    try:
        done = subprocess.run(  # noqa: S603  a list of arguments, from the keeper's own configuration
            list(receiver.command),
            input=data,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=seconds(receiver.timeout),
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Failed(type(error).__name__) from None
    if done.returncode:
        raise Failed(f"exit {done.returncode}")


def _post(receiver: Url, data: bytes) -> None:
    head = {"Content-Type": "application/json", "User-Agent": "referee"}
    request = urllib.request.Request(receiver.url, data, head, method="POST")  # noqa: S310  http or https: checked
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NowhereElse)
    try:
        with opener.open(request, timeout=seconds(receiver.timeout)):
            pass
    except urllib.error.HTTPError as error:
        error.close()
        raise Failed(f"status {error.code}") from None
    except Exception as error:  # noqa: BLE001  `http.client` has errors of its own
        raise Failed(type(error).__name__) from None
