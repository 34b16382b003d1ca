"""A table as a row of bits, for programs that learn: which facts hold for the seat that looks at it."""

import json
from collections.abc import Iterator
from typing import Any
from zlib import crc32

SIZE = 2048
"""How many bits: a fact sets the one that its text hashes to, and different facts now and then share one."""


def facts(value: Any, path: str = "") -> Iterator[str]:
    """Each leaf of a JSON value with the way to it: `view.loki.hand.0="dragon"`."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from facts(one, f"{path}.{key}")
    elif isinstance(value, list):
        yield f"{path} {len(value)}"
        for at, one in enumerate(value):
            yield from facts(one, f"{path}.{at}")
    else:
        yield f"{path}={value}"


def bits(observed: str) -> list[int]:
    """The bits that are set for what a seat sees, given as JSON: their places, sorted, each below `SIZE`."""
    return sorted({crc32(one.encode()) % SIZE for one in facts(json.loads(observed))})
