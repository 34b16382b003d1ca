"""A rules-validating referee for play by email.

    from referee import Table

    table = Table.open("thunder", seed="07")

See `referee.api.Table`. Importing this package loads nothing else until a name is used.

The house has these rooms; each may import those before it, and no other:

    util      tools that know neither games nor mail: files, YAML, settings, times, texts
    engine    what a game is made of and what drives it; engine.kit is for authors of games
    games     the games: one folder each, in the order of its rulebook
    notation  a line of a letter becomes a reading, in the words of its seat
    house     the rules that hold at every table, H1 to H35, and where the games are found
    record    the file of a game: its documents, its seals
    table     one game: the record folded, letters ruled on, clocks, what each seat knows, rulings
    telling   what a reader is told, as sentences, text and pages
    api       the front door: a table with its texts
    home      a keeper's folder: key, configuration, rosters, secrets of seats
    post      mail as bytes: reading it, writing it, the ways it comes and goes
    verify    what anybody can check without the referee: records, letters, lots, archives
    archive   annotated games: notes, variations, replay, booklet, exchange text, collections
    desk      one pass: letters in, ruled on, answered; the acts of keeper, judge and clock
    testing   what the author of a game needs to hold it to the contract
    adapters  the games for other people's programs: OpenSpiel, PettingZoo
    partner   a program that plays a seat, by what that seat knows
    store     a home in PostgreSQL, for several hosts
    cli       the verbs of the command line; the demo and the doctor

The path of a letter: `post.delivery` puts it into the spool, `desk.desk` takes it, `post.reading` finds what its sender
wrote, `home.seats` whose it is, `notation.reader` reads its lines, `table.legality` holds each to the rules,
`table.ruling` plays them, `record.file` writes the entry, `telling.letter` makes the reports, `post.outbox` keeps them,
and `post.posting` sends them.
"""

from referee.util import VERSION

TYPE_CHECKING = (
    False  # so spelled, type checkers know it; `typing` is slow to load, and a delivery of mail loads this
)
if TYPE_CHECKING:
    from referee.api import Table as Table

__version__ = VERSION
__all__ = ["Table", "__version__"]


def __getattr__(name: str) -> object:
    """Load the table when it is first asked for: a start must not cost what it does not use."""
    if name == "Table":
        from referee.api import Table  # noqa: PLC0415

        return Table
    raise AttributeError(name)
