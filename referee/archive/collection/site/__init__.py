"""A static site made from the index of a collection: pages that are read from a disk as well as from a server.

writing      files are written where they differ, and taken away when nothing needs them
pages        a page is rendered
lists        pages of games: all of them, and by player, game, ending, opening and annotator
games        the page of a game, and its replay
search       the rows and words that the page's own script searches
statistics   how long games are, how they end, how lucky they were
charts       bars as SVG
feed         the newest games as Atom
making       all of it
"""
