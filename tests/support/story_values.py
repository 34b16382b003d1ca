"""What the sentences of stories are filled with, by game, key and the name of a value."""

from collections.abc import Mapping
from typing import Any

Values = tuple[Any, ...]
WEAK, STRONG = "loki.ravens", "thor.tyr"
BURIED = (
    {"of": "thor", "cards": (STRONG, "thor.hel"), "bottom": ()},
    {"of": "loki", "cards": (WEAK,), "bottom": ()},
)
ENDS = ("won", "lost", "tie", "tie-won", "tie-lost", "helpless", "giant-won", "giant-lost", "wall", "archer")
THUNDER: Mapping[str, Mapping[str, Values]] = {
    "stories.fight": {
        "card": ("", "loki.vidarr"),
        "at": ("C2",),
        "own": (WEAK, STRONG),
        "theirs": (STRONG, WEAK),
        "end": ENDS,
        "raging": (0, 6),
    },
    "stories.nightmare": {
        "card": ("", WEAK),
        "at": ("", "C2"),
        "fell": ("A",),
        "buried": ((), BURIED),
        "lying": ((), (("thor", (STRONG,)), ("loki", (WEAK, WEAK)))),
    },
    "stories.ravens": {"place": ("A1", ""), "why": ("strong", "weak", "wall", "leader")},
    "stories.picked": {"fate": ("placed", "asked", "weak", "no-room", "hand"), "buried": ((), BURIED)},
    "stories.seer": {
        "card": ("", "loki.seer"),
        "fate": ("placed", "asked", "given", "falls"),
        "to": ((), ("A", "B")),
        "next": ("", "asked", "stopped"),
    },
    "stories.spear": {"place": ("A1",)},
    "stories.frigg-hand": {"fallen": ((), (STRONG,), (STRONG, "loki.angrboda"))},
    "stories.frigg-column": {"turned": (((STRONG, "A1"),), ((STRONG, "A1"), (WEAK, "A2")))},
    "stories.freya": {"top": ("", WEAK)},
    "stories.took": {"backs": (("thor", "thor"), ("thor", "loki"))},
    "stories.lasting": {"card": ("loki.idunn", "loki.berserker")},
}
DRAWN = ({"of": "thor", "column": "c", "card": "thor.odin"}, {"of": "odin", "column": "d"})
SCOUTED = {"by": "thor", "own": "b", "column": "c", "card": "odin.loki", "rule": "5.1"}
ODIN = {
    **dict.fromkeys(("own", "theirs"), ("odin.loki", "thor.hugin-munin")),
    "end": ("won", "tie", "lost", "swap"),
    "drawn": (DRAWN, DRAWN[::-1]),
    "renewed": ((), ("thor",), ("odin", "thor")),
    "scouted": (SCOUTED, {**SCOUTED, "by": "odin"}),
}
ATTACK = ("stories.attack", "stories.scouting", *(f"texts.attack-{end}" for end in ODIN["end"]))
FIGHT = {"own": (WEAK, STRONG), "theirs": (STRONG, WEAK), "rage": ("", " (6)")}
BY_KEY: Mapping[tuple[str, str, str], Values] = {
    ("odins_table", "texts.in-short-attacks", "rows"): ((("odin", 2, 3), ("thor", 0, 1)), (("thor", 1, 1),)),
    ("odins_table", "texts.in-short-lost", "rows"): ((("odin", 3, 1), ("thor", 4, 2)), (("odin", 1, 0),)),
    ("odins_table", "texts.in-short-scouted", "rows"): ((("odin", 1), ("thor", 2)), (("thor", 1),)),
    **{
        ("odins_table", f"texts.{key}", news): ((), ("d3",), ("c5", "d5"))
        for key in ("struck", "struck-head", "struck-lead")
        for news in ("taken", "entered", "arrived")
    },
    ("odins_table", "texts.in-short-home", "rows"): (
        (("odin", (("a5", 7),)), ("thor", (("d1", 10), ("e1", 18)))),
        (("thor", (("d1", 10),)),),
    ),
    ("thunder", "texts.in-short-challenges", "rows"): ((("thor", 2, 3), ("loki", 0, 1)), (("loki", 1, 1),)),
    ("thunder", "texts.in-short-fell", "rows"): ((("thor", 2, STRONG), ("loki", 0, "")),),
    ("thunder", "texts.in-short-power", "card"): ("ravens",),
    ("thunder", "texts.in-short-power", "count"): (3,),
    ("thunder", "texts.in-short-decided", "deed"): ("Discarded",),
    ("thunder", "texts.in-short-decided", "section"): ("events",),
    ("thunder", "texts.in-short-decided", "values"): (
        {"of": "loki", "card": WEAK, "place": "A1", "bottom": False, "rule": "15.2"},
    ),
    ("thunder", "families.use", "card"): ("ravens", "captured hel"),
    **{
        ("odins_table", f"texts.because-{key}", name): some
        for key in ("home", "bars", "flees", "forward", "attack", "enters", "stops", "return", "scout")
        for name, some in {
            "own": ("tyr", "loki"),
            "theirs": ("hel", None),
            "gain": (2, 0, -1),
            "home": (1, 2, 3),
            "square": ("a5",),
            "foe": ("thor",),
        }.items()
    },
    ("odins_table", "texts.column-of", "cards"): ((("thor.tyr", 0), ("thor.loki", 7)), (("thor.tyr", 9),)),
    ("thunder", "texts.because-power", "card"): ("ravens", "hel"),
    ("thunder", "texts.because-challenge", "own"): (STRONG, "thor.viking-warriors"),
    ("thunder", "texts.because-challenge", "theirs"): ("", WEAK),
    ("thunder", "texts.because-challenge", "sure"): ("", "won", "lost", "both"),
    ("thunder", "texts.because-lay", "card"): ("thor.thor", STRONG, "thor.viking-warriors"),
    ("thunder", "texts.because-lay", "deep"): (2, 3),
    ("thunder", "texts.because-lay", "why"): ("leads", "opens", "treasure", "front", "behind"),
    ("odins_table", "texts.about-power", "card"): ("loki", "hugin-munin"),
    ("thunder", "texts.about-power", "card"): ("hel", "ravens"),
    ("thunder", "texts.about-standing", "card"): ("tyr", "shield-wall"),
    ("thunder", "notes.would-lay", "place"): ("A1",),
    ("thunder", "notes.would-lay", "own"): ("", WEAK),
    ("thunder", "notes.would-lay", "card"): ("", STRONG),
    ("thunder", "notes.would-fight", "own"): (WEAK, STRONG),
    ("thunder", "notes.would-fight", "theirs"): ("", STRONG),
    ("thunder", "notes.would-use", "name"): ("frigg", "hel"),
    ("thunder", "notes.held-card", "card"): ("loki.frigg",),
    ("thunder", "notes.held-card", "name"): ("frigg",),
    ("thunder", "notes.held-card", "power"): (True, False),
    ("thunder", "notes.held-card", "standing"): (True, False),
    **{("odins_table", key, name): some for key in ATTACK for name, some in ODIN.items()},
    **{("thunder", key, name): some for key, names in THUNDER.items() for name, some in names.items()},
    **{
        ("thunder", key, name): some
        for key in THUNDER
        for name, some in {"target": (WEAK, STRONG), "sunk": ((), (("loki", "loki.berserker"),))}.items()
    },
    **{("thunder", f"texts.fight-{end}", name): some for end in ENDS for name, some in FIGHT.items()},
}
"""What a value may be in the texts of a game."""
