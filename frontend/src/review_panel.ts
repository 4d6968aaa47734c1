// The panel "Review": the retry, what a review says of the node shown, the summary and the sums of the line.

import { button, h, s } from "./dom";
import {
  findingOf,
  focusIn,
  gradeWords,
  hasReviews,
  labelWords,
  lossWords,
  luckWords,
  seekMistake,
  verdictOf,
  withError,
} from "./findings";
import { current, goTo, hasKernel, playMove, step, type Hub } from "./hub";
import type { Estimate, Finding, GameNode } from "./protocol";
import { makeRetry, paintRetry, startRetry, type RetryBox } from "./retry";
import { makeReviewRun, paintReviewRun, type ReviewRun } from "./review_run";
import { levelOf, sumParts } from "./review_sums";
import { summaryParts } from "./review_summary";
import { sentences, t } from "./telling";
import { childrenOf, parentOf, positionOf, sayOf } from "./tree";
import type { PlayerView } from "./view";

export interface ReviewPanel {
  view: PlayerView;
  element: HTMLElement;
  run: ReviewRun;
  retry: RetryBox;
  body: HTMLElement;
  here: HTMLElement;
  sums: HTMLElement;
  state: string;
  reviews: unknown;
  tree: unknown;
}

export function makeReviewPanel(view: PlayerView): ReviewPanel {
  const run = makeReviewRun(view);
  const retry = makeRetry(view);
  const here = h("section", { class: "sw-review-here", "aria-label": t("review.here") });
  const sums = h("section", { class: "sw-review-sums", "aria-label": t("review.sums") });
  const body = h(
    "div",
    { class: "sw-review-body", tabindex: 0, role: "group", "aria-label": t("review.name") },
    retry.element,
    here,
    sums,
  );
  const element = h("div", { class: "sw-review" }, run.element, body);
  const panel = { view, element, run, retry, body, here, sums, state: "", reviews: null, tree: null };
  body.addEventListener("click", (event) => reviewClick(view, event));
  return panel;
}

function reviewClick(view: PlayerView, event: Event): void {
  const chosen = (event.target as Element).closest<HTMLElement>("[data-node], [data-better], [data-act]");
  if (!chosen) return;
  const { hub } = view;
  const node = current(hub);
  const { better, act } = chosen.dataset;
  if (better) playBetter(view, node, better);
  else if (act === "retry") startRetry(view, node);
  else if (act) step(hub, act);
  else goTo(hub, Number(chosen.dataset.node));
}

/** A move of the list is shown where it is in the tree, or becomes a variation. */
function playBetter(view: PlayerView, node: GameNode, text: string): void {
  const { hub } = view;
  const parent = parentOf(hub.tree, node);
  if (!parent) return;
  const there = childrenOf(hub.tree, parent).find((child) => child.move === text);
  if (there) goTo(hub, there.id);
  else void view.reply(playMove(hub, parent, text));
}

export function paintReview(panel: ReviewPanel): void {
  paintRetry(panel.retry);
  if (panel.element.closest("[hidden]")) return;
  const { hub } = panel.view;
  paintReviewRun(panel.run);
  const node = current(hub);
  const state = `${node.id}/${hub.retry?.node ?? ""}/${hasKernel(hub)}/${hub.tree.byId.size}`;
  if (panel.state === state && panel.reviews === hub.reviews && panel.tree === hub.tree) return;
  Object.assign(panel, { state, reviews: hub.reviews, tree: hub.tree });
  const held = focusIn(panel.body);
  panel.here.replaceChildren(...hereParts(hub, node));
  panel.sums.replaceChildren(...(hub.retry ? [] : [...summaryParts(hub), ...sumParts(hub, node)]));
  if (held && held !== panel.body && !panel.body.contains(held))
    (sameControl(panel.body, held) ?? panel.body).focus({ preventScroll: true });
}

/** The button that is now what another was before the panel was written anew. */
function sameControl(body: HTMLElement, before: HTMLElement): HTMLElement | undefined {
  const name = ["act", "node", "better"].find((each) => before.dataset[each] !== undefined);
  if (!name) return undefined;
  const all = [...body.querySelectorAll<HTMLElement>(`[data-${name}]`)];
  return all.find((each) => each.dataset[name] === before.dataset[name]);
}

// ---- The node shown ----

function hereParts(hub: Hub, node: GameNode): HTMLElement[] {
  if (hub.retry) return [h("p", { class: "sw-hint", text: t("review.hiddenNow") })];
  const finding = findingOf(hub, node);
  if (!hasReviews(hub)) return [];
  // The buttons come first, so that they stay under the pointer from one mistake to the next.
  const parts: HTMLElement[] = [
    h("h3", { text: sayOf(node)[0] ?? "" }),
    mistakeButtons(hub, Boolean(finding?.moves) && !node.deal),
  ];
  if (!finding) return [...parts, h("p", { class: "sw-hint", text: absentWords(hub, node) })];
  if (finding.lost)
    parts.push(h("p", { class: "sw-review-lost", text: t("review.lost", { level: levelOf(hub, node) }) }));
  if (node.deal) return [...parts, ...dealParts(finding)];
  parts.push(verdictLine(finding));
  if (!finding.moves) parts.push(h("p", { text: t("review.value", { value: withError(finding.value) }) }));
  else parts.push(chancesOf(finding), h("h4", { text: t("review.moves") }), movesOf(hub, node, finding));
  return parts;
}

/** Why nothing is said here. */
function absentWords(hub: Hub, node: GameNode): string {
  if (!parentOf(hub.tree, node)) return t("review.start");
  const viewer = positionOf(hub.tree, node)?.viewer ?? null;
  return t(viewer === null ? "review.none" : "review.notYours");
}

function verdictLine(finding: Finding): HTMLElement {
  const verdict = verdictOf(finding);
  const why = labelWords(finding);
  const line = h("p", { class: "sw-review-verdict", "data-verdict": verdict?.key ?? null });
  if (verdict) line.append(h("b", { text: `${verdict.sign} ${verdict.word}` }), " ");
  line.append(sentences([gradeWords(finding), why].filter(Boolean)));
  return line;
}

/** The chance before and after, and both losses; each with its error, one standard error. */
function chancesOf(finding: Finding): HTMLElement {
  const row = (key: string, text: string) => h("div", {}, h("dt", { text: t(key) }), h("dd", { text }));
  const { before, value, loss, hindsight, open, levels } = finding;
  return h(
    "dl",
    { class: "sw-review-chances", title: t("review.errorIs"), "data-help": "error" },
    before ? row("review.before", withError(before)) : null,
    row("review.after", withError(value)),
    loss ? row("review.loss.known", lossWords(loss)) : null,
    hindsight ? row("review.loss.open", lossWords(hindsight)) : null,
    open ? row("review.open", withError(open)) : null,
    levels ? row("review.levels", levelsWords(levels)) : null,
  );
}

function levelsWords([count, error]: Estimate): string {
  return t("review.withError", { value: count.toFixed(1), error: error.toFixed(1) });
}

/** The moves whose values are known, the best first, as bars and numbers; a click shows or plays one. */
function movesOf(hub: Hub, node: GameNode, finding: Finding): HTMLElement {
  const parent = parentOf(hub.tree, node);
  const others = parent ? childrenOf(hub.tree, parent) : [];
  const items = (finding.moves ?? []).map((each) => {
    const there = others.some((child) => child.move === each.move);
    const played = each.move === node.move;
    const bar = s(
      "svg",
      { class: "sw-review-bar", viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" },
      s("rect", { class: "sw-review-bed", width: 100, height: 6 }),
      s("rect", { class: "sw-review-fill", width: (100 * each.value[0]).toFixed(1), height: 6 }),
    );
    const able = !played && (there || hasKernel(hub));
    const props = {
      type: "button",
      class: "sw-review-move",
      "data-right": String(Boolean(each.right)),
      "aria-current": played ? "true" : null,
      "data-better": able ? each.move : null,
      "aria-disabled": able ? null : "true",
      title: able ? t(there ? "review.move.show" : "review.move.try") : null,
    };
    return h(
      "li",
      {},
      h(
        "button",
        props,
        h("span", { class: "sw-review-move-words", text: each.words ?? each.move }),
        played ? h("b", { class: "sw-review-played", text: t("review.played") }) : null,
        h("span", { class: "sw-review-move-value", text: withError(each.value) }),
        bar,
      ),
    );
  });
  return h("ol", { class: "sw-review-moves" }, ...items);
}

function mistakeButtons(hub: Hub, retry: boolean): HTMLElement {
  const act = (words: string, name: string, off: boolean) =>
    button(words, { class: "sw-button sw-small", "data-act": name, "aria-disabled": off ? "true" : null });
  return h(
    "div",
    { class: "sw-line" },
    act(t("review.previous"), "previousMistake", !seekMistake(hub, false)),
    act(t("review.next"), "nextMistake", !seekMistake(hub, true)),
    retry
      ? button(t("retry.name"), { class: "sw-button sw-small sw-primary", "data-act": "retry", title: "r" })
      : null,
  );
}

function dealParts(finding: Finding): HTMLElement[] {
  const parts = [h("p", { text: t("review.value", { value: withError(finding.value) }) })];
  if (finding.luck) parts.push(h("p", { text: luckWords(finding.luck) }));
  return parts;
}
