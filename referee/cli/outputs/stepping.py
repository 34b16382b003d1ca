"""Stepping through a game and annotating it, at a terminal or from a file of commands."""

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from textwrap import indent
from typing import Any

import click

from referee.archive.glyphs import glyph_of
from referee.archive.notes import ALL, PLAYERS
from referee.archive.stepping import Page, Stepper
from referee.cli.common import seat_of
from referee.cli.exits import NO, trouble, writing
from referee.cli.outputs.told import told_lines
from referee.cli.sentences import say
from referee.cli.terminal import tell
from referee.util.errors import Faulty

END_OF_TEXT = "."
NOBODY, NOW = "nobody", "now"
PLACES = frozenset({"entry", "game", "event", "card"})
"""First words of a place; a position begins with a digit."""


@dataclass(frozen=True, slots=True)
class Session:
    """The dialogue with one person: where they stand, and what they type."""

    stepper: Stepper
    lines: Iterator[str]


Command = Callable[[Session, str], None]
"""What a command does with the words after it. Raises `Faulty`."""


def step_through(ctx: click.Context, table: Any, notebook: Any, *, by: str, seat: str) -> None:
    """Take commands until `q` or the end of the input.

    A wrong command is told and passed over; if the commands come from a file, the exit code is 1 then.
    """
    stepper = Stepper(table, notebook, by=by, seat=seat_of(table, seat) if seat else "")
    session = Session(stepper, _typed(stepper))
    wrong = False
    _page(session)
    for line in session.lines:
        command = line.split(maxsplit=1)[:1]
        if command in (["q"], ["quit"]):
            break
        try:
            obey(session, line)
        except Faulty as fault:
            wrong = True
            tell(str(trouble(fault)), err=True)
    if wrong and not sys.stdin.isatty():
        ctx.exit(NO)


def _typed(stepper: Stepper) -> Iterator[str]:
    """What is typed, line by line, with a prompt at a terminal; or the lines of a file."""
    if not sys.stdin.isatty():
        yield from sys.stdin
        return
    import readline  # noqa: F401, PLC0415  from here on a line can be edited, and earlier ones come back

    while True:
        try:
            yield input(f"{_place(stepper)}> ")
        except EOFError:
            tell()
            return


def obey(session: Session, line: str) -> None:
    """Do what one line says. Raises `Faulty`."""
    command, _, rest = (part.strip() for part in line.strip().partition(" "))
    to_a_line = command == "line" and rest.isdigit()  # else it is a variation
    if glyph := glyph_of(command):
        _note(session, "comment", rest, glyph=glyph)
    elif command[:1].isdigit() or command in PLACES or to_a_line:
        session.stepper.go(f"{command} {rest}".rstrip())
        _page(session)
    elif known := COMMANDS.get(command):
        known(session, rest)
    else:
        raise Faulty("step-command", given=command)


# What is shown


def _place(stepper: Stepper) -> str:
    return (stepper.place.position and str(stepper.place)) or f"entry {stepper.moment.number}"


def _page(session: Session) -> None:
    page = session.stepper.page()
    moment = page.moment
    at = say("step-at", at=moment.at) if moment.at else ""
    letter = say("step-letter", seat=moment.letter.seat) if moment.letter else ""
    place = _place(session.stepper)
    tell(say("step-head", number=moment.number, last=page.last, place=place, at=at, letter=letter))
    for line in page.orders:
        tell(say("step-order", move=" ".join(filter(None, (line.move, line.mark))), verdict=line.verdict))
    for sentence in page.happened:
        tell(indent(sentence, "   "))
    _told(page)


def _told(page: Page) -> None:
    for told in told_lines(page):
        tell(f" * {told}")


def _stepping(by: int) -> Command:
    def step(session: Session, _rest: str) -> None:
        session.stepper.step(by)
        _page(session)

    return step


def _to_the_end(session: Session, _rest: str) -> None:
    session.stepper.step(len(session.stepper.moments))
    _page(session)


def _to_the_beginning(session: Session, _rest: str) -> None:
    session.stepper.step(-len(session.stepper.moments))
    _page(session)


def _as(session: Session, rest: str) -> None:
    if rest:
        session.stepper.look_as(rest.lower())
    tell(say("step-as", viewer=session.stepper.viewer, known=session.stepper.viewers))


def _notes(session: Session, _rest: str) -> None:
    for page in session.stepper.pages():
        _told(page)


# What is written


def _note(session: Session, kind: str, text: str, *, glyph: str = "", name: str = "") -> None:
    with writing():
        session.stepper.write(kind, text, glyph=glyph, name=name)
    _counted(session)


def _counted(session: Session) -> None:
    count = len(session.stepper.notebook.notes)
    tell(say("noted", note=count, entry=session.stepper.moment.number))


def _writes(kind: str, *, long: bool = False) -> Command:
    """A command that writes a note of a kind with the words after it; a `long` one without words takes lines."""

    def write(session: Session, rest: str) -> None:
        _note(session, kind, _text(session) if long and not rest else rest)

    return write


def _line(session: Session, rest: str) -> None:
    """Write a variation, and tell what the referee says to it; one that cannot be played is kept as text."""
    with writing():
        note = session.stepper.write("line", rest)
    for row in session.stepper.ruled(note):
        tell(f"   {row}")
    _counted(session)


def _text(session: Session) -> str:
    """Several lines, up to one that holds a dot alone."""
    if sys.stdin.isatty():
        tell(say("step-until"))
    lines = []
    for line in session.lines:
        if line.strip() == END_OF_TEXT:
            break
        lines.append(line.rstrip())
    return "\n".join(lines).strip()


def _tag(session: Session, rest: str) -> None:
    name, _, text = rest.partition(" ")
    if not text:
        raise Faulty("step-needs", command="tag", form="tag NAME TEXT")
    _of_the_game(session, "tag", text.strip(), name=name)


def _of_the_game(session: Session, kind: str, text: str = "", *, name: str = "") -> None:
    """Write a note on the whole game, wherever one stands."""
    stepper = session.stepper
    moment, place = stepper.moment, stepper.place
    stepper.go("game")
    try:
        _note(session, kind, text, name=name)
    finally:
        stepper.stand(moment, place)


def _to(session: Session, rest: str) -> None:
    given = tuple(rest.replace(",", " ").lower().split())
    known = (ALL, PLAYERS, NOBODY, *session.stepper.seats)
    if unknown := [one for one in given if one not in known]:
        raise Faulty("no-such-seat", seat=unknown[0], seats=known)
    if given:
        session.stepper.to = tuple(one for one in given if one != NOBODY)
    _readers(session)


def _opens(session: Session, rest: str) -> None:
    session.stepper.opens = "" if rest == NOW else rest or session.stepper.opens
    _readers(session)


def _readers(session: Session) -> None:
    stepper = session.stepper
    tell(say("step-readers", to=stepper.to or (NOBODY,), opens=stepper.opens or NOW))


def _undo(session: Session, _rest: str) -> None:
    with writing():
        gone = session.stepper.undo()
    tell(say("step-undone", text=" ".join(filter(None, (gone.kind, gone.glyph, gone.name, gone.text)))))


COMMANDS: Mapping[str, Command] = {
    **dict.fromkeys(("", "n", "next"), _stepping(1)),
    **dict.fromkeys(("p", "prev", "previous"), _stepping(-1)),
    "first": _to_the_beginning,
    "last": _to_the_end,
    **dict.fromkeys(("b", "board"), lambda session, _: tell(session.stepper.board())),
    "show": lambda session, _: tell(session.stepper.report()),
    **dict.fromkeys(("as", "seat"), _as),
    "notes": _notes,
    **dict.fromkeys(("c", "comment"), _writes("comment", long=True)),
    **dict.fromkeys(("ask", "question"), _writes("question", long=True)),
    "name": _writes("position"),
    **dict.fromkeys(("mark", "bookmark"), _writes("bookmark")),
    **dict.fromkeys(("line", "variation"), _line),
    "tag": _tag,
    "open": lambda session, _: _of_the_game(session, "opened"),
    "publish": lambda session, rest: _of_the_game(session, "published", name=rest),
    "to": _to,
    "opens": _opens,
    "undo": _undo,
    **dict.fromkeys(("help", "h"), lambda _session, _: tell(say("step-help"))),
}
"""The commands by their words; beside them stand glyphs and places."""
