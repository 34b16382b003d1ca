"""python3 verify.py FILE...: checks records, and letters (mbox, Maildir, folder of .eml, .eml), without the referee.
Exit code 0: all is right; 1: something is wrong; 2: nothing is found wrong, but something could not be looked at."""
import collections, contextlib, email, hashlib, hmac, json, pathlib, re, struct, sys, zlib
ENTRY = re.compile(rb"(---\n(?:(?!\.\.\. # ).*\n)+)\.\.\. # ([0-9a-f]{64})\n")
OVER, HEX = ["SecretTold", "Declined", "Abandoned", "Lapsed"], r'"[0-9a-f]{64}"\n'   # entries have three endings
BODY = re.compile((rf"([\s\S]*?\n)(?:salt: {HEX}END(?:private:MORE)?|key: {HEX}link: {HEX}END(?:(?:view|private):"
    rf"MORE)*|link: {HEX}END)").replace("END", rf"leaves:\n(?:  [\w-]+: {HEX})+seal: {HEX}(?:signature: .*\n)?")
    .replace("MORE", r".*\n(?:  .*\n)*").encode())
LINE, JSON = re.compile(r'("(?:[^"\\]|\\.)*"|[^"]+?):(?: (.+))?'), re.compile(r'["\[{]|(?:null|true|false|-?[0-9]+)$')
SEAL = r"[^\W\d_]{1,30} ([0-9a-f]{64})%s[^\W\d_][^:<\n]{0,39}: ([a-z]{5}(?: [a-z]{5}){7})"   # in whatever language
SEALS = {"text/plain": re.compile(f"^{SEAL}$" % "\n", re.M),   # with nothing that a player wrote a line begins so
         "text/html": re.compile(f'<p class="quiet" style="[^"<>]*">{SEAL}</p>' % "<br>")}
OURS = re.compile(r"\s*<%s\.%s\.([1-9]\d{0,8})@(?:r-[a-z2-7]{8}\.)?([\w.-]+)>\s*" % (("([a-z][a-z0-9-]{0,31})",) * 2))
PROOF = {"format", "game", "letter", "commit", "seal", "words", "signer", "signature", "roots", "openings"}
DONE, WRONG, NOT, RECORDS, MAILS, TOLD, DREW, GAMES = collections.Counter(), [], {}, {}, [], {}, {}, {}
@contextlib.contextmanager
def at(where):   # what is checked within stands there; what cannot be read is wrong, and no reason to stop
    def check(what, right, more=""):
        DONE.update([what]), WRONG.extend([] if right else [f"WRONG {where}{more}: {what} does not fit"])
    try: yield check
    except Exception as why: WRONG.append(f"WRONG {where}: unreadable, {type(why).__name__} {str(why)[:40]}")
def same(check, game, what, key, value): check(what, TOLD.setdefault((game, key), value) == value, f", {key}")
def once(pairs): return dict(pairs) if len(dict(pairs)) == len(pairs) else unhex("a key stands twice")
def whole(data): return zlib.decompressobj(31).decompress(data, 1 << 28) if data[:2] == b"\x1f\x8b" else data
unhex, mac, flat = bytes.fromhex, lambda k, text: hmac.digest(k, text, "sha256"), lambda d: sum(sorted(d.items()), ())
def sha(*parts): return hashlib.sha256(b"".join(parts)).digest()
def lp(*of): return b"".join(len(i).to_bytes(4, "big") + i for i in (i.encode() if type(i) is str else i for i in of))
def in_words(seal, c="bdfghjklmnprstvz", v="aeio"):   # two bytes are a word: consonants with two vowels between
    return " ".join(c[n >> 12] + v[n >> 10 & 3] + c[n >> 6 & 15] + v[n >> 4 & 3] + c[n & 15]
                    for n in struct.unpack(">8H", unhex(seal)[:16]))
def flow(k, *to): return (i for n in range(9999) for i in struct.unpack(">8I", mac(k, lp(*to, n.to_bytes(8, "big")))))
def begun(words): return sha(lp("pbem/words/v1", *flat(words))) if any(words.values()) else bytes(32)
def hear(heard, seat, line, no="standing order offer accept decline claim resign pass"):   # of a line the move counts
    return [sha(lp(heard, seat, i)) for i in re.split(" order | to ", line)[:1] if i.split(" ")[0] not in no.split()]
def lot(size, wanted, source, dice=0):   # numbers below size, dice from 1; as many as that: Fisher-Yates, from the end
    mixed = wanted == size and not dice
    limits = range(size, 1, -1) if mixed else [size] * wanted
    drawn = [next(n % limit for n in source if n < 2**32 - 2**32 % limit) + dice for limit in limits]
    order = [*range(size)] if mixed else drawn
    for i, j in zip(range(size - 1, 0, -1), drawn * mixed): order[i], order[j] = order[j], order[i]
    return order
def leaf(game, deck, n, *card): return sha(b"\0", lp("pbem/card/v1", game, deck, n.to_bytes(4, "big"), *card))
def root(leaves):   # RFC 6962: on the left side the greatest power of two that is less than all
    left = 1 << (len(leaves) - 1).bit_length() - 1 if leaves[1:] else 0
    return sha(b"\1", root(leaves[:left]), root(leaves[left:])) if left else b"".join(leaves)
def climb(node, path):   # from a leaf up to the root, by the neighbours on the left and on the right
    for side, by in path: node = sha(b"\1", *{"L": (unhex(by), node), "R": (node, unhex(by))}[side])
    return node.hex()
def opened(game, o): return climb(leaf(game, o["deck"], o["place"], o["card"], unhex(o["nonce"])), o["path"])
def block(lines, deep):   # what stands at this depth of a record (of YAML a part); the first line is last
    items, found = [], {}
    while lines and lines[-1].startswith(" " * deep + "- "):
        items.append(json.loads(lines.pop()[deep + 2 :], object_pairs_hook=once))
    while not items and lines and len(lines[-1]) - len(lines[-1].lstrip(" ")) == deep:
        key, text = LINE.fullmatch(lines.pop(), deep).groups()
        if found.setdefault(key, text) is not text: raise ValueError("a key stands twice")
        found[key] = json.loads(text) if JSON.match(text or "") else text or block(lines, deep + 2)
    return items or found
def read_record(data):   # each entry has a number, a seal, and behind it mark = SHA256(mark before + text)
    entries, end, mark, seal, chains, over = [], 0, bytes(32), "00" * 32, collections.defaultdict(dict), 0
    while found := ENTRY.match(data, end):
        end, text, before, doc = found.end(), found[1], mark, entries.append({}) or entries[-1]
        with at(f"entry {len(entries) - 1}") as check:
            mark, lines, opening = unhex(found[2].decode()), text.decode().split("\n")[-2:0:-1], entries[0]
            check("mark", sha(before, text) == mark)
            doc |= block(lines, 0)
            check("number", doc["entry"] == len(entries) - 1 and not lines and opening["format"] == 3)
            game, who, due = opening["id"], opening.get("audience"), {*opening["seats"], "onlooker", "record"}
            salt, leaves = unhex(doc.get("salt", "")), {name: unhex(one) for name, one in doc["leaves"].items()}
            link = unhex(doc["link"]) if who else mac(salt, lp("pbem/link/v2", unhex(seal)))
            key = unhex(doc.get("key", "")) if who else mac(salt, b"record")   # none for what is withheld
            check("leaves", [*leaves] == sorted(due - {who or "record"} if key else due) and who in [*due, None])
            if key or check("withheld", [*doc][:3] == ["entry", "kind", "link"]):
                leaves[who or "record"] = sha(key, BODY.fullmatch(text)[1])
            check("seal", sha(lp("pbem/seal/v2", link, *flat(leaves))).hex() == (seal := doc["seal"]))
            for i in doc.get("private", []): check("text", sha(unhex(i["key"]), i["text"].encode()).hex() in str(doc))
            lost = {event["by"]: event["first"] for event in doc.get("events", []) if event["event"] == "Restored"}
            for one in [who] if who else due - {"record"}:   # a letter goes with what is not nothing
                if leaves[one] != sha(mac(salt, one.encode()), b"---\n{}\n"):
                    number = lost.get(one, max(chains[one], default=0) + 1)   # others before it may be lost
                    chains[one][number] = seal
                    same(check, game, "history", (one, number), seal)
            for i in doc.get("events", []):
                over = {**dict.fromkeys(OVER, 1), "RolledBack": 0}.get(i["event"], over)
                if i["event"] == "DeckFixed": same(check, game, "root", ("root", i["deck"]), i["root"])
            same(check, game, "commitment", "commitment", opening["commit"])
            NOT.update({"the keeper's signatures": 1} if {"signer", "signature"} & {*opening, *doc} else {})
    with at(f"byte {end}") as check: check("end of the record", entries and end == len(data) and who != "record")
    GAMES.setdefault(game, []).append((due - {"record"}, who, chains, over, [one.get("seal") for one in entries]))
    return entries
def check_lots(entries):   # the commitment; each lot, by its number and the lines before it; shuffles, roots, draws
    opening, told = entries[0], [(n, event) for n, entry in enumerate(entries) for event in entry.get("events", [])]
    words = dict.fromkeys(opening["seats"], "") | {one["by"]: one["words"] for _, one in told if "words" in one}
    dealt = max([0, *(n for n, one in told if one["event"] == "Accepted")])
    game, secret = opening["id"], unhex("".join([one["secret"] for _, one in told if "secret" in one][-1:]))
    if not secret: return NOT.update({"the lots: their secret is told when the game is over": 1})
    with at("secret") as check: check("commitment", sha(lp("pbem/commit/v1", game, secret)).hex() == opening["commit"])
    DONE.update(f"{'words' if said else 'NO words'} of its own from {seat}" for seat, said in words.items())
    if "audience" in opening: return NOT.update({"the lots: they stand in the full record": 1})
    seed, listed = mac(secret, lp("pbem/seed/v1", game, *flat(words), "")), "deck" in opening["options"]
    NOT.update({} if listed else {"the cards: no deck list": 1})
    drawn, said, piles, decks, past, streams, times = 0, [begun(words)], {}, {}, [], {}, collections.Counter()
    for n, entry in enumerate(entries):
        lots, events, said, seat = [], entry.get("events", []), said[-1:], entry.get("seat")  # or a ruling
        with at(f"entry {n}") as check:
            for to, how in [(one["to"], one["lots"]) for one in events if one["event"] == "RolledBack"]:
                drawn, said, piles = *(past[to][:2] if how == "same" else (drawn, said)), {**past[to][2]}
            played = [(seat, i["move"]) for i in entry.get("lines", []) if seat and i["verdict"] == "played"]
            played += [(one["of"], one["line"]) for one in events if one["event"][6:] in ("For", "On")]
            for line in played * (n > dealt): said = [*said, *hear(said[-1], *line)]   # since the deal
            for label, size, result, *h in entry.get("lots", []):
                times[label], drawn = times[label] + 1, drawn + (n != dealt)
                bits = streams.setdefault(label, flow(seed, "pbem/stream/v1", label))
                if n != dealt: bits = flow(secret, "pbem/draw/v1", game, drawn.to_bytes(8, "big"), said[sum(h)], label)
                check("lot", lot(size, len(result), bits, label[:5] == "roll ") == result, f", {label}")
                lots.append((label if times[label] == 1 else f"{label} {times[label]}", result))
            for event in events * listed: follow(n, event, opening, seed, lots, piles, decks, check)
            check("roots", not listed or n != dealt or {*decks} == {one["deck"] for one in events if "root" in one})
        past.append((drawn, said[-1:], {**piles}))
def follow(n, event, opening, seed, lots, piles, decks, check):   # a shuffle's lot makes its order
    cards = next(filter(None, map(event.get, ("deck", "order", "cards"))), [event.get("card")])
    name, seat = event["event"], str(cards[0]).split(".")[0]
    if name == "DeckFixed":
        nonces = [mac(seed, lp("pbem/nonce/v1", cards, n.to_bytes(4, "big"))) for n in range(len(decks[cards]))]
        leaves = [leaf(opening["id"], cards, n, decks[cards][n].rpartition(".")[0], r) for n, r in enumerate(nonces)]
        check("root", (root(leaves).hex(), len(leaves)) == (event["root"], event["count"]), f", {cards}")
    elif name == "Redealt" or name == "Renewed" and decks.pop(seat, 0) == cards: piles[seat] = cards
    elif "huffle" in name or name == "Renewed" or event.get("order"):
        rows = decklist[seat] if seat in (decklist := opening["options"]["deck"]) else decklist
        whole = [f"{seat}.{row['card']}.{n + 1}" for row in rows for n in range(min(row["copies"], 99))]
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
                piles[seat] = pile[1:]   # all get the opening of an open card, else whose deck it is
                DREW.setdefault((opening["id"], card.rpartition(".")[0]), []).append((n, name[0] == "S" or seat))
def read_mail(data):   # a letter of the referee's: its number, to whom, seals, proof, commitment; of others nothing
    mail, seals, proof, shown, came = email.message_from_bytes(data), {}, None, [], 0
    if not (found := OURS.fullmatch("".join(map(str, mail.get_all("Message-ID", []))))): return
    *ids, number = found.group(1, 2, 4, 3)
    for part in mail.walk():
        name, kind, content = part.get_filename(), part.get_content_type(), part.get_payload(decode=True) or b""
        if name == f"{ids[0]}.{ids[1]}.{number}.proof.json": proof = content
        elif content and str(name).removesuffix(".gz") == f"{ids[0]}.record.yaml": came, RECORDS[whole(content)] = 1, 1
        elif kind in {*SEALS} - {*seals} and not name and part.get_content_disposition() != "attachment":
            text = content.decode("utf-8", "replace").replace("\r\n", "\n")
            seals[kind], shown = SEALS[kind].findall(text), shown + re.findall(r"^ *\[([0-9a-f]{64})\]$", text, re.M)
    if any(seals.values()) or proof is not None or came: MAILS.append((int(number), *ids, seals, proof, shown))
def check_mail(number, game, seat, host, seals, proof, shown):   # it tells one seal, and the same as all before
    name, records = f"{game}.{seat}.{number}", GAMES.get(game, [])
    with at(f"letter {name}") as check:
        given = [] if proof is None else [json.loads(proof, object_pairs_hook=once, parse_constant=unhex)]
        told = sum(seals.values(), []) + [(one["seal"], one.get("words", in_words(one["seal"]))) for one in given]
        check("seal of a letter", seals.get("text/plain") and len({seal for seal, _ in told}) == 1)
        for seal, words in told: check("words of a seal", words == in_words(seal))
        same(check, game, "seal told once", f"{name}@{host}", seal)
        TOLD.setdefault((game, "letters"), set()).add(seal)
        seats, known = {one for due, *_ in records for one in due}, TOLD.get((game, (seat, number)))
        lost = any(number < max(chains.get(seat, [0])) for *_, chains, _, _ in records)
        others = records and all(who and seat not in chains for _, who, chains, *_ in records)
        if not records: NOT[f"what the letters of {game} tell: there is no record of it"] = 1
        elif seat == "arbiter" or seat in seats and (others or not known and lost):
            NOT[f"some letters to {seat}: the record does not hold what they tell, or says that they were lost"] = 1
        else: check("place", known == seal or not known and seat in seats and any(over for *_, over, _ in records))
        check("invitation", number > 1 or seat == "arbiter" or TOLD.get((game, "commitment")) in (None, "", *shown))
        for one in given:
            check("proof", one.keys() <= PROOF and (one["format"], one["letter"], one["game"]) == (1, name, game))
            same(check, game, "commitment", "commitment", one.get("commit", ""))
            for deck, stated in one.get("roots", {}).items(): same(check, game, "root", ("root", deck), stated)
            NOT.update({"the keeper's signatures": 1} if {"signer", "signature"} & {*one} else {})
            rooted = any(k[0] == "root" for of, k in TOLD if of == game) or bool(NOT.update({"openings: no roots": 1}))
            now = [seals.index(seal) for _, who, *_, seals in records if not who and seal in seals]
            for o in one.get("openings", []) * rooted:   # of a card drawn by then, for this player to see
                drawn = not now or any(n <= now[0] and who in (1, seat) for n, who in DREW.get((game, o["card"]), []))
                check("opening", drawn and TOLD.get((game, ("root", o["deck"]))) == opened(game, o), f", {o['deck']}")
if __name__ == "__main__":
    for top in map(pathlib.Path, sys.argv[1:]):
        for file in [i for i in [*top.glob("new/*"), *top.glob("cur/*")] or top.glob("*.eml") if i.is_file()] or [top]:
            with at(file):
                data = whole(file.read_bytes())
                mails = re.split(rb"^From .*\n", data, flags=re.M)[1:] if data.startswith(b"From ") else [data]
                if file.suffix == ".yaml" or data.startswith(b"---"): RECORDS[data] = 1
                else: DONE["mail"] += len([read_mail(mail) for mail in mails])
    with at("record"): [check_lots(read_record(data)) for data in RECORDS]
    for mail in sorted(MAILS, key=lambda mail: mail[0]): check_mail(*mail)
    for game, _, _, chains, over, seals in [(name, *one) for name, some in GAMES.items() for one in some]:
        last = max((n for n, one in enumerate(seals) if one in TOLD.get((game, "letters"), ())), default=-1)
        with at(f"record of {game}") as check:   # it does not end before what others tell, and letters tell of it
            check("end", over or not any((game, (one, max(chain) + 1)) in TOLD for one, chain in chains.items()))
            check("letters", last >= 0 or not DONE["mail"])
        if last + 1 < len(seals): NOT[f"{game} from entry {last + 1} on: there is no letter that tells its seals"] = 1
    for one in [*WRONG, *(f"(not checked: {one})" for one in NOT)]: print(ascii(one)[1:-1])
    print("checked:", ", ".join(f"{count} x {what}" for what, count in DONE.items()))
    sys.exit(1 if WRONG or len(DONE) < 2 else 2 if NOT else 0)
