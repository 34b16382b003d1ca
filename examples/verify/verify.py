"""python3 verify.py FILE...: checks records and letters. Exit code 0: all right, 1: wrong, 2: not all was seen."""
import collections, contextlib, email, hashlib, hmac, json, pathlib, re, struct, sys, unicodedata, zlib
OVER, HEX = {"RolledBack": 0, "SecretTold": 1, "Declined": 1, "Abandoned": 1, "Lapsed": 1}, r'"[0-9a-f]{64}"\n'
CLOSE, BEGIN, M = re.compile(rb"^\.\.\. # ([0-9a-f]{64})\n", re.M), b"---\nentry: 0\n", r".*\n(?:  .*\n)*"
BODY = re.compile(rf"([\s\S]*?\n)(?:salt: {HEX}END(?:private:{M})?|key: {HEX}link: {HEX}END(?:(?:view|private):{M})*)"
    .replace("END", rf"leaves:\n(?:  [\w-]+: {HEX})+seal: {HEX}(?:signature: .*\n)?").encode())
LINE, JSON = re.compile(r'("(?:[^"\\]|\\.)*"|[^"]+?):(?: (.+))?'), re.compile(r'["\[{]|(?:null|true|false|-?[0-9]+)$')
WORD, NAME = r"[^\W\d_]{1,30}", r"([a-z][a-z0-9-]{0,31})\.([a-z][a-z0-9-]{0,31})\.([1-9][0-9]{0,8})"
SEAL, ROOM = rf"{WORD} ([0-9a-f]{{64}})%s[^\W\d_][^:<\n]{{0,39}}: ([a-z]{{5}}(?: [a-z]{{5}}){{7}})", [2**28, 2**23]
TEXT, PAGE = re.compile(f"^{SEAL}$" % "\n", re.M), re.compile(f'<p class="quiet" style="[^"<>]*">{SEAL}</p>' % "<br>")
LIKE = re.compile(rf"^{WORD}(?:[^\w\n]|_)*(?:[0-9a-f][^\S\n]*){{64}}", re.M | re.I)   # no line of a player's begins so
OURS, SHOWN = re.compile(rf"\s*<{NAME}@(r-[a-z2-7]{{8}}\.)?([A-Za-z0-9.-]+)>\s*"), r"^ *\[([0-9a-f]{64})\]$"
PROOF = {"format", "game", "letter", "commit", "seal", "words", "signer", "signature", "roots", "openings"}
DONE, WRONG, NOT, RECORDS, MAILS, TOLD, DREW, GAMES = collections.Counter(), [], {}, {}, [], {}, {}, {}
@contextlib.contextmanager
def at(where):   # what is checked within stands there; what cannot be read is wrong, and no reason to stop
    def check(what, ok, of=""): DONE.update([what]), ok or WRONG.append(f"WRONG {where}{of}: {what} does not fit")
    try: yield check
    except Exception as why: WRONG.append(f"WRONG {where}: unreadable, {type(why).__name__} {str(why)[:40]}")
def same(check, game, what, key, value): check(what, TOLD.setdefault((game, key), value) == value, f", {key}")
def once(pairs): return dict(pairs) if len(dict(pairs)) == len(pairs) else unhex("a key stands twice")
def unzip(data, most): return zlib.decompressobj(31).decompress(data, most)
def read(text): return json.loads(text, object_pairs_hook=once, parse_constant=unhex)
flat, unhex = lambda d: sum(sorted(d.items()), ()), lambda t: bytes.fromhex(t if re.fullmatch("[0-9a-f]*", t) else "-")
mac, sha = lambda k, text: hmac.digest(k, text, "sha256"), lambda *parts: hashlib.sha256(b"".join(parts)).digest()
def lp(*of): return b"".join(len(i).to_bytes(4, "big") + i for i in (i.encode() if type(i) is str else i for i in of))
def in_words(seal, c="bdfghjklmnprstvz", v="aeio", h=struct.Struct(">8H").unpack_from):   # a word has two bytes
    return " ".join(c[n >> 12] + v[n >> 10 & 3] + c[n >> 6 & 15] + v[n >> 4 & 3] + c[n & 15] for n in h(unhex(seal)))
def flow(k, *to): return (i for n in range(9999) for i in struct.unpack(">8I", mac(k, lp(*to, n.to_bytes(8, "big")))))
def begun(words): return sha(lp("pbem/words/v1", *flat(words))) if any(words.values()) else bytes(32)
def hear(heard, seat, line, no="standing order offer accept decline claim resign pass"):   # of a line the move counts
    return [sha(lp(heard, seat, i)) for i in re.split(" order | to ", line)[:1] if i.split(" ")[0] not in no.split()]
def lot(size, wanted, bits, dice=0):   # numbers below size, dice from 1; as many as that: Fisher-Yates, from the end
    order, limits = ([*range(size)], range(size, 1, -1)) if wanted == size and not dice else ([], [size] * wanted)
    drawn = [next(n % of for n in bits if n < 2**32 - 2**32 % of) + dice for of in limits]
    for i, j in zip(limits, drawn if order else []): order[i - 1], order[j] = order[j], order[i - 1]
    return order or drawn
def leaf(game, deck, n, *card): return sha(b"\0", lp("pbem/card/v1", game, deck, n.to_bytes(4, "big"), *card))
def root(of):   # RFC 6962: on the left side the greatest power of two that is less than all
    return sha(b"\1", root(of[:n]), root(of[n:])) if (n := 1 << len(of[1:]).bit_length() >> 1) else b"".join(of)
def climb(node, path):   # from a leaf up to the root, by the neighbours on the left and on the right
    for side, by in path: node = sha(b"\1", *{"L": (unhex(by), node), "R": (node, unhex(by))}[side])
    return node.hex()
def opened(game, o): return climb(leaf(game, o["deck"], o["place"], o["card"], unhex(o["nonce"])), o["path"])
def block(lines, deep):   # what stands at this depth of a record (of YAML a part); the first line is last
    items, found = [], {}
    while lines and lines[-1].startswith(" " * deep + "- "): items.append(read(lines.pop()[deep + 2 :]))
    while not items and lines and len(lines[-1]) - len(lines[-1].lstrip(" ")) == deep:
        k, t = LINE.fullmatch(lines.pop(), deep).groups()
        found[k] = unhex("twice") if k in found else read(t) if JSON.match(t or "") else t or block(lines, deep + 2)
    return items or found
def read_record(data, came):   # each entry has a number, a seal, and behind it mark = SHA256(mark before + text)
    entries, end, mark, seal, chains, over = [], 0, bytes(32), "00" * 32, collections.defaultdict(dict), 0
    if packed := data[:1] == b"\x1f": data = unzip(data, max(1, ROOM[came]) if unzip(data, 13) == BEGIN else 13)
    ROOM[came] -= len(data) * packed   # if it begins as records do, it is unpacked as far as there is room
    if ROOM[came] <= 0: return NOT.update({"records that came with letters: all of them are too much": 1})
    for found in CLOSE.finditer(data):
        text, before, mark = data[end : found.start()], mark, unhex(found[1].decode())
        if text[:4] != b"---\n" or b"\n... # " in text or came and sha(before, text) != mark: break
        end, doc, opening = found.end(), entries.append({}) or entries[-1], entries[0]
        with at(f"entry {len(entries) - 1}") as check:
            check("mark", sha(before, text) == mark)
            doc |= block(lines := text.decode().split("\n")[-2:0:-1], 0)
            check("number", doc["entry"] == len(entries) - 1 and not lines and opening["format"] == 3)
            game, who, due = opening["id"], opening.get("audience"), {*opening["seats"], "onlooker"}
            salt, leaves = unhex(doc.get("salt", "")), {name: unhex(one) for name, one in doc["leaves"].items()}
            link = unhex(doc["link"]) if who else mac(salt, lp("pbem/link/v2", unhex(seal)))
            key = unhex(doc.get("key", "")) if who else mac(salt, b"record")   # none for what is withheld
            check("leaf", [*leaves] == sorted({*due, "record"} - {key and (who or "record")}) and who in {*due, None})
            if key or check("withheld", [*doc][:3] == ["entry", "kind", "link"]):
                leaves[who or "record"] = sha(key, BODY.fullmatch(text)[1])
            check("seal", sha(lp("pbem/seal/v2", link, *flat(leaves))).hex() == (seal := doc["seal"]))
            for i in doc.get("private", []): check("text", sha(unhex(i["key"]), i["text"].encode()).hex() in str(doc))
            lost = {i["by"]: i["first"] for i in doc.setdefault("events", []) if i["event"] == "Restored"}
            for one in [who] if who else [i for i in due if leaves[i] != sha(mac(salt, i.encode()), b"---\n{}\n")]:
                chains[one][number := lost.get(one, max(chains[one], default=0) + 1)] = seal   # others may be lost
                same(check, game, "history", (one, number), seal)   # a letter goes with what is not nothing
            for i in doc["events"]: over = OVER.get(i["event"], over)
            check("line", all(i["number"] > 0 for i in doc.get("lines", [])))
            [same(check, game, "root", ("root", i["deck"]), i["root"]) for i in doc["events"] if "root" in i]
            same(check, game, "commitment", "commitment", opening["commit"])
            NOT.update({"the keeper's signatures": 1} if {"signer", "signature"} & {*opening, *doc} else {})
    with at(f"byte {end}") as check: check("end of the record", entries and end == len(data))
    GAMES.setdefault(game, []).append((due, who, chains, over, [i.get("seal") for i in entries])), check_lots(entries)
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
    if not listed: NOT["the cards: no deck list"] = DREW[game] = 1
    drawn, said, piles, decks, past, streams, times = 0, [begun(words)], {}, {}, [], {}, collections.Counter()
    for n, entry in enumerate(entries):
        lots, events, said, seat = [], entry.get("events", []), said[-1:], entry.get("seat")  # or a ruling
        with at(f"entry {n}") as check:
            for to, how in [(one["to"], one["lots"]) for one in events if one["event"] == "RolledBack"]:
                drawn, said, piles = *(past[to][:2] if how == "same" else (drawn, said)), {**past[to][2]}
            played = [(seat, i["move"]) for i in entry.get("lines", []) if seat and i["verdict"] == "played"]
            played += [(one["of"], one["line"]) for one in events if one["event"] in ("PlayedFor", "PlayedOn")]
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
                piles[seat] = check("card drawn", pile[:1] == [card], f", {name} {card}") or pile[1:]
                DREW.setdefault((opening["id"], card.rpartition(".")[0]), []).append((n, name[0] == "S" or seat))
def read_mail(data):   # letters of ours: one of several has its number in the boundary of its part
    mail, letters, DONE["mail"] = email.message_from_bytes(data), {}, DONE["mail"] + 1
    first = of = OURS.fullmatch("".join(map(str, mail.get_all("Message-ID", []))))
    for part in mail.walk() if first else []:
        of = mail.get_boundary("")[:4] == "=_d." and re.fullmatch(rf"=_[a-z]\.{NAME}", part.get_boundary("")) or of
        texts, files = letters.setdefault(of.group(1, 2, 3), (["", ""], {}))
        file, kind, content = part.get_filename(), part.get_content_type(), part.get_payload(decode=True) or b""
        if kind[:8] == "message/": part.set_payload("")   # mails within mails are not ours
        elif file: files[re.sub(r".*(\.proof\.json)|\.gz$", r"\1", str(file))] = content
        elif kind[:5] == "text/" and part.get_content_disposition() != "attachment":
            texts[kind == "text/html"] += content.replace(b"\0", b"").decode(errors="replace").replace("\r", "") + "\n"
    for ids, (text, files) in letters.items():
        seals, page, proof = TEXT.findall(text[0]), PAGE.findall(text[1]), files.get(".proof.json")
        if came := files.get(f"{ids[0]}.record.yaml"): RECORDS.setdefault(came, 1)
        if first[4] or came or proof is not None or seals or page: GAMES.setdefault(ids[0], [])   # else who knows
        MAILS.append((int(ids[2]), *ids[:2], first[5], seals, page, proof, *text))
def check_mail(number, game, seat, host, seals, page, proof, text, html):   # it tells one seal, the same as all before
    name, records, seat = f"{game}.{seat}.{number}", GAMES[game], re.sub("^onlooker-[0-9]+$", "onlooker", seat)
    alike, shown = LIKE.findall(unicodedata.normalize("NFKC", text)), re.findall(SHOWN, text, re.M)
    NOT.update({"a page whose seal is not written as the referee writes it": 1} if html.strip() and not page else {})
    with at(f"letter {name}") as check:
        given, aside = [] if proof is None else [read(proof[: 1 << 20])], seat in ("arbiter", "onlooker")
        told = seals + page + [(one["seal"], one.get("words", in_words(one["seal"]))) for one in given]
        check("seal of a letter", len(seals) == len(alike) and seals and len({seal for seal, _ in told}) == 1)
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
        check("invitation", number > 1 or aside or TOLD.get((game, "commitment")) in (None, "", *shown))
        for one in given:
            check("proof", {*one} <= PROOF and [repr(one["format"]), one["letter"], one["game"]] == ["1", name, game])
            same(check, game, "commitment", "commitment", one.get("commit", ""))
            roots, rooted = one.get("roots", {}), {k[1] for of, k in TOLD if of == game and k[0] == "root"}
            check("root", not (records and rooted) or rooted >= {*roots})
            for deck, stated in roots.items(): same(check, game, "root", ("root", deck), stated)
            NOT.update({"the keeper's signatures": 1} if {"signer", "signature"} & {*one} else {})
            now = [s.index(seal) for _, who, *_, s in records if not who and seal in s and game not in DREW]
            for o in one.get("openings", []) if roots or rooted or NOT.update({"openings: no roots": 1}) else []:
                drawn = not now or any(n <= now[0] and who in (1, seat) for n, who in DREW.get((game, o["card"]), []))
                check("opening", drawn and TOLD.get((game, ("root", o["deck"]))) == opened(game, o), f", {o['deck']}")
if __name__ == "__main__":
    for top in map(pathlib.Path, sys.argv[1:]):
        for file in [i for i in [*top.glob("new/*"), *top.glob("cur/*")] or top.glob("*.eml") if i.is_file()] or [top]:
            with at(file):
                data = file.read_bytes() if file.is_file() or not file.exists() else unhex("no file")
                mails = re.split(rb"^From .*\n", data, flags=re.M)[1:] if data.startswith(b"From ") else [data]
                if file.suffix == ".yaml" or data[:3] in (b"---", b"\x1f\x8b\x08"): RECORDS[data] = file != top
                else: [at(file)(read_mail)(mail) for mail in mails]
    for data, came in RECORDS.items(): at("record")(read_record)(data, came)
    for mail in sorted(MAILS, key=lambda mail: mail[0]): mail[1] in GAMES and check_mail(*mail)
    for game, _, _, chains, over, seals in [(name, *one) for name, some in GAMES.items() for one in some]:
        last = max((n for n, one in enumerate(seals) if one in TOLD.get((game, "letters"), ())), default=-1)
        with at(f"record of {game}") as check:   # it does not end before what others tell, and letters tell of it
            check("end", over or not any((game, (one, max(chain) + 1)) in TOLD for one, chain in chains.items()))
            check("letters", last >= 0 or not DONE["mail"])
        if last + 1 < len(seals): NOT[f"{game} from entry {last + 1} on: there is no letter that tells its seals"] = 1
    for one in [*WRONG, *(f"(not checked: {one})" for one in NOT)]: print(ascii(one)[1:-1])
    print("checked:", ", ".join(f"{count} x {what}" for what, count in DONE.items()))
    sys.exit(1 if WRONG or len(DONE) < 2 else 2 if NOT else 0)
