"""Regular expressions that are compiled when they are first used: a command loads many more than it needs."""

import re
from typing import Any, AnyStr, cast


class _Regex:
    """What is asked as if it were the compiled expression, which it becomes by that."""

    def __init__(self, text: Any, flags: int) -> None:
        self._text, self._flags = text, flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(self._text, self._flags)
        # From now on every question is answered without this function.
        vars(self).update({one: getattr(compiled, one) for one in dir(compiled) if not one.startswith("_")})
        return getattr(compiled, name)


def regex(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """The expression as `re.compile` makes it; a mistake in it is raised at its first use."""
    return cast("re.Pattern[AnyStr]", _Regex(text, flags))
