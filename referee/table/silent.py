"""Which seats have fallen silent (H35), entry by entry, from what all were shown."""

from dataclasses import replace

from referee.engine.events import Event, shows
from referee.house import replacing
from referee.house.chapters import declared_in
from referee.house.letters import Said
from referee.house.state import House
from referee.record.entries import Act, Entry, Letter

EVENTS: tuple[type[Event], ...] = tuple(declared_in(replacing).values())
"""What happens to silent seats."""
SILENCE = "silence"
"""The act by which the rule for silence is applied to a seat (H9)."""


def after(house: House, n: int, entry: Entry) -> House:
    """The house after entry n: who is silent, who is heard of again, and the votes on them; or the same object."""
    quiet = house.quiet
    falls = isinstance(entry, Act) and entry.act == SILENCE
    if not (quiet or falls):
        return house
    told = [event for event in entry.events if shows(event, None)]
    speaks = isinstance(entry, Letter) and bool(told and replacing.found(quiet, entry.seat))
    for event in entry.events:
        quiet = replacing.after(quiet, event, n)
    if isinstance(entry, Act) and falls and told:
        quiet = replacing.fell(quiet, entry.seat, n)
    if isinstance(entry, Letter) and speaks:
        words_alone = all(isinstance(event, Said | replacing.VoteOver) for event in told)
        quiet = replacing.heard(quiet, entry.seat, n, words_alone=words_alone)
    return house if quiet == house.quiet else replace(house, quiet=quiet)
