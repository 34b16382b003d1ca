"""`referee verify` and the independent verifier say the same of each record and mailbox that was tampered with.

If the short one does not check something, it says so and ends with 2, never with 0.
"""

import email
import json
import re
from collections.abc import Callable, Mapping
from email.message import Message
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.forging import bare, documents, lp, marked, proof_of, sealed, sha, with_proof
from support.forging import verify as short
from support.kept import GAMES, played
from support.post_office import ANNA, BERT, Office

from referee.api import Table
from referee.cli.demo.mailers import PROGRAMS, Reply
from referee.house.lots import SecretTold
from referee.record.seals import in_words
from referee.util.values import Value, replace
from referee.verify import export
from referee.verify.verify import verify

RIGHT, WRONG, UNSEEN = 0, 1, 2
FALSE = "0123456789abcdef" * 4
WHO = {"thor": ANNA, "loki": BERT}
Letters = Mapping[str, bytes]


class Given(Value, dict=True):
    """What both verifiers are given: a record (None: no record), and letters by their numbers."""

    record: bytes | None
    letters: Letters


@cache
def whole(signs: bool = False) -> Given:
    """A finished game: its record, and all letters, without the records that came with the last ones."""
    game = played(GAMES[0], signs)
    files = [path for box in game.boxes for path in (box / "new").iterdir()]
    letters = {path.name.removesuffix(".referee"): path.read_bytes() for path in files}
    return Given(game.record.read_bytes(), letters)


@cache
def plain(signs: bool = False) -> Given:
    """The same, with the letters bare: no record, no picture, no page."""
    given = whole(signs)
    return Given(given.record, {name: bare(data) for name, data in given.letters.items()})


def of_seat(seat: str | None, letters: Letters | None = None) -> Given:
    """The record of one seat (None: an onlooker), and that seat's letters."""
    given = whole()
    assert given.record
    record = export.redacted(Table.load(given.record), seat)
    return Given(record, mine(str(seat)) if letters is None else letters)


def mine(seat: str) -> Letters:
    """The letters to one seat."""
    return {name: data for name, data in plain().letters.items() if f".{seat}." in name}


# Ways to tamper


def docs(given: Given) -> list[bytes]:
    """The documents of a record, without marks."""
    assert given.record
    return documents(given.record)


def at(given: Given, pattern: str) -> int:
    """The first document in which this stands."""
    return next(n for n, one in enumerate(docs(given)) if re.search(pattern.encode(), one, re.MULTILINE))


def rewritten(pattern: str, by: str, *, seal: bool = True) -> Callable[[], Given]:
    """The first text in the record that fits is replaced.

    With `seal` the keeper seals the record again; otherwise only the marks are made right.
    """

    def made() -> Given:
        given, found = plain(), docs(plain())
        n = at(given, pattern)
        new = re.sub(pattern.encode(), by.encode(), found[n], count=1, flags=re.MULTILINE)
        assert new != found[n]
        changed = [*found[:n], new, *found[n + 1 :]]
        return replace(given, record=(sealed if seal else marked)(changed))

    return made


def with_event(event: Mapping[str, Any]) -> Callable[[], Given]:
    """The first entry that has events has one more, sealed again."""
    return rewritten(r"^(events:\n)", rf"\1  - {json.dumps(event)}\n")


def ordered(change: Callable[[list[bytes]], list[bytes]]) -> Callable[[], Given]:
    """The documents of the record in another order, or other documents, sealed again."""
    return lambda: replace(plain(), record=sealed(change(docs(plain()))))


def raw(change: Callable[[bytes], bytes]) -> Callable[[], Given]:
    """Change the bytes of the file."""

    def made() -> Given:
        assert plain().record
        return replace(plain(), record=change(plain().record))  # type: ignore[arg-type]

    return made


def letter(
    which: Callable[[str, bytes], bool],
    change: Callable[[bytes], bytes],
    *,
    pages: bool = False,
    record: bool = True,
) -> Callable[[], Given]:
    """Change the first letter for which the condition holds."""

    def made() -> Given:
        given = whole() if pages else plain()
        name = next(name for name in sorted(given.letters) if which(name, given.letters[name]))
        changed = change(unfolded(given.letters[name]) if pages else given.letters[name])
        assert changed != given.letters[name]
        return Given(given.record if record else None, {**given.letters, name: changed})

    return made


def unfolded(data: bytes) -> bytes:
    """A letter whose texts are not encoded, so that they can be changed."""
    mail = email.message_from_bytes(data)
    for part in mail.walk():
        if part.get_content_maintype() == "text" and not part.get_filename():
            text = part.get_payload(decode=True)
            del part["Content-Transfer-Encoding"]
            part["Content-Transfer-Encoding"] = "8bit"
            part.set_payload(text.decode("ascii", "surrogateescape").replace("\r\n", "\n"))  # type: ignore[union-attr]
    return mail.as_bytes()


def third(name: str, _: bytes) -> bool:
    """A letter in the middle."""
    return name.endswith(".3")


def unproved(name: str, data: bytes) -> bool:
    """A letter in the middle to which no proof belongs."""
    return name.startswith("g1.loki.") and name != "g1.loki.1" and not proof_of(data)


def proved(key: str) -> Callable[[str, bytes], bool]:
    """A letter whose proof has this."""
    return lambda _, data: key in proof_of(data)


def text_of(pattern: bytes, by: bytes, *, page: bool = False, count: int = 1) -> Callable[[bytes], bytes]:
    """Replace something in the text of a letter, or in its HTML page."""

    def change(data: bytes) -> bytes:
        head, sep, tail = data.partition(b"text/html")
        if page:
            return head + sep + re.sub(pattern, by, tail, count=count)
        return re.sub(pattern, by, head, count=count) + sep + tail

    return change


def proof(change: Callable[[Any], Any]) -> Callable[[bytes], bytes]:
    """Change the proof of a letter."""
    return lambda data: with_proof(data, change)


def opening(**more: Any) -> Callable[[bytes], bytes]:
    """Change the first opening of a proof."""
    return proof(lambda one: {**one, "openings": [{**one["openings"][0], **more}, *one["openings"][1:]]})


def in_opening(key: str, change: Callable[[Any], Any]) -> Callable[[bytes], bytes]:
    """One value in the first opening of a proof is another."""

    def changed(one: Any) -> Any:
        first, *rest = one["openings"]
        return {**one, "openings": [{**first, key: change(first[key])}, *rest]}

    return proof(changed)


def raw_proof(text: bytes) -> Callable[[bytes], bytes]:
    """The attachment holds these bytes."""

    def change(data: bytes) -> bytes:
        marked_one = with_proof(data, lambda _: {"MARK": 1})
        return marked_one.replace(b'{"MARK": 1}', text)

    return change


def given_to(source: str, to: str) -> Callable[[], Given]:
    """An opening from one letter also stands in another letter's proof."""

    def made() -> Given:
        letters = dict(plain().letters)
        known = sorted(
            (name for name in letters if "openings" in proof_of(letters[name])),
            key=lambda name: int(name.split(".")[2]),
        )
        first = next(name for name in known if source in name)
        last = next(name for name in reversed(known) if to in name)
        then = {one["card"] for one in proof_of(letters[first])["openings"]}
        told = [one for name in known if source in name for one in proof_of(letters[name])["openings"]]
        new = [one for one in told if source != to or one["card"] not in then][:1]
        assert new
        into = first if source == to else last
        letters[into] = proof(lambda one: {**one, "openings": [*one["openings"], *new]})(letters[into])
        return replace(plain(), letters=letters)

    return made


def told_otherwise(data: bytes) -> bytes:
    """Another seal with its own words in the text and in the proof: a letter that says one thing."""
    words = in_words(FALSE).encode()
    data = re.sub(rb"(?m)^(Seal|Siegel) [0-9a-f]{64}$", rb"\1 " + FALSE.encode(), data)
    return re.sub(rb"(?m)^(In words|In Worten): .*$", rb"\1: " + words, data)


def written_so(form: str) -> Callable[[bytes], bytes]:
    """The text shows its own seal in another form: with `{}` for its digits, `{C}` in capitals, `{W}` in wide ones."""
    wide = str.maketrans("0123456789", "".join(chr(0xFF10 + n) for n in range(10)))

    def shown(found: re.Match[bytes]) -> bytes:
        seal = found[1].decode()
        return form.format(seal, C=seal.upper(), W=seal.translate(wide)).encode()

    return lambda data: re.sub(rb"(?m)^Seal ([0-9a-f]{64})$", shown, unfolded(data), count=1)


def with_part(kind: str, text: str, *more: str) -> Callable[[bytes], bytes]:
    """A letter with one part more, of this kind, with this text."""

    def change(data: bytes) -> bytes:
        mail, part = email.message_from_bytes(data), Message()
        part["Content-Type"] = kind
        for one in more:
            part["Content-Disposition"] = one
        part.set_payload(text)
        mail.attach(part)
        return mail.as_bytes()

    return change


def false_seal(seal: str = FALSE) -> str:
    """The two lines of a seal that stands in no record."""
    return f"\nSeal {seal}\nIn words: {in_words(seal.lower())}\n"


def without_text(data: bytes) -> bytes:
    """A letter whose text is empty; its page is left."""
    mail = email.message_from_bytes(data)
    for part in mail.walk():
        if part.get_content_type() == "text/plain" and not part.get_filename():
            part.set_payload("")
    return mail.as_bytes()


def of_onlooker(data: bytes) -> bytes:
    """A letter to a player as one to an onlooker, with another seal throughout."""
    return renamed("g1.onlooker-1.3")(told_otherwise(data))


def doubled() -> Given:
    """Two letters with one number and two seals."""
    name = next(name for name in sorted(plain().letters) if third(name, b""))
    return Given(None, {**mine(name.split(".")[1]), "again": told_otherwise(plain().letters[name])})


def renamed(to: str) -> Callable[[bytes], bytes]:
    """A letter with another number, seat or game."""
    return lambda data: re.sub(rb"(?im)^(message-id: <)[^@]*@", rb"\1" + to.encode() + b"@", data)


def seat_record(change: Callable[[list[bytes]], list[bytes]]) -> Callable[[], Given]:
    """The record of a seat, changed, with marks made right."""
    return lambda: replace(of_seat("thor"), record=marked(change(docs(of_seat("thor")))))


def forged_part(found: list[bytes]) -> list[bytes]:
    """A fact in a part is changed and sealed again, as only the keeper can do."""
    n = next(n for n, one in enumerate(found) if n and b"\nkey: " in one and b"\nevents:\n" in one)
    body, tail = re.split(rb"(?<=\n)(?=key: )", found[n], maxsplit=1)
    body, head = other_in(body), tail.split(b"seal: ")[0].decode()
    leaves = {
        name: bytes.fromhex(one) for name, one in re.findall(r'^  ([\w-]+): "(\w+)"$', head, re.MULTILINE)
    }
    ((key, link),) = re.findall(r'^key: "(\w+)"\nlink: "(\w+)"$', head, re.MULTILINE)
    leaves["thor"] = sha(bytes.fromhex(key), body)
    flat = [item for name in sorted(leaves) for item in (name.encode(), leaves[name])]
    seal = sha(lp(b"pbem/seal/v2", bytes.fromhex(link), *flat)).hex().encode()
    return [*found[:n], body + re.sub(rb'(?m)^seal: "\w+"', b'seal: "' + seal + b'"', tail), *found[n + 1 :]]


def other_in(body: bytes) -> bytes:
    """Another position in a part."""
    return re.sub(rb'(?m)^positions: \["(\d+)', lambda found: b'positions: ["9' + found[1], body, count=1)


def leaf_changed(found: list[bytes]) -> list[bytes]:
    """The leaf of a seat in one entry is changed and sealed again: nothing in the record contradicts it."""
    return [*found[:4], re.sub(rb'(?m)^(  loki: ")\w+', rb"\g<1>" + FALSE.encode(), found[4]), *found[5:]]


def signed(change: Callable[[Given], Given]) -> Callable[[], Given]:
    """Of a game whose keeper signs."""
    return lambda: change(plain(True))


def without_signatures(given: Given) -> Given:
    """No letter is signed any more."""

    def bared(one: Any) -> Any:
        return {key: value for key, value in one.items() if key not in {"signer", "signature"}}

    return replace(given, letters={name: with_proof(data, bared) for name, data in given.letters.items()})


def other_signature(given: Given) -> Given:
    """One signature in the record is another."""
    assert given.record
    found = documents(given.record)
    found[3] = re.sub(
        rb'(?m)^(signature: ")(\w)', lambda one: one[1] + (b"1" if one[2] == b"0" else b"0"), found[3]
    )
    return replace(given, record=marked(found))


def stray(found: list[bytes]) -> list[bytes]:
    """A signature where nobody signs."""
    return [
        *found[:-1],
        re.sub(rb'(?m)^(seal: "\w+"\n)', rb'\1signature: "' + b"ab" * 64 + b'"\n', found[-1]),
    ]


HEX = r'"[0-9a-f]{64}"'
KINDS: Mapping[str, tuple[int, Callable[[], Given]]] = {
    # nothing wrong
    "untouched": (RIGHT, plain),
    "untouched, letters alone": (RIGHT, lambda: replace(whole(), record=None)),
    "untouched, record alone": (UNSEEN, lambda: replace(plain(), letters={})),
    "untouched, letters without any record": (UNSEEN, lambda: replace(plain(), record=None)),
    "untouched, first letters alone": (
        UNSEEN,
        lambda: replace(
            plain(), letters={k: v for k, v in plain().letters.items() if len(k.split(".")[-1]) == 1}
        ),
    ),
    "untouched, of one seat": (RIGHT, lambda: replace(plain(), letters=mine("thor"))),
    "a mail of somebody else": (
        RIGHT,
        lambda: replace(
            plain(), letters={**plain().letters, "x": b"Message-ID: <a@b>\n\nSeal " + FALSE.encode() + b"\n"}
        ),
    ),
    # the record, sealed again by its keeper
    "a time": (WRONG, rewritten(r'^at: "2026-01-0.T0', 'at: "2026-01-01T1')),
    "a line as written": (WRONG, rewritten(r'"raw": "accept"', '"raw": "accepted"')),
    "no seats": (WRONG, rewritten(r"^seats: .*$", "seats: []")),
    "one seat": (WRONG, rewritten(r"^seats: .*$", 'seats: ["thor"]')),
    "format 1": (WRONG, rewritten(r"^format: 3$", "format: 1")),
    "format 2": (WRONG, rewritten(r"^format: 3$", "format: 2")),
    "format 4": (WRONG, rewritten(r"^format: 3$", "format: 4")),
    "no format": (WRONG, rewritten(r"^format: 3\n", "")),
    "another id": (WRONG, rewritten(r"^id: g1$", "id: g2")),
    "another commitment": (WRONG, rewritten(rf"^commit: {HEX}", f'commit: "{FALSE}"')),
    "no commitment": (WRONG, rewritten(rf"^commit: {HEX}\n", "")),
    "another secret": (WRONG, rewritten(rf'"secret": {HEX}', f'"secret": "{FALSE}"')),
    "no secret": (WRONG, rewritten(rf'^  - {{"event": "SecretTold", "rule": "H19", "secret": {HEX}}}\n', "")),
    "another root": (WRONG, rewritten(rf'"root": {HEX}', f'"root": "{FALSE}"')),
    "no root": (WRONG, rewritten(rf'^  - {{"event": "DeckFixed", .*"root": {HEX}.*\n', "")),
    "another lot": (WRONG, rewritten(r'^(lots: \[\["[^"]+", \d+, \[)(\d+), (\d+)', r"\1\3, \2")),
    "another card drawn": (
        WRONG,
        rewritten(r'^(  - {"event": "Drew", .*"card": "\w+\.)[\w-]+', r"\1nightmare"),
    ),
    "words of a player": (
        WRONG,
        rewritten(r'^(  - {"event": "Accepted", .*"words": ")[^"]*', r"\1a wolf howls"),
    ),
    "copies beyond all measure": (WRONG, rewritten(r'("copies": )\d+', r"\g<1>1000000000")),
    "fewer events than none": (WRONG, rewritten(r'"events": \d+', '"events": -1')),
    "more events than there are": (WRONG, rewritten(r'"events": \d+', '"events": 99')),
    "another position": (WRONG, rewritten(r'^position: "\d+', 'position: "77')),
    "an event of no game": (WRONG, rewritten(r'^  - {"event": "Drew"', '  - {"event": "Stolen"')),
    "a line before the first": (WRONG, rewritten(r'"number": 1\b', '"number": -1')),
    "a line before the first, record alone": (
        WRONG,
        lambda: replace(rewritten(r'"number": 1\b', '"number": -1')(), letters={}),
    ),
    "a seat of nobody": (WRONG, with_event({"event": "SeatTaken", "rule": "H7", "by": "odin", "name": "x"})),
    "a language of nobody": (
        WRONG,
        with_event({"event": "LanguageChosen", "rule": "H10", "by": "thor", "language": "zz"}),
    ),
    "a zone that is none": (
        WRONG,
        with_event({"event": "ZoneChosen", "rule": "H17", "by": "thor", "zone": "Asgard/Bifrost"}),
    ),
    "another salt": (WRONG, rewritten(rf"^salt: {HEX}", f'salt: "{FALSE}"')),
    "another leaf": (WRONG, ordered(leaf_changed)),
    "an entry left out": (WRONG, ordered(lambda found: [*found[:5], *found[6:]])),
    "an entry twice": (WRONG, ordered(lambda found: [*found[:6], *found[5:]])),
    "two entries exchanged": (WRONG, ordered(lambda found: [*found[:5], found[6], found[5], *found[7:]])),
    "the end missing": (WRONG, ordered(lambda found: found[:-3])),
    "the last entry missing": (WRONG, ordered(lambda found: found[:-1])),
    # the record as a file
    "another mark": (WRONG, raw(lambda data: data[:-3] + (b"00\n" if data[-3:] != b"00\n" else b"11\n"))),
    "a byte": (WRONG, raw(lambda data: data.replace(b"\nkind: letter\n", b"\nkind: lettes\n", 1))),
    "torn": (WRONG, raw(lambda data: data[:-40])),
    "something after the end": (WRONG, raw(lambda data: data + b"x")),
    "something before the beginning": (WRONG, raw(lambda data: b"---\n{}\n" + data)),
    "empty": (WRONG, raw(lambda _: b"---\n")),
    "sealed by nobody": (WRONG, rewritten(r'^at: "2026-01-0.T0', 'at: "2026-01-01T1', seal=False)),
    "leaves in capitals": (
        WRONG,
        raw(
            lambda data: marked(
                [
                    re.sub(rb'(?m)^  thor: "\w+"', lambda one: one[0].replace(b"a", b"A"), one)
                    for one in documents(data)
                ]
            )
        ),
    ),
    "a view behind the seal": (
        WRONG,
        raw(lambda data: marked([one + b"view: {}\n" for one in documents(data)])),
    ),
    "another layout": (
        WRONG,
        raw(lambda data: marked([one.replace(b"\nkind: ", b"\nkind:  ", 1) for one in documents(data)])),
    ),
    "a signature where nobody signs": (UNSEEN, raw(lambda data: marked(stray(documents(data))))),
    # letters
    "a seal in a text": (
        WRONG,
        letter(third, text_of(rb"Seal [0-9a-f]{64}", b"Seal " + FALSE.encode()), pages=True),
    ),
    "a seal in a page": (
        WRONG,
        letter(third, text_of(rb"Seal [0-9a-f]{64}", b"Seal " + FALSE.encode(), page=True), pages=True),
    ),
    "words in a text": (WRONG, letter(third, text_of(rb"In words: \w{5}", b"In words: babab"), pages=True)),
    "words in a page": (
        WRONG,
        letter(third, text_of(rb"In words: \w{5}", b"In words: babab", page=True), pages=True),
    ),
    "words of no letter": (
        WRONG,
        letter(third, text_of(rb"In words: \w{5}", b"In words: eagle"), record=False),
    ),
    "no seal": (WRONG, letter(proved("openings"), text_of(rb"Seal [0-9a-f]{64}\n", b""))),
    **{
        f"its own seal, {how}": (WRONG, letter(third, written_so(form)))
        for how, form in {
            "in capitals": "Seal {C}",
            "behind a no-break space": "Seal\u00a0{}",
            "behind a colon": "Seal: {}",
            "in wide digits": "Seal {W}",
            "before a blank": "Seal {} ",
            "indented": "  Seal {}",
            "in brackets": "Seal [{}]",
            "behind two blanks": "Seal  {}",
            "behind a tab": "Seal\t{}",
            "without its word": "{}",
            "with its words on another line": "Seal {}\n",
        }.items()
    },
    "no seal, nor a proof": (WRONG, letter(unproved, text_of(rb"Seal [0-9a-f]{64}\n", b""))),
    "a text of no words": (WRONG, letter(third, without_text)),
    "HTML alone": (WRONG, letter(third, without_text, pages=True)),
    "a second text": (WRONG, letter(third, with_part("text/plain", false_seal()))),
    "a second text, in capitals": (WRONG, letter(third, with_part("text/plain", false_seal(FALSE.upper())))),
    "a second text, shown within": (WRONG, letter(third, with_part("text/plain", false_seal(), "inline"))),
    "a second text, enriched": (WRONG, letter(third, with_part("text/enriched", false_seal()))),
    "a second text, in UTF-16": (
        WRONG,
        letter(third, with_part("text/plain; charset=utf-16", "\0".join(false_seal()))),
    ),
    "a second text without a seal": (RIGHT, letter(third, with_part("text/plain", "a list added this"))),
    "a seal in a file beside it": (RIGHT, letter(third, with_part("text/plain", false_seal(), "attachment"))),
    "a page of another form": (
        UNSEEN,
        letter(third, text_of(rb'class="quiet"', b'class="quiet" id="x"', page=True, count=99), pages=True),
    ),
    "an onlooker's": (WRONG, letter(unproved, of_onlooker)),
    "another seal throughout": (WRONG, letter(third, told_otherwise)),
    "one number and two seals": (WRONG, doubled),
    "another number": (WRONG, letter(third, renamed("g1.thor.5"))),
    "a number that is too high": (RIGHT, letter(unproved, renamed("g1.loki.900"))),
    "a proof of a letter of another name": (WRONG, letter(third, renamed("g1.loki.900"))),
    "a seat that there is not": (WRONG, letter(third, renamed("g1.odin.3"))),
    "no letter of this game": (
        WRONG,
        lambda: replace(
            plain(), letters={k: renamed("g7.thor.3")(v) for k, v in list(plain().letters.items())[2:3]}
        ),
    ),
    "a card opened": (WRONG, letter(proved("openings"), opening(card="thor.dragon"))),
    "a place opened": (WRONG, letter(proved("openings"), opening(place=39))),
    "a nonce": (WRONG, letter(proved("openings"), opening(nonce=FALSE))),
    "a path": (WRONG, letter(proved("openings"), opening(path=[]))),
    "a nonce in capitals": (WRONG, letter(proved("openings"), in_opening("nonce", str.upper))),
    "a nonce with a blank": (WRONG, letter(proved("openings"), in_opening("nonce", "{0:.32} {0}".format))),
    "a neighbour in capitals": (
        WRONG,
        letter(
            proved("openings"), in_opening("path", lambda path: [[side, one.upper()] for side, one in path])
        ),
    ),
    "a place that is a text": (WRONG, letter(proved("openings"), in_opening("place", str))),
    "a place before the first": (WRONG, letter(proved("openings"), opening(place=-1))),
    "format true": (WRONG, letter(proved("openings"), proof(lambda one: {**one, "format": True}))),
    "format 1.0": (WRONG, letter(proved("openings"), proof(lambda one: {**one, "format": 1.0}))),
    "format as a text": (WRONG, letter(proved("openings"), proof(lambda one: {**one, "format": "1"}))),
    "one root more": (
        WRONG,
        letter(proved("roots"), proof(lambda one: {**one, "roots": {**one["roots"], "deck odin": FALSE}})),
    ),
    "a root in capitals": (
        WRONG,
        letter(
            proved("roots"),
            proof(lambda one: {**one, "roots": {deck: root.upper() for deck, root in one["roots"].items()}}),
        ),
    ),
    "a seal of a proof in capitals": (
        WRONG,
        letter(proved("roots"), proof(lambda one: {**one, "seal": one["seal"].upper()})),
    ),
    "no roots": (RIGHT, letter(proved("roots"), proof(lambda one: {**one, "roots": {}}))),
    "openings that are no list": (
        WRONG,
        letter(proved("openings"), proof(lambda one: {**one, "openings": 7})),
    ),
    "an opening of nothing": (
        WRONG,
        letter(proved("openings"), proof(lambda one: {**one, "openings": [{}]})),
    ),
    "no number in a proof": (WRONG, letter(proved("roots"), raw_proof(b'{"format": NaN}'))),
    "a proof that is a list": (WRONG, letter(proved("roots"), raw_proof(b"[]"))),
    "a proof without end": (WRONG, letter(proved("roots"), raw_proof(b"[" * 100_000))),
    "an empty proof": (WRONG, letter(proved("roots"), raw_proof(b"{}"))),
    "a deck that there is not": (WRONG, letter(proved("openings"), opening(deck="deck odin"))),
    "an opening for the other": (WRONG, given_to(".thor.", ".loki.")),
    "an opening before the card was drawn": (WRONG, given_to(".thor.", ".thor.")),
    "a root in a letter": (
        WRONG,
        letter(proved("roots"), proof(lambda one: {**one, "roots": dict.fromkeys(one["roots"], FALSE)})),
    ),
    "a commitment in a letter": (WRONG, letter(proved("roots"), proof(lambda one: {**one, "commit": FALSE}))),
    "a seal in a proof": (WRONG, letter(proved("roots"), proof(lambda one: {**one, "seal": FALSE}))),
    "words in a proof": (
        WRONG,
        letter(proved("roots"), proof(lambda one: {**one, "words": in_words(FALSE)})),
    ),
    "more in a proof": (WRONG, letter(proved("roots"), proof(lambda one: {**one, "more": 1}))),
    "a proof of another letter": (
        WRONG,
        letter(proved("roots"), proof(lambda one: {**one, "letter": "g1.thor.99"})),
    ),
    "a proof that is none": (WRONG, letter(proved("roots"), raw_proof(b"{"))),
    "a key twice in a proof": (WRONG, letter(proved("roots"), raw_proof(b'{"format": 1, "format": 1}'))),
    "a commitment in an invitation": (
        WRONG,
        letter(
            lambda name, _: name.endswith(".1"),
            text_of(rb"\[[0-9a-f]{64}\]", b"[" + FALSE.encode() + b"]"),
            pages=True,
        ),
    ),
    # redacted records
    "of a seat, untouched": (UNSEEN, lambda: of_seat("thor")),
    "of a seat, and the other's letters": (UNSEEN, lambda: of_seat("thor", plain().letters)),
    "of an onlooker, untouched": (UNSEEN, lambda: of_seat(None, plain().letters)),
    "of a seat, another fact": (
        WRONG,
        seat_record(lambda found: [*found[:3], other_in(found[3]).replace(b"seen", b"seem"), *found[4:]]),
    ),
    "of a seat, another fact sealed again": (WRONG, seat_record(forged_part)),
    "of a seat, another view": (
        UNSEEN,
        seat_record(lambda found: [re.sub(rb"(?m)^view:\n(  .*\n)+", b"view: {}\n", one) for one in found]),
    ),
    "of a seat, for another": (
        WRONG,
        seat_record(lambda found: [found[0].replace(b"audience: thor", b"audience: loki"), *found[1:]]),
    ),
    "of a seat, an entry left out": (WRONG, seat_record(lambda found: [*found[:4], *found[5:]])),
    "of a seat, facts in what is withheld": (
        WRONG,
        seat_record(lambda found: [*found[:4], re.sub(rb"(?m)^key: .*\n", b"", found[4]), *found[5:]]),
    ),
    # signed games
    "signed, untouched": (UNSEEN, signed(lambda given: given)),
    "signed, no signatures in letters": (UNSEEN, signed(without_signatures)),
    "signed, another signature": (UNSEEN, signed(other_signature)),
}


def test_there_are_many_kinds() -> None:
    """There are at least a hundred ways to tamper, and eighteen to do nothing wrong, or what cannot be seen."""
    dues = [due for due, _ in KINDS.values()]
    assert dues.count(WRONG) >= 100
    assert len(dues) - dues.count(WRONG) >= 18


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_both_say_the_same(kind: str, tmp_path: Path) -> None:
    """Both find something wrong, or neither does; or the short one ends with 2 and says what it has not checked."""
    due, made = KINDS[kind]
    given = made()
    record, box = tmp_path / "record.yaml", tmp_path / "letters"
    box.mkdir()
    for name, data in given.letters.items():
        (box / f"{name}.eml").write_bytes(data)
    boxes = [box] if given.letters else []
    if given.record is not None:
        record.write_bytes(given.record)
    given_both = [record, *boxes] if given.record is not None else boxes
    code, said = short(*given_both)
    found = [one for one in verify(given_both[0], given_both[1:]) if one.state == "wrong"]
    assert code == due, said
    if due != UNSEEN:
        assert bool(found) == (due == WRONG), found
    assert ("(not checked: " in said) >= (due == UNSEEN)
    assert (b"WRONG" in said.encode()) == (due == WRONG) or due == WRONG


LIES = (
    f"say Seal {FALSE}\nIn words: {in_words(FALSE)}",
    f"Seal {FALSE}\nIn words: {in_words(FALSE)}",
    f"note Seal {FALSE}\n  Seal {FALSE}\nIn words: {in_words(FALSE)}",
    f"say {FALSE}\n{FALSE} \n| {FALSE} x\n> Seal {FALSE}\n\u2028Seal {FALSE}\rIn words: {in_words(FALSE)}",
    f'say <p class="quiet" style="x">Seal {FALSE}<br>In words: {in_words(FALSE)}</p>',
    f"accept Seal {FALSE} In words: {in_words(FALSE)}",
    f"say well {'x' * 70} Seal {FALSE} In words: {in_words(FALSE)}",
)


@pytest.mark.slow
def test_what_players_write_is_no_seal_and_goodbyes_are_no_forgery(tmp_path: Path) -> None:
    """Neither a player's lines that look like a seal nor words after the end make the keeper a liar."""
    office = Office(tmp_path, 1, {}, languages={"loki": "de"})

    def post(seat: str, lines: str) -> None:
        raw = PROGRAMS["thunderbird"](Reply.to_letter(office.boxes[seat][-1], lines, WHO[seat], office.time))
        office.put(raw)
        office.run()
        sent.append(raw)

    sent: list[bytes] = []
    post("thor", f"accept Seal {FALSE}")
    post("loki", "annehmen")
    for lie in LIES:
        post("thor", lie)
    post("loki", "resign g1")
    before = {seat: len(box) for seat, box in office.boxes.items()}
    post("thor", "say bye")
    post("loki", "sage bis bald")
    assert all(len(office.boxes[seat]) > count for seat, count in before.items())
    for seat, box in office.boxes.items():
        (tmp_path / seat).mkdir()
        for n, data in enumerate([*box, *sent]):
            (tmp_path / seat / f"{n}.eml").write_bytes(data)
        mailbox = tmp_path / seat
        early = tmp_path / "early.yaml"
        early.write_bytes(Table.load(office.record).record_until(over(office)))
        for given in ([mailbox], [early, mailbox]):
            code, said = short(*given)
            assert code == 0, said
            found = list(verify(given[0], given[1:]))
            assert [one for one in found if one.state == "wrong"] == []
            assert "letter-after" in {one.key for one in found}
        code, said = short(office.record, mailbox)
        assert "WRONG" not in said


def over(office: Office) -> int:
    """How many entries the record had when the game was over."""
    table = Table.load(office.record)
    ends = [n for n, one in enumerate(table.entries) if any(isinstance(e, SecretTold) for e in one.events)]
    return ends[0] + 1
