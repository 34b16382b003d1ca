"""Words that people send alone: `status`, `hint`, `score`, `table`, `undo`, `pass`.

They are questions, unless a game has them.
What each asks stands in `asked.<language>.yaml`. Only a line of exactly such words asks, and only if it is no order.
"""

from collections.abc import Mapping
from functools import cache

from referee.notation.folding import parts
from referee.notation.readings import Misread, Prose, Reading, Table
from referee.util import data, translations
from referee.util.plainyaml import read_text

LONGEST = 40
VERBS = ("status", "score", "hint", "table", "undo", "pass")
"""What may be asked so."""


@cache
def _known() -> Mapping[tuple[str, ...], str]:
    """What the words of all languages ask, by their keys; the first language counts."""
    found: dict[tuple[str, ...], str] = {}
    for code in translations.languages():
        file = f"asked.{code}.yaml"
        try:
            listed = read_text(data.text("grammar", file), file).value
        except FileNotFoundError:
            continue
        for verb in VERBS:
            found = {**{parts(form): verb for form in listed[verb]}, **found}
    return found


def asked(line: str, reading: Reading) -> Reading:
    """The question that a line asks, if it has no meaning otherwise; else what it was read as."""
    if (
        not isinstance(reading, Prose | Misread)
        or len(line) > LONGEST
        or any(sign.isdigit() for sign in line)
    ):
        return reading
    if line.strip().startswith((">", "|", '"')):
        return reading
    verb = _known().get(parts(line))
    return Table(verb) if verb else reading
