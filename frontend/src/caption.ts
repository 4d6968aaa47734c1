// Above the board: whose turn it is, and a strip of what each player has done since this person's last turn.

import { h, keyed, setAttr, setHidden, setText } from "./dom";
import { markInline } from "./icons";
import { moveSigns } from "./move_signs";
import { newsFrom, newsOf, type Turn } from "./news";
import type { Position } from "./notation";
import type { GameNode } from "./protocol";
import type { SeatView } from "./seat_view";
import { sentences, t } from "./telling";
import { deciderOf, sayOf } from "./tree";
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
      ...turn.nodes.flatMap((node) => moveSigns(view.hub, node)),
    ),
  );
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
