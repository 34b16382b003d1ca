"""Random whole games through the desk, in the hands of a post office that cuts, doubles, delays and replays letters.

After every pass all promises about letters in are checked. `test_desk_games.py` uses this for a few games;
larger runs start from the command line:

    python tests/desk_run.py games 25
    python tests/desk_run.py worlds 200 5000 --game odins_table
    python tests/desk_run.py games 25 --game odins_table --language de
    python tests/desk_run.py standing 40 --game odins_table

The second number is the first seed. After this many `--letters` the players of a game resign. With
`--language` both seats get letters in it, with `--language mixed` one of them; players of another language
than English write mostly in that.
"""

import argparse
import os
import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from support.post_office import GAME, SEATED, Got, Office, Sent, Troublemaker, Writer, typed
from support.suite import NAMES, suite

from referee.api import Table
from referee.desk.letters.calling import calls
from referee.engine.events import shows
from referee.engine.lots import RecordedLots
from referee.house.invitation import Accepted
from referee.house.letters import MY_TURN, PACES, LanguageChosen, Said
from referee.house.lots import of_the_rules
from referee.house.players import SeatTaken
from referee.notation.reader import Order
from referee.post.reading import Unreadable, read_mail
from referee.record.entries import Act, Letter, Opening
from referee.table.audit import audit
from referee.table.beforehand import plays
from referee.table.replay import ruled_again
from referee.telling.catalog import catalog
from referee.testing.random_games import options_given
from referee.util.values import Struct, field
from referee.verify import check
from referee.verify.export import final as handed_out
from referee.verify.lots import prove

LETTERS_AT_MOST = 2400
"""No random game by mail is longer: a stated bound on how many letters are written."""
REASONS = {
    *("no-seat", "several-seats", "robot", "tries"),
    *(
        "mail-too-large",
        "mail-header-too-large",
        "mail-too-many-fields",
        "mail-too-many-parts",
        "mail-too-deep",
    ),
}
VERDICTS = ("played", "refused", "passed-over", "misread", "ambiguous", "not-played", "said", "noted")


@cache
def told_of(language: str) -> Mapping[str, str]:
    """How the text of a receipt of that language begins to say what became of a line."""
    entries = catalog("house", language).entries["verdicts"]
    begun = {key: entries[key].partition("{")[0].removesuffix(" ").removesuffix(":") for key in VERDICTS}
    cited = {
        key: rf"{re.escape(begun[key].removesuffix(' ['))} \[[0-9H]" for key in ("refused", "passed-over")
    }
    told = {**{key: re.escape(text) for key, text in begun.items()}, **cited, "answered": r"\S"}
    return {**told, "of-the-house": rf"(?!{told['played']})\w[^\[]*\[H4\]"}


class Figures(Struct, dict=True):
    """What a run saw."""

    games: int = 0
    letters: int = 0
    mails: int = 0
    passes: int = 0
    out: int = 0
    longest: int = 0
    fates: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    troubles: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    offers: int = 0
    languages: Counter[str] = field(default_factory=Counter)


class Played:
    """One random game by mail in a folder, checked after every pass."""

    def __init__(
        self,
        folder: Path,
        seed: int,
        figures: Figures,
        *,
        game: str = "thunder",
        languages: tuple[str, str] = ("en", "en"),
    ) -> None:
        """Two players sit down, each with a language; nothing is played yet."""
        self.rng, self.figures, self.suite = Random(f"desk {seed}"), figures, suite(game)
        self.game: Any = self.suite.game
        spoken = dict(zip(self.game.seats, languages, strict=True))
        given = options_given(self.game, seed)
        self.pace = pace = PACES[(seed + 1) % len(PACES)]
        self.office = Office(folder, seed, given, game=game, languages=spoken, letters=pace)
        self.post = Troublemaker(self.rng)
        known = tuple(dict.fromkeys(("en", *languages)))
        self.writers = {seat: Writer(seat, self.rng, game=game, languages=known) for seat in self.game.seats}
        self.spooled: dict[str, Sent] = {}
        self.ruled: dict[str, int] = {}
        self.letters = 0
        self.entries = 1
        self.table = Table.load(self.office.record)

    def whole(self, at_most: int = LETTERS_AT_MOST, tired: int = LETTERS_AT_MOST) -> str:
        """Play until the game is over, or this many letters were written; returns the rule by which it ended.

        After `tired` letters the players write nothing but resignations.
        """
        while self.table.outcome is None and self.letters < at_most:
            for writer in self.writers.values():
                writer.resigns = self.letters >= tired
            self.one_pass()
        for _ in range(3):  # letters that come too late
            self.one_pass()
        self.figures.games += 1
        self.figures.letters += self.letters
        self.figures.longest = max(self.figures.longest, self.letters)
        ended = self.table.outcome.rule if self.table.outcome else "unfinished"
        self.figures.endings[ended] += 1
        self.at_the_end()
        return ended

    def one_pass(self) -> None:
        """Some letters come in, and a pass is made."""
        names = [self.put(sent) for sent in self.coming()]
        before = self.office.record.read_bytes()
        boxes = {seat: len(box) for seat, box in self.office.boxes.items()}
        done, self.table = self.office.run()
        self.figures.passes += 1
        assert not done.troubles, done.troubles
        assert done.ruled + done.aside + len(done.held) == len(names)
        new = [point.entry for point in self.table.points[self.entries :]]
        assert done.ruled == sum(isinstance(entry, Letter) and not plays(entry) for entry in new), (done, new)
        assert all(isinstance(entry, Letter) or is_standing(entry) for entry in new)
        self.record_is_whole()
        self.everything_is_somewhere(names)
        for name in names:
            self.fate(name)
        self.letters_out(boxes)
        if not done.ruled:
            assert self.office.record.read_bytes() == before
        self.entries = len(self.table.points)

    def coming(self) -> Iterator[Sent]:
        """What arrives before the next pass: answers of the players, and what was delayed."""
        wanting = [seat for seat in self.game.seats if self.writers[seat].wants(self.office.boxes[seat])]
        for seat in wanting or [self.rng.choice(self.game.seats)]:
            written = self.writers[seat].write(self.office.boxes[seat], self.office.time)
            self.letters += 1
            yield from self.post.carry(written)
        yield from self.post.arriving()

    def put(self, sent: Sent) -> str:
        """A mail comes in."""
        name = self.office.put(sent.raw)
        self.spooled[name] = sent
        self.figures.mails += 1
        self.figures.troubles[sent.trouble or "as it was"] += 1
        return name

    # What is promised

    def record_is_whole(self) -> None:
        """Marks, seals and structure; the fold of what was written is the table that the pass left in memory."""
        assert not check.check(self.office.record).fault
        again = Table.load(self.office.record)
        assert again.state == self.table.state
        state = self.table.points[self.entries - 1].state
        for n in range(self.entries, len(again.points)):
            entry = again.points[n].entry
            if isinstance(entry, Letter):
                lots = RecordedLots(entry.lots)
                ruled = ruled_again(again, n, lots)
                assert ruled.events == of_the_rules(entry.events)
                assert not lots.left
            for event in entry.events:
                state = self.game.apply(state, event)
        assert state == again.state

    def everything_is_somewhere(self, names: list[str]) -> None:
        """Every letter that came in is put away or held for a stated reason; nothing waits, nothing is lost."""
        spool = self.office.desk().spool
        done = {path.name for path in (spool.folder / "done").glob("*/*")}
        held = {one.name: one.reason for one in spool.held()}
        assert not spool.waiting()
        assert not [*spool.folder.glob("tmp/*"), *spool.folder.glob("work/*")]
        assert done.isdisjoint(held)
        assert done | set(held) == set(self.spooled)
        assert set(held.values()) <= REASONS
        for name in names:
            self.figures.fates[held.get(name, "done")] += 1

    def fate(self, name: str) -> None:
        """A letter was ruled on at most once; its writer was told about each line; or there is a reason why not."""
        sent, spool = self.spooled[name], self.office.desk().spool
        held = {one.name for one in spool.held()}
        try:
            mail = read_mail(sent.raw, own=("referee@games.example",))
        except Unreadable:
            assert name in held
            return
        entries = [n for n, point in enumerate(self.table.points) if digest_of(point.entry) == mail.digest]
        assert len(entries) <= 1
        if sent.trouble == "stranger":
            assert not entries
        if sent.trouble in {"robot", "stranger"}:
            assert (
                not entries or mail.digest == read_mail(sent.written.raw).digest
            )  # it came from a person, too
            return
        if not entries:
            assert name in held or sent.trouble in {"cut", "replayed", "doubled"} or self.said_before(sent)
            return
        (n,) = entries
        if mail.digest in self.ruled:
            assert self.ruled[mail.digest] == n
        elif n >= self.entries:
            self.ruled[mail.digest] = n
            self.told(n, sent)
            self.not_overtaken(n)

    def said_before(self, sent: Sent) -> bool:
        """Whether a letter with the same words and the same id was cut somewhere after them, and ruled on."""
        alike = [one for one in self.spooled.values() if one.written is sent.written and one is not sent]
        return any(one.trouble == "cut" for one in alike)

    def told(self, n: int, sent: Sent) -> None:
        """The receipt lists each line of the letter that is more than prose.

        It also lists each line that the player meant, with its fate.
        """
        entry = self.table.points[n].entry
        assert isinstance(entry, Letter)
        number = self.table.index.number(entry.seat, n + 1)
        letters = map(Got.of, self.office.boxes[entry.seat])
        receipt = [one for one in letters if one.number == f"{GAME}.{entry.seat}.{number}"]
        assert len(receipt) == 1
        assert receipt[0].mail["To"] == SEATED[entry.seat].address
        language = self.table.index.language(entry.seat, n + 1)
        assert receipt[0].language == language
        self.figures.languages[language] += 1
        text, begins = in_one_row(receipt[0].text), told_of(language)
        for line in entry.lines:
            self.figures.verdicts[line.verdict] += 1
            if line.verdict == "prose" or line.raw.strip().lower() == "end":
                continue
            words = re.escape(line.raw.split("\n")[0].strip())
            if line.verdict in {"said", "noted"}:
                words = rf"(?:{re.escape(line.raw.split()[0])}|say|note|sage|notiz)"
            row = rf"^(?:\| )?{line.number}> {words}.*\n(?:\d+> .*\n| *\^\n)*"
            of_the_house = line.verdict == "played" and line.move.partition(" ")[0] in {"accept", "decline"}
            fate = begins["of-the-house" if of_the_house else line.verdict]
            assert re.search(rf"{row}(?: *\|? *)(?:{fate})", text, re.MULTILINE), (line, text)
        if sent.trouble != "cut":
            assert entry.reply == sent.written.answers
            shown = re.findall(r"^(?:\| )?\d+> (.*)$", text, re.MULTILINE)
            meant = [line.strip() for line in sent.written.told]
            before = self.table.index.language(entry.seat, n)
            assert [one for one in meant if one in shown or self.prose(one, before)] == meant, (meant, text)

    def prose(self, line: str, language: str) -> bool:
        """Whether a line that a player meant is one that the referee takes for prose."""
        return not isinstance(self.table.read(line, language=language)[0].reading, Order)

    def not_overtaken(self, n: int) -> None:
        """No line was played in answer to a letter that the table had left after, unless it named its position."""
        entry = self.table.points[n].entry
        assert isinstance(entry, Letter)
        if not entry.reply:
            return
        answered = self.table.index.concerning[entry.seat][int(entry.reply.rpartition(".")[2]) - 1]
        between = (point.entry for point in self.table.points[answered + 1 : n])
        others = [one for one in between if not self.own(one, entry.seat)]
        leave = (Said, Accepted, SeatTaken, LanguageChosen, *self.game.LEAVE_THE_TABLE)
        told = [event for one in others for event in one.events if shows(event, entry.seat)]
        if any(not isinstance(event, leave) for event in told):
            played = [line for line in entry.lines if line.verdict == "played"]
            bound = [line.raw for line in played if not line.move.startswith(self.suite.any_time)]
            assert all(raw.lstrip().startswith("@") for raw in bound), bound
            self.figures.fates["answers an old letter"] += 1

    @staticmethod
    def own(entry: Any, seat: str) -> bool:
        """Whether an entry is of a seat's own doing: a letter, or what its standing order did unseen."""
        return (isinstance(entry, Letter) or is_standing(entry)) and bool(entry.seat == seat)

    def all_is_told(self, seat: str, last: int) -> None:
        """The last letter tells of everything; by `letters my-turn` what calls for no letter may come after it."""
        index = self.table.index
        told = index.concerning[seat][: index.reached(seat, last)]
        if later := index.concerning[seat][len(told) :]:
            assert self.pace == MY_TURN
            assert not any(self.own(self.table.points[n].entry, seat) for n in later)
            assert not calls(self.table, seat, told[-1], later[-1], self.pace, self.office.time)

    def letters_out(self, boxes: dict[str, int]) -> None:
        """Letters come in the order of their numbers, the last tells of everything, and what one lists is legal."""
        for seat, before in boxes.items():
            box = [Got.of(raw) for raw in self.office.boxes[seat][before:]]
            self.figures.out += len(box)
            if not box:
                continue
            for one in box:
                assert one.mail["To"] == SEATED[seat].address
                assert self.office.desk().seats.secret(GAME, seat) in str(one.mail["Reply-To"])
                assert not re.search(r"^ [a-z]", one.text, re.MULTILINE), "a sentence without its first word"
            last = int(box[-1].number.rpartition(".")[2])
            self.all_is_told(seat, last)
            numbers = [int(Got.of(raw).number.rpartition(".")[2]) for raw in self.office.boxes[seat]]
            assert numbers == sorted(set(numbers))
            language = box[-1].language
            assert language == self.table.index.language(seat)
            for offer in box[-1].offers():
                order = typed(offer.draw(self.rng), self.game.name, language, self.rng)
                self.figures.offers += 1
                assert self.legal(seat, order, language), order

    def legal(self, seat: str, order: str, language: str) -> bool:
        """Whether this order may be given now."""
        reading = self.table.read(order, language=language)[0].reading
        move = self.game.resolve(reading.move, self.table.view(seat)) if isinstance(reading, Order) else None
        return any(move in family for family in self.table.choices(seat).families)

    def at_the_end(self) -> None:
        """Today's rules come to the same game; what each was told makes the table; what lay hidden is told to both."""
        assert audit(self.table).clean
        boxes = [Got.of(raw) for box in self.office.boxes.values() for raw in box]
        proved = prove(Table.load(self.office.record), [proof for one in boxes for proof in one.proofs()])
        assert proved.clean, proved.findings[:3]
        assert self.table.index.dealt is None or proved.openings
        for seat in self.game.seats:
            follow = self.suite.follow(seat, self.table.content)
            for told in self.table.told(seat):
                follow.see(told.seen)
            if self.table.index.dealt is not None:
                assert follow.table() == self.suite.as_table(self.table.view(seat))
            final = [Got.of(raw) for raw in self.office.boxes[seat]]
            final = [one for one in final if f"\n{one.tongue.hidden}\n" in one.text]
            assert len(final) == bool(self.table.outcome and self.table.index.dealt is not None)
            for one in final:
                self.all_is_shown(one)

    def all_is_shown(self, final: Got) -> None:
        """The last letter shows all that lay hidden as it lies.

        It brings the record as it then was, without private texts.
        """
        attached = [part for part in final.mail.walk() if part.get_content_type() == "application/yaml"]
        assert len(attached) == 1
        record = attached[0].get_payload(decode=True)
        assert isinstance(record, bytes)
        then, seat = Table.load(record), final.number.split(".")[1]
        assert record == handed_out(Table.load(self.office.record), seat, len(then.points))
        over = (n for n, one in enumerate(self.table.points) if self.game.ended(one.state) is not None)
        ending = next(over)
        assert len(then.points) >= ending + 1
        assert all(self.own(point.entry, seat) for point in then.points[ending + 1 :])
        self.suite.bared(final.text.partition(f"\n{final.tongue.hidden}\n")[2], seat, then.state)


def is_standing(entry: Any) -> bool:
    """Whether an entry is what a standing order did unseen."""
    return isinstance(entry, Act) and entry.act == "standing"


def digest_of(entry: Any) -> str:
    """The digest of the mail after an entry; "" for other entries."""
    return "" if isinstance(entry, Opening) else str(getattr(entry, "digest", ""))


def in_one_row(text: str) -> str:
    """A receipt in which each line that was broken because of its length is one row again."""
    rows = list[str]()
    for row in text.split("\n"):
        number = re.match(r"\d+> ", row)
        if number and rows and rows[-1].startswith(number[0]):
            rows[-1] += f" {row.removeprefix(number[0])}"
        else:
            rows.append(row)
    return "\n".join(rows)


SPOKEN = {"en": ("en", "en"), "de": ("de", "de"), "mixed": ("de", "en")}
"""The languages of the two seats, by what is asked for; if they are mixed, every second game exchanges them."""


def languages_of(asked: str, seed: int) -> tuple[str, str]:
    """The languages of the seats of a game."""
    first, second = SPOKEN[asked]
    return (first, second) if seed % 2 else (second, first)


def games(name: str, many: int, first: int, language: str, letters: int) -> None:
    """Play random games, and say what came out."""
    figures, began = Figures(), time.perf_counter()
    for seed in range(first, first + many):
        with tempfile.TemporaryDirectory() as folder:
            try:
                Played(Path(folder), seed, figures, game=name, languages=languages_of(language, seed)).whole(
                    tired=letters
                )
            except BaseException:
                print(f"seed {seed}", flush=True)
                raise
    seconds = time.perf_counter() - began
    print(f"{name}, {language}, seeds {first} to {first + many - 1}, {seconds:.0f} s: {figures}")


def main() -> None:
    """`games`, `worlds` or `standing`, how many, the first seed, for which game, in which language."""
    setattr(os, "fsync", lambda _fd: None)  # noqa: B010  nothing here outlives the machine
    asked = argparse.ArgumentParser()
    asked.add_argument("what", choices=("games", "worlds", "standing"))
    asked.add_argument("many", type=int)
    asked.add_argument("first", type=int, nargs="?", default=0)
    asked.add_argument("--game", choices=NAMES, default="thunder")
    asked.add_argument("--letters", type=int, default=LETTERS_AT_MOST, help="then the players resign")
    asked.add_argument("--language", choices=SPOKEN, default="en")
    given = asked.parse_args()
    if given.what == "games":
        games(given.game, given.many, given.first, given.language, given.letters)
    elif given.what == "worlds":
        from desk_worlds import main as worlds

        worlds(given.game, given.many, given.first, given.language)
    else:
        from support.desk_standing import main as standing

        standing(given.game, given.many, given.first, given.language)


if __name__ == "__main__":
    main()
