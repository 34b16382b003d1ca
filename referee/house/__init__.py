"""The rules that hold at every table, H1 to H24, a module a chapter of their rulebook; and where the games are found.

    invitation   H4 H5 H11            answering it, and who takes which seat
    letters      H1 H2 H3 H10 H18     what a letter is held to, and words in it
    players      H7 H8                who plays in a seat, and how letters reach them
    time         H9 H12 to H17        deadlines, silence, vacation, pause
    undo         H22                  taking a letter back by consent
    disputes     H20 H23              from the first word to the final ruling; its stages are values of `docket`
    rulings      H21                  what a ruling brings about
    lots         H19                  what is told of chance, and when
    keeper       H6 H24               an end without a result, and an old copy that was put back

`chapters` has the rules and events of all of them. Beside them: `state`, what the house knows of a game beside its table;
`requests`, what comes of what a player says to the house; `terms`, what a game by mail has agreed on; `games`, `clashes` and
`rulebook`, where games are found, what they may not call theirs, and their rulebooks.
"""
