"""A home kept in PostgreSQL, so that any number of hosts can serve it: `store: postgresql://...` in the configuration.

There is one engine. What works on a home works on a *working folder*: a copy of the part of the home that it needs,
brought up to date from the store. What it changed there goes back in one transaction, or not at all:

    parts         which files of a home are kept in the store, and to which part of it each belongs
    database      a connection, the tables and their versions (`sql/`)
    rows          files as rows: those of a part that changed since, and what a working folder gives back
    folder        a working folder: a cache that may be deleted at any time, and is believed only as far as it was left
    leases        a part of the home, ours alone until its changes are in the store
    converting    a home in a folder becomes a store, and a store a home in a folder
    working       letters in, passes, letters out, as one of any number of workers does them
    sending       letters out, one after the other
    jobs          who looks at what, by a queue in the same database
    serving       `referee serve` on a store
    keeping       a keeper's verb on a store
"""
