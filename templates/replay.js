"use strict";
// Steps through a replay. All that is shown stands in the JSON of the page (replay.schema.json); nothing is fetched.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { frames, sides, texts, words } = data;
  const find = (id) => document.getElementById(id);
  const last = frames.length - 1;
  const at = { n: 0, side: sides[sides.length - 1], open: false, line: null, deep: false, astray: "" };
  const answered = new Set();

  // Elements

  function made(name, content, attributes = {}) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...[content].flat().filter((one) => one !== ""));
    return node;
  }
  const glyph = (one) => made("span", one, { class: "glyph", title: words["glyph-" + one] || one });
  const filled = (text, value) => text.replace("%", () => value);
  const shows = (n) => at.side.shows[n];
  const called = (key) => (sides.find((one) => one.key === key) || { name: key }).name;
  const position = (n) => frames[n].key.split("~")[0];

  // Boards: a list of pieces, or the edits of another board; a number below 0 is another board within it

  const cut = new Map();
  function pieces(number) {
    const way = [];
    let base = number;
    while (!cut.has(base) && Array.isArray(data.boards[base][0])) { way.push(base); base = data.boards[base][0][0]; }
    let list = cut.get(base) || data.boards[base];
    cut.set(base, list);
    for (const one of way.reverse()) {
      const next = [];
      let from = 0;
      for (const [place, dropped, ...put] of data.boards[one].slice(1)) {
        next.push(...list.slice(from, place), ...put);
        from = place + dropped;
      }
      list = next.concat(list.slice(from));
      cut.set(one, list);
    }
    return list;
  }
  const whole = (number) => pieces(number).flatMap((one) => (one < 0 ? whole(-1 - one) : one));
  const html = (list) => list.map((one) => data.pieces[one]).join("");
  // The board with all cards open, and what the other board does not have marked in the drawing.
  function bared(open, closed) {
    const left = new Map();
    for (const one of whole(closed)) left.set(one, (left.get(one) || 0) + 1);
    return whole(open).map((one) => {
      const known = left.get(one) || 0;
      left.set(one, known - 1);
      return known > 0 ? data.pieces[one] : data.pieces[one].replace(/^<(rect|text) (?!class)/, '<$1 class="bared" ');
    }).join("");
  }

  // Where we are: #7.2/loki, with /open for the cards that this side could not know, and /line-0-2 for a variation:
  // move 2 of the one that note 0 holds

  function hash(n = at.n, line = null) {
    const open = at.open && at.side.hidden ? "/open" : "";
    return "#" + frames[n].key + "/" + at.side.key + open + (line ? "/line-" + line.join("-") : "");
  }
  function link() {
    const written = location.hash.slice(1);
    try {
      return decodeURIComponent(written);
    } catch { // cut off in the middle of a character
      return written;
    }
  }
  function read() {
    const [key, side, ...more] = link().split("/");
    const there = sides.find((one) => one.key === side);
    if (there) at.side = there;
    at.open = more.includes("open") && Boolean(at.side.hidden);
    let n = frames.findIndex((one) => one.key === key);
    if (n < 0) n = frames.findLastIndex((one) => one.at.includes(key));
    at.n = n < 0 ? (key ? at.n : start()) : n;
    const line = more.find((one) => one.startsWith("line-"));
    at.line = line ? line.split("-").slice(1).map(Number) : null;
    const wrong = [[key, n >= 0], [side, there], [line, varied()]].find(([part, found]) => part && !found);
    at.astray = wrong ? wrong[0] : "";
    if (!varied()) at.line = null;
  }
  // A step replaces the entry of the history, a leap adds one: so the back button goes back over leaps.
  function go(n, leap = false, line = null) {
    at.n = Math.max(0, Math.min(last, n));
    at.line = line;
    at.astray = "";
    note(leap);
    draw();
  }
  function note(leap) {
    try { history[leap ? "pushState" : "replaceState"](null, "", hash(at.n, at.line)); } catch { location.replace(hash(at.n, at.line)); }
  }
  const start = () => (sides.length > 1 || data.frames[last].mark ? 0 : last);

  // Steps: over frames of which this side was told nothing, unless something is said there

  const empty = (n) => !shows(n).told.length && !shows(n).orders && !frames[n].notes;
  function step(by) {
    if (at.line) { along(by); return; }
    if (by > 0 && asking(at.n)) { focusQuestion(); return; }
    let n = at.n + by;
    while (n > 0 && n < last && empty(n)) n += by;
    go(n);
  }

  // Variations

  function varied() {
    const [note, move] = at.line || [];
    const moves = ((frames[at.n].notes || [])[note] || {}).moves;
    return moves && moves[move];
  }
  function along(by) {
    const to = by > 0 ? varied().next : varied().before;
    if (to === undefined) return;
    go(at.n, false, to < 0 ? null : [at.line[0], to]);
  }
  function variation(one, note) {
    return made("ol", one.moves.map((move, m) => {
      const here = at.line && at.line[0] === note && at.line[1] === m;
      const link = made("a", [move.order, move.glyph ? " " : "", move.glyph ? glyph(move.glyph) : "", move.stands ? "" : " \u2717"],
        { href: hash(at.n, [note, m]), "data-line": note + "-" + m, ...(here ? { "aria-current": "step" } : {}) });
      return made("li", move.comment ? [link, " " + move.comment] : [link], { class: "deep" + Math.min(move.depth, 3) });
    }), { class: "variation" });
  }
  function ruled() {
    const move = varied();
    const back = made("button", words["to-game"], { type: "button" });
    back.addEventListener("click", () => go(at.n, true));
    return [made("p", [words.line + ": ", made("span", move.order, { class: "order" }), move.lots ? " [" + move.lots + "]" : ""]),
      ...(move.told || []).map((text) => made("p", text, { class: "said" })), ...(move.boards ? [] : [made("p", words["line-unseen"])]), back];
  }

  // Drawing

  const turns = frames.map((_one, n) => sides.some((side) => side.shows[n].told.some(Array.isArray)));

  function draw() {
    const show = shows(at.n), line = varied();
    const [closed, open] = line && line.boards ? line.boards[sides.indexOf(at.side)] : [show.board, show.open];
    const all = open >= 0 && (at.open || !(closed >= 0));
    find("board").innerHTML = all && closed >= 0 ? bared(open, closed) : html(whole(all ? open : closed));
    find("player").classList.toggle("varied", Boolean(line));
    const deep = find("board").querySelector("details");
    if (deep) { deep.open = at.deep; deep.addEventListener("toggle", () => { at.deep = deep.open; }); }
    find("stands").textContent = line ? words["in-line"] : show.stands === undefined ? "" : texts[show.stands];
    find("at").replaceChildren(position(at.n), " ", ...(frames[at.n].glyphs || []).map(glyph));
    const astray = at.astray ? [made("p", filled(words.astray, at.astray))] : [];
    find("told").replaceChildren(...astray, ...(line ? ruled() : told(at.n)));
    find("notes").replaceChildren(...spoken(at.n).map(remark), ...(line ? [] : question(at.n)));
    find("where").value = position(at.n) + (line ? " +" : "") + " · " + (at.n + 1) + "/" + frames.length;
    find("line").value = at.n;
    find("line").setAttribute("aria-valuetext", position(at.n));
    for (const id of ["first", "back"]) find(id).disabled = at.n === 0 && !line;
    for (const id of ["next", "last"]) find(id).disabled = line ? id === "next" && line.next === undefined : at.n === last;
    for (const one of find("sides").children) one.setAttribute("aria-pressed", one.dataset.key === at.side.key);
    find("overlay").hidden = !at.side.hidden;
    find("overlay").setAttribute("aria-pressed", at.open);
    unknown();
    list();
  }

  function told(n) {
    const show = shows(n);
    const lines = show.told.map((one) => made(Array.isArray(one) ? "h3" : "p", texts[one], Array.isArray(one) ? {} : { class: "said" }));
    const orders = (show.orders || []).map((one) => made("p", texts[one], { class: "order" }));
    const heads = lines.filter((one) => one.tagName === "H3");
    const rest = lines.filter((one) => one.tagName !== "H3");
    const all = [...heads, ...orders, ...rest];
    return all.length ? all : [made("p", words.nothing)];
  }

  function remark(one, n) {
    const kind = one.kind === "comment" && one.by ? "" : words[one.kind];
    const by = [kind, one.by || (one.seat && called(one.seat)), one.on, one.card].filter(Boolean).join(" · ");
    const head = made("p", [by, one.glyph ? " " : "", one.glyph ? glyph(one.glyph) : ""], { class: "by" });
    const said = one.moves ? variation(one, n) : one.text ? made("p", one.text, { class: "said" }) : "";
    return made("div", [head, said], { class: "note " + one.kind });
  }

  function unknown() {
    const box = find("unknown");
    box.hidden = !(at.open && at.side.hidden);
    if (box.hidden) return;
    const cards = at.side.hidden.filter(([, since, until]) => since <= at.n && at.n < until);
    const items = cards.map(([card, , until, learned]) => made("li",
      [texts[card] + " ", made("small", learned ? filled(words.learned, position(until)) : words.never)]));
    box.replaceChildren(made("p", words[items.length ? "overlay-how" : "overlay-none"]), made("ul", items));
  }

  // Questions: what was played is not told before it was guessed, or asked for

  const asking = (n) => frames[n].asks && !answered.has(n);
  function spoken(n) {
    const notes = frames[n].notes || [];
    return asking(n) ? notes.slice(0, notes.findIndex((one) => one.kind === "question") + 1) : notes;
  }
  const concealed = (n) => frames.some((one, m) => one.asks && m < n && n <= one.asks.frame && asking(m) && at.n <= m);
  function focusQuestion() {
    find("notes").querySelector("select").focus();
    find("told").replaceChildren(...told(at.n), made("p", words["guess-first"]));
  }
  function question(n) {
    const asks = frames[n].asks;
    if (!asks) return [];
    if (answered.has(n)) return [made("p", [words.played + " ", made("span", asks.moves[asks.played], { class: "order" })])];
    const verdict = made("p", "", { role: "status" });
    const choice = made("select", [made("option", words.choose, { value: "" }), ...asks.moves.map((one, m) => made("option", one, { value: m }))], { id: "choice" });
    const check = made("button", words.check, { type: "button" });
    const reveal = made("button", words.reveal, { type: "button" });
    const done = () => { answered.add(n); go(asks.frame, true); };
    check.addEventListener("click", () => {
      if (choice.value === "") { choice.focus(); return; }
      if (Number(choice.value) === asks.played) { done(); find("told").prepend(made("p", words.right)); } else verdict.textContent = words.wrong;
    });
    reveal.addEventListener("click", done);
    const label = made("label", [words["which-move"] + " " + called(asks.seat), choice], { for: "choice" });
    return [made("div", [label, made("div", [check, reveal], { class: "row" }), verdict], { class: "asks" })];
  }

  // The list of moves

  // Notes in the list are to be read; where one steps through is beside the board.
  const short = (one) => remark({ ...one, moves: undefined });
  let listed = "";
  function list() {
    const secret = frames.map((_one, n) => concealed(n));
    const form = [at.side.key, at.open, ...answered, ...secret].join();
    if (form !== listed) { fill(secret); listed = form; }
    for (const one of find("moves").querySelectorAll("[aria-current]")) one.removeAttribute("aria-current");
    const here = find("moves").querySelector('[data-n="' + at.n + '"]');
    if (!here) return;
    here.setAttribute("aria-current", "step");
    const box = find("moves"), top = here.offsetTop - box.offsetTop;
    if (box.scrollHeight > box.clientHeight && (top < box.scrollTop || top + here.offsetHeight > box.scrollTop + box.clientHeight)) box.scrollTop = top - box.clientHeight / 3;
  }
  function fill(secret) {
    const parts = [];
    let items = made("ol", []);
    frames.forEach((frame, n) => {
      if (empty(n)) return;
      const show = shows(n);
      const lines = secret[n] ? [made("span", words.concealed, { class: "short" })] : [
        ...(show.orders || []).map((one) => made("span", texts[one], { class: "order" })),
        ...show.told.filter((one) => !Array.isArray(one)).map((one) => made("span", texts[one], { class: "short" }))];
      const glyphs = secret[n] ? [] : (frame.glyphs || []).map(glyph);
      const here = { href: hash(n), "data-n": n };
      const bare = !lines.length && !glyphs.length && !frame.notes;
      for (const one of secret[n] ? [] : show.told.filter(Array.isArray)) {
        if (items.children.length) parts.push(items);
        parts.push(made("h3", bare ? made("a", texts[one], here) : texts[one]));
        items = made("ol", []);
      }
      if (bare) return;
      const link = made("a", [made("span", position(n), { class: "key" }), made("span", [...lines, ...glyphs], { class: "what" })], here);
      items.append(made("li", secret[n] ? link : [link, ...spoken(n).map(short)]));
    });
    if (items.children.length) parts.push(items);
    find("moves").replaceChildren(...parts);
  }

  // Once: sides, ticks, marks

  for (const side of sides) {
    const button = made("button", side.name, { type: "button", "data-key": side.key });
    button.addEventListener("click", () => { at.side = side; at.open = at.open && Boolean(side.hidden); note(true); draw(); });
    find("sides").append(button);
  }
  find("sides").hidden = sides.length === 1;
  find("line").max = last;
  frames.forEach((frame, n) => {
    if (!turns[n] && !frame.mark) return;
    const tick = made("i", "", frame.mark ? { class: "marked" } : {});
    tick.style.insetInlineStart = (last ? (100 * n) / last : 0) + "%";
    find("ticks").append(tick);
    if (frame.mark) {
      const [note] = ["position", "bookmark", "question"].flatMap((kind) => frame.notes.filter((one) => one.kind === kind));
      const text = note.kind !== "question" && note.text && note.text.length < 40 ? note.text : words[note.kind];
      const link = made("a", position(n) + " " + text, { href: "#" + frame.key });
      link.addEventListener("click", (event) => { event.preventDefault(); go(n, true); });
      find("marks").append(link);
    }
  });
  find("marks").hidden = !find("marks").children.length;

  // Hands

  find("moves").addEventListener("click", (event) => {
    const link = event.target.closest("a[data-n]");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(Number(link.dataset.n), true);
    if (innerWidth < 900) find("stands").scrollIntoView();
  });
  find("notes").addEventListener("click", (event) => {
    const link = event.target.closest("a[data-line]");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(at.n, true, link.dataset.line.split("-").map(Number));
  });
  const keys = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => go(0), End: () => go(last) };
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest("select")) return;
    const act = keys[event.key];
    if (act) { event.preventDefault(); act(); }
  });
  find("first").addEventListener("click", keys.Home);
  find("last").addEventListener("click", keys.End);
  find("back").addEventListener("click", keys.ArrowLeft);
  find("next").addEventListener("click", keys.ArrowRight);
  find("line").addEventListener("input", () => go(Number(find("line").value)));
  find("overlay").addEventListener("click", () => { at.open = !at.open; note(true); draw(); });
  find("plain").addEventListener("click", () => {
    const on = find("player").classList.toggle("as-table");
    find("plain").setAttribute("aria-pressed", on);
  });
  find("theme").addEventListener("click", () => {
    const dark = document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    document.documentElement.dataset.theme = dark === "dark" ? "light" : "dark";
  });
  let from = null;
  const stage = find("board");
  stage.addEventListener("touchstart", (event) => { from = event.touches.length === 1 ? event.touches[0] : null; }, { passive: true });
  stage.addEventListener("touchend", (event) => {
    if (!from) return;
    const to = event.changedTouches[0], wide = to.clientX - from.clientX, high = to.clientY - from.clientY;
    from = null;
    if (Math.abs(wide) > 40 && Math.abs(wide) > 2 * Math.abs(high)) step(wide < 0 ? 1 : -1);
  }, { passive: true });
  addEventListener("beforeprint", () => { for (const one of document.querySelectorAll("#about, #rules, #booklet details")) one.open = true; });
  const turned = () => { read(); draw(); };
  addEventListener("hashchange", turned);
  addEventListener("popstate", turned);

  document.documentElement.classList.add("js");
  find("player").hidden = false;
  if (find("about")) find("about").open = matchMedia("(min-width: 900px)").matches && !location.hash; // a link is to a moment
  find("plain").hidden = !data.pieces.some((one) => one.includes('class="picture"'));
  read();
  draw();
})();
