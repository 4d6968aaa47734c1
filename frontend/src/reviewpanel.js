// The panel "Review": what a review says of the node shown, over the sums (reviewsums.js), under its start (reviewrun.js).

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
import { current, goTo, hasKernel, playMove, step } from "./hub";
import { replyTo } from "./notes";
import { startRetry } from "./retry";
import { makeReviewRun, paintReviewRun } from "./reviewrun";
import { sumParts } from "./reviewsums";
import { sentences, t } from "./telling";
import { childrenOf, headOf, parentOf, positionOf, sayOf } from "./tree";

export function makeReviewPanel(view) {
  const run = makeReviewRun(view);
  const here = h("section", { class: "sw-review-here", "aria-label": t("review.here") });
  const sums = h("section", { class: "sw-review-sums", "aria-label": t("review.sums") });
  const body = h(
    "div",
    { class: "sw-review-body", tabindex: 0, role: "group", "aria-label": t("review.name") },
    here,
    sums,
  );
  const element = h("div", { class: "sw-review" }, run.element, body);
  const panel = { view, element, run, body, here, sums, state: null };
  element.addEventListener("click", (event) => reviewClick(panel, event));
  return panel;
}

function reviewClick(panel, event) {
  const { view } = panel;
  const chosen = event.target.closest?.("[data-node], [data-better], [data-act]");
  if (!chosen) return;
  const node = current(view.hub);
  if (chosen.dataset.better) playBetter(view, node, chosen.dataset.better);
  else if (chosen.dataset.act === "retry") startRetry(view, node);
  else if (chosen.dataset.act) step(view.hub, chosen.dataset.act);
  else goTo(view.hub, Number(chosen.dataset.node));
}

/** A move of the list is shown where it is in the tree, or becomes a branch. */
function playBetter(view, node, text) {
  const { hub } = view;
  const parent = parentOf(hub.tree, node);
  const there = childrenOf(hub.tree, parent).find((child) => child.move === text);
  if (there) goTo(hub, there.id);
  else replyTo(view.branch, playMove(hub, parent, text));
}

export function paintReview(panel) {
  if (panel.element.closest("[hidden]")) return;
  const { hub } = panel.view;
  paintReviewRun(panel.run);
  const node = current(hub);
  const state = `${node.id}/${hub.retry?.node ?? ""}/${hasKernel(hub)}/${hub.tree.byId.size}`;
  if (panel.state === state && panel.reviews === hub.reviews && panel.tree === hub.tree) return;
  Object.assign(panel, { state, reviews: hub.reviews, tree: hub.tree });
  const held = focusIn(panel.body);
  panel.here.replaceChildren(...hereParts(hub, node));
  panel.sums.replaceChildren(...(hub.retry ? [] : sumParts(hub, node)));
  if (held && held !== panel.body && !panel.body.contains(held))
    (sameControl(panel.body, held) ?? panel.body).focus({ preventScroll: true });
}

/** The button that is now what another was before the panel was written anew. */
function sameControl(body, before) {
  const same = (name) =>
    [...body.querySelectorAll(`[data-${name}]`)].find((each) => each.dataset[name] === before.dataset[name]);
  const name = ["act", "node", "better"].find((each) => before.dataset[each] !== undefined);
  return name && same(name);
}

// ---- The node shown ----

function hereParts(hub, node) {
  if (hub.retry) return [h("p", { class: "sw-hint", text: t("review.hiddenNow") })];
  const finding = findingOf(hub, node);
  if (!hasReviews(hub)) return [];
  const parts = [h("h3", { text: sayOf(node)[0] })];
  if (!finding)
    return [...parts, h("p", { class: "sw-hint", text: absentWords(hub, node) }), mistakeButtons(hub, null)];
  if (finding.lost)
    parts.push(h("p", { class: "sw-review-lost", text: t("review.lost", { level: levelOf(hub, node) }) }));
  if (node.deal) return [...parts, ...dealParts(hub, finding), mistakeButtons(hub, null)];
  parts.push(verdictLine(finding));
  parts.push(
    finding.moves
      ? chancesOf(finding)
      : h("p", { text: t("review.value", { value: withError(finding.value) }) }),
  );
  if (finding.moves) parts.push(h("h4", { text: t("review.moves") }), movesOf(hub, node, finding));
  parts.push(mistakeButtons(hub, finding.moves ? node : null));
  return parts;
}

export function levelOf(hub, node) {
  const parent = parentOf(hub.tree, node);
  return parent ? headOf(hub.tree, parent).level : 1;
}

/** Why nothing is said here. */
function absentWords(hub, node) {
  if (!parentOf(hub.tree, node)) return t("review.start");
  const { viewer } = positionOf(hub.tree, node) ?? {};
  return t(viewer === null || viewer === undefined ? "review.none" : "review.notYours");
}

function verdictLine(finding) {
  const verdict = verdictOf(finding);
  const why = labelWords(finding);
  const line = h("p", { class: "sw-review-verdict", "data-verdict": verdict?.key ?? null });
  if (verdict) line.append(h("b", { text: `${verdict.sign} ${verdict.word}` }), " ");
  line.append(sentences([gradeWords(finding), why].filter(Boolean)));
  return line;
}

/** The chance before and after, and both losses; each with its error, one standard error. */
function chancesOf(finding) {
  const row = (key, text) => h("div", {}, h("dt", { text: t(key) }), h("dd", { text }));
  return h(
    "dl",
    { class: "sw-review-chances", title: t("review.errorIs") },
    row("review.before", withError(finding.before)),
    row("review.after", withError(finding.value)),
    row("review.loss.known", lossWords(finding.loss)),
    finding.hindsight ? row("review.loss.open", lossWords(finding.hindsight)) : null,
    finding.open ? row("review.open", withError(finding.open)) : null,
    finding.levels ? row("review.levels", levelsWords(finding.levels)) : null,
  );
}

function levelsWords([count, error]) {
  return t("review.withError", { value: count.toFixed(1), error: error.toFixed(1) });
}

/** The moves whose values are known, the best first, as bars and numbers; a click shows or plays one. */
function movesOf(hub, node, finding) {
  const parent = parentOf(hub.tree, node);
  const items = finding.moves.map((each) => {
    const there = childrenOf(hub.tree, parent).some((child) => child.move === each.move);
    const played = each.move === node.move;
    const bar = s(
      "svg",
      { class: "sw-review-bar", viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" },
      s("rect", { class: "sw-review-bed", width: 100, height: 6 }),
      s("rect", { class: "sw-review-fill", width: (100 * each.value[0]).toFixed(1), height: 6 }),
    );
    const words = h("span", { class: "sw-review-move-words", text: each.words });
    const told = h("span", { class: "sw-review-move-value", text: withError(each.value) });
    const mark = played ? h("b", { class: "sw-review-played", text: t("review.played") }) : null;
    const props = {
      type: "button",
      class: "sw-review-move",
      "data-right": String(each.right),
      "aria-current": played ? "true" : null,
    };
    const able = !played && (there || hasKernel(hub));
    return h(
      "li",
      {},
      h(
        "button",
        {
          ...props,
          "data-better": able ? each.move : null,
          "aria-disabled": able ? null : "true",
          title: able ? t(there ? "review.move.show" : "review.move.try") : null,
        },
        words,
        mark,
        told,
        bar,
      ),
    );
  });
  return h("ol", { class: "sw-review-moves" }, ...items);
}

function mistakeButtons(hub, retried) {
  const act = (words, name, off) =>
    button(words, { class: "sw-button sw-small", "data-act": name, "aria-disabled": off ? "true" : null });
  return h(
    "div",
    { class: "sw-line" },
    retried
      ? button(t("retry.name"), { class: "sw-button sw-small sw-primary", "data-act": "retry", title: "r" })
      : null,
    act(t("review.previous"), "previousMistake", !seekMistake(hub, false)),
    act(t("review.next"), "nextMistake", !seekMistake(hub, true)),
  );
}

function dealParts(hub, finding) {
  const parts = [h("p", { text: t("review.value", { value: withError(finding.value) }) })];
  if (finding.luck) parts.push(h("p", { text: luckWords(finding.luck) }));
  return parts;
}
