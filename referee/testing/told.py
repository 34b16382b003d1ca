"""Faults found, as text: a line each."""

from collections.abc import Iterable, Mapping
from typing import Any

from referee.util import data, plainyaml
from referee.util.errors import Faulty
from referee.util.plainyaml import faults_of
from referee.util.text import Counted

FILE = "cli.en.yaml"


def _shown(params: Mapping[str, Any]) -> Mapping[str, Counted]:
    return {name: Counted(value) for name, value in params.items()}


def told(faults: Iterable[Faulty]) -> str:
    """The place of each fault and what is wrong, in the sentences of the command line."""
    sentences = plainyaml.read_text(data.text("templates", FILE), FILE).value["faults"]
    lines = [
        f"{one.where}: {sentences[one.why.key].format_map(_shown(one.why.params))}"
        if one.why.key in sentences
        else str(one)
        for fault in faults
        for one in faults_of(fault)
    ]
    return "\n".join(("", *lines))
