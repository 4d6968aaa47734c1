// The value graph: the chance to win over the line shown, and beneath it what each decision lost, on a scale of its own.

import { clamp, h, s, setAttr, setHidden, setText } from "./dom";
import { findingOf, hasReviews, isMistake, signedPercent, verdictOf, withError } from "./findings";
import { dealPlaces } from "./gamemap";
import { currentPath, goTo, step } from "./hub";
import { sentences, t } from "./telling";
import { headOf, onMainLine, sayOf } from "./tree";

const GRAPH = { value: 118, gap: 20, loss: 54, edge: 6 };
const GRAPH_HEIGHT = GRAPH.value + GRAPH.gap + GRAPH.loss;
const CHANCE_TICKS = [0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 0.98];
const LEAST_SCALE = 0.25; // a loss of so much fills the lower part, or a greater one that there is

/**
 * Where a chance stands: by the angle whose sine squared it is, which makes the ends wider, so that a step from 4% to
 * 1% is seen as well as one from 60% to 50%, and what is left of a game that collapses late is no flat line.
 */
function chanceHeight(chance) {
  const place = Math.asin(Math.sqrt(clamp(chance, 0, 1))) / (Math.PI / 2);
  return GRAPH.edge + (1 - place) * (GRAPH.value - 2 * GRAPH.edge);
}

/** How far a loss hangs down: by its square root, so that small ones are seen beside the greatest. */
function lossDepth(loss, most) {
  return Math.sqrt(Math.max(0, loss) / most) * (GRAPH.loss - GRAPH.edge);
}

export function makeGraph(view) {
  const svg = s("svg", { class: "sw-graph-drawing", height: GRAPH_HEIGHT, "aria-hidden": "true" });
  const cursor = h("div", { class: "sw-graph-cursor", "aria-hidden": "true" });
  const field = h(
    "div",
    {
      class: "sw-graph-field",
      tabindex: 0,
      role: "slider",
      "aria-label": t("graph.name"),
      "aria-valuemin": 0,
    },
    svg,
    cursor,
  );
  const readout = h("p", { class: "sw-graph-readout", "aria-hidden": "true" });
  const legend = h(
    "p",
    { class: "sw-graph-legend", "aria-hidden": "true" },
    ...["known", "open", "loss", "branch"].map((key) =>
      h("span", { class: `sw-key-${key}`, text: t(`graph.key.${key}`) }),
    ),
  );
  const element = h(
    "section",
    { class: "sw-graph", hidden: true, "aria-label": t("graph.name") },
    h("div", { class: "sw-graph-words" }, readout, legend),
    field,
  );
  const graph = { view, element, svg, cursor, field, readout, legend, path: [], at: 0, state: null };
  field.addEventListener("click", (event) => goToPlace(graph, event));
  field.addEventListener("pointermove", (event) => tellPlace(graph, placeAt(graph, event)));
  field.addEventListener("pointerleave", () => tellPlace(graph, graph.at));
  field.addEventListener("keydown", (event) => graphKey(graph, event));
  new ResizeObserver(() => {
    graph.state = null;
    paintGraph(graph);
  }).observe(field);
  return graph;
}

function placeAt(graph, event) {
  const box = graph.field.getBoundingClientRect();
  const last = graph.path.length - 1;
  return clamp(Math.round(((event.clientX - box.left) / box.width) * last), 0, last);
}

function goToPlace(graph, event) {
  const node = graph.path[placeAt(graph, event)];
  if (node) goTo(graph.view.hub, node.id);
}

/** As a slider: up and down move along, as left and right do everywhere; Enter opens what is said of the node. */
function graphKey(graph, event) {
  const { view } = graph;
  if (event.key === "Enter") view.tabs.show("review");
  else if (event.key === "ArrowUp") step(view.hub, "forward");
  else if (event.key === "ArrowDown") step(view.hub, "back");
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** What stands at a place, in a line: where the pointer is, or else of the node shown. */
function tellPlace(graph, place) {
  const node = graph.path[place];
  if (node) setText(graph.readout, placeWords(graph.view.hub, node));
}

function placeWords(hub, node) {
  const finding = findingOf(hub, node);
  const said = sayOf(node)[0];
  if (!finding) return said;
  const verdict = verdictOf(finding);
  const words = t("graph.place", { said, value: withError(finding.value) });
  if (finding.luck) return sentences([words, t("graph.luck", { luck: signedPercent(finding.luck) })]);
  return verdict ? `${verdict.sign} ${verdict.word} \u00b7 ${words}` : words;
}

export function paintGraph(graph) {
  const { hub } = graph.view;
  setHidden(graph.element, !hasReviews(hub));
  if (graph.element.hidden) return;
  const { path, at } = currentPath(hub);
  Object.assign(graph, { path, at });
  const width = graph.field.clientWidth;
  const state = `${path.length}/${path.at(-1)?.id}/${width}/${hub.retry?.node ?? ""}`;
  if (width && (graph.state !== state || graph.reviews !== hub.reviews || graph.tree !== hub.tree)) {
    Object.assign(graph, { state, reviews: hub.reviews, tree: hub.tree });
    drawGraph(graph, width);
  }
  graph.cursor.style.left = `${path.length > 1 ? (at / (path.length - 1)) * 100 : 0}%`;
  setAttr(graph.field, "aria-valuemax", Math.max(0, path.length - 1));
  setAttr(graph.field, "aria-valuenow", at);
  setAttr(graph.field, "aria-valuetext", placeWords(hub, path[at]));
  tellPlace(graph, at);
}

/** The recorded game as far as it is shown, and the branch on which the reader is: two lists that never mix. */
function graphParts(graph) {
  const { hub } = graph.view;
  const { tree } = hub;
  const leaves = graph.path.findIndex((node) => !onMainLine(tree, node));
  const known = (nodes, from) =>
    nodes
      .map((node, i) => ({ node, place: from + i, finding: findingOf(hub, node) }))
      .filter(({ finding }) => finding);
  const last = graph.path.length;
  const recorded = known(leaves < 0 ? graph.path : tree.line.slice(0, last), 0);
  const branch = leaves < 0 ? [] : known(graph.path.slice(leaves), leaves);
  return { leaves, recorded, branch };
}

function drawGraph(graph, width) {
  const { hub } = graph.view;
  const { leaves, recorded, branch } = graphParts(graph);
  const last = Math.max(1, graph.path.length - 1);
  const x = (place) => (place / last) * width;
  const before = leaves < 0 ? recorded : recorded.filter(({ place }) => place < leaves);
  const start = before.at(-1);
  const losses = [...before, ...branch].map(({ finding }) => finding.loss?.[0] ?? 0);
  const most = Math.max(LEAST_SCALE, ...losses);
  const bar = clamp((width / last) * 0.7, 1.5, 12);
  setAttr(graph.svg, "viewBox", `0 0 ${width} ${GRAPH_HEIGHT}`);
  setAttr(graph.svg, "width", width);
  graph.svg.replaceChildren(
    ...graphGrid(hub, width, most),
    ...dealPlaces(graph.path).map((i) =>
      s("path", { class: "sw-graph-level", d: `M${x(i)} 0V${GRAPH_HEIGHT}` }),
    ),
    s("path", { class: "sw-graph-band", d: bandPath(recorded, x) }),
    s("path", {
      class: "sw-graph-open",
      d: chancePath(
        recorded.filter(({ finding }) => finding.open),
        x,
        ({ open }) => open[0],
      ),
    }),
    s("path", { class: "sw-graph-known", d: chancePath(recorded, x, ({ value }) => value[0]) }),
    ...(branch.length
      ? [
          s("path", { class: "sw-graph-band sw-graph-branch-band", d: bandPath(branch, x) }),
          s("path", {
            class: "sw-graph-branch",
            d: chancePath(start ? [start, ...branch] : branch, x, ({ value }) => value[0]),
          }),
        ]
      : []),
    ...lossBars(before, x, bar, most, false),
    ...lossBars(branch, x, bar, most, true),
    ...graphSigns([...before, ...branch], x),
    ...before.flatMap((entry) => luckMark(entry, x, false)),
    ...branch.flatMap((entry) => luckMark(entry, x, true)),
    ...dealPlaces(graph.path).map((i) =>
      s("text", {
        class: "sw-graph-level-name",
        x: x(i) + 3,
        y: 10,
        text: String(headOf(hub.tree, graph.path[i]).level),
      }),
    ),
    ...graphTicks(),
  );
  setHidden(graph.legend.querySelector(".sw-key-branch"), branch.length === 0);
  setHidden(graph.legend.querySelector(".sw-key-open"), !recorded.some(({ finding }) => finding.open));
}

/** Lines at some chances, and at the losses from which a decision is called a mistake or a blunder. */
function graphGrid(hub, width, most) {
  const line = (y, extra = "") => s("path", { class: `sw-graph-grid${extra}`, d: `M0 ${y}H${width}` });
  const top = GRAPH.value + GRAPH.gap;
  const { mistake, blunder } = hub.reviews.grades;
  const levels = [mistake, blunder].filter((loss) => loss > 0 && loss < most);
  return [
    ...CHANCE_TICKS.map((chance) => line(chanceHeight(chance), chance === 0.5 ? " sw-graph-even" : "")),
    line(top, " sw-graph-even"),
    ...levels.map((loss) => line(top + lossDepth(loss, most))),
  ];
}

function graphTicks() {
  return CHANCE_TICKS.map((chance) =>
    s("text", {
      class: "sw-graph-tick",
      x: 2,
      y: chanceHeight(chance) + 3.5,
      text: t("review.percent", { value: Math.round(100 * chance) }),
    }),
  );
}

function chancePath(entries, x, valueOf) {
  return entries
    .map(
      ({ place, finding }, i) =>
        `${i ? "L" : "M"}${x(place).toFixed(1)} ${chanceHeight(valueOf(finding)).toFixed(1)}`,
    )
    .join("");
}

/** One standard error above and below. */
function bandPath(entries, x) {
  const at =
    (sign) =>
    ({
      place,
      finding: {
        value: [value, error],
      },
    }) =>
      `${x(place).toFixed(1)} ${chanceHeight(value + sign * error).toFixed(1)}`;
  if (entries.length < 2) return "";
  return `M${[...entries.map(at(1)), ...[...entries].reverse().map(at(-1))].join("L")}Z`;
}

/** What each decision lost hangs down from the line; what is an error beyond doubt is dark. */
function lossBars(entries, x, width, most, branch) {
  const top = GRAPH.value + GRAPH.gap;
  return entries
    .filter(({ finding }) => finding.loss && finding.loss[0] > 0)
    .map(({ place, finding }) =>
      s("rect", {
        class: `sw-graph-loss${branch ? " sw-graph-branch-loss" : ""}`,
        "data-grade": finding.grade,
        x: (x(place) - width / 2).toFixed(1),
        y: top,
        width: width.toFixed(1),
        height: Math.max(1, lossDepth(finding.loss[0], most)).toFixed(1),
      }),
    );
}

const SIGN_ROOM = 15;

/** Signs over the bars, the greatest loss first where there is no room for all. */
function graphSigns(entries, x) {
  const signed = entries
    .map((entry) => ({ ...entry, verdict: verdictOf(entry.finding) }))
    .filter(({ finding, verdict }) => verdict && (isMistake(finding) || verdict.key === "brilliant"))
    .sort((a, b) => b.finding.loss[0] - a.finding.loss[0]);
  const taken = [];
  return signed
    .filter(({ place }) => {
      const free = taken.every((other) => Math.abs(other - x(place)) >= SIGN_ROOM);
      if (free) taken.push(x(place));
      return free;
    })
    .map(({ place, verdict }) =>
      s("text", {
        class: "sw-graph-sign",
        "data-verdict": verdict.key,
        x: x(place),
        y: GRAPH.value + GRAPH.gap - 4,
        text: verdict.sign,
      }),
    );
}

const LUCK_FULL = 0.25;

/** A deal's luck: a triangle on its line, up or down, the greater the more; filled where it is beyond doubt. */
function luckMark({ place, finding }, x, branch) {
  if (!finding.luck) return [];
  const [value, error] = finding.luck;
  const size = 3 + 6 * Math.sqrt(Math.min(1, Math.abs(value) / LUCK_FULL));
  const middle = chanceHeight(finding.value[0]);
  const tip = value < 0 ? size : -size;
  const mark = s("path", {
    class: `sw-graph-luck${branch ? " sw-graph-branch-luck" : ""}`,
    "data-sure": Math.abs(value) > 2 * error ? "true" : null,
    d: `M${(x(place) - size).toFixed(1)} ${middle}h${(2 * size).toFixed(1)}l${(-size).toFixed(1)} ${(1.5 * tip).toFixed(1)}Z`,
  });
  return [mark];
}
