"""The legal moves of a seat, told: by families, grouped so that a person finds the one wanted."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import combinations, permutations, product
from random import Random
from typing import NamedTuple

from referee.engine.choices import Choices, Family
from referee.engine.game import Game
from referee.telling.catalog import Catalog, telling
from referee.telling.sentences import Reader, cited
from referee.util.regexes import regex
from referee.util.values import Value, replace

OR = " / "
NEAR = 3
EXAMPLES = 4


Words = tuple[str, ...]


class Slots(Value):
    """Moves that are written `head one-of-the-first one-of-the-second`; no slots: the head alone."""

    head: str
    slots: tuple[Words, ...] = ()

    def expand(self) -> Iterator[str]:
        """Every move of the group, as written."""
        for words in product(*self.slots):
            yield " ".join((self.head, *words)).strip()


class Listing(Value):
    """Moves that are written `head a, b, ...`: `least` to `most` items.

    `items` says how often each may stand in a list. With `ordered`, every order is a move of its own; else
    the items stand in the order of `items`.
    """

    head: str
    items: tuple[tuple[str, int], ...]
    least: int
    most: int
    ordered: bool

    def expand(self) -> Iterator[str]:
        """Every move of the group, as written."""
        pool = [item for item, times in self.items for _ in range(min(times, self.most))]
        lists = permutations if self.ordered else combinations
        for size in range(self.least, self.most + 1):
            for words in dict.fromkeys(lists(pool, size)):
                yield f"{self.head} {', '.join(words)}"


Group = Slots | Listing
SQUARE = regex(r"[a-z]\d+")
"""A square, as chess players write it, with which a move may begin."""


GLUE = "\N{NO-BREAK SPACE}"


class GroupTold(NamedTuple):
    """A group as shown: the line to write, and below it what its capital words stand for."""

    line: str
    below: tuple[str, ...] = ()


class FamilyTold(NamedTuple):
    """A family as shown: what it is, its rule, its groups.

    `orders` are the moves of a listed family one by one; a described family has one as an example, and one that is
    `folded` has none. `key` is the name of the family.
    """

    title: str
    rule: str
    groups: tuple[GroupTold, ...]
    any_time: bool
    orders: tuple[str, ...]
    listed: bool
    key: str = ""
    folded: bool = False
    asks: str = ""
    """The question that tells all moves of a folded family."""
    typed: bool = False
    """Whether its moves are written by hand: there is no link for any."""

    @property
    def heading(self) -> str:
        """What the family is, with the number of its rule."""
        return cited(self.title, self.rule)


def told_families(
    reader: Reader, choices: Choices, *, full: bool = False, seed: str = "", folds: bool = False
) -> tuple[FamilyTold, ...]:
    """Every family of the choices, ready to be shown. Described families are given by form and example.

    Where it `folds`, those that the game says are given by how the rest of their moves is had.
    """
    late, folded = telling(reader.game).ANY_TIME, telling(reader.game).FOLDED if folds else {}
    return tuple(
        _folded(reader, family, folded[family.key])
        if family.key in folded
        else _family(reader, family, any_time=family.key in late, full=full, seed=seed)
        for family in choices.families
        if family.count
    )


def _folded(reader: Reader, family: Family, text: str) -> FamilyTold:
    key, card = entry(reader.says, family.key)
    title = reader.says.say("families", key, reader.voice, {"card": card})
    groups = (GroupTold(reader.text(text, card=card, count=family.count)),)
    question = telling(reader.game).UNFOLDED.get(family.key, "")
    asks = reader.text(question, card=card) if question else ""
    told = FamilyTold(title, family.rule, groups, any_time=False, orders=(), listed=False, key=family.key)
    return told._replace(folded=True, asks=asks)


def _family(reader: Reader, family: Family, *, any_time: bool, full: bool, seed: str) -> FamilyTold:
    says = reader.says
    key, card = entry(says, family.key)
    title = says.say("families", key, reader.voice, {"card": card})
    if family.listed:
        orders = tuple(reader.order(move.written) for move in family.moves())
        groups = tuple(map(GroupTold, orders)) if full else _groups(reader, family, orders)
    else:
        orders = (reader.order(_example(family, seed)),)
        example = says.say("texts", "example", params={"example": orders[0]})
        groups = (GroupTold(says.say("forms", family.form), (example,)),)
    typed = family.key in telling(reader.game).TYPED
    return FamilyTold(title, family.rule, groups, any_time, orders, family.listed, family.key, typed=typed)


def entry(says: Catalog, key: str) -> tuple[str, str]:
    """The entry of the catalog for a family's key, and the card in it.

    `use CARD` and `use CARD order` share an entry.
    """
    if says.has("families", key):
        return key, ""
    verb, _, card = key.partition(" ")
    if card.endswith(" order"):
        return f"{verb} order", card.removesuffix(" order")
    return verb, card


def _groups(reader: Reader, family: Family, orders: Sequence[str]) -> tuple[GroupTold, ...]:
    names = _slot_names(reader.says, family.key)
    glued = [reader.word(word) for word in telling(reader.game).QUALIFIERS]
    groups = grouped(orders, glued)
    if not names and any(isinstance(group, Listing) or len(group.slots) > 1 for group in groups):
        return tuple(map(GroupTold, orders))
    return tuple(_group(reader.says, group, names) for group in groups)


def _slot_names(says: Catalog, key: str) -> Sequence[str]:
    """What the parts of these moves are called where they are shown apart: `CARD PLACE`; () if the game names none."""
    name, card = entry(says, key)
    keys = (f"{name} {card.rpartition(' ')[2]}", name, "other")
    return next((says.say("slots", key).split() for key in keys if says.has("slots", key)), ())


def _group(says: Catalog, group: Group, names: Sequence[str]) -> GroupTold:
    match group:
        case Listing(head=head):
            some = ", ".join([names[0]] * group.most) if group.least == group.most else f"{names[0]}, ..."
            return GroupTold(f"{head} {some}", (_list_of(says, group),))
        case Slots(head=head, slots=()):
            return GroupTold(head)
        case Slots(head=head, slots=(words,)):
            return GroupTold(f"{head} {OR.join(words)}".lstrip())
        case Slots(head=head, slots=slots):
            apart = [(name, *_tailless(words)) for name, words in zip(names, slots, strict=False)]
            below = tuple(f"{name}: {OR.join(words)}" for name, words, _ in apart)
            return GroupTold(" ".join((head, *(name + tail for name, _, tail in apart))), below)
    raise TypeError(group)


def _tailless(words: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """Words without the last one of each, if it is the same of all, and that one: `for` of `iron-sword for`."""
    ends = {word.rpartition(" ")[2] for word in words if " " in word}
    if len(ends) != 1 or not all(" " in word for word in words):
        return tuple(words), ""
    return tuple(word.rpartition(" ")[0] for word in words), f" {ends.pop()}"


def _list_of(says: Catalog, group: Listing) -> str:
    items = [
        item if times == 1 else says.say("texts", "times", params={"item": item, "n": times})
        for item, times in group.items
    ]
    size = str(group.most) if group.least == group.most else f"{group.least}-{group.most}"
    values = {"size": size, "ordered": group.ordered, "items": OR.join(items)}
    return says.say("texts", "list-of", params=values)


def _example(family: Family, seed: str = "") -> str:
    """A move of a described family, the same for the same choices and seed: out of some, the one that shows most.

    Where it is told as a link, who has the same choices before the eyes must not guess it: so the seed is a secret.
    """
    if family.example:
        return family.example.written
    rng = Random(f"{seed} 1" if seed else 1)  # noqa: S311  an example, not a lot
    drawn = [family.draw(rng).written for _ in range(EXAMPLES)]
    return max(drawn, key=_telling)


def _telling(written: str) -> int:
    """How much an example shows: two or three different names, none twice, none that needs `own`."""
    names = written.rpartition("order ")[2].split(", ")
    return min(len(set(names)), 3) - 2 * (len(names) - len(set(names))) - written.count("own ")


def likely_turns(reader: Reader, choices: Choices) -> tuple[str, ...]:
    """The turns that a game holds for likely among these choices, a line for each move."""
    turns = telling(reader.game).likely(reader.view, choices)
    return tuple("\n".join(reader.order(move.written) for move in turn) for turn in turns)


def example_move(reader: Reader, choices: Choices) -> str:
    """A listed legal move for the foot of a report, the likeliest where the game says so.

    It is "" if the only ones are possible at any time.
    """
    if turns := likely_turns(reader, choices):
        return next((turn for turn in turns if "\n" not in turn), turns[0].split("\n", 1)[0])
    late = {*telling(reader.game).ANY_TIME, *telling(reader.game).TYPED}
    likely = map(choices.family, telling(reader.game).LINKED)
    if first := next((one for one in likely if one and one.key not in late), None):
        return reader.order(first.moves()[0].written)
    for family in choices.families:
        if family.listed and family.count and family.key not in late:
            return reader.order(family.moves()[0].written)
    return ""


def nearest(game: Game, choices: Choices, written: str) -> tuple[str, ...]:
    """The listed legal moves most like a refused one: same verb, and same card for `use`; at most three.

    If there is none with that verb: what is asked for just now, if that is not more than three moves.
    """
    words = written.split(" ")
    least = " ".join(words[: 2 if len(words) > 2 else 1])  # noqa: PLR2004  verb and object
    moves = [move.written for move in choices]
    alike = [move for move in moves if move.startswith(least + " ")] or [
        move for move in moves if move.split(" ", 1)[0] == words[0]
    ]
    if not alike:
        late = {*telling(game).ANY_TIME, *telling(game).TYPED}
        now = [family for family in choices.families if family.key not in late]
        few = sum(family.count for family in now) <= NEAR
        return tuple(move.written for family in now for move in family.moves()) if few else ()
    return tuple(sorted(alike, key=lambda move: (-SequenceMatcher(None, move, written).ratio(), move))[:NEAR])


def begins_with(choices: Choices, written: str) -> bool:
    """Whether a listed move is this one, or this one with more said: `lay tyr B1` for `lay tyr B`."""
    return any(move.written.startswith(written) for move in choices)


def moves_text(reader: Reader, choices: Choices, *, full: bool = False, mark: str = "") -> str:
    """The legal moves of a seat, grouped; `full` gives every listed move a line of its own.

    In a letter each line stands after a `mark`, so that it is no order when it is quoted.
    """
    families = told_families(reader, choices, full=full)
    return reader.says.render("moves.txt", reader.voice, families=families, mark=mark)


# Moves grouped so that a person finds the one wanted, instead of seventy lines that differ in one place.
#
# A group is a head, with slots after it. Every group can be expanded again; a group is only made if its expansion
# gives exactly the moves it was made of.


def grouped(moves: Sequence[str], glued: Collection[str] = ()) -> tuple[Group, ...]:
    """The groups of some moves of one family, given in canonical notation. Together they expand to all of them.

    Words of `glued` belong to the word that follows: `captured ravens` is one name. One in brackets belongs to the word
    before it: `Raben (erbeutet)`.
    """
    bound: Sequence[str] = [move.replace(" (", f"{GLUE}(") for move in moves]
    for word in glued:
        bound = [f" {move}".replace(f" {word} ", f" {word}{GLUE}")[1:] for move in bound]
    return tuple(_unglued(group) for group in _grouped(bound))


def _unglued(group: Group) -> Group:
    def free(words: str) -> str:
        return words.replace(GLUE, " ")

    if isinstance(group, Slots):
        return Slots(free(group.head), tuple(tuple(map(free, words)) for words in group.slots))
    return replace(
        group, head=free(group.head), items=tuple((free(item), times) for item, times in group.items)
    )


def _grouped(moves: Sequence[str]) -> tuple[Group, ...]:
    if not any("," in move for move in moves):
        return by_last_word(moves)
    head = _shared([move.split(",", 1)[0].rpartition(" ")[0] for move in moves if "," in move])
    inside = [move for move in moves if move.startswith(head + " ")]
    outside = [move for move in moves if not move.startswith(head + " ")]
    rest, found = _listing(head, [move[len(head) + 1 :] for move in inside])
    if found is None:
        return tuple(Slots(move) for move in moves)
    return (*by_last_word([*outside, *(f"{head} {word}" for word in rest)]), found)


def by_last_word(moves: Sequence[str]) -> tuple[Slots, ...]:
    """Moves with equal beginnings joined, then beginnings that allow the same last words."""
    endings: dict[str, list[str]] = {}
    for move in moves:
        beginning, _, last = move.rpartition(" ")
        endings.setdefault(beginning, []).append(last)
    alike: dict[tuple[str, ...], list[str]] = {}
    for beginning, words in endings.items():
        alike.setdefault(tuple(words) if beginning else (beginning,), []).append(beginning)
    return tuple(slots for words, beginnings in alike.items() for slots in _slots(beginnings, words, endings))


def _slots(beginnings: list[str], words: Words, endings: dict[str, list[str]]) -> Iterator[Slots]:
    """The groups of beginnings that allow the same last words; a single one where the beginnings share a head."""
    if beginnings == [""]:
        yield from _one_word_each(endings[""])
        return
    head = _shared(beginnings)
    if len(beginnings) > 1 and len(words) > 1 and head and head not in beginnings:
        yield Slots(head, (tuple(beginning[len(head) + 1 :] for beginning in beginnings), words))
        return
    for beginning in beginnings:
        yield Slots(beginning, (words,)) if len(words) > 1 else Slots(f"{beginning} {words[0]}")


def _one_word_each(moves: Sequence[str]) -> Iterator[Slots]:
    """Moves of one word each: those that begin with the same square are joined."""
    at: dict[str, list[str]] = {}
    for move in moves:
        square = SQUARE.match(move)
        at.setdefault(square[0] if square else move, []).append(move)
    yield from (Slots("", (tuple(words),)) if len(words) > 1 else Slots(words[0]) for words in at.values())


def _shared(texts: Sequence[str]) -> str:
    """The words that all these texts begin with."""
    shared: list[str] = []
    for words in zip(*(text.split(" ") for text in texts), strict=False):
        if len(set(words)) > 1:
            break
        shared.append(words[0])
    return " ".join(shared)


def _listing(head: str, written: Sequence[str]) -> tuple[list[str], Listing | None]:
    """Moves that are no list (`none`, `never`), and the lists as one group, if they are all possible lists."""
    lists = [tuple(words.split(", ")) for words in written]
    together = {item for items in lists if len(items) > 1 for item in items}
    apart = [items[0] for items in lists if len(items) == 1 and items[0] not in together]
    lists = [items for items in lists if len(items) > 1 or items[0] in together]
    most = Counter[str]()
    for items in lists:
        for item in dict.fromkeys(items):
            most[item] = max(most[item], items.count(item))
    sizes = [len(items) for items in lists]
    wanted = sorted(f"{head} {', '.join(items)}" for items in lists)
    in_order = tuple(most.items())
    longest = sorted(lists, key=lambda items: -len(set(items)))
    as_listed = tuple(
        (item, most[item]) for item in dict.fromkeys(item for items in longest for item in items)
    )
    pools = ((in_order, True), (in_order, False), (tuple(sorted(in_order)), False), (as_listed, False))
    for pool, ordered in pools:
        found = Listing(head, pool, min(sizes), max(sizes), ordered)
        if sorted(found.expand()) == wanted:
            return apart, found
    return apart, None
