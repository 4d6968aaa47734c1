// The level-cleared moment, and what the last play was: the card with its target, which has left the row by then.

import { makeCard, paintCard } from "./cards";
import { button, h, setAttr, setHidden } from "./dom";
import { levelWords } from "./head";
import { iconName } from "./icons";
import { parseMove, type Position } from "./notation";
import type { GameNode } from "./protocol";
import { sentences, t } from "./telling";
import type { Hub } from "./hub";
import { parentOf, positionOf, sayOf } from "./tree";

/** A view on which moments are shown. */
export interface MomentView {
  hub: Hub;
  shown: { node: GameNode; position: Position } | null;
  /** The node whose moment was put away. */
  putAway: number | null;
}

export function makeCleared(view: MomentView): HTMLElement {
  const element = h("section", { class: "sw-cleared", hidden: true, "aria-label": t("sit.cleared.title") });
  element.addEventListener("click", (event) => {
    if (!(event.target as Element).closest("button")) putAway(view, element);
  });
  return element;
}

/** Puts the moment away until the next one; true if there was one. */
export function putAway(view: MomentView, element: HTMLElement): boolean {
  if (element.hidden) return false;
  view.putAway = view.shown?.node.id ?? null;
  setHidden(element, true);
  return true;
}

/** The level that the last move cleared; null anywhere else. */
export function clearedLevel(view: MomentView, node: GameNode, position: Position): number | null {
  const before = parentOf(view.hub.tree, node);
  const level = before && node.move ? positionOf(view.hub.tree, before)?.level : undefined;
  if (level === undefined) return null;
  return position.phase === "won" || (position.phase === "deal" && position.level > level) ? level : null;
}

export function paintCleared(
  element: HTMLElement,
  view: MomentView,
  node: GameNode,
  position: Position,
): void {
  const level = clearedLevel(view, node, position);
  const shown = level !== null && position.phase === "deal" && view.putAway !== node.id;
  setHidden(element, !shown);
  if (!shown || element.dataset.node === String(node.id)) return;
  setAttr(element, "data-node", node.id);
  const next = view.hub.game.levels?.find((each) => each.level === position.level);
  element.replaceChildren(
    h(
      "div",
      { class: "sw-seal", "aria-hidden": "true" },
      h("b", { text: String(level) }),
      t("sit.cleared.seal"),
    ),
    h(
      "div",
      { class: "sw-cleared-words" },
      h("h3", { text: t("sit.cleared", { level }) }),
      h("p", { text: sentences(sayOf(node).filter((said) => said !== "")) }),
      next ? h("p", { class: "sw-hint", text: t("sit.cleared.next", { words: levelWords(next) }) }) : null,
      button(t("sit.cleared.look"), {
        class: "sw-button sw-small",
        on: { click: () => putAway(view, element) },
      }),
    ),
    lastPlay(view, node),
  );
}

/** The card that was played last and what it resolved, as pictures. */
export function lastPlay(view: MomentView, node: GameNode): HTMLElement {
  const { game } = view.hub;
  const move = parseMove(node.move ?? "");
  const before = parentOf(view.hub.tree, node);
  const position = before && positionOf(view.hub.tree, before);
  const held = position?.seats
    .flatMap((seat) => [...seat.hand.cards, ...seat.storage.cards])
    .find((card) => card.id === move.card);
  const ids = [...(move.card ? [move.card] : []), ...move.targets].filter((id) => game.cards?.[id]);
  const said = sayOf(node).join(" ");
  const cards = ids.map((id) => {
    const card = paintCard(
      makeCard(game, id),
      game,
      id,
      id === move.card && (held?.turned ?? turnedIn(said, view, id)),
    );
    card.removeAttribute("data-card");
    return card;
  });
  return h("div", { class: "sw-last-play", "aria-label": t("sit.cleared.last"), role: "group" }, ...cards);
}

/** Which way up another's card was played, by the icon that the sentence names. */
function turnedIn(said: string, view: MomentView, id: string): boolean {
  const card = view.hub.game.cards?.[id];
  if (card?.kind !== "equipment" || card.faces[0] === card.faces[1]) return false;
  const names = card.faces.map(iconName);
  const at = said.indexOf(id);
  const after = said.slice(at, at + 40);
  return !after.includes(names[0] as string) && after.includes(names[1] as string);
}
