"""What the master may declare, and what cards do, in the same words: one effect each, or several in one `ruling`.

What cards do has `$target` and `$seat` where a name, a group or a seat stands.
"""

from collections.abc import Callable, Mapping
from typing import Any

from referee.engine.choices import Move
from referee.engine.moves import move
from referee.games.hammer_of_thor.moves import TEXT, straight
from referee.util.values import force_setattr


class Effect(Move):
    """A line of the master: carried out as it stands, or refused."""


def signed(amount: int) -> str:
    """A number with its sign."""
    return f"{amount:+d}"


def one_by_one(effects: tuple[Move, ...]) -> str:
    """The effects of a ruling."""
    return "; ".join([one.written for one in effects])


SIGNED: Mapping[str, Callable[[Any], str]] = {"amount": signed}
SUBDUAL: Mapping[str, Callable[[Any], str]] = {"subdual": lambda _: "subdual"}


@move("encounter {group} with {other}")
class Encounter(Effect):
    """`encounter thor with mimir`: opened with a counter in the same place (4.4, 4.6)."""

    group: str
    other: str


@move("encounter {group} with top {deck}")
class EncounterTop(Effect):
    """`encounter thor with top jotun`: opened with the top card of a race deck (4.5)."""

    group: str
    deck: str


@move("combat")
class Combat(Effect):
    """`combat`: the encounter has come to blows."""


@move("round")
class NextRound(Effect):
    """`round`: the next one of the encounter; cards are chosen again."""


@move("close")
class Close(Effect):
    """`close`: the encounter is over."""


@move("hit {name} at {at}[ {subdual}]", written=SUBDUAL)
class Hit(Effect):
    """`hit thor at thrym subdual`: the roll to hit (2.1A, 2.1B, 2.2A5)."""

    name: str
    at: str
    subdual: bool = False


@move("test {name} {characteristic}")
class Test(Effect):
    """`test thor wisdom`: a roll that is at most the value works."""

    name: str
    characteristic: str


@move("stamina {name} {amount}[ {subdual}]", written={**SIGNED, **SUBDUAL})
class Stamina(Effect):
    """`stamina thrym -3 subdual`, `stamina thor +2`: lost, or mended."""

    name: str
    amount: int
    subdual: bool = False


@move("set {name} {characteristic} {value}")
class Set(Effect):
    """`set thor wisdom 2`: a characteristic changed till it is restored or set again."""

    name: str
    characteristic: str
    value: int


@move("reputation {name} {amount}", written=SIGNED)
class Reputation(Effect):
    """`reputation thor +2`: gained, or lost."""

    name: str
    amount: int


@move("kill {name}")
class Kill(Effect):
    """`kill thrym`: into the Helheim deck (2.1H)."""

    name: str


@move("raise {name} to {to}")
class Raise(Effect):
    """`raise baldr to thor`: from the Helheim deck into a group."""

    name: str
    to: str


@move("out {name}")
class Out(Effect):
    """`out thrym`: out of the game."""

    name: str


@move("join {name} to {to}")
class Join(Effect):
    """`join mimir to thor`: into the group, with what is listed on its card (2.1F)."""

    name: str
    to: str


@move("leave {name}")
class Leave(Effect):
    """`leave sif`: back into its race deck."""

    name: str


@move("split {name}")
class Split(Effect):
    """`split loki`: it becomes a counter of its own."""

    name: str


@move("new {name} for {seat} at {place}")
class NewCharacter(Effect):
    """`new tyr for red at 5`: a character with which a seat goes on (10.0)."""

    name: str
    seat: str
    place: int


@move("move {group} {place}")
class Put(Effect):
    """`move thor 40`: the counter is put there. Of the master; on a line of its own it reads as `moves.Step` first."""

    group: str
    place: int


@move("deal {pile} to {to}")
class Deal(Effect):
    """`deal rune to thor`, `deal magic to thor`, `deal fate to red`: the top card of that pile."""

    pile: str
    to: str


@move("give {item} to {name}")
class Give(Effect):
    """`give gungnir to thor`: from aside, from the Forged deck, or from another bearer (2.2A4)."""

    item: str
    name: str


@move("aside {item}")
class Aside(Effect):
    """`aside gungnir`: set aside."""

    item: str


@move("break {item}")
class Break(Effect):
    """`break bronze-sword`: out of play."""

    item: str


@move("insane {name} {kind}")
class Insane(Effect):
    """`insane thor lunacy` (2.2A8)."""

    name: str
    kind: str


@move("sane {name}")
class Sane(Effect):
    """`sane thor` (2.2A8)."""

    name: str


@move("speed {group} {amount}", written=SIGNED)
class SpeedBonus(Effect):
    """`speed thor +2`: for this player-turn."""

    group: str
    amount: int


@move("skip {seat}")
class Skip(Effect):
    """`skip red`: the seat loses its next player-turn."""

    seat: str


@move("season {season}")
class SeasonIs(Effect):
    """`season winter`: where the marker is put (3.3)."""

    season: str


@move("win {side}[ {game}]")
class Win(Effect):
    """`win good GAME`, `win evil GAME`, `win nobody GAME`: the game, which is named, ends (0, 12.0, M30)."""

    side: str
    game: str = ""


@move("stop {section}")
class Stop(Effect):
    """`stop 8.0`: the master opens a stop under that section (M26)."""

    section: str


@move("go on")
class GoOn(Effect):
    """`go on`: the newest stop is closed (M26)."""


@move("remark {text}", written=TEXT)
class Note(Effect):
    """`remark "the bridge is down"`: for all to read; `note` begins a private note in every game."""

    text: str

    def __post_init__(self) -> None:
        force_setattr(self, "text", straight(self.text))


@move("ruling {effects}", written={"effects": one_by_one})
class Ruling(Effect):
    """`ruling hit thor at thrym; stamina thrym -3; kill thrym`: several effects, all or none."""

    effects: tuple[Effect, ...]
