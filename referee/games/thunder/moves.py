"""The moves of Thunder & Lightning as values.

A card is named as its mover sees it: `ravens`, or, where their own and a captured one could be meant,
`own ravens` and `captured ravens` (17.3). Columns are `A`, `B`, `C` for both sides; a place is a column
and a row, counted from the front: `B2`.
"""

from referee.engine.choices import Move
from referee.engine.moves import move
from referee.util.values import force_setattr

Names = tuple[str, ...]


def ravens_taken(take: Names) -> str:
    """How many Ravens, or which, where own and captured ones lie in the pile (17.2, 17.3)."""
    return ", ".join(take) if set(take) - {"ravens"} else str(len(take))


@move("deploy {cards}")
class Deploy(Move):
    """`deploy ravens, female-archer, viking-warriors`: row 1 of A, B and C, in that order (1.3)."""

    cards: Names


@move("draw")
class Draw(Move):
    """`draw` (4.1)."""


@move("lay {card} {column}[{row}]")
class Lay(Move):
    """`lay nightmare B2` (5.1), `lay thor A1` (10.1). Row 0 in a move just read: the row was left out."""

    card: str
    column: str
    row: int


@move("challenge {column}[ order {order}]")
class Challenge(Move):
    """`challenge B` (6.1); `challenge B order nightmare, ravens` (14.6). No order: the standing one."""

    column: str
    order: Names = ()


class Use(Move):
    """A mythological card played from the hand for its power (7.1)."""

    card: str


@move("use {card} {target}[ to {to}][ order {order}]")
class UseRavens(Use):
    """`use ravens B`, `use ravens own`, `use ravens hand`, `use ravens hand to C` (15.2, 15.4, 15.5)."""

    card: str
    target: str
    to: str = ""
    order: Names = ()


@move("use {card} {target}")
class UseFrigg(Use):
    """`use frigg hand` or `use frigg B` (13.2)."""

    card: str
    target: str


@move("use {card}")
class UseFreya(Use):
    """`use freya` (13.1)."""

    card: str


@move("use {card} {take}")
class UseHel(Use):
    """`use hel tyr` (17.1)."""

    card: str
    take: str


@move("use {card} {take|none}")
class UseLongships(Use):
    """`use longships viking-warriors, female-archer`; `use longships none` (17.2)."""

    card: str
    take: Names

    def __post_init__(self) -> None:
        force_setattr(self, "take", tuple(sorted(self.take)))


@move("use {card} {take}", written={"take": ravens_taken})
class UseOdin(Use):
    """`use odin 3`; `use odin own ravens, captured ravens` where the pile holds both (17.2).

    In a move just read, a number stands as that many names without `own` or `captured`.
    """

    card: str
    take: Names

    def __post_init__(self) -> None:
        force_setattr(self, "take", tuple(sorted(self.take)))


@move("use {card} {column}{row}")
class UseSpear(Use):
    """`use gungnir C3`, `use mjolnir C3` (18.1)."""

    card: str
    column: str
    row: int


@move("use {card} {column}{row} {to_column}{to_row}")
class Shift(Use):
    """`use baldr A2 C1` (own side), `use valkyries A1 B2` (the other side): from and to (9.1)."""

    card: str
    column: str
    row: int
    to_column: str
    to_row: int


@move("use {card} {column} {at_column}{at_row}[ order {order}]")
class UseVidarr(Use):
    """`use vidarr A A3`: their own outer column, and the place it flanks (20.1); may carry `order ...`."""

    card: str
    column: str
    at_column: str
    at_row: int
    order: Names = ()


@move("use {card}[ to {to}]")
class UseSeer(Use):
    """`use seer`; `use seer to B, C`: columns named beforehand, for the first card placed, the second ... (19)."""

    card: str
    to: Names = ()


@move("use {card}")
class UseLasting(Use):
    """`use berserker`, `use idunn`: works while it tops the pile (11, 12)."""

    card: str


@move("use {card}")
class UsePowerless(Use):
    """`use nightmare`: a card without a power from the hand; always refused (7.5)."""

    card: str


@move("place {column}")
class Place(Move):
    """`place B`: where the card just turned up goes (15.5, 19.2)."""

    column: str


@move("next")
class Next(Move):
    """`next`: the Seer draws on (19.1)."""


@move("stop")
class Stop(Move):
    """`stop`: the Seer is done (19.1)."""


@move("order {cards|default}")
class Order(Move):
    """`order nightmare, ravens, frigg`: how fallen cards go onto the pile, the last named on top (14.2, 14.3)."""

    cards: Names


@move("standing order {cards|default}")
class StandingDiscards(Move):
    """`standing order nightmare, ravens`, `standing order default`: the standing discard order (14.6)."""

    cards: Names


@move("standing lay {columns|never}")
class StandingLay(Move):
    """`standing lay A, C`: lay Thor/Loki when it can be; `standing lay never` takes it back (3.5)."""

    columns: Names
