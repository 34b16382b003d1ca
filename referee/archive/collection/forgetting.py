"""A player taken out of a collection: at once out of its index, and out of the site when it is made next."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

from referee.archive.collection.keeping import names_of, write
from referee.archive.collection.schema import opened
from referee.archive.collection.store import drop_source, leave_untidy, put_aside, slug_of, sources, tidy
from referee.util.errors import WrongUsage


def forget(index: Path, player: str) -> int:
    """Forget a player by name, as it stands in the records or on the site, or by pseudonym; gives the games concerned.

    These games, and those in whose notes somebody may be named, leave the index without a trace. They come back
    without the name when the index is made again: the player is `somebody` in them, whom nothing links to other games.
    Raises `Faulty` for what can be nobody's name and for a file that is no index of ours, and OSError.
    """
    if not any(map(str.isalnum, player)):
        raise WrongUsage("forget-nobody", given=player)
    names = names_of(index)
    names = replace(names, forgotten=names.forgotten | {names.mark(player)}, half=True)
    write(index, names)  # if the rest is broken off, every record is looked at when the index is made next
    with closing(opened(index)) as db:
        every = {one.game: one for one in sources(db).values() if one.game is not None}
        named = {
            game
            for game, one in every.items()
            if names.traces(slug_of(db, game), [player]) & {*one.traces.split()}
        }
        told_of = {int(row[0]) for row in db.execute("SELECT game FROM notes UNION SELECT game FROM tags")}
        for game in every.keys() & (named | told_of):
            put_aside(db, game)
            drop_source(db, every[game].tag)
        tidy(db)
        leave_untidy(db)
    write(index, replace(names, half=False))
    return len(named)
