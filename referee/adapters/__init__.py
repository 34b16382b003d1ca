"""Games of the referee for other people's programs: OpenSpiel and PettingZoo (`pip install '.[adapters]'`).

`position` plays a game by numbers and says what a seat knows of it, without either library; `openspiel` and
`pettingzoo` dress that in the forms these expect.
"""
