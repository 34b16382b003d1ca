"""Who may sit in a game: the one check of names and addresses, by every way in (H7).

A mailbox is the same whatever stands after a plus in its address, so one hand is not shown to whoever holds another.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.engine.game import Game
from referee.engine.seating import names as seats_in
from referee.home.roster import Roster
from referee.house import games
from referee.house.players import Player, is_program, why_not_called
from referee.post.reading.robots import plain
from referee.util.errors import Faulty, Why, WrongUsage
from referee.util.values import replace

People = Mapping[str, Player]
"""Who has a part in a game, by seat; the arbiter too."""


def same_mailbox(one: str, other: str) -> bool:
    """Whether letters to two addresses go to one mailbox."""
    return plain(one) == plain(other)


def whose(address: str, seat: str, people: People) -> str:
    """The other seat whose letters go to the mailbox of an address; "" if there is none."""
    others = (one for one, player in people.items() if one != seat and not is_program(player))
    return next((one for one in others if same_mailbox(people[one].address, address)), "")


def refuse_address(address: str, seat: str, people: People, house: str, *, shared: bool) -> None:
    """Raise `Faulty` for an address of the house, and for one of another seat unless it is to be `shared`.

    Two hands would be shown to one mailbox.
    """
    if same_mailbox(address, house):
        raise WrongUsage("address-ours", address=address)
    if (other := whose(address, seat, people)) and not shared:
        raise WrongUsage("address-shared", address=address, seat=other)


def refuse_addresses(people: People, house: str, *, shared: bool) -> None:
    """The same for all who have a part in a game."""
    for seat, player in people.items():
        if not is_program(player):
            refuse_address(player.address, seat, people, house, shared=shared)


def named_in(table: Any, known: Roster) -> dict[str, Player]:
    """Who has a part in a game, each by the name that is told to all."""
    told = dict(table.view(None).names)
    return {
        seat: replace(player, name=told.get(seat, player.name)) for seat, player in known.everybody.items()
    }


def misnamed(player: Player, seat: str, people: People, seats: Sequence[str], referee: str) -> Why | None:
    """Why a player may not be called so in a seat ("": not known yet); None if they may, as a program always may."""
    if is_program(player):
        return None
    others = (
        one for at, one in people.items() if at != seat and not same_mailbox(one.address, player.address)
    )
    return why_not_called(player.name, seat, seats, (referee, *(one.name for one in others)))


def refuse_name(player: Player, seat: str, people: People, seats: Sequence[str], referee: str) -> None:
    """Raise `Faulty` where a player may not be called so."""
    if reason := misnamed(player, seat, people, seats, referee):
        raise WrongUsage(reason.key, **reason.params)


def refuse_names(
    options: Mapping[str, Any], seats: Sequence[str], referee: str = "", players: Iterable[Player] = ()
) -> None:
    """Raise `Faulty` for a name in the options of a game, in full, by which nobody may be called in it.

    Programs among the players are called as they are, however many there are.
    """
    programs = {one.name for one in players if is_program(one)}
    told = [str(one) for one in options.get("players") or ()]
    sits = seats if options.get("sides") != "lot" else [""] * len(told)
    for n, (name, seat) in enumerate(zip(told, sits, strict=False)):
        others = (referee, *told[:n], *told[n + 1 :])
        if name not in programs and (reason := why_not_called(name, seat, seats, others)):
            raise WrongUsage(reason.key, **reason.params)


def seats_of(rules: str) -> tuple[str, ...]:
    """The seats of a game to be played, as it is played if nothing else is said; () if it cannot be read."""
    try:
        game: Game = games.find(rules)
        return seats_in(game.seating(game.options({})))
    except Faulty:
        return ()
