"""A player taken out of a collection: at once out of its index, and out of the site when it is made next."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

from referee.archive.collection.keeping import names_of, write
from referee.archive.collection.schema import opened
from referee.archive.collection.store import drop_source, sources, take_out, tidy


def forget(index: Path, player: str) -> int:
    """Forget a player by name, as it stands in the records or on the site, or by pseudonym; gives the games concerned.

    These games, and those in whose notes somebody may be named, leave the index without a trace. They come back
    without the name when the index is made again: the player is `somebody` in them, whom nothing links to other games.
    Raises `Faulty` for a file that is no index of ours, and OSError.
    """
    names = names_of(index)
    shown = (player, names.pseudonym(player))
    write(index, replace(names, forgotten=names.forgotten | {names.mark(player)}))
    with closing(opened(index)) as db:
        named = {
            int(row[0])
            for one in shown
            for row in db.execute(
                "SELECT game FROM seats JOIN players ON players.id = player WHERE name = ?1 COLLATE NOCASE"
                " UNION SELECT game FROM notes JOIN players ON players.id = writer WHERE name = ?1 COLLATE NOCASE",
                (one,),
            )
        }
        told_of = {int(row[0]) for row in db.execute("SELECT game FROM notes UNION SELECT game FROM tags")}
        for source in sources(db).values():
            if source.game in named | told_of:
                take_out(db, source.game)
                drop_source(db, source.tag)
        tidy(db)
    return len(named)
