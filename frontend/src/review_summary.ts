// A review in short: the three moments that changed most, and what each player lost.

import { h } from "./dom";
import { percent } from "./findings";
import { current, type Hub } from "./hub";
import type { GameNode } from "./protocol";
import { t, tn } from "./telling";
import { headOf, sayOf } from "./tree";
import { seatName } from "./words";

export function summaryParts(hub: Hub): HTMLElement[] {
  const { summary } = hub.reviews;
  if (!summary) return [];
  const moments = summary.moments.flatMap(({ node, kind, change }) => {
    const found = hub.tree.byId.get(node);
    return found ? [momentButton(hub, found, kind, change[0])] : [];
  });
  const players = summary.players
    .filter((player) => player.decisions > 0)
    .map((player) =>
      h("li", {
        text: tn("review.summary.player", player.mistakes, {
          name: seatName(hub.game, player.seat),
          loss: percent(Math.max(0, player.total)),
        }),
      }),
    );
  return [
    h("h3", { text: t("review.summary") }),
    ...(moments.length
      ? [
          h("h4", { text: t("review.summary.moments") }),
          h("ul", { class: "sw-review-list sw-review-key" }, ...moments),
        ]
      : []),
    ...(players.length ? [h("ul", { class: "sw-review-players" }, ...players)] : []),
  ];
}

function momentButton(hub: Hub, node: GameNode, kind: string, change: number): HTMLElement {
  const words =
    kind === "luck" ? t("review.deal", { level: headOf(hub.tree, node).level }) : (sayOf(node)[0] ?? "");
  const loss = kind === "loss" || change < 0;
  return h(
    "li",
    {},
    h(
      "button",
      {
        type: "button",
        class: "sw-review-moment",
        "data-node": String(node.id),
        "aria-current": node === current(hub) ? "step" : null,
      },
      h("span", { text: words }),
      h("span", {
        class: "sw-review-move-value",
        text: `${loss ? "\u2212" : "+"}${percent(Math.abs(change))}`,
      }),
    ),
  );
}
