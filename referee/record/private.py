"""Private texts (H20): what a seat says to the judge, and what it writes that is not an order.

Nobody else ever reads them. A document holds only the digest of such a text, and so does every part of the
document that a seal binds. The texts themselves stand after the seal, in the keeper's record and in those of
their writer:

    lines: ... raw: {private: DIGEST} ...
    salt, leaves, seal, signature
    private:
      - key: 32 random bytes of this text alone, in hex
        text: ...

    DIGEST   SHA-256(key + the text in UTF-8), in hex

Nobody else is ever given a key. So the digest tells nothing, and everybody gets the record of a finished game
without these texts.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from referee.record.seals import PRIVATE
from referee.util.layout import Document
from referee.util.row import Keepable
from referee.util.values import replace

NO_ORDER = frozenset({"prose", "misread", "refused", "not-played"})
"""Verdicts of lines that stay private to their writer, if they held no move."""


class Shut(str, Keepable):  # noqa: SLOT000  a text that is one, and knows its digest
    """A text of which others have only the digest. Where it is not known it is "", and so is its `key` (hex)."""

    digest: str
    key: str

    @classmethod
    def of(cls, digest: str, key: str = "", text: str = "") -> "Shut":
        """The text of this digest; without its key, a text that is not known."""
        made = cls(text)
        made.digest, made.key = digest, key
        return made

    def parts(self) -> Sequence[str]:
        """Its digest, its key and itself."""
        return self.digest, self.key, str(self)

    @classmethod
    def of_parts(cls, *parts: Any) -> "Shut":
        """The text again."""
        return cls.of(*parts)


def is_shut(text: str) -> bool:
    """Whether the text is not known here."""
    return isinstance(text, Shut) and not text.key


def digest_of(key: bytes, text: str) -> str:
    """The digest that stands for a text, in hex."""
    return hashlib.sha256(key + text.encode()).hexdigest()


def shut(entry: Any, secret: bytes) -> tuple[Any, list[Document], bytes]:
    """An entry with its private texts shut, these texts with their keys, and the salt of its document.

    Keys and salt are made of `secret` (32 bytes), which is kept nowhere: from the salt, or from one key, no
    other key can be worked out. Where no key had to be made, the salt is the secret itself.
    """
    texts, salt = list[Document](), secret

    def closed(text: str) -> Shut:
        nonlocal salt
        if isinstance(text, Shut) and not text.key:
            return text  # not known here, so there is nothing to keep of it
        if not isinstance(text, Shut):
            salt = hmac.digest(secret, b"pbem/salt/v1", "sha256")
            key = hmac.digest(secret, f"pbem/private/v1 {len(texts)}".encode(), "sha256")
            text = Shut.of(digest_of(key, text), key.hex(), text)
        texts.append({"key": text.key, "text": str(text)})
        return text

    given = getattr(entry, "lines", ())
    mine = [_is_private(line, events) for line, events in _with_events(entry)]
    lines = tuple(
        replace(line, raw=closed(line.raw)) if one else line for line, one in zip(given, mine, strict=True)
    )
    events = tuple(
        replace(event, **{event.private: closed(getattr(event, event.private))}) if event.private else event
        for event in entry.events
    )
    if not texts:
        return entry, [], salt
    own = {"lines": lines} if given else {}
    return replace(entry, events=events, **own), texts, salt


def _is_private(line: Any, events: Sequence[Any]) -> bool:
    said = any(event.private for event in events)
    return said or (line.verdict in NO_ORDER and not line.move)


def _with_events(entry: Any) -> Iterator[tuple[Any, Sequence[Any]]]:
    at = 0
    for line in getattr(entry, "lines", ()):
        yield line, entry.events[at : at + line.events]
        at += line.events


def opened(doc: Document, unfit: Callable[[], Exception]) -> Document:
    """A document with its private texts in their places, as far as they are known.

    Raises what `unfit` makes, if what stands after the seal is not one of its private texts.
    """
    holding = [(key, field) for key, field in _MAY_BE_SHUT if dict in _types_in(doc.get(key), field)]
    if not holding and PRIVATE not in doc:
        return doc
    texts = dict(_texts(doc.get(PRIVATE, []), unfit))
    used = set[str]()

    def text(value: Any) -> Any:
        if type(value) is not dict or value.keys() != {PRIVATE} or type(value[PRIVATE]) is not str:
            return value
        used.add(value[PRIVATE])
        return Shut.of(value[PRIVATE], *texts.get(value[PRIVATE], ()))

    whole = {key: value for key, value in doc.items() if key != PRIVATE}
    for key, field in holding:
        whole[key] = [_with(one, field, text) for one in whole[key]]
    if texts.keys() - used:
        raise unfit()
    return whole


_MAY_BE_SHUT = (("lines", "raw"), ("events", "text"))
"""The lists of a document in whose items a text may be private, and in which field."""


def _types_in(items: Any, field: str) -> list[type]:
    """The types of what stands in a field of the mappings of a list."""
    return [type(one.get(field)) for one in items if type(one) is dict] if type(items) is list else []


def _with(item: Any, field: str, text: Callable[[Any], Any]) -> Any:
    return {**item, field: text(item[field])} if dict in _types_in([item], field) else item


def _texts(given: Any, unfit: Callable[[], Exception]) -> Iterator[tuple[str, tuple[str, str]]]:
    for one in given if type(given) is list else [None]:
        if type(one) is not dict or one.keys() != {"key", "text"} or {type(one[key]) for key in one} != {str}:
            raise unfit()
        try:
            yield digest_of(bytes.fromhex(one["key"]), one["text"]), (one["key"], one["text"])
        except ValueError:
            raise unfit() from None
