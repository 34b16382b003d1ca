"""How a game of an exchange text begins: its tags and its first entry as the opening of a record."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.archive.exchange.facts import NotSo, event_documents, fair_events, of_entry, tag_named
from referee.archive.exchange.kept import digest_of
from referee.archive.exchange.lots import LOTS, ToldLots, Untold, recorded
from referee.archive.exchange.model import Entry, Game, Spot
from referee.engine.events import Event
from referee.engine.game import Game as Rules
from referee.engine.seating import PLAYER, names
from referee.house.games import find
from referee.notation.languages import in_order
from referee.record.entries import Opening, to_document
from referee.record.reading import from_document
from referee.record.seals import START, marking_salt
from referee.record.stores import Memory
from referee.table import fold, ruling
from referee.table.closing import Closing
from referee.table.index import Index
from referee.table.table import Table
from referee.util.errors import Faulty

OPENING = "opening"
_ID = re.compile(r"[a-z][a-z0-9-]{0,31}")


def begun(game: Game, clock: Callable[[], str]) -> tuple[Table, tuple[Entry, ...]]:
    """The table that the tags and the opening entry of a game make, and the entries that follow. Raises `NotSo`."""
    if (audience := tag_named(game, "audience"))[0]:
        raise NotSo(audience[1], "text-one-audience", audience=audience[0])
    bare = opening_of(game, clock)
    first = next(iter(game.entries), None)
    if first is None or first.what != (OPENING,):
        raise NotSo(first.at if first else game.at, "text-no-opening")
    played = find(bare.game)
    return opened(_dealt(played, bare, first), first.at), game.entries[1:]


def opened(opening: Opening, at: Spot) -> Table:
    """A table in memory with this opening. Raises `NotSo`."""
    try:
        played = find(opening.game)
        opening = from_document(to_document(opening), played)  # type: ignore[assignment]  # types, times, digests
        closing, store = Closing(opening, marking_salt), Memory()
        blank = fold.blank(played, opening.id, opening.options)
        _, positions = fold.all_folded(played, (), blank, opening.events)
        index = Index(played, opening.seats)
        store.append(lambda last: closing.document(opening, index, positions, last), START)
        return Table(store)
    except Faulty as fault:
        raise NotSo(at, fault.why.key, **fault.why.params) from fault
    except (fold.NotFolded, *fold.MISFITS) as misfit:
        raise NotSo(at, "text-fold") from misfit


def opening_of(game: Game, clock: Callable[[], str]) -> Opening:
    """What the tags of a game tell, without its deal. Raises `NotSo`."""
    name, at = tag_named(game, "game")
    id_, id_at = tag_named(game, "id")
    if id_ and not _ID.fullmatch(id_):
        raise NotSo(id_at, "bad-id", id=id_[:60])
    first = next(iter(game.entries), None)
    try:
        played = find(name)
        content = _content(game, played)
        seating = played.seating(content)
    except Faulty as fault:
        raise NotSo(at, fault.why.key, **fault.why.params) from fault
    except fold.MISFITS as misfit:
        raise NotSo(at, "text-options") from misfit
    return Opening(
        at=(first.time if first and first.what == (OPENING,) else "") or clock(),
        id=id_ or "g1",
        game=name,
        edition=tag_named(game, "edition")[0] or played.edition,
        options=content,
        seats=names(seating),
        roles={one.name: one.role for one in seating if one.role != PLAYER},
        languages=_languages(game, names(seating)),
        terms={one.name[5:]: one.value for one in game.tags if one.name.lower().startswith("term.")},
        commit=tag_named(game, "commit")[0],
        arbiter=tag_named(game, "arbiter")[0],
    )


def _content(game: Game, played: Rules) -> Mapping[str, Any]:
    """The options in full: those that are told, the others as they usually are."""
    told = {one.name[7:]: one for one in game.tags if one.name.lower().startswith("option.")}
    try:
        usual = dict(played.options({}))
    except Faulty:
        usual = {}
    if usual and (unknown := sorted(told.keys() - usual.keys())):
        raise NotSo(told[unknown[0]].at, "unknown-option", option=unknown[0], known=tuple(usual))
    content = {**usual, **{name: tag.keys.get("value", tag.value) for name, tag in told.items()}}
    played.fits(content)
    due, at = tag_named(game, "content")
    if due and due != digest_of(content):
        raise NotSo(at, "text-content", due=due, found=digest_of(content))
    return content


def _languages(game: Game, seats: Sequence[str]) -> tuple[str, ...]:
    told = {one.name[9:]: one for one in game.tags if one.name.lower().startswith("language.")}
    try:
        return in_order(seats, {seat: tag.value for seat, tag in told.items()})
    except Faulty as fault:
        at = next(iter(told.values())).at
        raise NotSo(at, fault.why.key, **fault.why.params) from fault


def _dealt(played: Rules, bare: Opening, entry: Entry) -> Opening:
    """The opening with its deal: as the lots that are told make it, or as it was recorded."""
    if of_entry(entry, "invited"):
        return bare
    facts = of_entry(entry, *LOTS)
    if of_entry(entry, "recorded"):
        return _recorded(played, bare, entry)
    lots, events = ToldLots(facts, None), list[Event]()
    try:
        ruling.lay_out(played, played.blank(bare.id, bare.options), bare.options, lots, events)
    except Untold as lot:
        raise lot.problem(entry.at) from lot
    if lots.facts:
        raise NotSo(lots.facts[0].at, "text-lot-left")
    return replace(bare, events=(*events, *fair_events(entry, played)), lots=tuple(lots.drawn))


def _recorded(played: Rules, bare: Opening, entry: Entry) -> Opening:
    try:
        lots = [recorded(one).as_list() for one in of_entry(entry, *LOTS)]
        doc = to_document(bare) | {"events": event_documents(entry), "lots": lots}
        return from_document(doc, played)  # type: ignore[return-value]  # an opening stays one
    except Faulty as fault:
        raise NotSo(entry.at, fault.why.key, **fault.why.params) from fault
    except ValueError as error:
        raise NotSo(entry.at, "text-lot", label="", of=0) from error
