"""Where an order ends in its line, and what stands after it: a remark in braces, and a mark."""

from referee.notation.folding import Folded
from referee.util.regexes import regex
from referee.util.values import Value, replace

MARKS = ("!", "?", "!!", "??", "!?", "?!")
MARK = regex("[!?]+$")
CLOSING = " .;\"'*_"
QUOTED = regex(r'(?<![^\s:])"[^"]*"(?![^\s;,.!?{*_])')
"""Free text within an order. What looks like a remark or a mark in it is none."""


class Tail(Value):
    """Where an order ends, and what stands after it; `fault` is where a mark or remark is wrong, or -1."""

    end: int
    remark: str = ""
    mark: str = ""
    fault: int = -1
    key: str = ""


def tail_of(line: str, folded: Folded, start: int, *, quotes: bool = False, words: bool = False) -> Tail:
    """Where the order ends that begins before `start`, and the remark and mark after it.

    `quotes`: an order of this game may hold text in quotation marks. `words`: this one is free text from `start` on,
    and has a mark only after a remark.
    """
    if quotes and (spans := tuple(QUOTED.finditer(folded.text, start))):
        hidden = folded.text
        for one in spans:
            hidden = f"{hidden[: one.start()]}{'x' * len(one[0])}{hidden[one.end() :]}"
        return tail_of(line, replace(folded, text=hidden), start, words=words)
    text, remark, behind = folded.text, "", ""
    end, close = text.find("{", start), text.rfind("}")
    if end < 0:
        end = len(text)
    elif close < end:
        return Tail(end, fault=end, key="open-remark")
    else:
        remark = line[folded.columns[end] + 1 : folded.columns[close]].strip()
        behind = text[close + 1 :].strip(CLOSING)
    body = text[:end].rstrip() if words else text[:end].rstrip(CLOSING)
    found = None if words else MARK.search(body)
    mark = found[0] if found else behind
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
