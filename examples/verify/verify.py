"""Check a finished game of the referee, or the letters of it that you were sent, without the referee:
python3 verify.py RECORD (the full one or yours) | MAILBOX [RECORD] (mbox, Maildir, folder of .eml, one .eml)
| --vectors FILE. It names what is wrong, and where; exit code 0: nothing is. Read it from top to bottom."""
import collections, contextlib, email, hashlib, hmac, json, pathlib, re, struct, sys

ENTRY = re.compile(rb"(---\n(?:(?!\.\.\. # ).*\n)+)\.\.\. # ([0-9a-f]{64})\n")
BODY = re.compile(rb"([\s\S]*\n)(salt|key): .*\n(link: .*\n)?leaves:\n(  .*\n)+seal: .*\n(signature: .*\n)?")
LINE = re.compile(r'("(?:[^"\\]|\\.)*"|[^"]+?):(?: (.+))?')
JSON = re.compile(r'["\[{]|(?:null|true|false|-?[0-9]+)$')
DONE, WRONG, NOT, RECORDS, TOLD = collections.Counter(), [], {}, {}, {}   # TOLD: what a game told before

@contextlib.contextmanager
def at(where):   # what is checked within stands there; what cannot be read is wrong, and no reason to stop
    def check(what, right, more=""):
        DONE[what] += 1
        WRONG.extend([] if right else [f"WRONG {where}{more}: {what} does not fit"])
    try: yield check
    except Exception as why: WRONG.append(f"WRONG {where}: unreadable, {type(why).__name__} {str(why)[:40]}")
unhex = bytes.fromhex
def sha(*parts): return hashlib.sha256(b"".join(parts)).digest()
def mac(key, text): return hmac.digest(key, text, "sha256")
def four(n): return n.to_bytes(4, "big")
def lp(*all): return b"".join(four(len(i)) + i for i in (i.encode() if type(i) is str else i for i in all))
def commitment(game, secret): return sha(lp("pbem/commit/v1", game, secret)).hex()
def seed_of(game, secret, words):   # the words of each seat: those behind its `accept`
    return mac(secret, lp("pbem/seed/v1", game, *sum(sorted(words.items()), ()), ""))
def numbers(key, *label):   # of 32 bits
    for n in range(9999): yield from struct.unpack(">8I", mac(key, lp(*label, n.to_bytes(8, "big"))))
def later(secret, game, n, heard, label):   # the n-th lot after the deal, bound to the lines heard before it
    return numbers(secret, "pbem/draw/v1", game, n.to_bytes(8, "big"), heard, label)
def lot(size, wanted, source):   # numbers below size; as many as that: a shuffle (Fisher-Yates, from the end)
    limits = range(size, 1, -1) if wanted == size else [size] * wanted
    drawn = [next(n % limit for n in source if n < 2**32 - 2**32 % limit) for limit in limits]
    order = [*range(size)] if wanted == size else drawn
    for i, j in zip(range(size - 1, 0, -1), drawn * (wanted == size)): order[i], order[j] = order[j], order[i]
    return order
def leaf(game, deck, n, card, nonce): return sha(b"\0", lp("pbem/card/v1", game, deck, four(n), card, nonce))
def leaves_of(game, deck, cards, key):
    return [leaf(game, deck, n, i, mac(key, lp("pbem/nonce/v1", deck, four(n)))) for n, i in enumerate(cards)]
def root(leaves):   # RFC 6962: on the left side the greatest power of two that is less than all
    left = 1 << (len(leaves) - 1).bit_length() - 1 if leaves[1:] else 0
    return sha(b"\1", root(leaves[:left]), root(leaves[left:])) if left else b"".join(leaves)
def climb(node, path):   # from a leaf up to the root, by the neighbours on the left and on the right
    for side, by in path: node = sha(b"\1", *{"L": (unhex(by), node), "R": (node, unhex(by))}[side])
    return node.hex()
def opened(game, o): return climb(leaf(game, o["deck"], o["place"], o["card"], unhex(o["nonce"])), o["path"])

def block(lines, deep):
    """The mapping or list at this depth of a record's layout (a part of YAML); the first line stands last."""
    items, found = [], {}
    while lines and lines[-1].startswith(" " * deep + "- "):
        lines[-1] = lines[-1].replace("- ", "  ", 1)
        items.append(block(lines, deep + 2))
    while not items and lines and len(lines[-1]) - len(lines[-1].lstrip(" ")) == deep:
        key, text = LINE.fullmatch(lines.pop(), deep).groups()
        if key in found: raise ValueError("a key stands twice")
        found[key] = json.loads(text) if JSON.match(text or "") else text or block(lines, deep + 2)
    return items or found
def seal_of(text, entry, before, audience, names):
    """From the leaves of all: SHA256(key + what is told). One seat's record shows its key, and the link."""
    salt, leaves = unhex(entry.get("salt", "")), {name: unhex(entry["leaves"][name]) for name in names}
    link = unhex(entry["link"]) if audience else mac(salt, lp("pbem/link/v2", unhex(before)))
    key = unhex(entry["key"]) if audience else mac(salt, b"record")
    leaves[audience or "record"] = sha(key, BODY.fullmatch(text)[1])
    return sha(lp("pbem/seal/v2", link, *sum(sorted(leaves.items()), ()))).hex()
def read_record(data):
    """The entries of a record; each has a number, a seal, and behind it mark = SHA256(mark before + text)."""
    entries, end, mark, seal, count = [], 0, bytes(32), "00" * 32, collections.Counter()
    while found := ENTRY.match(data, end):
        end, text, before, entry = found.end(), found[1], mark, {}
        entries.append(entry)
        with at(f"entry {len(entries) - 1}") as check:
            mark, lines, opening = unhex(found[2].decode()), text.decode().split("\n")[-2:0:-1], entries[0]
            check("mark", sha(before, text) == mark)
            entry |= block(lines, 0)
            check("number", entry["entry"] == len(entries) - 1 and not lines)
            game, audience = opening["id"], opening.get("audience")
            names = {*opening["seats"], "onlooker", "record"} - {audience or "record"}
            if opening["format"] == 1: NOT["the seals, which are of an older format"] = names = {}
            else: check("seal", seal_of(text, entry, seal, audience, names) == entry["seal"])
            seal, salt, nothing = entry["seal"], unhex(entry.get("salt", "")), b"---\n{}\n"
            TOLD[game, "commitment"] = opening["commit"]
            for one in [audience] if audience else names:   # a letter goes with what is not nothing
                if sha(mac(salt, one.encode()), nothing).hex() != entry["leaves"].get(one):
                    chain, count[one] = TOLD.setdefault((game, one), {}), count[one] + 1
                    check("history", chain.setdefault(count[one], seal) == seal)
    with at(f"byte {end}") as check: check("end of the record", entries and end == len(data))
    return entries

def check_lots(entries):
    """The commitment; each lot, by its number and the lines before it; each shuffle, root and card drawn."""
    opening, secret, dealt, words = entries[0], None, 0, dict.fromkeys(entries[0]["seats"], "")
    for n, entry in enumerate(entries):
        for event in entry.get("events", []):
            if event["event"] == "Accepted": words[event["by"]], dealt = event.get("words", ""), n
            if event["event"] == "SecretTold": secret = unhex(event["secret"])
    if not secret: return NOT.update({"the lots: their secret is told when the game is over": 1})
    with at("secret") as check: check("commitment", commitment(opening["id"], secret) == opening["commit"])
    if "audience" in opening: return NOT.update({"the lots: they stand in the full record": 1})
    seed, streams, times = seed_of(opening["id"], secret, words), {}, collections.Counter()
    listed = "deck" in opening["options"] or bool(NOT.update({"the cards: no deck list": 1}))
    drawn, said, piles, decks, past = 0, [bytes(32)], {}, {}, []
    for n, entry in enumerate(entries):
        lots, events, said, seat = [], entry.get("events", []), said[-1:], entry.get("seat")  # or a ruling
        with at(f"entry {n}") as check:
            for to, how in [(one["to"], one["lots"]) for one in events if one["event"] == "RolledBack"]:
                drawn, said, piles = *(past[to][:2] if how == "same" else (drawn, said)), {**past[to][2]}
            played = [(seat, i["move"]) for i in entry.get("lines", []) if seat and i["verdict"] == "played"]
            played += [(one["of"], one["line"]) for one in events if one["event"][6:] in ("For", "On")]
            for line in played * (n > dealt): said = [*said, sha(lp(said[-1], *line))]   # since the deal
            for label, size, result, *heard in entry.get("lots", []):
                times[label], drawn = times[label] + 1, drawn + (n != dealt)
                source = streams.setdefault(label, numbers(seed, "pbem/stream/v1", label))
                if n != dealt: source = later(secret, opening["id"], drawn, said[sum(heard)], label)
                check("lot", lot(size, len(result), source) == result, f", {label}")
                lots.append((label if times[label] == 1 else f"{label} {times[label]}", result))
            for event in events * listed: follow(event, opening, seed, lots, piles, decks, check)
        past.append((drawn, said[-1:], {**piles}))
def follow(event, opening, seed, lots, piles, decks, check):
    """A shuffle makes the order before the order after, by its lot; a card drawn lay on top of its deck."""
    cards = next(filter(None, map(event.get, ("deck", "order", "cards"))), [event.get("card")])
    name, seat = event["event"], str(cards[0]).split(".")[0]
    if name == "DeckFixed":
        leaves = leaves_of(opening["id"], cards, [card.rpartition(".")[0] for card in decks[cards]], seed)
        check("root", (root(leaves).hex(), len(leaves)) == (event["root"], event["count"]), f", {cards}")
    elif name == "Redealt" or name == "Renewed" and decks.pop(seat, 0) == cards: piles[seat] = cards
    elif "huffle" in name or name == "Renewed" or event.get("order"):
        rows = decklist[seat] if seat in (decklist := opening["options"]["deck"]) else decklist
        whole = [f"{seat}.{row['card']}.{n + 1}" for row in rows for n in range(row["copies"])]
        deck, order = lots.pop([len(o) == len(cards) and seat in d.split() for d, o in lots].index(True))
        before, lies = [card for _, card in sorted(zip(order, cards))], piles.get(seat)   # n lay at order[n]
        right = before == (whole if lies is None else [*lies, event.get("card")])   # or it is the discards:
        check("shuffle", right or lies == [] and len({*before} & {*whole}) == len(before), f", {deck}")
        decks[deck], (decks if name == "Peeked" else piles)[seat] = cards, cards   # peeked: the order to come
    else:
        for card in filter(None, cards):
            pile = piles.get(seat := str(card).split(".")[0], [])
            if card in pile or name in ("Dealt", "Drew", "Replaced", "SeerDrew", "SixShown"):
                check("card drawn", pile[:1] == [card], f", {name} {card}")
                piles[seat] = pile[1:]

@at("a mail")
def read_mail(data):
    """A letter of the referee's: its number, name (g1.thor.9), proof and seals; of other mail nothing."""
    mail, text, proof = email.message_from_bytes(data), "", {}
    for part in mail.walk():
        name, content = part.get_filename() or "", part.get_payload(decode=True) or b""
        if name.endswith(".proof.json"): proof = json.loads(content)
        elif content.startswith(b"---\nentry: "): RECORDS[content] = True
        elif part.get_content_type() == "text/plain": text += content.decode("utf-8", "replace")
    seals = re.findall(r"^\S+ ([0-9a-f]{64})\s", text, re.M) + [proof[key] for key in proof if key == "seal"]
    found = re.search(r"<([\w-]+\.[\w-]+\.(\d+))@", str(mail["Message-ID"]))
    return [(int(found[2]), found[1], proof, seals)] if proof or found and seals else []
def check_mail(name, proof, seals):
    """A letter tells what the record and the letters before tell; a card opened climbs to its deck's root."""
    game, seat, number = name.rsplit(".", 2)
    with at(f"letter {name}") as check:
        def same(what, key, value): check(what, TOLD.setdefault((game, key), value) == value, f", {key}")
        check("name", proof.get("letter", name) == name and proof.get("game", game) == game)
        known = [seal for k, seal in TOLD.get((game, seat), {}).items() if k <= int(number)] or seals[:1]
        for seal in seals: check("seal of a letter", seal in known)   # of its own entry, or of one before
        if "commit" in proof: same("commitment", "commitment", proof["commit"])
        for byte, word in zip(unhex(proof.get("seal", "")), proof.get("words", "").split()):
            same("word of a seal", byte, word), same("word of a seal", word, byte)
        for deck, stated in proof.get("roots", {}).items(): same("root", deck, stated)
        for o in proof.get("openings", []):
            check("opening", TOLD.get((game, o["deck"])) == opened(game, o), f", {o['deck']} at {o['place']}")

def check_vectors(given, check):
    one = {key.removesuffix("_hex"): value for key, value in given.items()}   # of many decks, or of only one
    game, secret, streams, heard = one["game"], unhex(one.get("secret") or one["S"]), {}, bytes(32)
    seed = seed_of(game, secret, one.get("words") or {seat: unhex(e) for seat, e in one["entropy"].items()})
    check("commitment and seed", (commitment(game, secret), seed.hex()) == (one["commit"], one["seed"]))
    for deck in one.get("decks", [one]):
        name, cards = deck["deck"], deck.get("cards") or deck["cards_in"]
        label = name.removesuffix(" 2") if "decks" in one else f"shuffle/{name}"
        order = lot(len(cards), len(cards), streams.setdefault(label, numbers(seed, "pbem/stream/v1", label)))
        leaves = leaves_of(game, name, shuffled := [cards[n] for n in order], seed)
        check("order and root", deck["order"] in (order, shuffled) and root(leaves).hex() == deck["root"])
        for card in deck.get("openings", []): check("opening", opened(game, deck | card) == deck["root"])
    for n, draw in enumerate(one.get("later", []), 1):
        (label, size, result), source = draw["lot"], later(secret, game, n, heard, draw["lot"][0])
        check("lot", lot(size, len(result), source) == result and heard.hex() == draw["heard"])
        heard = sha(lp(heard, *one["lines"][n % len(one["lines"])]))
if __name__ == "__main__":
    mails, paths = [], [pathlib.Path(path) for path in sys.argv[1:] if path != "--vectors"]
    for file in sum([sorted(path.rglob("*")) or [path] for path in paths], []):
        with at(file) as check:
            data = file.read_bytes() if file.is_file() or file in paths else b""
            mbox = re.split(rb"^From .*\n", data, flags=re.M) if data.startswith(b"From ") else [data]
            if data.startswith(b"---\nentry: "): RECORDS[data] = True
            elif data[:1] == b"{": check_vectors(json.loads(data), check)
            elif data[:1] == b"[": [check_vectors(one, check) for one in json.loads(data)]
            else: mails += sum(filter(None, map(read_mail, mbox)), [])
    for data in RECORDS:
        with at("record"): check_lots(read_record(data))
    for _, *mail in sorted(mails, key=lambda mail: mail[0]): check_mail(*mail)
    for one in [*WRONG, *(f"(not checked: {one})" for one in NOT)]: print(ascii(one)[1:-1])
    print("checked:", ", ".join(f"{count} x {what}" for what, count in DONE.items()))
    sys.exit(1 if WRONG or not DONE else 0)
