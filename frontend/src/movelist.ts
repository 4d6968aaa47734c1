// The move list: by level and turn in compact notation, the move shown in full below its row, variations indented
// after what they replace. Levels other than the reader's are folded to their headings. Only the rows in sight are
// in the DOM.

import { button, clamp, h, keyed, setAttr, type Painted } from "./dom";
import { findingOf, isHidden, percent, verdictMark, verdictOf } from "./findings";
import { current, goTo, type Hub } from "./hub";
import { markInline } from "./icons";
import { moveSigns } from "./move_signs";
import type { GameNode } from "./protocol";
import { sentences, t } from "./telling";
import { branchBy, branchPoint, commentOf, deciderOf, glyphOf, moveRows, sayOf, type MoveRow } from "./tree";

let moveLists = 0;

export interface MoveList {
  hub: Hub;
  element: HTMLElement;
  search: HTMLInputElement;
  spacer: HTMLElement;
  scroller: HTMLElement;
  name: string;
  /** All rows, including those of folded levels. */
  allRows: MoveRow[];
  /** By node id, the node with which its level begins; empty while a search looks at all levels. */
  levelOf: Map<number, number>;
  /** The level that is unfolded; undefined while a search looks at all of them. */
  open: number | undefined;
  rows: MoveRow[];
  rowOf: Map<number, number>;
  rowHeight: number;
  /** Sentences instead of signs. */
  full: boolean;
  /** How much higher than the others the row of the node shown is, in pixels. */
  extra: number;
  active: number | null;
  followed: number | null;
  top: number;
  painted: string | null;
  toggleCompact: () => void;
}

export function makeMoveList(hub: Hub, others: HTMLElement): MoveList {
  const looked = t("moves.search");
  const search = h("input", {
    type: "search",
    class: "sw-filter",
    placeholder: looked,
    "aria-label": looked,
  });
  const compact = button(t("moves.compact"), {
    class: "sw-button sw-small",
    "aria-pressed": "true",
    title: `${t("moves.compact.why")} (c)`,
    on: { click: () => list.toggleCompact() },
  });
  const spacer = h("div", { class: "sw-rows-all" });
  const scroller = h(
    "div",
    { class: "sw-rows", tabindex: 0, role: "tree", "aria-label": t("moves.title") },
    spacer,
  );
  const tools = h("div", { class: "sw-moves-tools" }, search, compact);
  const element = h("div", { class: "sw-moves", "data-compact": "true" }, tools, scroller, others);
  const list: MoveList = {
    ...{ hub, element, search, spacer, scroller, name: `sw-moves-${++moveLists}` },
    ...{ allRows: [], levelOf: new Map(), open: undefined, rows: [], rowOf: new Map() },
    ...{ rowHeight: 0, full: false, extra: 0 },
    ...{ active: null, followed: null, top: 0, painted: null },
    toggleCompact: () => {
      list.full = !list.full;
      setAttr(compact, "aria-pressed", String(!list.full));
      setAttr(element, "data-compact", list.full ? null : "true");
      readRows(list);
    },
  };
  search.addEventListener("input", () => readRows(list));
  scroller.addEventListener("scroll", () => paintRows(list), { passive: true });
  new ResizeObserver(() => {
    list.rowHeight = 0;
    list.painted = null;
    followMoveList(list, scroller.scrollTop === list.top);
  }).observe(scroller);
  scroller.addEventListener("keydown", (event) => moveKey(list, event));
  spacer.addEventListener("click", (event) => {
    const place = (event.target as Element).closest<HTMLElement>("[data-row]")?.dataset.row;
    const row = place === undefined ? undefined : list.rows[Number(place)];
    if (row) goTo(hub, row.node.id);
  });
  return list;
}

/** Reads the tree anew: when it changed, or another search is made. */
export function readRows(list: MoveList): void {
  const { tree } = list.hub;
  const wanted = list.search.value.trim().toLowerCase();
  const rows = moveRows(tree).filter((row) => !isHidden(list.hub, row.node));
  list.allRows = wanted
    ? rows.filter((row) => row.kind === "move" && rowMatches(list.hub, row.node, wanted))
    : rows;
  list.levelOf = wanted ? new Map() : levelsOf(rows);
  foldRows(list);
  paintRows(list);
}

/** By node id, the node with which its level begins; variations belong to the level that they leave. */
function levelsOf(rows: MoveRow[]): Map<number, number> {
  const levels = new Map<number, number>();
  let level: number | undefined;
  for (const { kind, node, depth } of rows) {
    if (level === undefined || (kind === "level" && depth === 0)) level = node.id;
    levels.set(node.id, level);
  }
  return levels;
}

/** Lists the level of the node shown, and the headings of the others. */
function foldRows(list: MoveList): void {
  const { levelOf } = list;
  list.open = levelOf.get(current(list.hub).id);
  const rows =
    list.open === undefined
      ? list.allRows
      : list.allRows.filter(({ node }) => [list.open, node.id].includes(levelOf.get(node.id)));
  const first = placeAt(list, list.scroller.scrollTop);
  const top = list.rows[first];
  list.rows = rows;
  list.rowOf = new Map(rows.map((row, i) => [row.node.id, i]));
  list.painted = null;
  holdRow(list, top, first);
}

/** What the reader has scrolled to stays there when rows come or go above it. */
function holdRow(list: MoveList, row: MoveRow | undefined, before: number): void {
  const now = row && list.rowOf.get(row.node.id);
  if (now === undefined || now === before) return;
  const followed = list.scroller.scrollTop === list.top;
  sizeRows(list);
  list.scroller.scrollTop += topOf(list, now) - topOf(list, before);
  if (followed) list.top = list.scroller.scrollTop;
}

function rowMatches({ tree }: Hub, node: GameNode, wanted: string): boolean {
  return `${sentences(sayOf(node))} ${node.move ?? ""} ${commentOf(tree, node)}`
    .toLowerCase()
    .includes(wanted);
}

// ---- Where the rows are ----

function measureRow(list: MoveList): number {
  if (list.rowHeight) return list.rowHeight;
  const size = parseFloat(getComputedStyle(list.scroller).fontSize) || 14;
  return (list.rowHeight = Math.round(size * 2));
}

function shownPlace(list: MoveList): number {
  return list.rowOf.get(current(list.hub).id) ?? Infinity;
}

/** Where a row begins: each has the same height but the one shown, which has its sentence below. */
function topOf(list: MoveList, place: number): number {
  return place * measureRow(list) + (place > shownPlace(list) ? list.extra : 0);
}

/** The first row that begins at a height or below it. */
function placeAt(list: MoveList, top: number): number {
  const height = measureRow(list);
  const place = Math.ceil(top / height);
  return place > shownPlace(list)
    ? Math.max(shownPlace(list) + 1, Math.ceil((top - list.extra) / height))
    : place;
}

function sizeRows(list: MoveList): void {
  list.spacer.style.height = `${topOf(list, list.rows.length)}px`;
}

/** Puts the rows in sight into the DOM, keyed by node so that scrolling and stepping keep elements. */
function paintRows(list: MoveList): void {
  const { scroller, spacer, rows, hub } = list;
  if (!scroller.clientHeight) return;
  const first = Math.max(0, placeAt(list, scroller.scrollTop) - 7);
  const last = Math.min(rows.length, placeAt(list, scroller.scrollTop + scroller.clientHeight) + 6);
  const shown = current(hub).id;
  const state = `${first}/${last}/${shown}/${measureRow(list)}/${list.active}/${list.full}`;
  if (list.painted === state) return;
  list.painted = state;
  const visible = rows.slice(first, last).map((row, i) => ({ row, place: first + i }));
  keyed(
    spacer,
    visible,
    ({ row }) => `${row.kind}${row.node.id}`,
    (): Painted => h("div", { class: "sw-move" }),
    (element, { row, place }) => paintMoveRow(list, element, row, place, shown),
  );
  measureShown(list, visible);
  const active = list.active === null ? undefined : rows[list.active];
  setAttr(scroller, "aria-activedescendant", active ? `${list.name}-${active.kind}-${active.node.id}` : null);
}

/** The row shown is as high as its sentence is long; the rows after it make room. */
function measureShown(list: MoveList, visible: { row: MoveRow; place: number }[]): void {
  const full = list.spacer.querySelector<HTMLElement>(".sw-move-full");
  if (full) list.extra = full.offsetHeight;
  else if (list.full) list.extra = 0;
  for (const { place } of visible) {
    const element = list.spacer.querySelector<HTMLElement>(`[data-row="${place}"]`);
    if (element) element.style.transform = `translateY(${topOf(list, place)}px)`;
  }
  sizeRows(list);
}

function paintMoveRow(list: MoveList, element: Painted, row: MoveRow, place: number, shown: number): void {
  const { hub } = list;
  const { tree } = hub;
  const { node } = row;
  element.style.setProperty("--sw-row-height", `${measureRow(list)}px`);
  setAttr(element, "data-row", place);
  setAttr(element, "id", `${list.name}-${row.kind}-${node.id}`);
  setAttr(element, "data-active", place === list.active ? "true" : null);
  setAttr(element, "aria-current", node.id === shown ? "step" : null);
  const finding = findingOf(hub, node);
  const told = [commentOf(tree, node), glyphOf(tree, node), verdictOf(finding)?.key, finding?.value[0]];
  const open = isOpen(list, row);
  const numbers = row.kind === "move" ? [row.turn, row.first] : lastOfLevel(list, node);
  const state = JSON.stringify([
    list.full,
    node.id === shown,
    row.depth,
    sayOf(node),
    open,
    numbers,
    ...told,
  ]);
  if (element.swState === state) return;
  element.swState = state;
  setAttr(element, "role", "treeitem");
  setAttr(element, "aria-level", row.depth + 1);
  setAttr(element, "data-kind", row.kind);
  setAttr(element, "data-by", branchBy(tree, node));
  setAttr(element, "title", sentences(sayOf(node)));
  setAttr(element, "data-head", begins(hub, node) ? "true" : null);
  setAttr(element, "aria-expanded", open === null ? null : String(open));
  element.style.setProperty("--sw-depth", String(Math.min(row.depth, 6)));
  element.replaceChildren(
    h("div", { class: "sw-move-line" }, ...(row.kind === "level" ? levelRow(list, row) : moveRow(list, row))),
    ...(node.id === shown && !list.full ? [fullWords(hub, node)] : []),
  );
}

/** Whether a variation begins with this node. */
function begins(hub: Hub, node: GameNode): boolean {
  return branchPoint(hub.tree, node)?.id === node.parent && branchBy(hub.tree, node) !== null;
}

/** The move shown, in full, with its comment. */
function fullWords(hub: Hub, node: GameNode): HTMLElement {
  const comment = commentOf(hub.tree, node);
  return h(
    "div",
    { class: "sw-move-full" },
    h("p", { text: sentences(sayOf(node)) }),
    comment ? h("p", { class: "sw-comment", text: comment }) : null,
  );
}

/** Whether the level of a heading is unfolded; null for a row that is no heading of the recorded line. */
function isOpen({ levelOf, open }: MoveList, { kind, node }: MoveRow): boolean | null {
  return kind === "level" && levelOf.get(node.id) === node.id ? open === node.id : null;
}

/** The place of the last move of a level on the recorded line. */
function lastOfLevel({ hub, levelOf }: MoveList, heading: GameNode): number {
  const level = levelOf.get(heading.id);
  return hub.tree.line.reduce((last, { id }, i) => (levelOf.get(id) === level ? i : last), 0);
}

function levelRow(list: MoveList, row: MoveRow & { kind: "level" }): HTMLElement[] {
  const { hub } = list;
  const first = hub.tree.index.get(row.node.id);
  const moves =
    first === undefined
      ? ""
      : t("moves.level.moves", { first: first || 1, last: lastOfLevel(list, row.node) });
  return [
    h("b", { class: "sw-move-level", text: t("moves.level", { level: row.level }) }),
    ...noteMarks(hub, row.node),
    h("span", { class: "sw-move-range", text: moves }),
  ];
}

/** The glyph of a node, and a sign that it has a comment. */
function noteMarks({ tree }: Hub, node: GameNode): HTMLElement[] {
  const glyph = glyphOf(tree, node);
  const comment = commentOf(tree, node);
  return [
    ...(glyph ? [h("b", { class: "sw-glyph", text: glyph })] : []),
    ...(comment ? [h("span", { class: "sw-has-note", title: comment, text: "\u270e" })] : []),
  ];
}

function moveRow(list: MoveList, row: MoveRow & { kind: "move" }): (HTMLElement | string)[] {
  const { hub } = list;
  const { node } = row;
  const decider = deciderOf(hub.tree, node);
  const character = decider === null ? undefined : hub.game.seats?.[decider]?.character;
  const finding = findingOf(hub, node);
  const verdict = verdictMark(finding);
  const words = h("span", { class: "sw-move-words" });
  words.append(...(list.full ? [sayOf(node)[0] ?? ""] : compactWords(hub, node)));
  return [
    h("span", { class: "sw-move-turn", text: row.first && row.turn ? String(row.turn) : "" }),
    ...(character ? [markInline(character)] : []),
    words,
    ...noteMarks(hub, node),
    ...(verdict ? [verdict] : []),
    ...(finding ? [h("span", { class: "sw-move-value", text: percent(finding.value[0]) })] : []),
  ];
}

function compactWords(hub: Hub, node: GameNode): (Node | string)[] {
  if (node.deal) return [t("moves.deal")];
  if (!node.move) return [sayOf(node)[0] ?? ""];
  const signs = moveSigns(hub, node);
  return signs.length ? signs : [t("moves.end")];
}

// ---- Keys, and following the reader ----

/** Up and down in the list itself move a frame from row to row; Enter goes to the node. */
function moveKey(list: MoveList, event: KeyboardEvent): void {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const active = list.active === null ? undefined : list.rows[list.active];
  if (event.key === "Enter" && active) goTo(list.hub, active.node.id);
  else if (by && list.rows.length) {
    const from = list.active ?? list.rowOf.get(current(list.hub).id) ?? 0;
    list.active = clamp(from + by, 0, list.rows.length - 1);
    bringIntoSight(list, list.active);
    paintRows(list);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

function bringIntoSight(list: MoveList, place: number): void {
  const height = measureRow(list);
  sizeRows(list);
  const top = topOf(list, place);
  const { scrollTop, clientHeight } = list.scroller;
  const inSight = top >= scrollTop + height && top <= scrollTop + clientHeight - 2 * height;
  if (!inSight) list.scroller.scrollTop = Math.max(0, top - clientHeight / 2);
}

/**
 * The row of the node shown is marked, and brought into sight if it is another node than before; also where the
 * list has got another size and the reader has not scrolled it.
 */
export function followMoveList(list: MoveList, unscrolled = false): void {
  const { id } = current(list.hub);
  if (list.levelOf.get(id) !== list.open) foldRows(list);
  if (list.scroller.clientHeight && (list.followed !== id || unscrolled)) {
    const place = list.rowOf.get(id);
    if (list.followed !== id) list.active = null;
    if (place !== undefined) bringIntoSight(list, place);
    list.followed = id;
    list.top = list.scroller.scrollTop;
  }
  paintRows(list);
}
