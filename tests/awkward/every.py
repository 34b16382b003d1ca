"""All awkward mails."""

from awkward import bombs, headers, intruders, programs, robots, senders, texts, words, wrappings
from awkward.case import Case, cases_of

CASES: tuple[Case, ...] = tuple(
    cases_of(texts, programs, wrappings, headers, senders, robots, words, intruders, bombs)
)
BOMBS: tuple[Case, ...] = tuple(cases_of(bombs))
