// The top edge of the table: level track, whose decision, silence, Blessings, Rests, marker.

import { sourceChip } from "./cards";
import { h, s, setAttr, setHidden, setText, spoken, type Painted } from "./dom";
import { iconGroup } from "./icons";
import type { Position } from "./notation";
import type { Game, Level } from "./protocol";
import { t, tn } from "./telling";
import { decidesWords, markerWords, restsWords } from "./words";

export type Head = HTMLElement & {
  swParts: Record<"track" | "decides" | "silence" | "blessings" | "rests" | "marker", HTMLElement>;
};

export function levelWords(level: Level): string {
  const words = t("level.words", { level: level.level, draw: level.draw, discard: level.discard });
  return level.segments.length ? tn("level.spirit", level.segments.length, { words }) : words;
}

function wholeIcon(name: string): SVGSVGElement {
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, iconGroup(name));
}

function makeLevelStep(level: Level): HTMLLIElement {
  const words = levelWords(level);
  return h(
    "li",
    { class: "sw-level", title: words, "data-level": level.level },
    h("span", { class: "sw-level-dot", text: String(level.level) }),
    level.segments.length
      ? h("span", { class: "sw-level-spider", "aria-hidden": "true" }, wholeIcon("spider"))
      : null,
    sourceChip(level.source),
    spoken(words),
  );
}

export function makeHead(game: Game): Head {
  const track = h(
    "ol",
    { class: "sw-levels", "aria-label": t("level.all") },
    ...(game.levels ?? []).map(makeLevelStep),
  );
  const decides = h("h3", { class: "sw-whose" });
  const silence = h("span", { class: "sw-silence", "data-help": "silence" });
  const blessings = h("span", { class: "sw-blessings", role: "img", "data-help": "blessings" });
  const rests = h("span", { class: "sw-rests", role: "img", "data-help": "rests" });
  const marker = h("span", { class: "sw-marker-state", "data-help": "marker" });
  const element = h(
    "div",
    { class: "sw-head" },
    track,
    h(
      "div",
      { class: "sw-status" },
      h("div", { class: "sw-turn" }, decides, silence),
      h("div", { class: "sw-team" }, marker, blessings, rests),
    ),
  );
  return Object.assign(element, { swParts: { track, decides, silence, blessings, rests, marker } });
}

function paintLevels(track: Element, position: Position): void {
  [...track.children].forEach((step, i) => {
    const level = i + 1;
    const won = position.phase === "won";
    setAttr(
      step,
      "data-state",
      level < position.level || won ? "cleared" : level === position.level ? "now" : "ahead",
    );
    setAttr(step, "aria-current", level === position.level && !won ? "step" : null);
  });
}

function paintSilence(element: Element, position: Position): void {
  const silent = ["keep", "turn", "take", "rotate"].includes(position.phase);
  setText(element, t(silent ? "silence.on" : "silence.off"));
  setAttr(element, "data-silent", silent ? "true" : null);
  setAttr(element, "title", t(silent ? "silence.on.why" : "silence.off.why"));
}

function paintBlessings(element: Painted, position: Position): void {
  const count = position.blessings;
  const words = tn("blessings.left", count);
  setAttr(element, "aria-label", words);
  setAttr(element, "title", words);
  if (element.swCount === count) return;
  element.swCount = count;
  const tokens = Array.from({ length: Math.min(count, 5) }, () =>
    h("span", { class: "sw-blessing" }, wholeIcon("blessing")),
  );
  element.replaceChildren(
    h("span", { class: "sw-team-title", text: t("blessings.title") }),
    ...tokens,
    h("b", { text: String(count) }),
  );
}

/** A chain with a link for each player, which fills towards the danger. */
function paintRests(element: Painted, position: Position): void {
  const players = position.seats.length;
  const words = restsWords(position, players);
  setAttr(element, "aria-label", words);
  setAttr(element, "title", words);
  const state = `${position.rests}/${players}`;
  if (element.swState === state) return;
  element.swState = state;
  const links = Array.from({ length: players }, (_unused, i) =>
    h("i", {
      class: "sw-link",
      "data-full": i < position.rests,
      "data-danger": i >= players - 1,
    }),
  );
  const count = h("b", { text: t("rests.of", { rests: position.rests, players }) });
  element.replaceChildren(h("span", { class: "sw-team-title", text: t("rests.title") }), ...links, count);
}

export function paintHead(element: Head, game: Game, position: Position): void {
  const { track, decides, silence, blessings, rests, marker } = element.swParts;
  paintLevels(track, position);
  setText(decides, decidesWords(game, position));
  setAttr(decides, "data-phase", position.phase);
  paintSilence(silence, position);
  paintBlessings(blessings, position);
  paintRests(rests, position);
  const hasTang = position.seats.some((seat) => seat.character === "tang");
  setHidden(marker, !hasTang);
  setText(marker, hasTang ? markerWords(game, position) : "");
}
