// The search of the archive. All data come from scripts beside this one, which a page opened from a disk may load too.
"use strict";
const archive = (() => {
  const PAGE = 100;
  const rows = new Map(), loaded = new Map(), words = new Map();
  let about = null, shown = PAGE, asked = 0;
  const by = (id) => document.getElementById(id);

  // Loading: each script calls one of the functions below.
  const load = (path) => {
    if (!loaded.has(path)) {
      loaded.set(path, new Promise((done, failed) => {
        const script = document.createElement("script");
        script.src = path;
        script.onload = done;
        script.onerror = () => failed(new Error(path));
        document.head.append(script);
      }));
    }
    return loaded.get(path);
  };
  const takeRows = (block, texts, list) => {
    for (const [id, slug, title, label, ended, seats, turns, notes, told, ending] of list) {
      rows.set(id, [id, slug, texts[title], texts[label], ended,
        seats.map(([seat, name, won]) => [texts[seat], texts[name], won]), turns, notes, texts[told], texts[ending]]);
    }
  };
  const takeWords = (block, shard, having) => words.set(block + "/" + shard, having);

  // Words, folded as the index folds them.
  const folded = (text) => text.toLowerCase().replace(/ß/g, "ss").normalize("NFKD").replace(/\p{M}/gu, "");
  const wordsOf = (text) => (folded(text).match(/[\p{L}\p{N}]+(?:[.'\u2019-][\p{L}\p{N}]+)*/gu) || [])
    .map((word) => word.replace(/['\u2019]/g, ""));
  const shardOf = (word) => [...word, "_", "_"].slice(0, 2).join("").replace(/[^a-z0-9]/gu, "_");
  const isLetter = (part) => part.begins && [...part.word].length === 1;

  // A query is a list of parts, all of which must hold.
  const parsed = (query) => {
    const parts = [];
    for (const [, minus, field, sign, phrase, word] of
      query.matchAll(/(-|NOT\s+)?(?:([a-z]+)(:|<=|>=|<|>|=))?(?:"([^"]*)"?|([^\s"]+))/g)) {
      const text = phrase === undefined ? word : phrase;
      if (text === "AND" && !field) continue;
      if (sign && sign !== ":") {
        parts.push({ without: Boolean(minus), field, sign, text });
        continue;
      }
      const begins = phrase === undefined && text.endsWith("*");
      const found = wordsOf(text);
      found.forEach((one) => parts.push({ without: Boolean(minus), field: field || "", word: one, begins }));
    }
    return parts;
  };
  const compare = (a, sign, b) => sign === "<" ? a < b : sign === ">" ? a > b : sign === "<=" ? a <= b
    : sign === ">=" ? a >= b : a === b;
  const COMPARED = { turns: 6, length: 6, notes: 7, ended: 4 };
  const compared = (part) => {
    const at = COMPARED[part.field], having = new Set();
    if (at === undefined) return having;
    for (const row of rows.values()) {
      const here = at === 4 ? row[4].slice(0, part.text.length) : row[at];
      if (compare(here, part.sign, at === 4 ? part.text : Number(part.text))) having.add(row[0]);
    }
    return having;
  };
  const gamesOf = (part) => {
    const having = new Set(), field = about.fields.indexOf(part.field);
    for (const block of about.blocks) {
      for (const shard of shardsOf(block, part)) {
        const table = words.get(block + "/" + shard) || {};
        const names = part.begins && !isLetter(part)
          ? Object.keys(table).filter((one) => one.startsWith(part.word)) : [part.word];
        for (const name of names) {
          const fields = Object.hasOwn(table, name) ? table[name] : {};
          for (const [at, steps] of Object.entries(fields)) {
            if (part.field && Number(at) !== field) continue;
            let game = block * about.size;
            for (const step of steps.split(".")) having.add(game += parseInt(step, 36));
          }
        }
      }
    }
    return having;
  };
  const shardsOf = (block, part) => {
    // All words that begin with one letter are so many that what games have them stands in a script of its own.
    const name = isLetter(part) ? shardOf(part.word)[0] : shardOf(part.word);
    return about.shards[block].includes(name) ? [name] : [];
  };

  const search = async () => {
    const turn = ++asked, begun = performance.now();
    const parts = parsed(by("query").value);
    const known = (part) => !part.field || part.sign || about.fields.includes(part.field);
    const needed = parts.filter((part) => part.word && known(part)).flatMap((part) =>
      about.blocks.flatMap((block) => shardsOf(block, part).map((shard) => `words/${block}/${shard}.js`)));
    await Promise.all([...about.blocks.map((block) => `rows/${block}.js`), ...needed].map(load));
    if (turn !== asked) return;
    let found = [...rows.values()];
    for (const part of parts) {
      const having = part.sign ? compared(part) : gamesOf(part);
      found = found.filter((row) => having.has(row[0]) !== part.without);
    }
    fillEndings();
    const kind = by("kind").value, ending = by("ending").value;
    found = found.filter((row) => (!kind || row[2] === kind) && (!ending || row[9] === ending));
    const sort = Number(by("sort").value), at = Math.abs(sort), sign = Math.sign(sort);
    found.sort((a, b) => (a[at] < b[at] ? -sign : a[at] > b[at] ? sign : a[0] - b[0]));
    show(found);
    document.documentElement.dataset.took = (performance.now() - begun).toFixed(1);
  };
  let filled = false;
  const fillEndings = () => {
    if (filled) return;
    filled = true;
    for (const ending of [...new Set([...rows.values()].map((row) => row[9]))].sort()) {
      const option = document.createElement("option");
      option.value = ending;
      option.textContent = ending.replaceAll("-", " ");
      by("ending").append(option);
    }
  };

  const cell = (name, text, className) => {
    const made = document.createElement(name);
    made.textContent = text;
    if (className) made.className = className;
    return made;
  };
  const show = (found) => {
    const body = document.querySelector("#results tbody");
    body.replaceChildren(...found.slice(0, shown).map(([, slug, title, label, ended, seats, turns, notes, told]) => {
      const row = document.createElement("tr"), head = document.createElement("th"), link = cell("a", title + " ");
      head.scope = "row";
      link.href = `game/${slug}.html`;
      link.append(cell("span", label, "label"));
      head.append(link);
      const players = document.createElement("td");
      seats.forEach(([seat, name, won], n) => {
        if (n) players.append(", ");
        players.append(cell(won ? "strong" : "span",
          seat[0].toUpperCase() + seat.slice(1) + (name ? ` (${name})` : "")));
      });
      row.append(head, cell("td", ended || "–", "day"), players, cell("td", turns, "number"),
        cell("td", notes || "", "number"), cell("td", told));
      return row;
    }));
    document.querySelector("#results caption").textContent = "Games found";
    by("found").textContent = found.length === 1 ? "1 game." : `${found.length} games.`;
    by("more").hidden = found.length <= shown;
  };

  const begin = (told) => {
    about = told;
    by("search").hidden = false;
    const wait = { timer: 0 };
    const soon = () => { shown = PAGE; clearTimeout(wait.timer); wait.timer = setTimeout(search, 80); };
    by("query").addEventListener("input", soon);
    for (const id of ["kind", "ending", "sort"]) by(id).addEventListener("change", soon);
    by("search").addEventListener("submit", (event) => { event.preventDefault(); soon(); });
    by("more").firstElementChild.addEventListener("click", () => { shown += PAGE; search(); });
    const given = new URLSearchParams(location.hash.slice(1)).get("q");
    if (given) { by("query").value = given; }
    search();
  };
  return { begin, rows: takeRows, words: takeWords };
})();
