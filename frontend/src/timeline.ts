// One timeline: cards in the row, the chance to win, mistakes, notes and the place in the game. Its scale is the
// recorded game's and never changes; a variation is drawn at the same step width from where it leaves.

import { clamp, h, s, setAttr, setHidden, setText } from "./dom";
import { findingOf, hasReviews, isMistake, signedPercent, verdictOf, withError } from "./findings";
import { currentPath, goTo, type Hub } from "./hub";
import type { Finding, GameNode } from "./protocol";
import { sentences, t } from "./telling";
import { branchBy, childrenOf, commentOf, glyphOf, headOf, onMainLine, sayOf } from "./tree";

const WIDTH = 1000;
const HEIGHT = 100;
/** The share of the width that the recorded game takes; the rest is free for variations that outlast it. */
const GAME = 0.94;
/** Pixels that a mark needs. */
const MARK_ROOM = 14;
/** A row of this many cards, or the longest one if that is longer, is as high as the bars get. */
const LEAST_ROW = 10;

export interface Timeline {
  hub: Hub;
  element: HTMLElement;
  field: HTMLElement;
  svg: SVGSVGElement;
  marks: HTMLElement;
  levels: HTMLElement;
  cursor: HTMLElement;
  ring: HTMLElement;
  veil: HTMLElement;
  tip: HTMLElement;
  absent: HTMLElement;
  input: HTMLInputElement;
  state: string;
  reviews: unknown;
  tree: unknown;
}

export function makeTimeline(hub: Hub): Timeline {
  const hidden = { "aria-hidden": "true" };
  const svg = s("svg", {
    class: "sw-time-drawing",
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: "none",
    ...hidden,
  });
  const marks = h("div", { class: "sw-time-marks", ...hidden });
  const levels = h("div", { class: "sw-time-levels", ...hidden });
  const cursor = h("div", { class: "sw-time-cursor", ...hidden });
  const ring = h("div", { class: "sw-time-ring", hidden: true, ...hidden });
  const veil = h(
    "div",
    { class: "sw-time-veil", hidden: true, ...hidden },
    h("span", { text: t("time.hidden") }),
  );
  const tip = h("p", { class: "sw-time-tip", hidden: true, ...hidden });
  const absent = h("p", { class: "sw-time-absent", text: t("time.absent"), ...hidden });
  const input = h("input", {
    type: "range",
    class: "sw-slider",
    min: 0,
    step: 1,
    "aria-label": t("go.place"),
  });
  const axis = [100, 50, 0].map((value) => {
    const label = h("span", { class: "sw-time-tick", text: t("review.percent", { value }) });
    label.style.setProperty("--sw-at", String(1 - value / 100));
    return label;
  });
  const field = h(
    "div",
    { class: "sw-time-field" },
    svg,
    marks,
    levels,
    absent,
    veil,
    ring,
    cursor,
    tip,
    input,
  );
  const element = h(
    "div",
    { class: "sw-timeline" },
    h("div", { class: "sw-time-axis", ...hidden }, ...axis),
    field,
  );
  const timeline: Timeline = {
    ...{ hub, element, field, svg, marks, levels, cursor, ring, veil, tip, absent, input },
    ...{ state: "", reviews: null, tree: null },
  };
  input.addEventListener("input", () => goTo(hub, currentPath(hub).path[Number(input.value)]?.id));
  listenToPointer(timeline);
  new ResizeObserver(() => {
    timeline.state = "";
    paintTimeline(timeline);
  }).observe(field);
  return timeline;
}

/** Click or drag jumps; hovering says what is there. */
function listenToPointer(timeline: Timeline): void {
  const { hub, field } = timeline;
  field.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    field.setPointerCapture(event.pointerId);
    goTo(hub, nodeAt(timeline, event)?.id);
    timeline.input.focus({ preventScroll: true });
    event.preventDefault();
  });
  field.addEventListener("pointermove", (event) => {
    const node = nodeAt(timeline, event);
    if (field.hasPointerCapture(event.pointerId)) goTo(hub, node?.id);
    paintTip(timeline, node, event);
  });
  field.addEventListener("pointerleave", () => setHidden(timeline.tip, true));
}

/** Where the variation that is shown leaves the recorded game: the place of its first node, and its nodes. */
function variationOf(hub: Hub): { from: number; nodes: GameNode[] } {
  const { path } = currentPath(hub);
  const from = path.findIndex((node) => !onMainLine(hub.tree, node));
  return { from, nodes: from < 0 ? [] : path.slice(from) };
}

/** The scale: the share of the width at which a place of the recorded game, or of a variation, is. */
function scaleOf(hub: Hub, end: number): (place: number) => number {
  const last = Math.max(1, hub.tree.line.length - 1);
  const room = Math.round(last / GAME) - last;
  const beyond = end - last;
  return (place) => {
    if (place <= last || beyond <= room) return (place / last) * GAME;
    return GAME + ((place - last) / beyond) * (1 - GAME); // only what goes beyond the game is squeezed
  };
}

function nodeAt(timeline: Timeline, event: PointerEvent): GameNode | undefined {
  const { hub, field } = timeline;
  const box = field.getBoundingClientRect();
  const share = clamp((event.clientX - box.left) / box.width, 0, 1);
  const { from, nodes } = variationOf(hub);
  const last = Math.max(1, hub.tree.line.length - 1);
  const x = scaleOf(hub, from + nodes.length - 1);
  const candidates = [
    ...nodes.map((node, i) => ({ node, place: from + i })),
    ...shownLine(hub, from, nodes.length),
  ];
  let best = candidates[0];
  for (const each of candidates)
    if (best && Math.abs(x(each.place) - share) < Math.abs(x(best.place) - share)) best = each;
  return share > GAME && !nodes.length ? hub.tree.line[last] : best?.node;
}

/** The recorded nodes that can be chosen: those that no node of the variation covers, and none that is veiled. */
function shownLine(hub: Hub, from: number, count: number): { node: GameNode; place: number }[] {
  const all = hub.tree.line.map((node, place) => ({ node, place }));
  const free = from < 0 ? all : all.filter(({ place }) => place < from || place >= from + count);
  return hub.retry ? free.filter(({ node }) => hub.retry?.before.has(node.id)) : free;
}

function paintTip(timeline: Timeline, node: GameNode | undefined, event: PointerEvent): void {
  const { hub, tip, field } = timeline;
  setHidden(tip, !node);
  if (!node) return;
  setText(tip, tipWords(hub, node));
  const box = field.getBoundingClientRect();
  const share = clamp((event.clientX - box.left) / box.width, 0, 1);
  tip.style.left = `${100 * share}%`;
  tip.style.translate = `${-100 * share}%`;
}

function tipWords(hub: Hub, node: GameNode): string {
  const finding = findingOf(hub, node) as Finding | null;
  const said = sayOf(node)[0] ?? "";
  if (!finding) return said;
  const words = t("graph.place", { said, value: withError(finding.value) });
  if (finding.luck) return sentences([words, t("graph.luck", { luck: signedPercent(finding.luck) })]);
  const verdict = verdictOf(finding);
  return verdict ? `${verdict.sign} ${verdict.word} \u00b7 ${words}` : words;
}

/** The drawing changes only with the tree, the reviews, the variation or the width; a step moves the playhead. */
export function paintTimeline(timeline: Timeline): void {
  const { hub, field, input } = timeline;
  const { path, at } = currentPath(hub);
  const { from, nodes } = variationOf(hub);
  const x = scaleOf(hub, from + nodes.length - 1);
  const width = field.clientWidth;
  const state = `${from}/${nodes.map((node) => node.id).join()}/${width}/${hub.retry?.node ?? ""}/${at < from ? 0 : at}`;
  if (width && (timeline.state !== state || timeline.reviews !== hub.reviews || timeline.tree !== hub.tree)) {
    Object.assign(timeline, { state, reviews: hub.reviews, tree: hub.tree });
    drawTimeline(timeline, x, from, nodes, at, width);
  }
  const node = path[at];
  timeline.cursor.style.left = percentOf(x(at));
  setAttr(timeline.cursor, "data-by", node ? branchBy(hub.tree, node) : null);
  setAttr(input, "max", Math.max(0, path.length - 1));
  if (Number(input.value) !== at) input.value = String(at);
  const said = node ? (sayOf(node)[0] ?? "") : "";
  const level = node ? headOf(hub.tree, node).level : 0;
  setAttr(input, "aria-valuetext", t("go.where.words", { level, at, all: path.length - 1, words: said }));
}

function percentOf(share: number): string {
  return `${(100 * share).toFixed(3)}%`;
}

interface Place {
  node: GameNode;
  place: number;
  finding: Finding | null;
}

function drawTimeline(
  timeline: Timeline,
  x: (place: number) => number,
  from: number,
  variation: GameNode[],
  at: number,
  width: number,
): void {
  const { hub } = timeline;
  const read = (node: GameNode, place: number): Place => ({
    node,
    place,
    finding: findingOf(hub, node) as Finding | null,
  });
  const line = hub.tree.line.map((node, i) => read(node, i));
  const own = variation.map((node, i) => read(node, from + i));
  const before = from > 0 ? line.slice(from - 1, from) : [];
  const deals = line.filter(({ node }) => node.deal);
  timeline.svg.replaceChildren(
    s("path", { class: "sw-time-rows", d: rowBars(hub, line, x) }),
    ...deals.map(({ place }) => s("path", { class: "sw-time-level", d: `M${X(x(place))} 0V${HEIGHT}` })),
    s("path", { class: "sw-time-half", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    s("path", { class: "sw-graph-band", d: bandPath(line, x) }),
    s("path", { class: "sw-graph-open", d: chancePath(line, x, ({ open }) => open) }),
    s("path", { class: "sw-graph-known", d: chancePath(line, x, ({ value }) => value) }),
    ...(own.length ? variationPaths(hub, [...before, ...own], x, at) : []),
    ...branchTicks(hub, line, x),
  );
  timeline.levels.replaceChildren(...levelNames(hub, deals, x, width));
  timeline.marks.replaceChildren(
    ...markSigns(hub, [...(from < 0 ? line : line.slice(0, from)), ...own], x, width),
  );
  setHidden(timeline.absent, hasReviews(hub));
  setHidden(timeline.ring, from < 1);
  if (from > 0) timeline.ring.style.left = percentOf(x(from - 1));
  const veiled = hub.retry ? line.findIndex(({ node }) => node.id === hub.retry?.node) : -1;
  setHidden(timeline.veil, veiled < 0);
  if (veiled >= 0) timeline.veil.style.left = percentOf(x(veiled - 0.5));
}

function X(share: number): string {
  return (share * WIDTH).toFixed(1);
}

function Y(chance: number): string {
  return ((1 - clamp(chance, 0, 1)) * HEIGHT).toFixed(1);
}

/** How many cards were in the row, as an area from the foot; a very long game by the highest of each few neighbours. */
function rowBars(hub: Hub, line: Place[], x: (place: number) => number): string {
  const lengths = line.map(({ node }) => headOf(hub.tree, node).rowLength);
  const most = lengths.reduce((top, each) => Math.max(top, each), LEAST_ROW);
  const every = Math.max(1, Math.ceil(line.length / 2000));
  const parts: string[] = [];
  for (let i = 0; i < line.length; i += every) {
    const top = lengths.slice(i, i + every).reduce((one, other) => Math.max(one, other), 0);
    const y = (HEIGHT - (top / most) * HEIGHT * 0.6).toFixed(1);
    parts.push(`${i ? "V" : "M0 "}${y}H${X(x(Math.min(line.length - 1, i + every)))}`);
  }
  return parts.length ? `${parts.join("")}V${HEIGHT}H0Z` : "";
}

function chancePath(
  places: Place[],
  x: (place: number) => number,
  valueOf: (finding: Finding) => Finding["open"],
): string {
  let path = "";
  for (const { place, finding } of places) {
    const value = finding ? valueOf(finding) : null;
    if (value) path += `${path ? "L" : "M"}${X(x(place))} ${Y(value[0])}`;
  }
  return path;
}

/** One standard error above and below. */
function bandPath(places: Place[], x: (place: number) => number): string {
  const known = places.flatMap(({ place, finding }) => (finding ? [{ place, value: finding.value }] : []));
  if (known.length < 2) return "";
  const edge = (sign: number) =>
    known.map(({ place, value: [value, error] }) => `${X(x(place))} ${Y(value + sign * error)}`);
  return `M${[...edge(1), ...edge(-1).reverse()].join("L")}Z`;
}

/** The variation, dashed: its chances where they are known, else how long its row was; what lies ahead is thinner. */
function variationPaths(hub: Hub, places: Place[], x: (place: number) => number, at: number): SVGElement[] {
  const by = branchBy(hub.tree, places.at(-1)?.node ?? hub.tree.root);
  const known = places.some(({ node, finding }) => finding && !onMainLine(hub.tree, node));
  const most = hub.tree.line.reduce(
    (top, node) => Math.max(top, headOf(hub.tree, node).rowLength),
    LEAST_ROW,
  );
  const rows = (some: Place[]) =>
    some
      .map(({ node, place }, i) => {
        const y = HEIGHT - (headOf(hub.tree, node).rowLength / most) * HEIGHT * 0.6;
        return `${i ? "L" : "M"}${X(x(place))} ${y.toFixed(1)}`;
      })
      .join("");
  const draw = (some: Place[]) => (known ? chancePath(some, x, ({ value }) => value) : rows(some));
  const props = { class: "sw-graph-branch", "data-by": by };
  return [
    s("path", { ...props, d: draw(places.filter(({ place }) => place <= at)) }),
    s("path", { ...props, "data-ahead": "true", d: draw(places.filter(({ place }) => place >= at)) }),
  ];
}

/** A tick along the foot wherever a variation leaves the recorded game. */
function branchTicks(hub: Hub, line: Place[], x: (place: number) => number): SVGElement[] {
  return line
    .filter(({ node }) => childrenOf(hub.tree, node).length > 1)
    .slice(0, 500)
    .map(({ place }) =>
      s("path", { class: "sw-time-branches", d: `M${X(x(place))} ${HEIGHT}V${HEIGHT - 10}` }),
    );
}

/** "Level 1", then numbers alone where there is no room for the word. */
function levelNames(hub: Hub, deals: Place[], x: (place: number) => number, width: number): HTMLElement[] {
  return deals.map(({ node, place }, i) => {
    const next = deals[i + 1];
    const room = ((next ? x(next.place) : 1) - x(place)) * width;
    const { level } = headOf(hub.tree, node);
    const label = h("span", { text: room > 60 ? t("moves.level", { level }) : String(level) });
    label.style.left = percentOf(x(place));
    return label;
  });
}

interface Mark {
  place: number;
  sign: string;
  key: string;
  weight: number;
}

/** Signs of mistakes, brilliant moves and notes; within the room of one sign the gravest is shown. */
function markSigns(hub: Hub, places: Place[], x: (place: number) => number, width: number): HTMLElement[] {
  const marks = places
    .flatMap((each) => markOf(hub, each) ?? [])
    .sort((one, other) => other.weight - one.weight || one.place - other.place);
  const taken: number[] = [];
  return marks
    .filter(({ place }) => {
      const free = taken.every((other) => Math.abs(other - x(place) * width) >= MARK_ROOM);
      if (free) taken.push(x(place) * width);
      return free;
    })
    .map(({ place, sign, key }) => {
      const mark = h("span", { class: "sw-time-mark", "data-verdict": key, text: sign });
      mark.style.left = percentOf(x(place));
      return mark;
    });
}

function markOf(hub: Hub, { node, place, finding }: Place): Mark | null {
  const verdict = verdictOf(finding);
  if (verdict && finding && (isMistake(finding) || verdict.key === "brilliant"))
    return { place, sign: verdict.sign, key: verdict.key, weight: 1 + Math.abs(finding.loss?.[0] ?? 0) };
  if (commentOf(hub.tree, node) || glyphOf(hub.tree, node))
    return { place, sign: glyphOf(hub.tree, node) || "\u270e", key: "note", weight: 0 };
  return null;
}
