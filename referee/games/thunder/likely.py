"""What a player is likely to want: each action by a simple measure over what this seat sees, and whole turns of them.

Nothing here looks at a state, so a letter that shows it tells nothing more than the table does.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from referee.engine.choices import Choices, Move
from referee.engine.kit.likely import MOST, Turn, best, varied
from referee.games.thunder import moves as m
from referee.games.thunder.cards import GIANTS, LEADERS, NEVER_CHALLENGE, SPEARS, TREASURES, back_of, name_of
from referee.games.thunder.fetching import AT_MOST
from referee.games.thunder.table import COLUMNS, HAND_LIMIT, ROWS
from referee.games.thunder.view import Half, Line, Spot, View

WINS, LEADS, POINT = 100.0, 20.0, 8.0
"""A treasure hit; Thor/Loki in play or hit; a column more, which is an action more each turn."""
UNSEEN = 2.5
"""What a card that nobody has shown is reckoned to have as strength."""
HARMLESS, LIKED = 1.0, 3.0
LOSS = -10.0
ENOUGH = 5
"""Cards in hand with which a player has enough to choose from."""
TURNS, SINGLE = 2, 3
FETCHING = m.UseFreya | m.UseHel | m.UseLongships | m.UseOdin
"""Whole turns that are told, and single moves, as long as there is room."""


def likely(v: View, choices: Choices) -> tuple[Turn, ...]:
    """Whole turns, where several actions are left, then single moves; the best first. Each is legal in every world."""
    moves = [move for family in choices.families if family.listed for move in family.moves()]
    if _standing_comes_first(v):
        moves = [move for move in moves if isinstance(move, m.Draw)]
    ranked = best(moves, partial(worth, v), most=len(moves))
    return (*_turns(v, ranked), *((move,) for move in varied(ranked, _kind, SINGLE)))[:MOST]


def _standing_comes_first(v: View) -> bool:
    """3.5 Whether Thor/Loki may be laid by a standing order before the first line: then only a draw is sure."""
    held = {name_of(face) for face in v.mine.hand or ()}
    return bool(v.mine.standing_lay and held & LEADERS)


def _kind(move: Move) -> object:
    """Of alternatives the best is told: of cards to lay one, of a card to play one use; each challenge is one."""
    return move.written if isinstance(move, m.Challenge) else type(move)


# What a move is worth


def worth(v: View, move: Move) -> float:
    """What a move is worth to its seat; nothing for what is not likely wanted."""
    measure = MEASURES.get(type(move))
    return measure(v, move) if measure else 0.0


def _column(half: Half, letter: str) -> Line:
    return half.columns[COLUMNS.index(letter)]


def _strength(v: View, spot: Spot) -> float:
    return float(v.decks.strength(spot.face) or 0) if spot.face else UNSEEN


def _attacking(v: View, spot: Spot) -> float:
    """11.1 The strength with which a front card challenges."""
    top = v.mine.pile_top
    if spot.name == "viking-warriors" and top and name_of(top) == "berserker":
        return 6.0
    return _strength(v, spot)


def _fight(v: View, own: Spot, at: Spot) -> float:
    """6.5 to 6.9 What it is worth to challenge a card with another one."""
    name, strength = at.name, _attacking(v, own)
    if name in TREASURES:
        return WINS
    if name == "shield-wall":
        return 6.0 if own.name == "female-archer" else LOSS
    if name == "nightmare":
        return LOSS
    if name in GIANTS and own.name == "frigg":
        return 2 * POINT
    gain = strength - _strength(v, at)
    return gain + LIKED + _last(v) if gain > 0 else gain


def _last(v: View) -> float:
    """8.3 What it is worth to take one of the last cards off the enemy side."""
    return LIKED * (sum(map(len, v.theirs.columns)) < 4)  # noqa: PLR2004  as many as fall in one turn


def _challenge(v: View, move: m.Challenge) -> float:
    """6.1 The fight; 14.1 less where the unseen card, should it be a Nightmare, would take the treasure along."""
    line, enemy = _column(v.mine, move.column), _column(v.theirs, move.column)[0]
    risk = LIKED * (enemy.face is None and any(one.name in TREASURES for one in line))
    return _fight(v, line[0], enemy) - risk


def _flank(v: View, move: m.UseVidarr) -> float:
    target = _column(v.theirs, move.at_column)[move.at_row - 1]
    return _fight(v, _column(v.mine, move.column)[0], target) - HARMLESS


def _hit(v: View, at: Spot) -> float:
    """18.1 What it is worth to take a card off the enemy side, whatever it is."""
    if at.name in TREASURES | LEADERS:
        return WINS if at.name in TREASURES else LEADS
    return _strength(v, at) / 2 + _last(v)


def _ravens(v: View, move: m.UseRavens) -> float:
    if move.target == "own":
        return POINT if _stuck(v) else LOSS
    if move.target == "hand":
        return HARMLESS if move.to else LIKED - HARMLESS
    at = _column(v.theirs, move.target)[0]
    if at.face is None:
        return HARMLESS + _last(v)
    if at.name in TREASURES | LEADERS:
        return _hit(v, at)
    safe = at.name not in {"shield-wall", "nightmare"} and _strength(v, at) <= 1
    return LIKED if safe else LOSS


def _frigg(v: View, move: m.UseFrigg) -> float:
    if move.target == "hand":
        return LIKED
    return HARMLESS / 2 * sum(not spot.up for spot in _column(v.theirs, move.target))


def _lay(v: View, move: m.Lay) -> float:
    """5.1 A column more; a card that wins or holds in front; what must not be lost in the rear."""
    line = _column(v.mine, move.column)
    if move.card in LEADERS:
        return _led(v, move.column)
    card = Spot(v.seat or "", False, _face(v, move.card))
    if card.name in TREASURES:
        return _buried(line, move)
    if card.name == "nightmare" and any(one.name in TREASURES for one in line):
        return LOSS
    strength = _strength(v, card)
    if not line:
        return _opened(v, card, move.column)
    if move.row > 1:
        return (HARMLESS if strength else HARMLESS / 2) / len(line) ** 2 * (len(line) < ROWS - 1 or 1 / 9)
    return _front(v, card, line, move.column) - _front(v, line[0], line[1:], move.column) - HARMLESS


def _opened(v: View, card: Spot, column: str) -> float:
    """3.1, 8.3 A column more, and a point more in each turn, as long as the card is not taken there at once."""
    missed = LIKED * (v.decks.strength(card.face or "") is None)
    few = LIKED * (sum(map(len, v.mine.columns)) < 4)  # noqa: PLR2004  as many as fall in one turn
    if _falls(v, card, column):
        return HARMLESS + few - missed
    return POINT + _strength(v, card) / 2 - missed


def _buried(line: Line, move: m.Lay) -> float:
    """8.1, 20.1 The treasure at the rear, where no flank reaches it, and no Nightmare lies before it."""
    covered = move.row > 2 and all(one.name != "nightmare" for one in line)  # noqa: PLR2004  two in front of it
    return LIKED + (move.column == "B") if covered else 0.0


def _front(v: View, card: Spot, behind: Line, column: str) -> float:
    """What a card is worth in front of a column: what it can win, and what is not lost there."""
    if not _falls(v, card, column):
        return _prospect(v, card, column)
    if card.name in TREASURES:
        return -3 * POINT
    behind_it = bool(behind) and behind[0].name in TREASURES
    return _prospect(v, card, column) - (POINT if behind_it else HARMLESS + _strength(v, card) / 2)


def _falls(v: View, card: Spot, column: str) -> bool:
    """6.5 to 6.7 Whether a card would fall if the enemy front challenged it, as far as that is seen."""
    enemy = next(iter(_column(v.theirs, column)), None)
    if enemy is None or enemy.name in NEVER_CHALLENGE or card.name in LEADERS:
        return False
    if card.name == "shield-wall":
        return enemy.name == "female-archer"
    return _strength(v, enemy) >= _strength(v, card)


def _led(v: View, column: str) -> float:
    """10.3, 10.5 Four actions a turn; but Thor/Loki does not challenge, and stays in front of the column."""
    faced = [one for one in COLUMNS if _column(v.theirs, one)]
    if faced in ([column], []):
        return HARMLESS / 9
    line = _column(v.mine, column)
    missed = _prospect(v, line[0], column) if line else 0.0
    return LEADS - missed - LIKED * (column in faced)


def _stuck(v: View) -> bool:
    """6.3 Whether all that the enemy has stands in the column of the reader's own Thor/Loki, where nothing fights."""
    return [n for n, line in enumerate(v.theirs.columns) if line] == [v.mine.led]


def _shifted(v: View, move: m.Shift) -> float:
    """9.1 An enemy card before one that can fight, where none could be fought; an own one where it can win."""
    if move.card.endswith("valkyries"):
        return LIKED if _stuck(v) and move.to_column != COLUMNS[v.mine.led] else 0.0
    own, there = _column(v.mine, move.column), _column(v.mine, move.to_column)
    if move.to_row > 1 or move.row == 1:
        return 0.0
    now = _prospect(v, there[0], move.to_column) if there else 0.0
    return _prospect(v, own[move.row - 1], move.to_column) - now - HARMLESS


def _prospect(v: View, own: Spot, column: str) -> float:
    """6.2 What a card can win in front of a column; nothing where it cannot challenge or would lose."""
    enemy = _column(v.theirs, column)
    barred = own.name in NEVER_CHALLENGE or own.face is None or v.decks.strength(own.face) is None
    if barred or not enemy or enemy[0].name in LEADERS:
        return 0.0
    return max(0.0, _fight(v, own, enemy[0]))


def _face(v: View, card: str) -> str:
    """The face of a card of the hand, by its name in orders."""
    word, _, name = card.rpartition(" ")
    faces = [face for face in v.mine.hand or () if name_of(face) == name]
    own = [face for face in faces if (back_of(face) == v.seat) == (word != "captured")]
    return (own or faces)[0]


def _held(v: View, card: str) -> float:
    """The strength of a card of the hand, by its name in orders."""
    return float(v.decks.strength(_face(v, card)) or 0)


def _draw(v: View, _move: Move) -> float:
    """4.1, 8.2 A card more to choose from; less, the nearer the end of the deck, for who has no action left loses."""
    if v.mine.hand_size >= ENOUGH:
        return HARMLESS * v.mine.deck_size * (HAND_LIMIT - v.mine.hand_size) / 300
    return LIKED + ENOUGH - v.mine.hand_size


def _fetched(_v: View, move: m.UseLongships | m.UseOdin) -> float:
    return 1.5 * len(move.take)


def _taken(v: View, move: m.UseHel) -> float:
    """17.1 What the card is that comes back: Thor/Loki, a spear, or by its strength."""
    name = move.take.rpartition(" ")[2]
    if name in LEADERS | SPEARS:
        return POINT
    kind = next((one for one in v.decks.rows[v.seat or ""] if one.name == name), None)
    return float(kind.strength or HARMLESS) if kind else HARMLESS


def _lasting(v: View, move: m.UseLasting) -> float:
    """11, 12 Berserker by the Viking Warriors that stand in front; Idunn for any fight."""
    fronts = [column[0] for column in v.mine.columns if column]
    if move.card.endswith("berserker"):
        return LIKED * sum(spot.name == "viking-warriors" for spot in fronts)
    return HARMLESS


def _deployed(v: View, move: m.Deploy) -> float:
    """1.3 Strong cards and one that holds; nothing whose power from the hand is missed."""
    kept = {"odins-ring", "odins-crown", "nightmare"}
    if kept & set(move.cards) or move.cards != tuple(sorted(move.cards)):
        return 0.0
    walls = min(1, move.cards.count("shield-wall"))
    return sum(_held(v, card) for card in move.cards) + LIKED * walls


MEASURES: Mapping[type[Move], Callable[..., float]] = {
    m.Challenge: _challenge,
    m.UseVidarr: _flank,
    m.UseSpear: lambda v, move: _hit(v, _column(v.theirs, move.column)[move.row - 1]),
    m.UseRavens: _ravens,
    m.UseFrigg: _frigg,
    m.UseFreya: lambda v, _: float(v.decks.strength(v.theirs.pile_top) or 0),
    m.UseHel: _taken,
    m.UseLongships: _fetched,
    m.UseOdin: _fetched,
    m.Shift: _shifted,
    m.UseSeer: lambda _, move: HARMLESS if move.to else LIKED,
    m.UseLasting: _lasting,
    m.Lay: _lay,
    m.Draw: _draw,
    m.Deploy: _deployed,
    m.Place: lambda v, move: LIKED + len(_column(v.theirs, move.column)),
    m.Next: lambda *_: LIKED,
    m.Stop: lambda *_: HARMLESS,
}


# Whole turns


def _turns(v: View, ranked: list[Move]) -> Iterator[Turn]:
    """Turns that use every action left: quiet ones first, and at their end the best that is not; or quiet ones alone.

    What is drawn is unknown, and what a challenge brings too: so nothing comes after a draw or a challenge that they
    could make illegal.
    """
    if v.phase != "play" or v.ap < 2 or not _steady(v, ranked):  # noqa: PLR2004  several
        return
    loud = [(worth(v, move), (move,)) for move in ranked if not isinstance(move, m.Lay | m.Draw)]
    lasts = sorted((*loud[:1], *_sallies(v, ranked)), key=lambda one: -one[0])
    for last in (*(turn for _, turn in lasts[: TURNS - 1]), ()):
        quiet = _quiet(v, ranked, last, v.ap - len(last))
        if len(quiet) + len(last) == v.ap:
            yield (*quiet, *last)


def _sallies(v: View, ranked: list[Move]) -> Iterator[tuple[float, Turn]]:
    """6.1 A card laid in front that challenges at once, and what that is worth: `lay frigg A1`, `challenge A`."""
    for move in ranked if v.mine.turns > 1 else ():
        if isinstance(move, m.Lay) and move.row == 1 and move.card not in LEADERS:
            card = Spot(v.seat or "", False, _face(v, move.card))
            if (gain := _prospect(v, card, move.column)) > LIKED:
                yield gain - LIKED, (move, m.Challenge(move.column))


def _steady(v: View, ranked: list[Move]) -> bool:
    """Whether no standing order, and nothing that costs no action, comes between the moves of a turn (3.5, 10.2)."""
    free = any(isinstance(move, m.Lay) and move.card in LEADERS for move in ranked)
    return not free and not (v.mine.standing_lay and v.mine.led < 0)


def _quiet(v: View, ranked: list[Move], last: Turn, room: int) -> Turn:
    """Cards laid, each in a column of its own that the last move does not look at, then draws, to that number."""
    taken = {getattr(one, name, "") for one in last for name in ("column", "to_column")}
    held = [card for one in last if (card := getattr(one, "card", ""))]
    laid, drawn = list[Move](), list[Move]()
    for move in ranked:
        if len(laid) == room:
            break
        if isinstance(move, m.Draw):
            drawn = _draws(v, last, room - len(laid))
            break
        if isinstance(move, m.Lay) and move.column not in taken and _has(v, move.card, held):
            laid.append(move)
            taken.add(move.column)
            held.append(move.card)
    return (*laid, *drawn)


def _draws(v: View, last: Turn, room: int) -> list[Move]:
    """4.2 Draws, as many as the deck and the hand bear, and what is fetched after them (17.2).

    None before a card that another name would then be needed for (17.3).
    """
    renamed = any(getattr(one, "card", "") for one in last) and v.mine.backs
    fetched = AT_MOST * any(isinstance(one, FETCHING) for one in last)
    possible = max(0, min(room, v.mine.deck_size, HAND_LIMIT - v.mine.hand_size - fetched))
    return [] if renamed else [m.Draw()] * possible


def _has(v: View, card: str, used: list[str]) -> bool:
    """Whether the hand holds one more card of that name than are used; a name that says whose is used once."""
    if " " in card or v.mine.backs:
        return not used
    return sum(name_of(face) == card for face in v.mine.hand or ()) > used.count(card)
