// The transport: first, back, play, forward, last, and where in the game the reader is.

import { h, s, setAttr, setText } from "./dom";
import { setPlaying, step, type Hub } from "./hub";
import type { GameNode } from "./protocol";
import { t } from "./telling";
import { headOf } from "./tree";

const BUTTONS: [name: string, words: string, path: string][] = [
  ["first", t("go.first"), "M6 5V19M19 5 9 12 19 19Z"],
  ["back", t("go.back"), "M16 5 7 12 16 19Z"],
  ["play", t("go.play"), "M8 5 18 12 8 19Z"],
  ["forward", t("go.forward"), "M8 5 17 12 8 19Z"],
  ["last", t("go.last"), "M18 5V19M5 5 15 12 5 19Z"],
];
const PAUSE_PATH = "M8 5V19M16 5V19";
const PLAY_PATH = "M8 4 19 12 8 20Z";

export interface Transport {
  hub: Hub;
  element: HTMLElement;
  buttons: Map<string, HTMLButtonElement>;
  where: HTMLElement;
  /** Where in the game the reader is, and beside it where changes are kept. */
  place: HTMLElement;
}

function transportButton(hub: Hub, name: string, words: string, path: string): HTMLButtonElement {
  const act = () => (name === "play" ? setPlaying(hub, !hub.playing) : void step(hub, name));
  return h(
    "button",
    {
      type: "button",
      class: `sw-button sw-go sw-go-${name}`,
      "aria-label": words,
      title: words,
      on: { click: act },
    },
    s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: path })),
  );
}

export function makeTransport(hub: Hub): Transport {
  const buttons = new Map(
    BUTTONS.map(([name, words, path]) => [name, transportButton(hub, name, words, path)]),
  );
  const where = h("output", { class: "sw-where" });
  const place = h("div", { class: "sw-place" }, where);
  const element = h(
    "div",
    { class: "sw-transport", role: "group", "aria-label": t("go.title") },
    h("div", { class: "sw-go-all" }, ...buttons.values()),
    place,
  );
  return { hub, element, buttons, where, place };
}

export function paintTransport(transport: Transport, path: readonly GameNode[], at: number): void {
  const { hub, buttons } = transport;
  const node = path[at];
  if (!node) return;
  const { level } = headOf(hub.tree, node);
  const last = path.length - 1;
  setText(transport.where, t("go.where", { level, at, all: last }));
  for (const name of ["first", "back"]) setOff(buttons.get(name), at === 0);
  for (const name of ["forward", "last"]) setOff(buttons.get(name), at === last);
  paintPlay(transport);
}

/** Not `disabled`: that would drop the keyboard's focus at the end of the game. */
export function setOff(element: Element | undefined, off: boolean): void {
  if (element) setAttr(element, "aria-disabled", off ? "true" : null);
}

export function paintPlay(transport: Transport): void {
  const { hub } = transport;
  const play = transport.buttons.get("play");
  if (!play) return;
  const words = t(hub.playing ? "go.pause" : "go.play");
  setAttr(play, "aria-label", words);
  setAttr(play, "title", words);
  const path = play.querySelector("path");
  if (path) setAttr(path, "d", hub.playing ? PAUSE_PATH : PLAY_PATH);
}
