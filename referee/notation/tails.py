"""Where an order ends in its line, and what stands after it: a remark in braces, and a mark."""

import re
from dataclasses import dataclass

from referee.notation.folding import Folded

MARKS = ("!", "?", "!!", "??", "!?", "?!")
MARK = re.compile("[!?]+$")
CLOSING = " .;\"'*_"


@dataclass(frozen=True, slots=True)
class Tail:
    """Where an order ends, and what stands after it; `fault` is where a mark or remark is wrong, or -1."""

    end: int
    remark: str = ""
    mark: str = ""
    fault: int = -1
    key: str = ""


def tail_of(line: str, folded: Folded, start: int) -> Tail:
    """Where the order ends that begins before `start`, and the remark and mark after it."""
    text, remark, behind = folded.text, "", ""
    end, close = text.find("{", start), text.rfind("}")
    if end < 0:
        end = len(text)
    elif close < end:
        return Tail(end, fault=end, key="open-remark")
    else:
        remark = line[folded.columns[end] + 1 : folded.columns[close]].strip()
        behind = text[close + 1 :].strip(CLOSING)
    body = text[:end].rstrip(CLOSING)
    mark = found[0] if (found := MARK.search(body)) else behind
    body = body[: found.start()].rstrip(CLOSING) if found else body
    at = found.start() if found else close + 1
    if (mark and mark not in MARKS) or (found and behind):
        fault = text.index(behind, close + 1) if behind else at
        return Tail(len(body), remark, fault=fault, key="mark")
    return Tail(len(body), remark, mark)


def body_end(text: str, start: int) -> int:
    """Where the words of the folded order that begins at `start` end: before its remark, mark and closing signs."""
    remark = text.find("{", start)
    return len(text[: remark if remark >= 0 else len(text)].rstrip(CLOSING + "!?,:"))
