// The transport: first, back, play, forward, last, the slider with its level marks, and the speed.

import { h, s, setAttr, setText } from "./dom";
import { dealPlaces } from "./gamemap";
import { SPEEDS, goTo, setPlaying, setSpeed, step } from "./hub";
import { t } from "./telling";
import { headOf, sayOf } from "./tree";

const TRANSPORT_BUTTONS = [
  ["first", t("go.first"), "M6 5V19M19 5 9 12 19 19Z"],
  ["back", t("go.back"), "M16 5 7 12 16 19Z"],
  ["play", t("go.play"), "M8 5 18 12 8 19Z"],
  ["forward", t("go.forward"), "M8 5 17 12 8 19Z"],
  ["last", t("go.last"), "M18 5V19M5 5 15 12 5 19Z"],
];
const PAUSE_PATH = "M8 5V19M16 5V19";
const PLAY_PATH = "M8 4 19 12 8 20Z";

function transportButton(view, [name, words, path]) {
  const act = name === "play" ? () => setPlaying(view.hub, !view.hub.playing) : () => step(view.hub, name);
  const props = { type: "button", class: `sw-button sw-go sw-go-${name}`, "aria-label": words, title: words };
  return h(
    "button",
    { ...props, on: { click: act } },
    s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: path })),
  );
}

export function makeTransport(view) {
  const buttons = Object.fromEntries(TRANSPORT_BUTTONS.map((spec) => [spec[0], transportButton(view, spec)]));
  const slider = h("input", {
    type: "range",
    class: "sw-slider",
    min: 0,
    step: 1,
    "aria-label": t("go.place"),
  });
  const marks = h("div", { class: "sw-slider-marks", "aria-hidden": "true" });
  const where = h("output", { class: "sw-where" });
  const speed = h(
    "select",
    { class: "sw-select", "aria-label": t("go.speed"), title: t("go.speed.why") },
    ...SPEEDS.map(([value, words]) => h("option", { value, text: words })),
  );
  const element = h(
    "div",
    { class: "sw-transport", role: "group", "aria-label": t("go.title") },
    h("div", { class: "sw-go-all" }, ...Object.values(buttons)),
    h("div", { class: "sw-slider-box" }, slider, marks),
    where,
    speed,
  );
  const transport = { view, element, buttons, slider, marks, where, speed, path: [], state: null };
  slider.addEventListener("input", () => {
    const node = transport.path[Number(slider.value)];
    if (node) goTo(view.hub, node.id);
  });
  speed.addEventListener("change", () => setSpeed(view.hub, speed.value));
  return transport;
}

export function paintTransport(transport, path, at) {
  const { hub } = transport.view;
  const { buttons, slider } = transport;
  transport.path = path;
  paintMarks(transport, path);
  setAttr(slider, "max", Math.max(0, path.length - 1));
  if (Number(slider.value) !== at) slider.value = at;
  const head = headOf(hub.tree, path[at]);
  setAttr(
    slider,
    "aria-valuetext",
    t("go.where.words", { level: head.level, at, all: path.length - 1, words: sayOf(path[at])[0] }),
  );
  setText(transport.where, t("go.where", { level: head.level, at, all: path.length - 1 }));
  setOff(buttons.first, at === 0);
  setOff(buttons.back, at === 0);
  setOff(buttons.forward, at === path.length - 1);
  setOff(buttons.last, at === path.length - 1);
  paintPlay(transport);
}

/** Not `disabled`: that would drop the keyboard's focus at the end of the game. */
export function setOff(element, off) {
  setAttr(element, "aria-disabled", off ? "true" : null);
}

export function paintPlay(transport) {
  const { hub } = transport.view;
  const { play } = transport.buttons;
  const words = t(hub.playing ? "go.pause" : "go.play");
  setAttr(play, "aria-label", words);
  setAttr(play, "title", words);
  setAttr(play.firstChild.firstChild, "d", hub.playing ? PAUSE_PATH : PLAY_PATH);
  if (transport.speed.value !== hub.speed) transport.speed.value = hub.speed;
}

function paintMarks(transport, path) {
  const state = `${path.length}/${path.at(-1)?.id}`;
  if (transport.state === state) return;
  transport.state = state;
  const places = dealPlaces(path);
  transport.marks.replaceChildren(
    ...places.map((i) => {
      const mark = h("span", { text: String(headOf(transport.view.hub.tree, path[i]).level) });
      mark.style.left = `${(i / Math.max(1, path.length - 1)) * 100}%`;
      return mark;
    }),
  );
}
