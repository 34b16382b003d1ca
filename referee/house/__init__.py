"""The rules that hold at every table, H1 to H35, each of their chapters in one module; and where games are found.

    invitation   H4 H5 H11            answering it, and who takes which seat
    letters      H1 H2 H3 H10 H18 H32 what a letter is held to, and words in it; a look before an order counts
    players      H7 H8 H34            who plays in a seat, and how letters reach them; a program that does
    time         H9 H12 to H17 H28    deadlines, silence, vacation, pause, the time bank
    undo         H22                  taking a letter back by consent
    disputes     H20 H23              from the first word to the final ruling; its stages are values of `docket`
    rulings      H21                  what a ruling does to a game
    lots         H19                  what is told of chance, and when
    keeper       H6 H24               an end without a result, and an old copy that was put back
    annotations  H25 H26              notes on the game, and its publication
    foreseen     H27                  orders beforehand
    company      H29 H31 H33          people without a seat, who ask to join a game, to watch one, to wait for a seat
    rematch      H30                  another game of the same players
    replacing    H35                  a silent player is replaced by vote

`chapters` joins the rules and events of all of them. `state` holds what the house knows of a game beside its
table; `requests` turns what a player says to the house into events; `terms` is what a game by mail has agreed
on. `games` finds games, `clashes` refuses those that use names of the house, and `rulebook` reads their
rulebooks.
"""
