"""A collection of games: what of them may be published, an index of it, and a site made from it.

names      who is called what: by consent, else by a pseudonym; texts without names and addresses
records    where records and notebooks lie in a folder, and which have changed
facts      what is told of one game, free of anything that is not to be published
luck       what was drawn, against what was to be expected
schema     the tables of the index, `archive.db`: SQLite with FTS5, as Datasette opens it
store      facts written to the index, and taken out of it
query      what is asked of the index: its language, and how it becomes SQL
catalogue  `Collection`, which asks it
"""
