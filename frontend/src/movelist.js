// The move list: by level and turn, alternatives indented after what they replace. Only the rows in sight are in the DOM.

import { button, clamp, h, keyed, setAttr } from "./dom";
import { findingOf, isHidden, verdictMark, verdictOf } from "./findings";
import { current, goTo } from "./hub";
import { markInline } from "./icons";
import { sentences, t } from "./telling";
import { branchBy, commentOf, deciderOf, glyphOf, moveRows, sayOf } from "./tree";

let moveLists = 0;

export function makeMoveList(view) {
  const looked = t("moves.search");
  const search = h("input", {
    type: "search",
    class: "sw-filter",
    placeholder: looked,
    "aria-label": looked,
  });
  const texts = button(t("moves.texts"), {
    class: "sw-button sw-small",
    "aria-pressed": "false",
    title: t("moves.texts.why"),
  });
  const spacer = h("div", { class: "sw-rows-all" });
  const scroller = h(
    "div",
    { class: "sw-rows", tabindex: 0, role: "tree", "aria-label": t("moves.title") },
    spacer,
  );
  const element = h(
    "div",
    { class: "sw-moves" },
    h("div", { class: "sw-moves-tools" }, search, texts),
    scroller,
  );
  const list = {
    view,
    element,
    search,
    texts,
    spacer,
    scroller,
    name: `sw-moves-${++moveLists}`,
    rows: [],
    rowOf: new Map(),
    rowHeight: 0,
    asTexts: false,
    active: null,
    followed: null,
    top: 0,
  };
  search.addEventListener("input", () => readRows(list));
  texts.addEventListener("click", () => {
    list.asTexts = !list.asTexts;
    setAttr(texts, "aria-pressed", String(list.asTexts));
    readRows(list);
  });
  scroller.addEventListener("scroll", () => paintRows(list), { passive: true });
  new ResizeObserver(() => {
    list.rowHeight = 0;
    followMoveList(list, scroller.scrollTop === list.top);
  }).observe(scroller);
  scroller.addEventListener("keydown", (event) => moveKey(list, event));
  spacer.addEventListener("click", (event) => {
    const id = event.target.closest?.("[data-row]")?.dataset.row;
    if (id !== undefined) goTo(view.hub, list.rows[Number(id)].node.id);
  });
  return list;
}

/** What a row says: the first sentence or the move text. */
function rowWords(list, row) {
  const { node } = row;
  if (list.asTexts) return node.move ?? (node.deal ? t("moves.deal") : t("moves.start"));
  return sayOf(node)[0];
}

/** Reads the tree anew: when it changed, or another search is made. */
export function readRows(list) {
  const { tree } = list.view.hub;
  const wanted = list.search.value.trim().toLowerCase();
  let rows = moveRows(tree).filter((row) => !isHidden(list.view.hub, row.node));
  if (wanted) rows = rows.filter((row) => row.kind === "move" && rowMatches(tree, row, wanted));
  const first = Math.ceil(list.scroller.scrollTop / measureRow(list));
  const top = list.rows[first];
  list.rows = rows;
  list.rowOf = new Map(rows.map((row, i) => [row.node.id, i]));
  list.painted = null;
  holdRow(list, top, first);
  paintRows(list);
}

/** What the reader has scrolled to stays there when rows come or go above it. */
function holdRow(list, row, before) {
  const now = row && list.rowOf.get(row.node.id);
  if (now === undefined || now === before) return;
  const followed = list.scroller.scrollTop === list.top;
  list.spacer.style.height = `${list.rows.length * measureRow(list)}px`;
  list.scroller.scrollTop += (now - before) * measureRow(list);
  if (followed) list.top = list.scroller.scrollTop;
}

function rowMatches(tree, row, wanted) {
  return `${sentences(sayOf(row.node))} ${row.node.move ?? ""} ${commentOf(tree, row.node)}`
    .toLowerCase()
    .includes(wanted);
}

function measureRow(list) {
  if (list.rowHeight) return list.rowHeight;
  const size = parseFloat(getComputedStyle(list.scroller).fontSize) || 14;
  return (list.rowHeight = Math.round(size * 2));
}

/** Puts the rows in sight into the DOM, keyed by node so that scrolling and stepping keep elements. */
function paintRows(list) {
  const { scroller, spacer, rows } = list;
  if (!scroller.clientHeight) return;
  const height = measureRow(list);
  const first = Math.max(0, Math.floor(scroller.scrollTop / height) - 6);
  const last = Math.min(rows.length, Math.ceil((scroller.scrollTop + scroller.clientHeight) / height) + 6);
  const shown = current(list.view.hub).id;
  const state = `${first}/${last}/${shown}/${height}/${list.active}`;
  if (list.painted === state) return;
  list.painted = state;
  spacer.style.height = `${rows.length * height}px`;
  const visible = rows.slice(first, last).map((row, i) => ({ row, place: first + i }));
  keyed(
    spacer,
    visible,
    ({ row }) => `${row.kind}${row.node.id}`,
    () => h("div", { class: "sw-move" }),
    (element, { row, place }) => paintMoveRow(list, element, row, place, height, shown),
  );
  const active = list.rows[list.active];
  setAttr(scroller, "aria-activedescendant", active ? `${list.name}-${active.kind}-${active.node.id}` : null);
}

function paintMoveRow(list, element, row, place, height, shown) {
  element.style.transform = `translateY(${place * height}px)`;
  element.style.height = `${height}px`;
  setAttr(element, "data-row", place);
  setAttr(element, "id", `${list.name}-${row.kind}-${row.node.id}`);
  setAttr(element, "data-active", place === list.active ? "true" : null);
  setAttr(element, "aria-current", row.node.id === shown ? "step" : null);
  const { tree, game } = list.view.hub;
  const verdict = verdictOf(findingOf(list.view.hub, row.node));
  const notes = [commentOf(tree, row.node), glyphOf(tree, row.node), verdict?.key];
  const state = [rowWords(list, row), row.turn, row.first, row.depth, ...notes].join("|");
  if (element.swState === state) return;
  element.swState = state;
  setAttr(element, "role", "treeitem");
  setAttr(element, "aria-level", row.depth + 1);
  setAttr(element, "data-kind", row.kind);
  setAttr(element, "data-by", branchBy(tree, row.node));
  setAttr(element, "title", sentences(sayOf(row.node)));
  element.style.setProperty("--sw-depth", Math.min(row.depth, 6));
  element.replaceChildren(...(row.kind === "level" ? levelRow(tree, row) : moveRow(list, tree, game, row)));
}

function levelRow(tree, row) {
  return [
    h("b", { class: "sw-move-level", text: t("moves.level", { level: row.level }) }),
    ...noteMarks(tree, row.node),
  ];
}

/** The glyph of a node, and a sign that it has a comment. */
function noteMarks(tree, node) {
  const glyph = glyphOf(tree, node);
  const comment = commentOf(tree, node);
  return [
    ...(glyph ? [h("b", { class: "sw-glyph", text: glyph })] : []),
    ...(comment ? [h("span", { class: "sw-has-note", title: comment, text: "\u270e" })] : []),
  ];
}

function moveRow(list, tree, game, row) {
  const decider = deciderOf(tree, row.node);
  const character = game.seats?.[decider]?.character;
  const parts = [h("span", { class: "sw-move-turn", text: row.first && row.turn ? String(row.turn) : "" })];
  if (character) parts.push(markInline(character));
  parts.push(
    h("span", { class: list.asTexts ? "sw-move-text" : "sw-move-words", text: rowWords(list, row) }),
  );
  const verdict = verdictMark(findingOf(list.view.hub, row.node));
  return [...parts, ...noteMarks(tree, row.node), ...(verdict ? [verdict] : [])];
}

/** Up and down in the list itself move a frame from row to row; Enter goes to the node. */
function moveKey(list, event) {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (event.key === "Enter" && list.rows[list.active]) goTo(list.view.hub, list.rows[list.active].node.id);
  else if (by && list.rows.length) {
    const from = list.active ?? list.rowOf.get(current(list.view.hub).id) ?? 0;
    list.active = clamp(from + by, 0, list.rows.length - 1);
    bringIntoSight(list, list.active);
    paintRows(list);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

function bringIntoSight(list, place) {
  const height = measureRow(list);
  list.spacer.style.height = `${list.rows.length * height}px`;
  const top = place * height;
  const { scrollTop, clientHeight } = list.scroller;
  const inSight = top >= scrollTop + height && top <= scrollTop + clientHeight - 2 * height;
  if (!inSight) list.scroller.scrollTop = Math.max(0, top - clientHeight / 2);
}

/**
 * The row of the node shown is marked, and brought into sight if it is another node than before; also where the
 * list has got another size and the reader has not scrolled it.
 */
export function followMoveList(list, unscrolled = false) {
  const { id } = current(list.view.hub);
  if (list.scroller.clientHeight && (list.followed !== id || unscrolled)) {
    const place = list.rowOf.get(id);
    if (list.followed !== id) list.active = null;
    if (place !== undefined) bringIntoSight(list, place);
    list.followed = id;
    list.top = list.scroller.scrollTop;
  }
  paintRows(list);
}
