"""Letters with awkward senders, and secrets where they do not belong."""

from awkward.case import Case, Field, mail, plain
from awkward.texts import BOTH, ORDERS
from awkward.world import ADDRESS, ANNA, BERT, PRIVATE, Came, World
from referee.desk import keeper
from referee.house.players import Player

EVIL = "evil@elsewhere.example"
OTHER = ("other-address",)


def _only_to_bert(_w: World, came: Came) -> None:
    assert [one.mail["To"] for one in came.to("loki")] == [BERT]
    assert EVIL not in "".join(one.all for one in came.out)


def _from(value: Field, name: str, fact: str, *, other: bool = False) -> Case:
    def build(w: World) -> bytes:
        return plain(w, ORDERS, From=value)

    build.__name__, build.__doc__ = name, fact
    return mail(*BOTH, notes=OTHER if other else (), check=_only_to_bert)(build)


two_from = _from([BERT, EVIL], "two_from", "Two From fields: the secret says who writes.", other=True)
two_from_alike = _from([BERT, BERT], "two_from_alike", "Two From fields that say the same.", other=True)
no_from = _from(None, "no_from", "No From at all.", other=True)
empty_from = _from("", "empty_from", "An empty From.", other=True)
several = _from(f"{BERT}, {EVIL}", "several", "Two mailboxes in one From.", other=True)
group = _from(f"grp: {BERT}, {EVIL};", "group", "A group is nobody.", other=True)
empty_group = _from("undisclosed-senders:;", "empty_group", "A group of nobody.", other=True)
address_as_name = _from(f"{BERT} <{EVIL}>", "address_as_name", "A bare address for a name.", other=True)
two_angles = _from(f"<{BERT}><{EVIL}>", "two_angles", "Two addresses in angles.", other=True)
nul = _from(f"{BERT}\0<{EVIL}>", "nul", "A NUL between two addresses.", other=True)
colon = _from(f"{BERT}:{EVIL}", "colon", "A colon between two addresses.", other=True)
blank_between = _from(f"{BERT} {EVIL}", "blank_between", "A blank between two addresses.", other=True)
route = _from(f"<@elsewhere.example:{BERT}>", "route", "A source route.", other=True)
cyrillic = _from("bеrt@example.org", "cyrillic", "A Cyrillic letter in the address.", other=True)  # noqa: RUF001
no_at = _from("Bert", "no_at", "A name and no address.", other=True)
folded = _from(f"Bert\r\n <{BERT}>", "folded", "A From that is folded is as good as any.")
comment = _from(f"{BERT} ({EVIL})", "comment", "A comment is no address.")
name_in_quotes = _from(
    f'"{BERT}" <{EVIL}>', "name_in_quotes", "A name that looks like the address of the roster.", other=True
)
comment_first = _from(
    f"({BERT}) {EVIL}", "comment_first", "A comment that looks like an address.", other=True
)
encoded_name = _from(
    f"=?utf-8?Q?{BERT.replace('@', '=40')}?= <{EVIL}>",
    "encoded_name",
    "An encoded name is a name.",
    other=True,
)
raw_name = _from(f"Bért Müller <{BERT}>".encode(), "raw_name", "A name in bare utf-8.")
latin_name = _from(f"Bért <{BERT}>".encode("latin-1"), "latin_name", "A name in bare iso-8859-1.")
quoted_local = _from(
    '"a@b, <c>"@x.example', "quoted_local", "A local part in quotes is nobody's.", other=True
)
capitals = _from("BERT@Example.ORG", "capitals", "Capitals in an address make no other one.")
nobody = _from(
    "`id`@elsewhere.example", "nobody", "What a shell would run is a letter of an address.", other=True
)
angles = _from(f"bert <<{BERT}>>", "angles", "Angles in angles.", other=True)


@mail(*BOTH, notes=OTHER, check=_only_to_bert)
def from_the_other_player(w: World) -> bytes:
    """The secret decides who writes: Bert at Anna's machine is Bert, and the answer goes to Bert."""
    return plain(w, ORDERS, From=f"Anna <{ANNA}>")


@mail(*BOTH, notes=OTHER, check=_only_to_bert)
def from_a_telephone(w: World) -> bytes:
    """A second address of the player: played, reported, and the answer goes to the roster's address."""
    return plain(w, ORDERS, From=f"Bert <{EVIL}>", Reply_To=EVIL)


@mail(*BOTH)
def one_of_many_recipients(w: World) -> bytes:
    """Our address among others, one of which has a name like ours."""
    return plain(w, ORDERS, To=f"Anna <{ANNA}>, Referee <{w.reply_to('loki')}>, x <y@z.example>")


@mail(*BOTH)
def an_address_in_capitals(w: World) -> bytes:
    """A program that writes addresses in capitals."""
    return plain(w, ORDERS, To=w.reply_to("loki").upper())


@mail(*BOTH)
def only_delivered_to(w: World) -> bytes:
    """The fields show a list of nobody; the server noted where it delivered the mail."""
    return plain(w, ORDERS, To="undisclosed-recipients:;", Delivered_To=w.reply_to("loki"))


@mail(*BOTH)
def to_and_cc(w: World) -> bytes:
    """The same secret twice is one secret."""
    return plain(w, ORDERS, Cc=w.reply_to("loki"))


@mail(*BOTH)
def the_secret_in_the_subject(w: World) -> bytes:
    """A server without plus addresses: the secret stands in the subject."""
    return plain(w, ORDERS, To=ADDRESS, Subject=f"Re: [g1.loki.6] Thunder {w.secret('loki')}")


@mail(*BOTH)
def the_secret_in_an_encoded_subject(w: World) -> bytes:
    """The same in an encoded word."""
    return plain(w, ORDERS, To=ADDRESS, Subject=f"=?utf-8?Q?Gr=C3=BC=C3=9Fe_{w.secret('loki').upper()}?=")


@mail(held="no-seat")
def no_secret(w: World) -> bytes:
    """The right address in From is worth nothing without a secret."""
    return plain(w, ORDERS, To=ADDRESS)


@mail(held="no-seat")
def the_secret_in_the_text(w: World) -> bytes:
    """A secret in the text has no authority: texts are quoted and passed on."""
    return plain(w, f"{w.secret('loki')}\n{w.reply_to('loki')}\n{ORDERS}", To=ADDRESS)


@mail(held="no-seat")
def the_secret_in_an_id(w: World) -> bytes:
    """A secret in any other field does not count."""
    return plain(w, ORDERS, To=ADDRESS, In_Reply_To=f"<{w.secret('loki')}@x>", X_Key=w.secret("loki"))


@mail(held="no-seat")
def half_a_secret(w: World) -> bytes:
    """A secret that lost its last letter, and one that got one more."""
    secret = w.secret("loki")
    return plain(w, ORDERS, To=f"referee+{secret[:-1]}@games.example, referee+{secret}a@games.example")


@mail(held="several-seats")
def secrets_of_both_seats(w: World) -> bytes:
    """A letter with the secrets of two seats belongs to neither."""
    return plain(w, ORDERS, To=w.reply_to("loki"), Cc=w.reply_to("thor"))


def _newkey(w: World) -> None:
    w.old = w.reply_to("loki")
    with w.desk.held():
        keeper.new_secret(w.desk, "g1", "loki")
    w.send()


@mail(held="no-seat", prepare=_newkey)
def an_old_secret(w: World) -> bytes:
    """A secret that was replaced by a new one is invalid."""
    return plain(w, ORDERS, To=w.old)


def _replace(w: World) -> None:
    w.old = w.reply_to("loki")
    carl = Player("carl@example.org", "Carl")
    with w.desk.held():
        keeper.replace_player(w.desk, "g1", "loki", carl)
    w.send()
    w.roster = {**w.roster, "loki": carl}


@mail(held="no-seat", prepare=_replace)
def the_secret_of_a_player_who_left(w: World) -> bytes:
    """The secret of a player whose seat another took is invalid."""
    return plain(w, ORDERS, To=w.old)


def _delete(w: World) -> None:
    w.old = w.reply_to("thor", "g2")
    with w.desk.held():
        keeper.abandon(w.desk, "g2", "snow")
        keeper.delete(w.desk, "g2", force=True)
    w.send()


def _open_another(w: World) -> None:
    seats = {"thor": Player(BERT, "Bert"), "loki": Player(ANNA, "Anna")}
    with w.desk.held():
        keeper.invite(w.desk, "thunder", seats, id="g2", seed="08", options={})
    w.send()


def _open_and_delete(w: World) -> None:
    _open_another(w)
    _delete(w)


@mail(held="no-seat", prepare=_open_and_delete)
def the_secret_of_a_deleted_game(w: World) -> bytes:
    """The secret of a deleted game is invalid."""
    return plain(w, ORDERS, To=w.old)


@mail(held="several-seats", prepare=_open_another)
def secrets_of_two_games(w: World) -> bytes:
    """A letter to two games at once is for the keeper."""
    return plain(w, ORDERS, To=f"{w.reply_to('loki')}, {w.reply_to('thor', 'g2')}")


def _finish(w: World) -> None:
    with w.desk.held():
        keeper.abandon(w.desk, "g1", "snow")
    w.send()


@mail("refused: draw (game-over)", "not-played: lay ravens A1 (stopped)", prepare=_finish)
def the_secret_of_a_finished_game(w: World) -> bytes:
    """A letter to a game that is over is answered: nothing more is played."""
    return plain(w, ORDERS, X_Old=PRIVATE)
