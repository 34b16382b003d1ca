"""How an awkward letter is described: a builder with a name, and what must happen to it."""

import base64
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType

from awkward.world import ADDRESS, BERT, PRIVATE, Came, World
from referee.util.values import Value

Builder = Callable[[World], bytes]
Field = str | bytes | None | list[str]


class Case(Value, dict=True):
    """An awkward letter of Loki (Bert) and what must happen to it.

    Attributes:
        lines: What the record says of each line that is more than prose (see `Came.lines`).
        notes: The keys of what the answer says about the letter as a whole.
        held: Why it is on hold, or "".
        aside: It is put away without an entry or an answer.
        check: Looks at anything else.
        shared: What it says to the table.
    """

    name: str
    fact: str
    build: Builder
    lines: tuple[str, ...]
    notes: frozenset[str]
    held: str
    aside: bool
    check: Callable[[World, Came], None] | None
    prepare: Callable[[World], None] | None
    shared: str

    @property
    def answered(self) -> bool:
        """Whether the writer gets an answer."""
        return not (self.held or self.aside)


def mail(
    *lines: str,
    notes: tuple[str, ...] = (),
    held: str = "",
    aside: bool = False,
    check: Callable[[World, Came], None] | None = None,
    prepare: Callable[[World], None] | None = None,
    shared: str = "",
) -> Callable[[Builder], Case]:
    """Make a case from a builder: its docstring is the fact, its name the name."""

    def made(build: Builder) -> Case:
        name, fact = build.__name__, (build.__doc__ or "").strip()
        return Case(name, fact, build, lines, frozenset(notes), held, aside, check, prepare, shared)

    return made


def cases_of(*modules: ModuleType) -> Iterator[Case]:
    """All cases of some modules, in their order."""
    for module in modules:
        yield from (one for one in vars(module).values() if isinstance(one, Case))


def head(world: World, fields: Mapping[str, Field]) -> bytes:
    """The header of an answer by Bert to his last letter; `fields` are added or replaced, None leaves one out."""
    number = world.last("loki")
    usual: dict[str, Field] = {
        "Return-Path": f"<{BERT}>",
        "Received": f"from mx.example ({PRIVATE} [192.0.2.7]) by games.example; Fri, 20 Nov 2026 10:31:00 +0000",
        "From": f"Bert {PRIVATE.title()} <{BERT}>",
        "To": world.reply_to("loki"),
        "Subject": f"Re: [{number}] Thunder & Lightning {PRIVATE}",
        "Date": "Fri, 20 Nov 2026 11:30:59 +0100",
        "Message-ID": f"<{PRIVATE}.1@mail.example.org>",
        "In-Reply-To": f"<{number}@games.example>",
        "MIME-Version": "1.0",
    }
    return b"".join(_field(name, value) for name, value in {**usual, **fields}.items())


def _field(name: str, value: Field) -> bytes:
    match value:
        case None:
            return b""
        case bytes():
            return name.encode() + b": " + value + b"\r\n"
        case str():
            return f"{name}: {value}\r\n".encode()
    return b"".join(_field(name, one) for one in value)


def crlf(text: str | bytes) -> bytes:
    """A text as bytes with the line ends of mail."""
    data = text.encode() if isinstance(text, str) else text
    return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def plain(
    world: World,
    body: str | bytes,
    *,
    kind: str | None = 'text/plain; charset="utf-8"',
    code: str | None = "8bit",
    **fields: Field,
) -> bytes:
    """A letter of one part. In the names of `fields` an underscore stands for a hyphen. The body is used as it is."""
    named = {name.replace("_", "-"): value for name, value in fields.items()}
    top = head(world, {**named, "Content-Type": kind, "Content-Transfer-Encoding": code})
    return top + b"\r\n" + (crlf(body) if isinstance(body, str) else body)


def part(kind: str, body: str | bytes, *fields: str) -> bytes:
    """A part of a letter."""
    top = "".join(f"{line}\r\n" for line in (f"Content-Type: {kind}", *fields))
    return top.encode() + b"\r\n" + crlf(body)


def parts(world: World, kind: str, *inside: bytes, **fields: Field) -> bytes:
    """A letter of several parts."""
    named = {name.replace("_", "-"): value for name, value in fields.items()}
    boundary = "=-zdXu3"
    top = head(world, {**named, "Content-Type": f'{kind}; boundary="{boundary}"'})
    return top + b"\r\n" + joined(inside, boundary)


def nested(kind: str, *inside: bytes, boundary: str = "=-inner7") -> bytes:
    """A part that is made of parts."""
    return f'Content-Type: {kind}; boundary="{boundary}"\r\n\r\n'.encode() + joined(inside, boundary)


def joined(inside: tuple[bytes, ...], boundary: str) -> bytes:
    """Parts between their boundaries."""
    line = f"--{boundary}".encode()
    return b"".join(line + b"\r\n" + one + b"\r\n" for one in inside) + line + b"--\r\n"


def in_base64(text: str | bytes) -> bytes:
    """A text in base64, on lines."""
    return in_base64_raw(crlf(text))


def in_base64_raw(data: bytes) -> bytes:
    """Bytes in base64, untouched, on lines."""
    return base64.encodebytes(data).replace(b"\n", b"\r\n")


TEXT = 'text/plain; charset="utf-8"'
HTML = 'text/html; charset="utf-8"'
REFEREE = f"Referee <{ADDRESS}>"
