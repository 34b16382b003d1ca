"""What cards do, told to who holds them: all of a hand as the game begins, then each as it comes for the first time."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from referee.engine.events import Seen
from referee.engine.kit.defaults import Note
from referee.games.thunder.cards import POWERS, STANDING, TREASURES, back_of, name_of
from referee.games.thunder.table import COLUMNS
from referee.games.thunder.view import View
from referee.util.regexes import regex

LAID = regex(r"[ABC][1-4]")
"""A place of one's own where a card is laid."""
COMES = {"Drew": "by", "Given": "to", "Captured": "by"}
"""The events by which a card comes into a hand that was never in it, and who holds it then."""


def held(v: View) -> Iterator[Note]:
    """What the cards in the reader's hand do, each kind once: those that do more than fight by their strength."""
    for face in dict.fromkeys(sorted(v.mine.hand or (), key=name_of)) if v.seat else ():
        if does := _does(face, v.seat):
            yield "held-card", does
    if any(_helpless(face, v) for face in v.mine.hand or ()) if v.seat else False:
        yield "helpless", {}


def of_cards(v: View) -> Iterator[Note]:
    """The answer to `cards`: what those in the reader's hand do, and what there is in both decks: no secret."""
    yield from held(v)
    for seat, rows in v.decks.rows.items():
        yield "both-decks", {"seat": seat, "rows": rows, "size": sum(row.copies for row in rows)}


def _helpless(face: str, v: View) -> bool:
    """6.2, 6.7 Whether this card falls to whatever challenges it on the battlefield; not Thor/Loki, and no treasure."""
    return v.decks.kinds[face].strength is None and name_of(face) not in STANDING


def _does(face: str, seat: str | None) -> Mapping[str, Any]:
    """The values of the note on what a card does in this hand; {} for one that only fights by its strength."""
    name = name_of(face)
    power, standing = name in POWERS, name in STANDING
    values = {"seat": seat, "card": face, "name": name, "power": power, "standing": standing}
    return values if power or standing else {}


def learned(v: View, told: Sequence[Seen], listed: Collection[str]) -> Iterator[Note]:
    """What cards do that came into the reader's hand now, and of which the reader had none before, each in a note.

    Had: what lies in the hand, on the battlefield and in the pile of the reader; so nothing is to be remembered.
    Not a card whose power stands with the moves that are `listed`, nor the reader's treasure, which has its note.
    """
    mine = v.mine
    if v.phase != "play" or v.outcome or mine.hand is None:
        return
    came = Counter(map(name_of, _came(v.seat, told)))
    laid = (spot.face for line in mine.columns for spot in line if spot.face)
    had = Counter(map(name_of, chain(mine.hand, laid, mine.pile or ())))
    for face in dict.fromkeys(mine.hand):
        name = name_of(face)
        new = 0 < came[name] >= had[name] and not (name in TREASURES and back_of(face) == v.seat)
        if new and (name in STANDING or not _listed(name, listed)) and (does := _does(face, v.seat)):
            yield "held-card", does


def would(v: View, written: str) -> Note | None:
    """What an order would do: where a card would lie, which cards would fight, what a power does; None for others."""
    verb, *words = written.split()
    at = words[-1] if words else ""
    if verb == "lay" and LAID.fullmatch(at):
        faces = ["", *(spot.face or "" for spot in v.mine.columns[COLUMNS.index(at[0])]), ""]
        row = int(at[1:])
        return "would-lay", {"seat": v.seat, "place": at, "own": faces[row - 1], "card": faces[row]}
    if verb == "challenge":
        own, theirs = (half.columns[COLUMNS.index(words[0])][0].face or "" for half in (v.mine, v.theirs))
        return "would-fight", {"by": v.seat, "of": v.theirs.seat, "own": own, "theirs": theirs}
    if verb == "use" and "ravens" in words and (note := _would_ravens(v, words)):
        return note
    name = next((one for one in words if one in POWERS), "")
    return ("would-use", {"name": name}) if verb == "use" and name else None


def _would_ravens(v: View, words: Sequence[str]) -> Note | None:
    """15.2, 15.5 What Ravens would do at a front card or at the hand; without `to` its player is asked for a column."""
    target = words[words.index("ravens") + 1] if words[-1] != "ravens" else ""
    if target == "hand":
        to = words[words.index("to") + 1] if "to" in words[:-1] else ""
        return "would-ravens-hand", {"of": v.theirs.seat, "column": to}
    if target in COLUMNS and (line := v.theirs.columns[COLUMNS.index(target)]):
        return "would-ravens", {"of": v.theirs.seat, "card": line[0].face or "", "place": f"{target}1"}
    return None


def _came(seat: str | None, told: Sequence[Seen]) -> Iterator[str]:
    """The cards that came into this seat's hand, as it was shown."""
    for one in told:
        if one.kind in COMES and one.fields[COMES[one.kind]] == seat and "card" in one.fields:
            yield one.fields["card"]


def _listed(name: str, families: Collection[str]) -> bool:
    """Whether one of these families of moves plays this card, which its title tells with its power."""
    return any(family.startswith("use ") and name in family.split(" ") for family in families)
