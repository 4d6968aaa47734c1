// An exported page: the player with a model that is only a box of values. No kernel is behind it.

import { createHub, goTo } from "./hub";
import { mountPlayer } from "./player";

class PageModel {
  #values;
  #acts = new Map();
  constructor(values) {
    this.#values = values;
  }
  get(name) {
    return this.#values[name];
  }
  set(name, value) {
    if (Object.is(this.#values[name], value)) return;
    this.#values[name] = value;
    for (const act of [...(this.#acts.get(`change:${name}`) ?? [])]) act();
  }
  save_changes() {}
  on(name, act) {
    this.#acts.set(name, [...(this.#acts.get(name) ?? []), act]);
  }
}

/** A position text from its parent's and the fields that differ. */
function mergeFields(before, changes) {
  const changed = new Map(changes.split(" ").map((field) => [field.slice(0, field.indexOf("=")), field]));
  return before
    .split(" ")
    .map((field) => changed.get(field.slice(0, field.indexOf("="))) ?? field)
    .join(" ");
}

/** The traits of the model from what is in the file: ids count up, and each node says only what changed. */
function unpackGame({ game, line, branches, notes, reviews, cursor }) {
  const nodes = [
    ...line.map((node, i) => ({ id: i, parent: i ? i - 1 : null, path: String(i), ...node })),
    ...branches.map((node, i) => ({ id: line.length + i, by: "file", ...node })),
  ];
  for (const node of nodes)
    if (node.parent !== null) node.text = mergeFields(nodes[node.parent].text, node.text);
  return {
    game,
    line: nodes.slice(0, line.length),
    branches: nodes.slice(line.length),
    notes,
    reviews,
    cursor,
  };
}

/** `game.html#12/1/3` opens the page at that node. */
function linkedNode({ line, branches }) {
  const path = location.hash.slice(1);
  return path ? [...line, ...branches].find((node) => node.path === path)?.id : undefined;
}

function openPage() {
  const values = unpackGame(JSON.parse(document.getElementById("silkenweb-data").textContent));
  const hub = createHub(new PageModel({ ...values, cursor: linkedNode(values) ?? values.cursor }));
  const main = document.getElementById("silkenweb");
  const focus = () => main.querySelector(".sw-player")?.focus({ preventScroll: true });
  mountPlayer(hub, main);
  focus();
  setTimeout(focus, 100); // a very large game is laid out a moment later
  window.addEventListener("hashchange", () => {
    const id = linkedNode(values);
    if (id !== undefined) goTo(hub, id);
  });
}

openPage();
