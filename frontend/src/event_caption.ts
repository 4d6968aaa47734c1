// Above the row: what has just happened, as a sentence, and whose decision it is now. On the board's edge: whose eyes.

import { h, s, setAttr, setText, type Painted } from "./dom";
import { hasKernel, type Hub } from "./hub";
import { markInline } from "./icons";
import type { Position } from "./notation";
import type { GameNode } from "./protocol";
import { sentences, t } from "./telling";
import { commentOf, deciderOf, glyphOf, headOf, sayOf } from "./tree";
import { cardLabel, seatName } from "./words";

export interface Caption {
  element: HTMLElement;
  mark: HTMLElement;
  happened: Painted;
  then: HTMLElement;
  stakes: HTMLElement;
}

/** `whose` is the part of the table's head that says whose decision it is. */
export function makeCaption(whose: HTMLElement): Caption {
  const mark = h("span", { class: "sw-caption-mark", "aria-hidden": "true" });
  const happened: Painted = h("p", { class: "sw-happened" });
  const stakes = h("span", { class: "sw-stakes" });
  const then = h("div", { class: "sw-then" }, whose, stakes);
  const element = h("div", { class: "sw-caption" }, mark, happened, then);
  return { element, mark, happened, then, stakes };
}

export function paintCaption(caption: Caption, hub: Hub, node: GameNode, position: Position): void {
  const { tree, game } = hub;
  const glyph = glyphOf(tree, node);
  const words = hub.retry ? t("retry.ask") : sentences(sayOf(node));
  const state = JSON.stringify([node.id, words, glyph]);
  if (caption.happened.swState !== state) {
    caption.happened.swState = state;
    const decider = hub.retry ? position.seat : deciderOf(tree, node);
    const character = decider === null ? undefined : game.seats?.[decider]?.character;
    caption.mark.replaceChildren(...(character ? [markInline(character)] : []));
    caption.happened.replaceChildren(
      words,
      ...(glyph && !hub.retry ? [h("b", { class: "sw-glyph", text: glyph })] : []),
    );
    setAttr(caption.happened, "title", [words, commentOf(tree, node)].filter(Boolean).join("\n"));
  }
  const comment = hub.retry ? "" : commentOf(tree, node);
  setText(caption.stakes, comment || stakesWords(hub, position));
  setAttr(caption.stakes, "data-comment", comment ? "true" : null);
  setAttr(caption.stakes, "title", comment);
}

/** The next Threat in line, and what one more Rest would cost where that is the question. */
function stakesWords({ game }: Hub, position: Position): string {
  if (!["turn", "take", "rotate"].includes(position.phase)) return "";
  const next = position.row[0];
  const parts = next ? [t("caption.next", { card: cardLabel(game, next.id) })] : [];
  if (position.rests === position.seats.length - 1)
    parts.push(t(position.blessings > 0 ? "caption.rest.blessing" : "caption.rest.game"));
  return sentences(parts);
}

const EYE =
  "M2 12C5 6.5 8.5 4.5 12 4.5S19 6.5 22 12C19 17.5 15.5 19.5 12 19.5S5 17.5 2 12ZM12 9A3 3 0 1 0 12 15 3 3 0 0 0 12 9Z";

export interface ViewLegend {
  element: HTMLElement;
  words: HTMLElement;
}

export function makeViewLegend(): ViewLegend {
  const words = h("span");
  const eye = s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: EYE }));
  return { element: h("p", { class: "sw-legend sw-legend-view" }, eye, words), words };
}

/** Says through whose eyes the table is seen, and marks the frame; the lens names the seat. */
export function paintViewLegend(legend: ViewLegend, root: HTMLElement, hub: Hub): void {
  const [kind, seat] = String(hub.game.lens ?? "all").split(":");
  const name = seat === undefined ? "" : seatName(hub.game, Number(seat));
  const through = kind === "seat" || kind === "infer";
  setText(legend.words, through ? t(`legend.${kind}`, { name }) : t("legend.all"));
  setAttr(legend.element, "data-lens", through ? kind : null);
  setAttr(root, "data-lens", through ? kind : null);
  setAttr(root, "data-kernel", hasKernel(hub) ? "true" : null);
}

/** Level and step of a node, as the transport says it. */
export function placeWords(hub: Hub, path: readonly GameNode[], at: number): string {
  const node = path[at];
  if (!node) return "";
  return t("go.where", { level: headOf(hub.tree, node).level, at, all: path.length - 1 });
}
