// The search of the archive. All data come from scripts beside this one, which a page opened from a disk may load too.
"use strict";
const archive = (() => {
  const PAGE = 100;
  const rows = [], loaded = new Map();
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
  // What is told of each game, and its words by field: the index has them folded, with a blank between each two.
  const takeRows = (block, list) => { rows[block] = list; };
  const takeWords = (block, list) => list.forEach((texts, n) => { rows[block][n].words = texts.map((text) => ` ${text} `); });
  const folded = (text) => (text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").match(/[\p{L}\p{N}\u00a6]+/gu) || []).join(" ");

  // A query has the words, phrases, fields, *, AND, OR, NOT and brackets of FTS5, with numbers and days beside it: each
  // part becomes a test of a game.
  class Mistake extends Error {}
  const NUMBERS = ["turns", "letters", "moves", "hours", "notes", "disputes", "rulings", "appeals"], DAYS = ["opened", "ended"];
  const COMPARED = /(?<!\S)(?:AND\s+)?([a-z]+)(<=|>=|<|>|=)([^\s()]+)(?:\s+AND\b)?/g;
  const SIGNS = { "<": (a, b) => a < b, ">": (a, b) => a > b, "<=": (a, b) => a <= b, ">=": (a, b) => a >= b, "=": (a, b) => a === b };
  const compared = (field, sign, text) => {
    if (DAYS.includes(field)) return (row) => SIGNS[sign](row[field].slice(0, text.length), text);
    if (!NUMBERS.includes(field)) throw new Mistake(`There is no field ${field} to be compared.`);
    if (!Number.isFinite(Number(text))) throw new Mistake(`${text} is no number.`);
    return (row) => row[field] !== null && SIGNS[sign](row[field], Number(text));
  };
  const parsed = (query) => {
    const bare = query.replace(/"[^"]*"/g, (text) => "x".repeat(text.length));
    for (const found of bare.matchAll(COMPARED)) {
      const before = bare.slice(0, found.index), after = bare.slice(found.index + found[0].length);
      const within = before.split("(").length > before.split(")").length;
      if (within || /(?<!\S)(?:OR|NOT)\s*$/.test(before) || /^\s*(?:OR|NOT)\b/.test(after))
        throw new Mistake(`${found.slice(1).join("")} holds for all the rest of the query: it does not stand after or before OR or NOT, or within brackets.`);
    }
    const tests = [], quoted = query.split(/("[^"]*")/);
    const left = quoted.map((part, n) => n % 2 ? part : part.replace(COMPARED, (_, ...found) => {
      tests.push(compared(...found));
      return " ";
    })).join("");
    const tokens = left.match(/"[^"]*"\*?|[()"]|\w+\s*:|[^\s"():]+|:/gu) || [];
    const ends = () => new Mistake("The query ends too soon.");
    const wrong = (token) => new Mistake(`The query cannot be read, at: ${token}`);
    const joined = (next, word, join) => () => {
      let test = next();
      while (tokens[0] === word) { tokens.shift(); test = join(test, next()); }
      return test;
    };
    const phrase = () => {
      let token = tokens.shift(), field = -1;
      if (/^\w+\s*:$/u.test(token)) {
        const name = token.replace(/\s*:$/, "").toLowerCase();
        field = about.fields.indexOf(name);
        if (field < 0) throw new Mistake(`There is no field ${name}.`);
        token = tokens.shift();
      }
      if (token === undefined) throw ends();
      const words = ["AND", "OR", "NOT"].includes(token) ? "" : folded(token);
      if (!words || /[\^+-]/.test(token[0]) || token.includes("^")) throw wrong(token);
      const needle = token.endsWith("*") ? ` ${words}` : ` ${words} `;
      return (row) => field < 0 ? row.words.some((text) => text.includes(needle)) : row.words[field].includes(needle);
    };
    const several = () => {
      if (!tokens.length) throw ends();
      if (tokens[0] === "(") {
        tokens.shift();
        const test = any();
        if (!tokens.length) throw ends();
        if (tokens[0] !== ")") throw wrong(tokens[0]);
        tokens.shift();
        return test;
      }
      const all = [phrase()];
      while (tokens.length && !["AND", "OR", "NOT", "(", ")"].includes(tokens[0])) all.push(phrase());
      return (row) => all.every((test) => test(row));
    };
    const without = joined(several, "NOT", (a, b) => (row) => a(row) && !b(row));
    const both = joined(without, "AND", (a, b) => (row) => a(row) && b(row));
    const any = joined(both, "OR", (a, b) => (row) => a(row) || b(row));
    const worded = tokens.length > 0;
    if (worded) tests.push(any());
    if (tokens.length) throw wrong(tokens[0]);
    return [(row) => tests.every((test) => test(row)), worded];
  };

  const search = async () => {
    const turn = ++asked, begun = performance.now();
    const blocks = [...Array(about.blocks).keys()];
    try {
      const [fits, worded] = parsed(by("query").value);
      await Promise.all(blocks.map((block) => load(`rows/${block}.js`)));
      if (worded) await Promise.all(blocks.map((block) => load(`words/${block}.js`)));
      if (turn !== asked) return;
      fillEndings();
      const kind = by("kind").value, ending = by("ending").value;
      const found = rows.flat().filter((row) =>
        (!kind || row.title === kind) && (!ending || row.ending === ending) && fits(row));
      const sort = by("sort").value, at = sort.replace("-", ""), sign = sort.startsWith("-") ? -1 : 1;
      const value = (row) => at === "ended" ? row.ended.slice(0, 10) : row[at];
      found.sort((a, b) => (value(a) < value(b) ? -sign : value(a) > value(b) ? sign : 0));
      show(found);
    } catch (mistake) {
      if (!(mistake instanceof Mistake)) throw mistake;
      by("found").textContent = mistake.message;
    }
    document.documentElement.dataset.took = (performance.now() - begun).toFixed(1);
  };
  let filled = false;
  const fillEndings = () => {
    if (filled) return;
    filled = true;
    for (const ending of [...new Set(rows.flat().map((row) => row.ending))].sort()) {
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
    body.replaceChildren(...found.slice(0, shown).map(({ slug, title, label, ended, seats, turns, notes, told }) => {
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
      row.append(head, cell("td", ended.slice(0, 10) || "–", "day"), players, cell("td", turns, "number"),
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
