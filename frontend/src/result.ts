// The end of the game, when a reader steps onto it: what came of it, why, and the ways on. Any step puts it away.

import { button, h, setHidden, type Painted } from "./dom";
import { hasReviews, isMistake } from "./findings";
import { goTo, hasKernel } from "./hub";
import { sentences, t } from "./telling";
import { pathTo, sayOf } from "./tree";
import { runReview } from "./review_run";
import type { PlayerView } from "./view";

export function makeResult(view: PlayerView): HTMLElement {
  const element = h("section", { class: "sw-end", hidden: true, "aria-label": t("sit.end.title") });
  element.addEventListener("click", (event) => {
    const act = (event.target as Element).closest<HTMLElement>("[data-act]")?.dataset.act;
    if (act === "fold" || !act) return void putResultAway(view, element);
    if (act === "review") {
      view.open("review");
      void runReview(view.hub, false);
    } else if (act === "mistake") {
      const first = firstMistake(view);
      if (first !== undefined) goTo(view.hub, first);
      view.open("review");
    }
  });
  return element;
}

export function putResultAway(view: PlayerView, element: HTMLElement): boolean {
  if (element.hidden) return false;
  view.putAway = view.shown?.node.id ?? null;
  setHidden(element, true);
  return true;
}

function firstMistake({ hub }: PlayerView): number | undefined {
  return hub.tree.line.find((node) => isMistake(hub.reviews.nodes[node.id]))?.id;
}

export function paintResult(element: Painted, view: PlayerView): void {
  const { shown, hub } = view;
  if (!shown) return;
  const { node, position } = shown;
  const over = position.phase === "won" || position.phase === "lost";
  const visible = over && view.putAway !== node.id && !hub.retry && !hub.reviewing;
  setHidden(element, !visible);
  const state = `${node.id}/${hasReviews(hub)}/${firstMistake(view)}/${hasKernel(hub)}`;
  if (!visible || element.swState === state) return;
  element.swState = state;
  const won = position.phase === "won";
  const levels = hub.game.levels?.length ?? 0;
  const cleared = won ? levels : position.level - 1;
  const decisions = pathTo(hub.tree, node).filter((each) => each.move !== null).length;
  element.replaceChildren(
    h(
      "div",
      { class: "sw-seal", "data-lost": String(!won), "aria-hidden": "true" },
      h("b", { text: String(won ? levels : cleared + 1) }),
      t(won ? "sit.end.won" : "sit.end.lost"),
    ),
    h(
      "div",
      { class: "sw-end-body" },
      h("h3", {
        class: "sw-end-words",
        text: won ? t("sit.end.heading.won") : t("sit.end.heading.lost", { level: cleared + 1 }),
      }),
      h("p", { text: sentences(sayOf(node)) }),
      h("p", {
        class: "sw-end-figures",
        text: t("sit.end.figures", { cleared, levels, decisions, blessings: position.blessings }),
      }),
      h("div", { class: "sw-line" }, ...ways(view)),
    ),
  );
}

function ways(view: PlayerView): HTMLElement[] {
  const { hub } = view;
  const way = (words: string, act: string, main = false) =>
    button(words, { class: `sw-button${main ? " sw-primary" : ""}`, "data-act": act });
  const mistake = hasReviews(hub) && firstMistake(view) !== undefined;
  return [
    ...(mistake ? [way(t("result.mistake"), "mistake", true)] : []),
    ...(!mistake && hasKernel(hub) && hub.reviews.game[0] < hub.reviews.game[1]
      ? [way(t("review.run.start"), "review", true)]
      : []),
    way(t("sit.end.fold"), "fold"),
  ];
}
