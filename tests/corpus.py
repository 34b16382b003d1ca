"""Any folder of raw mails through the reader and the desk, with orders planted into them: the results, as a table.

    python tests/corpus.py FOLDER            read, and brought to the desk: as a stranger's, to a seat, as a bounce
    python tests/corpus.py FOLDER --plant    an order put above each text, some into quotes: lost, told, or executed
    ... --show 5                             names this many mails of each row

Mails may be single files of any name, maildirs or mboxes. The reader is not asked what a mail is: what counts
as automatic, as a report or as a quote is decided by a few plain rules of this script. It is a script, no
test; the README has its figures.
"""

# ruff: noqa: RUF001  (other alphabets and colons are what is looked for)

import email
import email.policy
import logging
import re
import shutil
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from random import Random
from typing import Any

import click
from awkward.world import ADDRESS, PLAYERS, begin, copy

from referee.home import config
from referee.post.envelope import return_address
from referee.post.reading import Unreadable, read_mail

SEAT, OTHER = "loki", "thor"
EACH = 60
"""How many mails are brought to one copy of the game."""
TOP = "draw 71"
PLANTED = ("resign g1", "draw 72", "lay hel B1", "offer draw")
MBOX = re.compile(rb"\n\r?\n(?=From \S+.*\d\d:\d\d.*\n[A-Za-z-]+:)")
Found = dict[str, list[str]]


def mails(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every mail below a folder, with a name; an mbox is taken apart."""
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        raw = path.read_bytes()
        pieces = MBOX.split(raw) if raw.startswith(b"From ") else [raw]
        for at, piece in enumerate(pieces):
            body = piece.split(b"\n", 1)[-1] if piece.startswith(b"From ") else piece
            yield f"{path.relative_to(folder)}{f'#{at}' if len(pieces) > 1 else ''}", body


def automatic(mail: Message) -> bool:
    """Whether a mail says that no person wrote it: by the fields that standards name, and nothing else."""
    said = {name.lower(): str(value).lower() for name, value in mail.items()}
    return (
        said.get("auto-submitted", "no").partition(";")[0].strip() not in {"", "no"}
        or said.get("precedence", "").strip() in {"bulk", "list", "junk"}
        or any(name in said for name in ("list-id", "list-post", "list-unsubscribe"))
        or said.get("return-path", "").strip() == "<>"
        or "multipart/report" in said.get("content-type", "")
        or bool(re.search(r"mailer-daemon|postmaster@|no-?reply@", said.get("from", "")))
    )


def permanent(mail: Message) -> bool | None:
    """Whether a report says that a mail failed for good; None if the mail is no report.

    A library of other authors decides, if it is installed.
    """
    try:
        from flufl.bounce import all_failures  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        text = mail.as_string()
        failed = re.search(r"(?im)^action: *failed|^status: *5\.", text)
        return bool(failed) if "multipart/report" in str(mail["content-type"]).lower() else None
    try:
        temporary, failed = all_failures(mail)
    except Exception:  # noqa: BLE001  a library of others, on mails that are broken
        return None
    return bool(failed) if temporary or failed else None


def addressed(raw: bytes, to: str) -> bytes:
    """The mail, brought to an address."""
    return f"X-Original-To: {to}\r\n".encode() + raw


class Desk:
    """A game in progress, to which mails are brought one by one; after some, to the same game as it was at first."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.first = begin(folder / "home", limits=config.Limits())
        self.world, self.brought = self.first, 0

    def bring(self, raw: bytes) -> Any:
        """One mail, a day after the last: no quota has to do with it."""
        if self.brought % EACH == 0:
            shutil.rmtree(self.folder / "copy", ignore_errors=True)
            self.world = copy(self.first, self.folder / "copy")
        self.brought += 1
        return self.world.post(raw, minutes=24 * 60)

    def came_back(self, raw: bytes) -> str:
        """What is counted for a mail to the address where letters come back."""
        back = return_address(self.world.desk.config, self.world.home, f"g1.{OTHER}.2")
        self.bring(addressed(raw, back))
        account = self.world.desk.bounces.of("g1", OTHER, PLAYERS[OTHER].address)
        self.world.desk.bounces.forget("g1")
        return "for good" if account.letters else "for now" if account.soft else "not"


def read_all(folder: Path, found: Found, desk: Desk) -> None:
    """Each mail read, and brought to the desk in three ways."""
    slowest = 0.0
    for name, raw in mails(folder):
        found["mails"].append(name)
        begun = time.perf_counter()
        try:
            mail = read_mail(raw)
        except Unreadable:
            found["over a limit"].append(name)
            continue
        except Exception as error:  # noqa: BLE001  what is looked for
            found["EXCEPTIONS OF THE READER"].append(f"{name}: {error!r}")
            continue
        slowest = max(slowest, time.perf_counter() - begun)
        found[f"told apart as {mail.robot or 'a person'}"].append(name)
        parsed = email.message_from_bytes(raw, policy=email.policy.compat32)
        came = desk.bring(addressed(raw, ADDRESS))
        if came.out:
            found["answered as a stranger's"].append(name)
        if came.out and automatic(parsed):
            found["AUTOMATIC AND ANSWERED"].append(name)
        troubles = list(came.done.troubles)
        came = desk.bring(addressed(raw, desk.world.reply_to(SEAT)))
        found["to a seat: ruled on"].extend([name] if came.entries else [])
        found["to a seat: lines that did something"] += [f"{name}: {line}" for line in came.lines if not line.startswith(("misread", "not-played", "refused"))]  # fmt: skip
        if came.out and automatic(parsed):
            found["AUTOMATIC AND ANSWERED"].append(name)
        if troubles + list(came.done.troubles):
            found["TROUBLES OF THE DESK"].append(name)
        verdict = permanent(parsed)
        if verdict is not None:
            kind = "permanent" if verdict else "temporary"
            found[f"reports: {kind}, counted {desk.came_back(raw)}"].append(name)
    found[f"slowest mail: {slowest * 1000:.0f} ms"].append("")


# --- Orders planted --------------------------------------------------------------------------------

HEADING = re.compile(
    r"^\W{0,3}-{2,}.*\b(?:original|ursprüngliche|forwarded|weitergeleitete|origine|原始).*-{2,}"
    r"|^\W{0,3}-{2,} ?On .* wrote ?-{2,}$"
    r"|^(?:On|Am|Le|El|Il|Op|Em|Den|W dniu|В|At|Dne|Pada|Vào|在)\b.{10,200}<?\S+@\S+>?.{0,60}[:：]$"
    r"|^\d.{8,60}\d\d[:.]\d\d.{1,100}\S+@\S+.{0,60}[:：]$",
    re.IGNORECASE,
)
FIELD = re.compile(r"^[*_ ]{0,3}[^\W\d][\w' -]{0,20}(?::[*_]{0,2}(?:\s|$)|：)")
OPENING = re.compile(
    r"<blockquote[^>]*>"
    r"|<(?:div|span|p|td)[^>]*(?:class|id)=[\"']?[^\"'>]*(?:gmail_attr|moz-cite-prefix|OutlookMessageHeader|divRplyFwdMsg|OLK_SRC_BODY|yahoo_quoted|gmail_quote|protonmail_quote|zmail_extra|reference-message|mail-quote|reply-intro)[^>]*>",
    re.IGNORECASE,
)
ANNOUNCING = re.compile(
    r"<[a-z]+[^>]*(?:class|id)=[\"']?[^\"'>]*(?:gmail_attr|moz-cite-prefix|OutlookMessageHeader|divRplyFwdMsg|OLK_SRC_BODY|mail-quote|reference-message)[^>]*>"
    r"|border-top:\s?solid #[0-9a-f]{6} 1.0pt;\s?padding:\s?3.0pt|<hr[^>]*(?:tabindex|zwchr|stopSpelling)[^>]*>|-{3,} ?(?:Original|Ursprüngliche)",
    re.IGNORECASE,
)
HIDING = re.compile(
    r"<(script|style|title|head|template|svg|select|textarea)\b.*?</\1\s*>|<!--.*?-->",
    re.IGNORECASE | re.DOTALL,
)


def quoted_places(lines: list[str]) -> tuple[list[int], list[int]]:
    """Where orders may be planted: after lines with a quote mark, and after headings that no line with one follows."""
    marked = [at for at, line in enumerate(lines) if re.match(r"\s{0,2}>", line)]
    last = max(marked, default=-1)
    for at, line in enumerate(lines):
        fields = [k for k in range(at, min(at + 6, len(lines))) if FIELD.match(lines[k].strip())]
        said = "\n".join(lines[k] for k in fields)
        block = len(fields) >= 3 and fields[0] == at and "@" in said and re.search(r"\d\d?:\d\d", said)
        if at > last and (HEADING.match(line.strip()) or block):
            begins = fields[-1] + 1 if block else at + 1
            return marked, [
                k for k in range(begins, len(lines)) if not (k > begins and FIELD.match(lines[k]))
            ]
    return marked, []


def planted_text(text: str, rng: Random) -> str:
    """A text with orders in what it quotes; the same if it quotes nothing."""
    lines = text.split("\n")
    marked, bare = quoted_places(lines)
    places = [(at + 1, "> ") for at in rng.sample(marked, min(2, len(marked)))]
    places += [(at + 1, "") for at in rng.sample(bare, min(2, len(bare)))]
    for (at, mark), order in zip(sorted(places, reverse=True), PLANTED, strict=False):
        lines.insert(at, mark + order)
    return "\n".join(lines)


def planted_html(html: str, rng: Random) -> str:
    """The same for HTML: after the beginning of each of some boxes and announcements of quotes.

    At the end, if no box follows.
    """
    hidden = [range(*one.span()) for one in HIDING.finditer(html)]
    places = [one.end() for one in OPENING.finditer(html) if not any(one.start() in run for run in hidden)]
    announced = [
        one.end() for one in ANNOUNCING.finditer(html) if not any(one.start() in run for run in hidden)
    ]
    if announced and not re.search("<blockquote|quote", html[announced[-1] :], re.IGNORECASE):
        end = re.search(r"</body>", html[announced[-1] :], re.IGNORECASE)
        at = announced[-1] + end.start() if end else len(html)
        html = f"{html[:at]}<div>{PLANTED[-1]}</div>{html[at:]}"
    for at, order in zip(
        sorted(rng.sample(places, min(2, len(places))), reverse=True), PLANTED, strict=False
    ):
        html = f"{html[:at]}<div>{order}</div>{html[at:]}"
    return html


def on_top(text: str, kind: str) -> str:
    """A text with an order above all that it says."""
    if kind == "text/plain":
        return f"{TOP}\n\n{text}"
    body = re.search(r"<body[^>]*>", text, re.IGNORECASE)
    at = body.end() if body else 0
    return f"{text[:at]}<div>{TOP}</div>{text[at:]}"


def texts(mail: Message) -> Iterator[tuple[str, str]]:
    """The texts of a mail that are no files, with their kinds."""
    for part in mail.walk():
        kind = part.get_content_type()
        payload = part.get_payload(decode=True)
        if kind in {"text/plain", "text/html"} and isinstance(payload, bytes) and not part.get_filename():
            try:
                text = payload.decode(part.get_content_charset() or "utf-8", "replace")
            except LookupError:
                text = payload.decode("latin-1")
            yield kind, text.replace("\r\n", "\n")


def lone(kind: str, text: str) -> bytes:
    """A mail of one text."""
    return f"From: a@b.example\nContent-Type: {kind}; charset=utf-8\n\n{text}".encode("utf-8", "replace")


def fate(raw: bytes, order: str) -> str:
    """What became of a line: executed, told, or lost without a word."""
    try:
        mail = read_mail(raw)
    except Unreadable:
        return "over a limit"
    if any(text.strip() == order for _, text in mail.lines):
        return "executed"
    told = any(cut.text.strip() == order and cut.why != "quoted" for cut in mail.cut)
    return "told" if told else "quoted" if any(order in cut.text for cut in mail.cut) else "lost"


def plant_all(folder: Path, found: Found) -> None:
    """Orders put into each text of each mail, which is then the whole of a mail of its own."""
    for name, raw in mails(folder):
        parsed = email.message_from_bytes(raw, policy=email.policy.compat32)
        for kind, text in texts(parsed):
            rng = Random(name)
            became = fate(lone(kind, on_top(text, kind)), TOP)
            label = f"{kind}: an order on top: "
            found[
                label + (became.upper() + " WITHOUT A WORD" if became in {"lost", "quoted"} else became)
            ].append(name)
            with_orders = (planted_html if kind == "text/html" else planted_text)(text, rng)
            if with_orders == text:
                continue
            for order in PLANTED:
                if order in with_orders and order not in text:
                    became = fate(lone(kind, with_orders), order)
                    became = "EXECUTED" if became == "executed" else "quoted or told"
                    found[f"{kind}: an order in a quote: {became}"].append(f"{name} ({order})")


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option("--plant", is_flag=True, help="Plant orders.")
@click.option("--show", default=0, help="How many mails of each row to name.")
def main(folder: Path, plant: bool, show: int) -> None:
    """Measure, and print a table; what ought not to be is in capitals, and makes the exit status 1."""
    logging.getLogger("flufl").setLevel(logging.CRITICAL)
    found: Found = defaultdict(list)
    if plant:
        plant_all(folder, found)
    else:
        with tempfile.TemporaryDirectory() as place:
            read_all(folder, found, Desk(Path(place)))
    for row in sorted(found):
        click.echo(f"{len(found[row]):6}  {row}")
        for name in found[row][:show]:
            click.echo(f"            {name}")
    sys.exit(
        any(row.upper() == row or "EXECUTED" in row or "LOST" in row or "QUOTED" in row for row in found)
    )


if __name__ == "__main__":
    main()
