"""How a game is opened: the first entry of its record, which embeds everything that the game depends on."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.engine.events import Event
from referee.engine.game import Game
from referee.engine.lots import DealLots, commitment
from referee.engine.seating import PLAYER, Seat, Seating, names
from referee.house.games import find
from referee.house.terms import USUAL, Terms, terms_of, written_terms
from referee.notation.languages import in_order
from referee.record.entries import Entry, Opening
from referee.table import fold, ruling
from referee.util.errors import Faulty


def seating_in(opening: Opening) -> Seating:
    """The seats of the table, each a player's or the master's."""
    return tuple(Seat(one, opening.roles.get(one, PLAYER)) for one in opening.seats)


def refuse_other_seats(game: Game, opening: Opening) -> None:
    """Raise `Faulty` for an opening whose seats are not those that the game has with its options."""
    wanted = game.seating(opening.options)
    if seating_in(opening) != wanted or not opening.roles.keys() <= {*opening.seats}:
        raise Faulty("record-seats", entry=0, seats=names(wanted))


def started(entries: Sequence[Entry]) -> tuple[Opening, Game, Terms, fold.Now]:
    """What a record begins with: its opening, the game, its terms, and the table before the first event.

    Raises `Faulty`.
    """
    if not entries or not isinstance(entries[0], Opening):
        raise Faulty("record-opening", entry=0)
    first = entries[0]
    game, terms = find(first.game), terms_of(first.terms)
    now = fold.blank(game, first.id, first.options)
    refuse_other_seats(game, first)
    return first, game, terms, now


def opened(
    game: str,
    secret: bytes,
    clock: Callable[[], str],
    *,
    id: str = "g1",
    options: Mapping[str, str] | None = None,
    content: Mapping[str, Any] | None = None,
    languages: Mapping[str, str] | None = None,
    terms: Terms = USUAL,
    invite: bool = False,
    **told: Any,
) -> Opening:
    """The opening of a game, dealt unless it is an invitation: then nothing is dealt before every seat has accepted.

    `options` are as after `--option`, or `content` what they amount to; `languages` those of seats whose letters are
    not English, `terms` those of play by mail; `secret` (32 bytes) makes its lots; `told` are the signer, the arbiter
    and how players answered before, as the opening has them. Raises `Faulty`.
    """
    played = find(game)
    content = played.options(dict(options or {})) if content is None else content
    seats = names(seating := played.seating(content))
    lots, events = DealLots(secret, id, dict.fromkeys(seats, "")), list[Event]()
    if not invite:
        ruling.lay_out(played, played.blank(id, content), content, lots, events)
    return Opening(
        at=clock(),
        id=id,
        game=game,
        edition=played.edition,
        options=content,
        seats=seats,
        roles={one.name: one.role for one in seating if one.role != PLAYER},
        languages=in_order(seats, languages or {}),
        terms=written_terms(terms),
        commit=commitment(secret, id).hex(),
        **told,
        events=tuple(events),
        lots=tuple(lots.drawn),
    )
