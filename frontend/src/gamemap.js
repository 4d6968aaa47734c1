// The map of the whole game: how long the row was and how many Blessings there were, over time. Click in it to go there.

import { clamp, h, s, setHidden } from "./dom";
import { goTo } from "./hub";
import { t } from "./telling";
import { branchBy, childrenOf, headOf, onMainLine } from "./tree";

const MAP_HEIGHT = 60;

export function makeMap(view) {
  const svg = s("svg", { class: "sw-map-drawing", preserveAspectRatio: "none", "aria-hidden": "true" });
  const labels = h("div", { class: "sw-map-labels", "aria-hidden": "true" });
  const cursor = h("div", { class: "sw-map-cursor", "aria-hidden": "true" });
  const keys = [
    ["row", t("map.row")],
    ["blessings", t("map.blessings")],
    ["branch", t("map.branch")],
  ];
  const legend = h(
    "p",
    { class: "sw-map-legend" },
    ...keys.map(([key, text]) => h("span", { class: `sw-key-${key}`, text })),
  );
  const element = h(
    "div",
    { class: "sw-map", title: t("map.title") },
    h("div", { class: "sw-map-field" }, svg, labels, cursor),
    legend,
  );
  const map = {
    view,
    element,
    svg,
    labels,
    cursor,
    legend,
    field: element.firstChild,
    path: [],
    state: null,
  };
  map.field.addEventListener("click", (event) => {
    const box = map.field.getBoundingClientRect();
    const at = Math.round(((event.clientX - box.left) / box.width) * (map.path.length - 1));
    if (map.path.length) goTo(view.hub, map.path[clamp(at, 0, map.path.length - 1)].id);
  });
  return map;
}

function mapScale(tree, path) {
  const heads = path.map((node) => headOf(tree, node));
  const most = heads.reduce((top, head) => Math.max(top, head.rowLength, head.blessings), 4);
  return { heads, y: (value) => MAP_HEIGHT - 3 - (value / most) * (MAP_HEIGHT - 8) };
}

/** A line through the values; a very long game is drawn by the highest of each few neighbours. */
function stepLine(values, y, from = 0) {
  const every = Math.max(1, Math.ceil(values.length / 2000));
  const parts = [];
  for (let i = 0; i < values.length; i += every) {
    let top = values[i];
    for (let j = i + 1; j < Math.min(i + every, values.length); j += 1) top = Math.max(top, values[j]);
    parts.push(`${i ? "L" : "M"}${from + i} ${y(top).toFixed(1)}`);
  }
  return parts.join("");
}

/** The drawing changes only with the path; a step along it only moves the cursor. */
export function paintMap(map, path, at) {
  const { tree } = map.view.hub;
  const state = `${path.length}/${path.at(-1)?.id}/${tree.byId.size}`;
  if (map.state !== state) {
    map.state = state;
    map.path = path;
    drawMap(map, tree, path);
  }
  map.cursor.style.left = `${path.length > 1 ? (at / (path.length - 1)) * 100 : 0}%`;
}

function drawMap(map, tree, path) {
  const main = tree.line;
  const leaves = path.findIndex((node) => !onMainLine(tree, node));
  const length = Math.max(path.length, 2);
  const { heads, y } = mapScale(tree, [...main, ...(leaves < 0 ? [] : path.slice(leaves))]);
  const mainHeads = heads.slice(0, main.length).slice(0, length);
  map.svg.setAttribute("viewBox", `0 0 ${length - 1} ${MAP_HEIGHT}`);
  const rows = stepLine(
    mainHeads.map((head) => head.rowLength),
    y,
  );
  const shapes = [
    s("path", { class: "sw-map-area", d: `${rows}L${mainHeads.length - 1} ${MAP_HEIGHT}L0 ${MAP_HEIGHT}Z` }),
    ...dealPlaces(path).map((i) => s("path", { class: "sw-map-level", d: `M${i} 0V${MAP_HEIGHT}` })),
    s("path", { class: "sw-map-row", d: rows }),
    s("path", {
      class: "sw-map-blessings",
      d: stepLine(
        mainHeads.map((head) => head.blessings),
        y,
      ),
    }),
  ];
  if (leaves > 0) {
    const branch = path.slice(leaves - 1).map((node) => headOf(tree, node).rowLength);
    const by = branchBy(tree, path[leaves]);
    shapes.push(s("path", { class: "sw-map-branch", "data-by": by, d: stepLine(branch, y, leaves - 1) }));
  }
  map.svg.replaceChildren(...shapes, ...branchTicks(tree, path));
  map.labels.replaceChildren(
    ...dealPlaces(path).map((i) => {
      const label = h("span", { text: String(headOf(tree, path[i]).level) });
      label.style.left = `${(i / (length - 1)) * 100}%`;
      return label;
    }),
  );
  setHidden(map.legend.lastChild, leaves < 0);
}

export function dealPlaces(path) {
  return path.map((node, i) => (node.deal ? i : -1)).filter((i) => i >= 0);
}

/** A tick along the upper edge wherever a branch leaves the path. */
function branchTicks(tree, path) {
  const places = path
    .map((node, i) => (childrenOf(tree, node).length > 1 ? i : -1))
    .filter((i) => i >= 0)
    .slice(0, 500);
  return places.map((i) => s("path", { class: "sw-map-tick", d: `M${i} 0V6` }));
}
