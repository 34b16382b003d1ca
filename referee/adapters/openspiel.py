"""Our games in OpenSpiel: importing this module registers every game that is installed, as `referee_thunder`.

    import pyspiel
    import referee.adapters.openspiel
    game = pyspiel.load_game("referee_hammer_of_thor(players=3,options=supplement:house,seed=7)")

Parameters: `players` (0: as many as the game has by itself), `seed`, `moves` (a game that lasts so many orders is
drawn: no rule bounds our games; random ones end much earlier), and `options`, as `name:value` parted by `/`.

All chance is in the first node, the deal: its outcome and `seed` say how every lot falls, later dice too. So a state is
its history, and a search over its clones would foresee the dice. One over `resample_from_infostate`, as OpenSpiel's
ISMCTS, sees nothing that its player may not know: there all that is hidden is dealt again, and so are later lots.
What a player is told is made of that seat's `Seen` events and view, never of the state; `str(state)` is the line of
play, for debugging, and says what was ordered in secret.
"""

import warnings
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np
import pyspiel

from referee.adapters.position import MOVES_AT_MOST, ORDERS_AT_MOST, SIZE, NoWorldError, Position, Table, bits
from referee.engine.seating import players
from referee.house.games import find, names
from referee.util.errors import Faulty

PREFIX = "referee_"
DEALS = 100
"""How many deals there are for a seed: outcomes of the first node."""
PARAMETERS = {"moves": MOVES_AT_MOST, "options": "", "players": 0, "seed": 0}


def type_of(name: str) -> Any:
    """What OpenSpiel asks of a game by its name. Raises `Faulty` where it cannot be loaded."""
    game = find(name)
    most = len(game.seats)
    kinds = pyspiel.GameType
    return kinds(
        short_name=PREFIX + name,
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if most == 2 else kinds.Utility.GENERAL_SUM,  # noqa: PLR2004  for two
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=getattr(game, "fewest", 0) or len(players(game.seats)),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(PARAMETERS),
    )


def options_of(given: Mapping[str, Any]) -> dict[str, str]:
    """The options of a game from its parameters, not looked at yet."""
    pairs = [one.partition(":") for one in str(given["options"]).split("/") if one]
    seats = {"seats": str(given["players"])} if given["players"] else {}
    return {**{name: value for name, _, value in pairs}, **seats}


class TableGame(pyspiel.Game):
    """A game of ours with its parameters. Each has a class of its own, made by `register`, which says its type."""

    kind: ClassVar[Any] = None

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given, kind = {**PARAMETERS, **(params or {})}, self.kind
        name = kind.short_name.removeprefix(PREFIX)
        self.table = Table.of(name, options_of(given), int(given["moves"]))
        self.seed = given["seed"]
        info = pyspiel.GameInfo(
            num_distinct_actions=ORDERS_AT_MOST,
            max_chance_outcomes=DEALS,
            num_players=len(self.table.seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if kind.utility == pyspiel.GameType.Utility.ZERO_SUM else None,
            max_game_length=self.table.bound,
        )
        super().__init__(kind, info, dict(params or {}))

    def new_initial_state(self) -> "TableState":
        """Before the deal."""
        return TableState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The deal, and nothing after it."""
        return 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":  # noqa: ARG002
        """What tells a player about a state."""
        return Observer(
            iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), len(self.table.seats)
        )


class TableState(pyspiel.State):
    """A state: nothing but a position, which is never changed; None before the deal."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.table, self.seed = game.table, game.seed
        self.position: Position | None = None

    def current_player(self) -> int:
        """The seat to move, in the order of seats; chance before the deal."""
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        mover = self.position.mover
        return self.table.seats.index(mover) if mover else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Whether the game is over, or has lasted as long as it may."""
        return self.position is not None and self.position.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, all equally likely."""
        return [(deal, 1 / DEALS) for deal in range(DEALS)]

    def _legal_actions(self, player: int) -> list[int]:
        """The numbers of all orders."""
        mine = self.position is not None and player == self.current_player()
        return [*range(len(self.position.orders))] if mine and self.position else []

    def _apply_action(self, action: int) -> None:
        self.position = (
            self.position.after(action) if self.position else self.table.opened(f"{self.seed} {action}")
        )

    def _action_to_string(self, player: int, action: int) -> str:
        """The order as it is written."""
        if self.position is None or player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        orders = self.position.orders
        return orders[action] if action < len(orders) else f"no order {action}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "TableState":
        """A state in which the player to move could be, for all it knows. Raises `NoWorldError`, or for another player.

        It has this state's history in numbers, and cannot be serialized.
        """
        if self.position is None or player != self.current_player():
            raise NoWorldError(f"player {player} is not to move")
        other = self.clone()
        other.position = self.position.imagined(str(sampler()))
        return other  # type: ignore[no-any-return]

    def returns(self) -> list[float]:
        """What each seat has from the game: 1 won, -1 lost, 0 drawn; several winners share."""
        return list(self.position.returns() if self.position else (0.0,) * len(self.table.seats))

    def __str__(self) -> str:
        if self.position is None:
            return f"{self.table.game.name}, not dealt"
        line = [f"{seat}: {order}" for seat, order in self.position.line]
        return "\n".join((f"{self.table.game.name}, deal {self.position.seed}", *line))


class Observer:
    """What a player knows: all it was shown (perfect recall), or the table as it sees it.

    Public is what an onlooker sees. Private is all that the player sees on the table, what is public too.
    """

    def __init__(self, kind: Any, count: int) -> None:
        self.kind = kind
        self.count = count
        self.alone = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Any = None if kind.perfect_recall else np.zeros(SIZE + count, np.float32)
        self.dict: dict[str, Any] = {}
        if self.tensor is not None:
            self.dict = {"player": self.tensor[:count], "facts": self.tensor[count:]}

    def set_from(self, state: TableState, player: int) -> None:
        """Set the bits for what a player sees."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if self.alone:
            self.dict["player"][player] = 1
        if state.position is not None:
            self.dict["facts"][bits(state.position.observed(self._seat(state, player)))] = 1

    def string_from(self, state: TableState, player: int) -> str:
        """The same as text, by `Position.known` or `Position.observed`; "" before the deal."""
        if state.position is None:
            return ""
        seat = self._seat(state, player)
        if seat is not None and self.kind.perfect_recall:
            return state.position.known(seat)
        return state.position.observed(seat)

    def _seat(self, state: TableState, player: int) -> str | None:
        return state.table.seats[player] if self.alone else None


def register(name: str) -> str:
    """Register a game of ours; returns the name by which OpenSpiel knows it. Raises `Faulty`."""
    kind = type_of(name)
    if kind.short_name not in pyspiel.registered_names():
        # A class, and not a function: OpenSpiel holds it until after the end of Python, and frees it then. It stands in
        # this module so that games of it can be pickled.
        made = type(f"Game_{name}", (TableGame,), {"kind": kind, "__module__": __name__})
        globals()[made.__name__] = made
        pyspiel.register_game(kind, made)
    return str(kind.short_name)


def register_all() -> None:
    """Register every game that is installed; one that cannot be loaded is left out with a warning."""
    for name in sorted(names()):
        try:
            register(name)
        except Faulty as fault:
            warnings.warn(f"{name} is left out: {fault}", stacklevel=2)


register_all()
