// Compare: a pinned node beside the one shown. Both tables side by side, turn by turn since they parted; what
// each has, and what differs, in words.

import { button, clamp, h, setAttr, setHidden, setText } from "./dom";
import { current, goTo, type Hub } from "./hub";
import type { Pile, Position, Target } from "./notation";
import type { Game, GameNode } from "./protocol";
import { pileSize, sheetWords } from "./seats";
import { makeTable, paintTable, type Table } from "./table";
import { listed, t, tn } from "./telling";
import { setOff } from "./transport";
import {
  childrenOf,
  deciderOf,
  headOf,
  parentOf,
  pathTo,
  positionOf,
  sayOf,
  startsTurn,
  type Tree,
} from "./tree";
import { cardLabel, decidesWords, markerWords, possessive, seatName } from "./words";

interface Turn {
  title: string;
  says: string[];
  last: GameNode;
}

interface Ways {
  common: GameNode;
  left: GameNode[];
  right: GameNode[];
}

interface Side {
  words: string;
  title: HTMLElement;
  table: Table | null;
  element: HTMLElement;
}

interface SideBySide {
  element: HTMLElement;
  back: HTMLButtonElement;
  on: HTMLButtonElement;
  where: HTMLElement;
  sides: Side[];
}

export interface Compare {
  hub: Hub;
  root: HTMLElement;
  element: HTMLElement;
  pin: HTMLButtonElement;
  swap: HTMLButtonElement;
  drop: HTMLButtonElement;
  body: HTMLElement;
  wide: SideBySide;
  pinned: number | null;
  state: string | null;
  turn: number;
  ways: Ways | null;
  /** The turns since the paths parted, of the pinned and of the shown one. */
  turns: [Turn[], Turn[]];
}

export function makeCompare(hub: Hub, root: HTMLElement): Compare {
  const act = (words: string, does: () => void) =>
    button(words, { class: "sw-button sw-small", on: { click: does } });
  const pin = act(t("compare.pin"), () => pinNode(compare, current(hub).id));
  const swap = act(t("compare.swap"), () => swapPinned(compare));
  const drop = act(t("compare.drop"), () => pinNode(compare, null));
  const body = h("div", {
    class: "sw-compare-body",
    tabindex: 0,
    role: "group",
    "aria-label": t("compare.title"),
  });
  const element = h("div", { class: "sw-compare" }, h("div", { class: "sw-line" }, pin, swap, drop), body);
  const wide = makeSideBySide((by) => showTurn(compare, compare.turn + by));
  const compare: Compare = {
    ...{ hub, root, element, pin, swap, drop, body, wide },
    ...{ pinned: null, state: null, turn: 0, ways: null, turns: [[], []] },
  };
  body.addEventListener("click", (event) => {
    const row = (event.target as Element).closest<HTMLElement>("[data-turn]");
    if (row) showTurn(compare, Number(row.dataset.turn));
  });
  return compare;
}

/** The two tables, with the pinned one at the left; built when they are first needed. */
function makeSideBySide(step: (by: number) => void): SideBySide {
  const act = (words: string, by: number) =>
    button(words, {
      class: "sw-button sw-small",
      on: { click: () => step(by) },
    });
  const back = act(t("compare.back"), -1);
  const on = act(t("compare.on"), 1);
  const where = h("p", { class: "sw-compare-turn", role: "status" });
  const sides = [t("compare.pinned"), t("compare.shown")].map((words): Side => {
    const title = h("h3", { class: "sw-compare-title" });
    return {
      words,
      title,
      table: null,
      element: h("section", { class: "sw-compare-table", "aria-label": words }, title),
    };
  });
  const element = h(
    "section",
    { class: "sw-side-by-side", hidden: true, "aria-label": t("compare.sides") },
    h("div", { class: "sw-line" }, back, where, on),
    h("div", { class: "sw-compare-tables" }, ...sides.map((side) => side.element)),
  );
  return { element, back, on, where, sides };
}

function pinNode(compare: Compare, id: number | null): void {
  compare.pinned = id;
  compare.state = null;
  paintCompare(compare);
}

/** The pinned and the shown node change places. */
function swapPinned(compare: Compare): void {
  const { hub } = compare;
  const shown = current(hub).id;
  const pinned = compare.pinned;
  compare.pinned = shown;
  if (pinned !== null) goTo(hub, pinned);
}

export function paintCompare(compare: Compare): void {
  const { hub, root } = compare;
  const open = !compare.element.closest("[hidden]");
  const node = current(hub);
  const pinned = compare.pinned === null ? null : (hub.tree.byId.get(compare.pinned) ?? null);
  const comparing = open && pinned !== null && pinned !== node;
  setHidden(compare.wide.element, !comparing);
  root.classList.toggle("sw-comparing", comparing);
  if (!open) return;
  setHidden(compare.swap, !pinned);
  setHidden(compare.drop, !pinned);
  const state = `${pinned?.id}/${node.id}/${hub.tree.byId.size}`;
  if (compare.state === state) return;
  compare.state = state;
  const hint = t(pinned ? "compare.hint.pinned" : "compare.hint");
  if (!comparing) return compare.body.replaceChildren(h("p", { class: "sw-hint", text: hint }));
  compare.ways = partWays(hub.tree, pinned, node);
  const { left, right } = compare.ways;
  compare.turns = [turnsOf(hub.tree, hub.game, left), turnsOf(hub.tree, hub.game, right)];
  showTurn(compare, Infinity);
}

/** Shows both sides after the same turn since they parted: 0 is where they part, the last one their ends. */
function showTurn(compare: Compare, turn: number): void {
  const { hub, ways } = compare;
  if (!ways) return;
  const last = Math.max(...compare.turns.map((turns) => turns.length));
  compare.turn = clamp(turn, 0, last);
  const nodes = compare.turns.map(
    (turns) => turns[Math.min(compare.turn, turns.length) - 1]?.last ?? ways.common,
  );
  const positions = nodes.map((node) => positionOf(hub.tree, node));
  paintSideBySide(compare, nodes, positions, last);
  const focused = compare.body.matches(":focus-within") && !compare.body.matches(":focus");
  compare.body.replaceChildren(...comparison(compare, ways, positions));
  if (focused)
    compare.body
      .querySelector<HTMLElement>(`[data-turn="${compare.turn}"] button`)
      ?.focus({ preventScroll: true });
}

function paintSideBySide(
  compare: Compare,
  nodes: GameNode[],
  positions: (Position | null)[],
  last: number,
): void {
  const { hub } = compare;
  const { back, on, where, sides } = compare.wide;
  setOff(back, compare.turn === 0);
  setOff(on, compare.turn === last);
  setText(
    where,
    compare.turn ? t("compare.turn.after", { turn: compare.turn, last }) : t("compare.turn.parting"),
  );
  sides.forEach((side, i) => {
    const position = positions[i];
    const node = nodes[i];
    if (!position || !node) return;
    if (side.table?.game !== hub.game) {
      side.table = makeTable(hub.game, position);
      side.element.replaceChildren(
        side.title,
        side.table.head,
        h("div", { class: "sw-felt" }, side.table.element),
      );
    }
    paintTable(side.table, position, node.infer, node.assumed);
    const ends = childrenOf(hub.tree, node).length === 0;
    const ended = ends && compare.turn > (compare.turns[i]?.length ?? 0);
    setText(
      side.title,
      t(ended ? "compare.side.ended" : "compare.side", {
        side: side.words,
        path: node.path ?? node.id,
      }),
    );
    markDifferences(side.table, position, positions[1 - i] ?? null);
  });
}

/** Marks on one table what the other one has not. */
function markDifferences(table: Table, mine: Position, other: Position | null): void {
  const differs = (one: unknown, two: unknown) =>
    JSON.stringify(one) === JSON.stringify(two) ? null : "true";
  const { swParts: head } = table.head;
  setAttr(
    head.decides,
    "data-differs",
    differs([mine.seat, mine.phase, mine.level], [other?.seat, other?.phase, other?.level]),
  );
  setAttr(head.blessings, "data-differs", differs(mine.blessings, other?.blessings));
  setAttr(head.rests, "data-differs", differs(mine.rests, other?.rests));
  const targets = new Map((other?.row ?? []).map((target) => [target.id, target]));
  [...table.row.swParts.cards.children].forEach((slot, i) => {
    setAttr(slot, "data-differs", differs(mine.row[i], targets.get(mine.row[i]?.id ?? "")));
  });
  table.seats.forEach((element, i) => {
    const [seat, there] = [mine.seats[i], other?.seats[i]];
    if (!seat) return;
    setAttr(element, "data-differs", differs(seat, there));
    const theirs = [...(there?.hand.cards ?? []), ...(there?.storage.cards ?? [])];
    const held = new Set(theirs.map((card) => `${card.id}${card.turned}`));
    for (const card of [...seat.hand.cards, ...seat.storage.cards]) {
      const drawn = element.querySelector(`.sw-holding [data-card="${card.id}"]`)?.parentElement;
      if (drawn) setAttr(drawn, "data-differs", held.has(`${card.id}${card.turned}`) ? null : "true");
    }
  });
}

function comparison(compare: Compare, ways: Ways, positions: (Position | null)[]): HTMLElement[] {
  const { game } = compare.hub;
  const { common, left, right } = ways;
  const differences = differencesOf(game, positions[0] ?? null, positions[1] ?? null);
  return [
    h("p", { class: "sw-compare-part", text: partWords(common, left, right) }),
    h("h3", { text: t("compare.differs") }),
    differences.length ? differenceTable(differences) : h("p", { class: "sw-hint", text: t("compare.same") }),
    h("h3", { text: t("compare.turns") }),
    turnTable(compare),
  ];
}

/** The last node that both paths share, and what each goes through after it. */
function partWays(tree: Tree, a: GameNode, b: GameNode): Ways {
  const left = pathTo(tree, a);
  const right = pathTo(tree, b);
  let shared = 0;
  while (shared < left.length && shared < right.length && left[shared] === right[shared]) shared += 1;
  return { common: left[shared - 1] ?? tree.root, left: left.slice(shared), right: right.slice(shared) };
}

function partWords(common: GameNode, left: GameNode[], right: GameNode[]): string {
  const path = common.path ?? common.id;
  if (!left.length) return tn("compare.after.pinned", right.length, { path });
  if (!right.length) return tn("compare.after.shown", left.length, { path });
  return tn("compare.parted", left.length, { path, shown: right.length });
}

function cardsWords(game: Game, pile: Pile): string {
  const cards = pile.cards.map((card) => cardLabel(game, card.id, card.turned));
  if (pile.hidden) cards.push(t("compare.hidden", { count: pile.hidden }));
  return cards.length ? listed(cards) : t("compare.none");
}

function targetWords(game: Game, target: Target): string {
  const paid = target.committed.map((card) => cardLabel(game, card.id, card.turned));
  const card = cardLabel(game, target.id);
  return paid.length ? t("compare.target", { card, paid: paid.join(t("list.and")) }) : card;
}

/** What a reader compares two positions by: [what, how it stands]. */
function standingOf(game: Game, position: Position): [string, string][] {
  const rows: [string, string][] = [
    [t("compare.level"), String(position.level)],
    [t("compare.decision"), decidesWords(game, position)],
    [
      t("compare.row"),
      listed(position.row.map((target) => targetWords(game, target))) || t("compare.row.empty"),
    ],
    [t("compare.row.count"), String(position.row.length)],
    [t("compare.down"), String(pileSize(position.deck))],
    [t("compare.done"), String(position.done.length)],
    [
      t("compare.spirit"),
      position.spirit ? t("compare.spirit.done", { ...position.spirit }) : t("compare.none"),
    ],
    [t("compare.blessings"), String(position.blessings)],
    [t("compare.rests"), String(position.rests)],
    [t("compare.marker"), markerWords(game, position)],
  ];
  position.seats.forEach((seat, i) => {
    const whose = possessive(seatName(game, i));
    rows.push(
      [t("compare.hand", { whose }), cardsWords(game, seat.hand)],
      [t("compare.discards", { whose }), cardsWords(game, seat.discard)],
      [t("compare.deck", { whose }), tn("count.card", pileSize(seat.deck))],
      [t("compare.storage", { whose }), cardsWords(game, seat.storage)],
      [t("compare.sheet", { whose }), sheetWords(seat)],
    );
  });
  return rows;
}

function differencesOf(game: Game, a: Position | null, b: Position | null): [string, string, string][] {
  if (!a || !b) return [];
  const other = new Map(standingOf(game, b));
  const rows = standingOf(game, a).map(([what, before]): [string, string, string] => [
    what,
    before,
    other.get(what) ?? t("compare.none"),
  ]);
  return rows.filter(([, before, after]) => before !== after);
}

function differenceTable(differences: [string, string, string][]): HTMLElement {
  const rows = differences.map(([what, pinned, shown]) =>
    h("tr", {}, h("th", { scope: "row", text: what }), h("td", { text: pinned }), h("td", { text: shown })),
  );
  return compareTable([t("compare.what"), t("compare.pinned"), t("compare.shown")], rows);
}

function compareTable(titles: string[], rows: HTMLElement[], className = ""): HTMLElement {
  const head = h("thead", {}, h("tr", {}, ...titles.map((title) => h("th", { scope: "col", text: title }))));
  return h(
    "div",
    { class: "sw-compare-scroll" },
    h("table", { class: className }, head, h("tbody", {}, ...rows)),
  );
}

/** Decisions gathered by turn: [{title, says, last}]. */
function turnsOf(tree: Tree, game: Game, path: GameNode[]): Turn[] {
  const turns: Turn[] = [];
  for (const node of path) {
    const seat = deciderOf(tree, node);
    const parent = parentOf(tree, node);
    const begins = !turns.length || node.deal || (parent && startsTurn(tree, parent));
    const said = sayOf(node)[0] ?? "";
    const turn = turns.at(-1);
    if (turn && !begins) {
      turn.says.push(said);
      turn.last = node;
    } else
      turns.push({
        title: node.deal
          ? t("compare.turn.level", { level: headOf(tree, node).level })
          : seatName(game, seat),
        says: [said],
        last: node,
      });
  }
  return turns;
}

const MOST_TURNS = 60;

/** A row for each turn, in which a click (or its button) shows both tables as they were then. */
function turnTable(compare: Compare): HTMLElement {
  const [pinned, shown] = compare.turns;
  const count = Math.max(pinned.length, shown.length);
  const told = (turn: Turn) => [h("b", { text: turn.title }), ...turn.says.map((text) => h("p", { text }))];
  const cell = (turn: Turn | undefined) => h("td", {}, ...(turn ? told(turn) : []));
  const rows = Array.from({ length: Math.min(count, MOST_TURNS) }, (_unused, i) =>
    h(
      "tr",
      { "data-turn": i + 1, "aria-current": i + 1 === compare.turn ? "step" : null },
      h(
        "th",
        { scope: "row" },
        button(String(i + 1), {
          class: "sw-button sw-small",
          "aria-label": t("compare.turn.show", { turn: i + 1 }),
        }),
      ),
      cell(pinned[i]),
      cell(shown[i]),
    ),
  );
  if (count > MOST_TURNS)
    rows.push(
      h("tr", {}, h("td", { colspan: 3, text: t("compare.turn.more", { count: count - MOST_TURNS }) })),
    );
  return compareTable([t("compare.turn"), t("compare.pinned"), t("compare.shown")], rows, "sw-turns");
}
