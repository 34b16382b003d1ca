"""How Thunder & Lightning is read: what the rules of `thunder.lark` make of their parts, and its cards by kind."""

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import chain
from typing import Any

from referee.games.thunder import moves as m

KINDS: Mapping[str, str] = {
    "ravens": "ravens",
    "frigg": "frigg",
    "freya": "freya",
    "hel": "hel",
    "longships": "longships",
    "odin": "odin",
    "gungnir": "spear",
    "mjolnir": "spear",
    "baldr": "shifting",
    "valkyries": "shifting",
    "vidarr": "vidarr",
    "seer": "seer",
    "berserker": "lasting",
    "idunn": "lasting",
}
"""The kind of terminal of a card with a power from the hand (7.5); all others are just a `card`."""

PATTERNS: Mapping[str, str] = {"column": r"[abc](?![^\W\d_])"}
"""Terminals that are no words, as expressions for folded text."""

IMPLIED: Mapping[str, Collection[str]] = {
    "card": {*KINDS.values(), "own", "captured", "times", "and"},
    "column": ("to", "from", "column-word"),
    "comma": ("and", "times"),
    "none": ("zero",),
}
"""Kinds that are not told as expected where the first one is."""


def card_names(options: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Name and title of every card of both decks of a game, and its name in short on the board, each once."""
    rows = list(chain.from_iterable(options["deck"].values()))
    return iter(dict.fromkeys((row["card"], row[form]) for form in ("title", "short") for row in rows))


def card_strengths(options: Mapping[str, Any]) -> Mapping[str, Collection[str]]:
    """The strengths printed on the cards of that name, in either deck."""
    found: dict[str, set[str]] = {}
    for row in chain.from_iterable(options["deck"].values()):
        found.setdefault(row["card"], set()).update([] if row["strength"] is None else [str(row["strength"])])
    return found


def _ravens(card: str, target: str, to: str | None, order: m.Names | None) -> m.UseRavens:
    return m.UseRavens(card, target, to or "", order or ())


def _odin(card: str, take: str | m.Names = ()) -> m.UseOdin:
    """A number alone is that many Ravens, own or captured (17.2)."""
    return m.UseOdin(card, ("ravens",) * int(take) if isinstance(take, str) else take)


def _longships(card: str, take: str | m.Names = ()) -> m.UseLongships:
    """The only number that may stand alone is 0 (17.2)."""
    return m.UseLongships(card, () if isinstance(take, str) else take)


def _vidarr(card: str, column: str, place: tuple[str, int], order: m.Names | None) -> m.UseVidarr:
    return m.UseVidarr(card, column, place[0], place[1], order or ())


def _listed(*items: Any) -> tuple[Any, ...]:
    return items


BUILDERS: Mapping[str, Callable[..., Any]] = {
    "deploy": m.Deploy,
    "draw": m.Draw,
    "lay": lambda card, column, row: m.Lay(card, column, int(row or 0)),
    "challenge": lambda column, order: m.Challenge(column, order or ()),
    "use_ravens": _ravens,
    "use_frigg": m.UseFrigg,
    "use_freya": m.UseFreya,
    "use_hel": m.UseHel,
    "use_longships": _longships,
    "use_odin": _odin,
    "use_spear": lambda card, place: m.UseSpear(card, *place),
    "shift": lambda card, place, to: m.Shift(card, *place, *to),
    "use_vidarr": _vidarr,
    "use_seer": lambda card, columns: m.UseSeer(card, columns or ()),
    "use_lasting": m.UseLasting,
    "use_powerless": lambda card, *_: m.UsePowerless(card),
    "place_card": m.Place,
    "next": m.Next,
    "stop": m.Stop,
    "order_fallen": lambda cards=(): m.Order(cards),
    "standing_order": lambda cards=(): m.StandingDiscards(cards),
    "standing_lay": lambda columns=(): m.StandingLay(columns),
    "fallen": lambda cards: cards,
    "cards": lambda *takings: tuple(chain.from_iterable(takings)),
    "columns": _listed,
    "takings": lambda *takings: tuple(chain.from_iterable(takings)),
    "one": lambda card: (card,),
    "many": lambda number, card: (card,) * int(number),
    "many_behind": lambda card, number: (card,) * int(number),
    "column": lambda column: column,
    "place": lambda column, row: (column, int(row)),
    "card": lambda *words: " ".join(word for word in words if word),
}
"""What the rules of the grammar make of their parts: text for terminals, None for what was left out."""
