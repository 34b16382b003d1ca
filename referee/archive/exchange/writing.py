"""An exchange text written in its one layout: the export form.

A game has its tags, an empty line, and its entries, with an empty line after each; no line is longer than
`escapes.WIDTH`. What is read is written back in the same way: `render(read(render(game)))` is `render(game)`.
"""

import re
from collections.abc import Iterable, Iterator

from referee.archive.exchange.escapes import WIDTH, in_braces, in_parentheses, in_quotes, wrapped
from referee.archive.exchange.model import (
    OF_THE_ENTRY,
    Entry,
    Fact,
    Game,
    Glyph,
    Item,
    Keys,
    Order,
    Said,
    Tag,
)
from referee.archive.exchange.values import written
from referee.archive.glyphs import GLYPHS, STANDING

INDENT, FURTHER = "  ", "      "
ORDER = re.compile(r"[^\W\d_](?:[^\n;{}()\[\]<>\"$=\\!]*[^\s;{}()\[\]<>\"$=\\!,])?")
"""What can stand as an order without quotes."""
WORD = re.compile(r"[^\s<>\"`=,:/\[\](){}?]+")


def text_of(games: Iterable[Game]) -> str:
    """Games as one text."""
    return "\n".join(map(render, games))


def render(game: Game) -> str:
    """One game in the export form, with a line break at its end."""
    tags = [line for one in game.tags for line in _tag(one)]
    parts = ["\n".join(_entry(one)) for one in game.entries]
    return "\n\n".join([*(["\n".join(tags)] if tags else []), *parts]) + "\n"


def _tag(tag: Tag) -> list[str]:
    return wrapped(f"[{tag.name} {in_quotes(tag.value)}{_keys(tag.keys)}]", "", FURTHER)


def _keys(keys: Keys) -> str:
    return "".join(f" {name}={written(value)}" for name, value in keys.items())


def _entry(entry: Entry) -> Iterator[str]:
    head = " ".join([entry.position, *entry.what]) if entry.position else f"{entry.what[0]}:"
    yield f"{head} {entry.time}" if entry.time else head
    lines: list[str] = []
    for item in entry.items:
        beside = f" {_item(item)}" if lines and _is_beside(item) else ""
        if beside and len(lines[-1]) + len(beside) <= WIDTH:
            lines[-1] += beside
        else:
            lines += _order(item) if isinstance(item, Order) else wrapped(_item(item), INDENT, FURTHER)
    yield from lines


def _is_beside(item: Item) -> bool:
    """Whether a part stands on the line of what it is about."""
    return isinstance(item, Glyph) or (isinstance(item, Fact) and item.name not in OF_THE_ENTRY)


def _order(order: Order) -> list[str]:
    if not order.move:
        return wrapped(in_quotes(order.raw), INDENT, FURTHER)
    lines = _broken(order.move)
    if order.raw:
        *before, last = lines
        return [*before, *wrapped(f"= {in_quotes(order.raw)}", f"{last} ", FURTHER)]
    return lines


def _broken(move: str) -> list[str]:
    """An order on lines that end in a comma where it goes on."""
    lines, line = [], INDENT
    for n, part in enumerate(move.split(", ")):
        if n and len(line) + len(part) + 3 > WIDTH:
            lines.append(f"{line},")
            line = FURTHER + part
        else:
            line += (", " if n else "") + part
    return [*lines, line]


def is_plain(move: str) -> bool:
    """Whether an order can stand without quotes, and on lines that are not too long."""
    fits = (
        ORDER.fullmatch(move)
        and "  " not in move
        and not re.search(rf"\s,|,(?! )|(?:[!?]|{STANDING})\Z", move)
    )
    return bool(fits) and all(len(part) < WIDTH // 2 for part in move.split(", "))


def _item(item: Item) -> str:
    match item:
        case Fact(name, words, keys):
            told = " ".join(map(written, words))
            return f"<{name}{' ' if told else ''}{told}{_keys(keys)}>"
        case Said(text, variation):
            return in_parentheses(text) if variation else in_braces(text)
        case Glyph(text):
            return f"${GLYPHS[text]}" if text in GLYPHS else text
    raise TypeError(f"no item: {item!r}")
