"""Reading a card set: the file of this folder, or that of somebody who owns the box.

Every mistake is told with its place, all of a file at once.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from referee.engine.kit.decklist import TITLE, DeckFile, Field, Row, Steps, Wrong, flag, text
from referee.engine.rules import cites
from referee.games.hammer_of_thor import effects, moves
from referee.games.hammer_of_thor.board import PLACES
from referee.games.hammer_of_thor.cards import (
    ALIGNMENTS,
    CHARACTERISTICS,
    DECK_OF,
    FORGED,
    LETTERS,
    RACE_DECKS,
    CardSet,
    folded,
)
from referee.games.hammer_of_thor.figures import INSANITIES
from referee.games.hammer_of_thor.seats import SEATS
from referee.games.hammer_of_thor.sheets import (
    Kind,
    Several,
    Sheet,
    matching,
    number,
    one_of,
    plain,
    schema_of,
    table,
)
from referee.games.hammer_of_thor.spoken import TARGETS, Known, wrong
from referee.games.hammer_of_thor.table import SEASONS

SEVEN = 7
"""1.0g Counters that start face down."""
LONGEST_NAME, MOST = 30, 1000
"""Characters in a name, and cards in a list."""
GREATEST_ID = 99_999
NO_LIMIT, OWN = "unlimited", "C"
"""2.1H, 2.2C What stands for STAMINA without limit, and for what a shape leaves as it is."""
LISTS = ("characters", "items", "fate", "predictions", "runes", "shapes")
"""The lists whose names and ids are held against each other."""


def _words_of_orders() -> frozenset[str]:
    """The words that orders and effects are written with."""
    kinds = [one for module in (moves, effects) for one in vars(module).values() if hasattr(one, "FORMS")]
    forms = " ".join(form.text for one in kinds for form in one.FORMS.forms)
    words = {word for word in forms.replace("[", " ").replace("]", " ").split() if word.isalpha()}
    return frozenset(words)


TAKEN = frozenset(
    {
        *_words_of_orders(),
        *CHARACTERISTICS,
        *INSANITIES,
        *SEASONS,
        *SEATS,
        *RACE_DECKS,
        *("attack", "con", "follower", "seduce", "evade", "challenge", "negotiate", "friendship", "subdue"),
        *("good", "evil", "neutral", "nobody", "nothing", "fate", "magic", "rune", "prediction", "offspring"),
        *("turn", "enters", "played", "note", "resign", "subdual", "in", "onto", "and"),
    }
)
"""Words of the notation: no card is called so."""


def _name(value: Any) -> Wrong:
    if told := _WRITTEN.wrong(value):
        return told
    return ("card-word-taken", {"name": value}) if folded(value) in TAKEN else None


_WRITTEN = matching(
    r"[A-Za-z]+(?:(?: |['.-] ?)[A-Za-z]+)*[.']?",
    LONGEST_NAME,
    "card-name",
    "The card's name, as reports print it; orders have it in small letters, with hyphens for spaces.",
)
NAME = Field(_name, _WRITTEN.schema)
ID = number(1, GREATEST_ID, "The card's number, which no other card has.")
COPIES = number(1, 9, "How many there are of it; one, if this is left out.")
TEXT = text(160, "What the card says to its readers; the referee does nothing by it.")
WORD = matching("[A-Za-z]+(?:[ -][A-Za-z]+)*", 30, "card-word", "A word or a few.")


def _names(of: str, most: int = 20) -> Several:
    return Several(NAME, most, once=True, description=f"Names of {of}.")


def _words(of: str) -> Several:
    return Several(WORD, 10, once=True, description=f"Its {of}, each a word or a few.")


def _figures(*, shape: bool) -> dict[str, Kind]:
    """The twelve characteristics of a character, or of a shape."""
    most = {"reputation": 30, "stamina": 30}
    word = OWN if shape else None
    made: dict[str, Kind] = {
        one: number(0, most.get(one, 9), f"{one.upper()} (2.1G).", word=word) for one in CHARACTERISTICS
    }
    return made | {"stamina": number(1, 30, "STAMINA (2.1G, 2.1H).", word=OWN if shape else NO_LIMIT)}


CHARACTER = table(
    "A character.",
    {
        "id": ID,
        "name": NAME,
        "race": one_of(tuple(DECK_OF), "Its race, which says in which deck it is (M13)."),
        "sex": one_of(("male", "female", "neuter"), "Its sex."),
        **_figures(shape=False),
    },
    {
        "alignment": one_of(ALIGNMENTS, "Its alignment; Norns, and they alone, have none."),
        "offspring": flag("Whether it is in the Offspring deck at first (1.0b)."),
        "ragnarok": flag("Whether it bears the Ragnarok mark."),
        "star": flag("Whether it bears an asterisk and is set aside (1.0g); animals only."),
        "relatives": _names("its mother and father (2.1A)"),
        "friends": _names("its friends (2.1B)"),
        "abilities": _words("abilities (2.1C); `smith` and `invisibility` are known to the rules"),
        "weaknesses": _words("weaknesses (2.1D)"),
        "instincts": _words("instincts (2.1E)"),
        "speaks": flag("Whether an animal has speech (2.1I); all others have."),
        "crosses_water": flag("Whether water costs it nothing more (4.2b)."),
        "items": _names("the items listed on its card (1.0f)"),
        "animals": _names("the animals listed on its card (1.0f); each bears an asterisk"),
        "shapes": table(
            "Into what it changes its shape, and how often in a game (2.2C, M24).",
            {"kinds": Several(NAME, 20, least=1, once=True), "times": number(1, 9, "How often.")},
            {},
        ),
    },
)
ITEM = table(
    "An item.",
    {
        "id": ID,
        "name": NAME,
        "kind": one_of(("magic", *sorted(FORGED)), "In which deck it is (2.2A6, 2.2A7)."),
        "reputation": number(0, 9, "What it adds while it is revealed (2.2A2)."),
    },
    {
        "letters": Several(one_of(LETTERS, "A letter."), len(LETTERS), once=True, description="2.2A1"),
        "boat": flag("Whether it is a B item, of which a group has one (2.2A1)."),
        "star": flag("Whether it bears an asterisk and is set aside (1.0g)."),
        "wisdom": flag("Whether it needs a roll against WISDOM (2.2A3)."),
        "crosses_water": one_of(("bearer", "group"), "For whom water costs nothing more (4.2b)."),
        "bonus": table(
            "What it adds to characteristics (house supplement).",
            {},
            {one: number(-9, 9, one.upper()) for one in CHARACTERISTICS},
        ),
        "insanity": flag("Whether it brings insanity (2.2A8)."),
        "astral": flag("Whether it lets travel without the body (2.2A9)."),
        "text": TEXT,
    },
)
CARD: dict[str, Kind] = {
    "copies": COPIES,
    "target": one_of(TARGETS, "At whom it is played; at nobody, if this is left out."),
    "effects": Several(
        text(
            120, "What it does, as a master would declare it; `$target` and `$seat` stand for whom it hits."
        ),
        9,
        least=1,
        description="What it does; if this is left out, the master is asked (M26).",
    ),
    "text": TEXT,
}
SPELL = table("A card of which there may be copies.", {"id": ID, "name": NAME}, CARD)
PREDICTION = table(
    "A Prediction card.",
    {"id": ID, "name": NAME},
    {
        **CARD,
        "cancels_runes": flag("Whether runes are worth nothing at the end once it was played (2.2B2)."),
        "ragnarok": flag("RAGNAROK itself (1.0h): of exactly one card."),
    },
)
SHAPE = table(
    "A shape to change into (2.2C).",
    {"id": ID, "name": NAME, **_figures(shape=True)},
    {
        "copies": COPIES,
        "abilities": _words("abilities"),
        "weaknesses": _words("weaknesses"),
        "crosses_water": flag("Whether water costs it nothing more (4.2b)."),
    },
)
PLACE = number(1, PLACES, "The number of a location.")
CARDS_FILE = table(
    "A card set for The Hammer of Thor.",
    {
        "title": TITLE,
        "edition": text(20, "Which edition of this card set it is."),
        "not_published": flag("Whether these are other cards than the published ones."),
        "characters": Several(CHARACTER, MOST),
        "items": Several(ITEM, MOST),
        "fate": Several(SPELL, MOST),
        "predictions": Several(PREDICTION, MOST),
        "runes": Several(SPELL, MOST),
        "shapes": Several(SHAPE, MOST),
        "counters": Several(
            table("One of the seven counters (1.0g).", {"character": NAME, "at": PLACE}, {}), MOST
        ),
        "missions": Several(table("A mission (1.0k).", {"character": NAME, "text": TEXT}, {}), MOST),
    },
    {},
)
"""What stands in a card file."""


@cites("1.0g", "1.0h", "2.1F", "2.1H", "M13")
class _CardFile(Sheet):
    """A card file being checked."""

    def content(self) -> dict[str, Any]:
        read = self.read(CARDS_FILE, self.marked.value) or {}
        self.lists = {
            name: [one or {} for one in read.get(name, ())] for name in (*LISTS, "counters", "missions")
        }
        self.named = {name: self._named(name) for name in LISTS}
        self.names_and_ids()
        for index, row in enumerate(self.lists["characters"]):
            self.character(row, ("characters", index))
        self.doom()
        self.spoken()
        self.counters()
        self.tell()
        made: dict[str, Any] = plain(CARDS_FILE, self.marked.value)
        return made

    def _named(self, name: str) -> Mapping[str, Row]:
        return {folded(row["name"]): row for row in self.lists[name] if "name" in row}

    def cards(self) -> Iterator[tuple[Steps, Row]]:
        """Every card, with its place."""
        for name in LISTS:
            for index, row in enumerate(self.lists[name]):
                yield (name, index), row

    def names_and_ids(self) -> None:
        """No name and no id stands twice, over all lists."""
        for key in ("name", "id"):
            first: dict[Any, Steps] = {}
            for path, row in self.cards():
                if key not in row:
                    continue
                value = folded(row[key]) if key == "name" else row[key]
                if value in first:
                    line = self.line((*first[value], key))
                    self.fault("sheet-again", (*path, key), value=row[key], first=line)
                first.setdefault(value, path)

    def character(self, row: Row, path: Steps) -> None:
        """2.1H Norns alone have no alignment, and no limit to STAMINA; asterisks and speech are of animals."""
        if "race" in row:
            norn, animal = row["race"] == "Norn", row["race"] == "Animal"
            raw = self.at(path)
            if norn and "alignment" in raw:
                self.fault("card-norn-alignment", (*path, "alignment"))
            if not norn and "alignment" not in raw:
                self.fault("missing-key", path, name="alignment")
            if "stamina" in row and (row["stamina"] == NO_LIMIT) != norn:
                self.fault("card-norn-stamina", (*path, "stamina"), value=row["stamina"], race=row["race"])
            for key in ("star", "speaks"):
                if key in raw and not animal:
                    self.fault("card-animals-only", (*path, key), at_key=True, word=key, race=row["race"])
        self.listed(row, path)

    def at(self, path: Steps) -> Mapping[str, Any]:
        """What the file has at a place."""
        value: Any = self.marked.value
        for step in path:
            value = value[step]
        return value if isinstance(value, dict) else {}

    def listed(self, row: Row, path: Steps) -> None:
        """1.0f, 2.1F Whoever and whatever stands on a card is in the card set; listed animals bear an asterisk."""
        own = folded(row.get("name", ""))
        for key in ("relatives", "friends"):
            for spot, name in self.there(row, (*path, key), "characters"):
                if folded(name) == own:
                    self.fault("card-own-name", spot, name=name)
        for _ in self.there(row, (*path, "items"), "items"):
            pass
        for spot, name in self.there(row, (*path, "animals"), "characters"):
            animal = self.named["characters"][folded(name)]
            if animal.get("race", "Animal") != "Animal":
                self.fault("card-no-animal", spot, name=name, race=animal["race"])
            elif animal.get("offspring"):
                self.fault("card-offspring", spot, name=name)
            elif not animal.get("star"):
                self.fault("card-no-star", spot, name=name)
        for _ in self.there(row.get("shapes", {}), (*path, "shapes", "kinds"), "shapes"):
            pass

    def there(self, row: Row, path: Steps, where: str) -> Iterator[tuple[Steps, str]]:
        """The names of a list that are in the card set, with their places; the others are told."""
        for index, name in enumerate(row.get(str(path[-1]), ())):
            if name is None:
                continue
            if folded(name) in self.named[where]:
                yield (*path, index), name
            else:
                self.no_such((*path, index), name, where)

    def no_such(self, path: Steps, name: str, where: str) -> None:
        """Tell that a name is in no row of a list."""
        known = tuple(one["name"] for one in self.named[where].values())
        self.fault("card-nowhere", path, name=name, among=where, known=known)

    def doom(self) -> None:
        """1.0h RAGNAROK is there exactly once, and is played without a choice: it has no effects and no target."""
        predictions = self.lists["predictions"]
        marked = [index for index, row in enumerate(predictions) if row.get("ragnarok")]
        if not marked and "predictions" in self.at(()):
            self.fault("card-no-ragnarok", ("predictions",), at_key=True)
        for index in marked[1:]:
            line = self.line(("predictions", marked[0], "ragnarok"))
            self.fault("sheet-again", ("predictions", index, "ragnarok"), value="ragnarok", first=line)
        for index in marked:
            if predictions[index].get("copies", 1) != 1:
                self.fault("card-ragnarok", ("predictions", index, "copies"), word="copies")
            for key in ("effects", "cancels_runes"):
                if predictions[index].get(key):
                    self.fault("card-ragnarok", ("predictions", index, key), at_key=True, word=key)

    def spoken(self) -> None:
        """Every effect is one that the referee knows, of names that there are."""
        known = Known(frozenset(self.named["characters"]), frozenset(self.named["items"]))
        for path, row in self.cards():
            target = row.get("target", None if "target" in self.at(path) else "none")
            for index, words in enumerate(row.get("effects", ())):
                if words is not None and (told := wrong(words, target, known)):
                    self.fault(told[0], (*path, "effects", index), **told[1])

    def counters(self) -> None:
        """1.0g Seven counters, of seven characters, no Offspring; missions of characters that there are."""
        counters = self.lists["counters"]
        if "counters" in self.at(()) and len(counters) != SEVEN:
            self.fault("card-seven", ("counters",), at_key=True, count=len(counters), seven=SEVEN)
        first: dict[str, int] = {}
        for key in ("counters", "missions"):
            for index, row in enumerate(self.lists[key]):
                path = (key, index, "character")
                if (name := folded(row.get("character", ""))) == "":
                    continue
                if name not in self.named["characters"]:
                    self.no_such(path, row["character"], "characters")
                elif key == "counters" and self.named["characters"][name].get("offspring"):
                    self.fault("card-offspring", path, name=row["character"])
                if key == "counters" and name in first:
                    line = self.line(("counters", first[name], "character"))
                    self.fault("sheet-again", path, value=row["character"], first=line)
                if key == "counters":
                    first.setdefault(name, index)


CARDS = DeckFile(
    __package__,
    "data/cards.yaml",
    _CardFile,
    CardSet.of,
    schema_of("The Hammer of Thor: card set", CARDS_FILE),
    option="cards",
)
"""The card set of the house, and the reading of others."""
