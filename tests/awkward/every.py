"""All awkward mails."""

from awkward import bombs, headers, programs, robots, senders, texts, words, wrappings
from awkward.case import Case, cases_of

CASES: tuple[Case, ...] = tuple(cases_of(texts, programs, wrappings, headers, senders, robots, words, bombs))
BOMBS: tuple[Case, ...] = tuple(cases_of(bombs))
