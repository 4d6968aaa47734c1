// Above the board: whose turn it is, and a strip of what each player has done since this person's last turn.

import { h, keyed, setAttr, setHidden, setText } from "./dom";
import { iconInline, iconName, markInline } from "./icons";
import { newsFrom, newsOf, type Turn } from "./news";
import { parseMove, type Position } from "./notation";
import type { GameNode } from "./protocol";
import type { SeatView } from "./seat_view";
import { sentences, t } from "./telling";
import { deciderOf, parentOf, positionOf, sayOf } from "./tree";
import { decidesWords, seatName } from "./words";

export interface Caption {
  element: HTMLElement;
  what: HTMLElement;
  news: HTMLElement;
  chips: HTMLElement;
  since: HTMLElement;
}

export function makeCaption(): Caption {
  const what = h("p", { class: "sw-yours" });
  const chips = h("ol", { class: "sw-news-chips", tabindex: 0 });
  const since = h("span", { class: "sw-news" });
  const news = h("div", { class: "sw-news-strip" }, since, chips);
  return { element: h("div", { class: "sw-caption" }, what, news), what, news, chips, since };
}

export function paintCaption(caption: Caption, view: SeatView, position: Position): void {
  const { stage, hub } = view;
  const { line } = hub.tree;
  const last = line.at(-1);
  const waits = last ? sentences(sayOf(last)) : "";
  const words = stage.mine
    ? t(`sit.turn.${turnKey(position)}`)
    : stage.over
      ? waits
      : decidesWords(hub.game, position);
  setText(caption.what, words);
  setAttr(caption.what, "title", words);
  setAttr(caption.element, "data-mine", stage.mine ? "true" : null);
  const turns = stage.over ? [] : newsOf(hub.tree, stage.viewer).filter((turn) => turn.seat !== null);
  setHidden(caption.news, turns.length === 0);
  const decided = newsFrom(hub.tree, stage.viewer) > 0;
  setText(caption.since, t(decided ? "sit.log.new" : "sit.log.sofar"));
  setAttr(caption.chips, "aria-label", caption.since.textContent);
  keyed(
    caption.chips,
    turns,
    (turn) => `${turn.nodes[0]?.id} ${turn.nodes.length}`,
    (turn) => makeChip(view, turn),
  );
  caption.chips.scrollLeft = caption.chips.scrollWidth;
}

/** What a person's turn is about: keeping, a turn that begins or goes on, taking a card, rotating. */
function turnKey(position: Position): string {
  if (position.phase === "turn") return position.turn.played ? "again" : "begins";
  return ["keep", "take", "rotate"].includes(position.phase) ? position.phase : "begins";
}

function makeChip(view: SeatView, turn: Turn): HTMLLIElement {
  const { game } = view.hub;
  const seat = turn.seat ?? 0;
  const told = sentences(turn.nodes.flatMap(sayOf));
  return h(
    "li",
    { class: "sw-chip sw-turn-chip", title: told },
    h("span", { class: "sw-spoken", text: told }),
    h(
      "span",
      { "aria-hidden": "true" },
      markInline(game.seats?.[seat]?.character ?? ""),
      ...turn.nodes.flatMap((node) => moveSigns(view, node)),
    ),
  );
}

/** A move in a few signs: its icon, card and target; a word for a move without a card. */
export function moveSigns(view: SeatView, node: GameNode): (Node | string)[] {
  const move = parseMove(node.move ?? "");
  if (move.kind === "end") return [];
  if (move.kind !== "play" || !move.card) return [h("span", { text: t(moveKey(move.kind, move.rotate)) })];
  const face = playedFace(view, node, move.card);
  const where = move.targets.map((target) => (target === "spirit" ? t("row.spirit") : target)).join(" + ");
  return [face ? iconInline(face) : "", h("span", { text: `${move.card} \u2192 ${where}` })];
}

function moveKey(kind: string, rotates: boolean): string {
  if (kind === "rest") return rotates ? "sit.chip.rest.rotating" : "sit.chip.rest";
  return ["ability", "claim", "signal", "keep", "take", "hold", "rotate"].includes(kind)
    ? `sit.chip.${kind}`
    : "sit.chip.other";
}

/** The icon that a played card showed: that of its place before or after the move, wherever the page sees it. */
function playedFace(view: SeatView, node: GameNode, card: string): string | null {
  const known = view.hub.game.cards?.[card];
  if (known?.kind === "relic") return "relic";
  if (known?.kind !== "equipment") return null;
  const parent = parentOf(view.hub.tree, node);
  const places = [node, parent].map((each) => each && positionOf(view.hub.tree, each));
  for (const position of places) {
    if (!position) continue;
    const seen = [
      ...position.row.flatMap((target) => target.committed),
      ...(position.spirit?.committed ?? []),
      ...position.seats.flatMap((seat) => [...seat.hand.cards, ...seat.storage.cards]),
    ].find((each) => each.id === card);
    if (seen) return known.faces[seen.turned ? 1 : 0];
  }
  // Resolved at once: the sentence names the icon, since all at the table saw it.
  const said = sayOf(node).join(" ");
  const named = known.faces.filter(
    (face) => said.includes(`(${iconName(face)})`) || said.includes(`（${iconName(face)}）`),
  );
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** Who did what a node tells, as a chip for the log. */
export function seatChip(view: SeatView, node: GameNode): HTMLElement | null {
  const seat = deciderOf(view.hub.tree, node);
  if (seat === null) return null;
  const { game } = view.hub;
  return h(
    "span",
    { class: "sw-chip", title: seatName(game, seat) },
    markInline(game.seats?.[seat]?.character ?? ""),
  );
}
