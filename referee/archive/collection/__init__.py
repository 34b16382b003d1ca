"""A collection of games: what of them may be published, an index of it, and a site made from it.

names       who is called what: by consent, else by a pseudonym; texts without names and addresses; the keeper's key
facts       what is told of one game, free of anything that is not to be published; its luck
index       `archive.db`, SQLite with FTS5, as Datasette opens it; `Collection`, which asks it
making      the index made from the records in a folder; a player forgotten in it
published   a game as it may be replayed in public
site        the pages, the feed, the replays and the scripts of the search
statistics  how long games are, how they end, how lucky they were
"""
