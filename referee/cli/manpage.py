"""The manual page, made from the help of every verb: `referee man > referee.1`."""

import inspect
from collections.abc import Collection, Iterator

import click

from referee.cli.terminal import hand_out
from referee.util import VERSION

KEPT = "\b"
"""Click's mark before a paragraph whose lines stay as they are."""


@click.command("man")
@click.pass_context
def man(ctx: click.Context) -> None:
    """Write the manual page of the referee on stdout, as man and groff read it.

    It is made from the help of this version, so that it says what the command does.

    \b
    Examples:
      referee man > /usr/local/share/man/man1/referee.1
    """  # noqa: D301  \b is click's mark
    hand_out("".join(f"{line}\n" for line in page(ctx.find_root())).encode())


def page(root: click.Context) -> Iterator[str]:
    """The page, line by line."""
    group = root.command
    assert isinstance(group, click.Group)  # noqa: S101  `referee` is one
    about, *rest = paragraphs(group)
    yield f'.TH REFEREE 1 "" "referee {roff(VERSION)}" "User Commands"'
    yield from (".SH NAME", f"referee \\- {roff(about[0].removeprefix('A ').rstrip('.'))}")
    yield from (".SH SYNOPSIS", r".B referee", r"[\fIOPTIONS\fR] \fIVERB\fR [\fIARGUMENTS\fR]")
    yield ".SH DESCRIPTION"
    for one in rest:
        yield from _paragraph(one)
    yield from (".SH OPTIONS", *_options(root))
    yield ".SH VERBS"
    for name in group.list_commands(root):
        _, command, _ = group.resolve_command(root, [name])
        assert command is not None  # noqa: S101  it is listed
        with click.Context(command, info_name=name, parent=root) as ctx:
            yield from _verb(ctx)
    yield ".SH EXIT STATUS"
    for one in split(group.epilog or ""):
        yield from _paragraph(one)


def _verb(ctx: click.Context) -> Iterator[str]:
    usage = " ".join(ctx.command.collect_usage_pieces(ctx))
    yield f".SS {roff(f'referee {ctx.info_name} {usage}')}"
    for one in paragraphs(ctx.command):
        yield from _paragraph(one)
    yield from _options(ctx, besides=ctx.help_option_names)


def _options(ctx: click.Context, besides: Collection[str] = ()) -> Iterator[str]:
    """Each option with its help; what every verb has is told once."""
    options = [one for one in ctx.command.get_params(ctx) if isinstance(one, click.Option)]
    records = [one.get_help_record(ctx) for one in options if not set(one.opts) & set(besides)]
    for names, told in filter(None, records):
        yield from (".TP", rf"\fB{roff(names)}\fR", roff(" ".join(told.split())))


def paragraphs(command: click.Command) -> list[list[str]]:
    """The help of a command: paragraphs of lines, the first line of one whose lines are kept is the mark alone."""
    return split(inspect.cleandoc(command.help or ""))


def split(text: str) -> list[list[str]]:
    """A text of click in paragraphs."""
    return [one.split("\n") for one in text.replace(f"{KEPT}\n", KEPT).split("\n\n") if one.strip()]


def _paragraph(lines: list[str]) -> Iterator[str]:
    kept = lines[0].startswith(KEPT)
    told = [roff(line.removeprefix(KEPT)) for line in lines]
    yield from (".PP", ".nf", *told, ".fi") if kept else (".PP", " ".join(told))


def roff(text: str) -> str:
    """A line of text as roff has it: nothing in it is a command."""
    safe = (
        text.replace("\\", r"\e")
        .replace("-", r"\-")
        .replace("~", r"\(ti")
        .replace("^", r"\(ha")
        .replace("'", r"\(aq")
    )
    return rf"\&{safe}" if safe.startswith((".", r"\(aq")) else safe
