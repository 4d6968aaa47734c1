// The review itself: started, watched, stopped; the better lines. Python does it, node by node, while the reader goes on.

import { button, h, setAttr, setHidden, setText } from "./dom";
import { focusIn, hasReviews, passFocusOn } from "./findings";
import { ask, hasKernel, tell } from "./hub";
import { t, tn } from "./telling";
import { childrenOf, parentOf } from "./tree";

export function makeReviewRun(view) {
  const act = (key, does) => button(t(key), { class: "sw-button sw-small", on: { click: does } });
  const start = act("review.run.start", () => runReview(view, start.dataset.branches === "true"));
  start.classList.add("sw-primary");
  const stop = act("review.run.stop", () => ask(view.hub, { kind: "stop review" }).catch(() => {}));
  const better = act("review.run.better", () => addBetter(view));
  const said = h("p", { class: "sw-hint", role: "status" });
  const far = h("p", { class: "sw-hint" }); // how far it is, which changes too fast to be read out
  const bar = h("progress", {
    class: "sw-review-progress",
    "aria-label": t("review.run.name"),
    hidden: true,
  });
  const intro = h("p", { class: "sw-review-intro" });
  const invalid = h("p", { class: "sw-hint" });
  const element = h(
    "section",
    { class: "sw-review-run", "aria-label": t("review.run.name") },
    intro,
    invalid,
    h("div", { class: "sw-line" }, start, stop, better),
    bar,
    far,
    said,
  );
  return { view, element, start, stop, better, said, far, bar, intro, invalid };
}

/** Runs the review in Python; the reader goes on meanwhile, and each finding is shown as it comes. */
async function runReview(view, branches) {
  const { hub } = view;
  const heard = ({ done, total }) => {
    hub.reviewing = { done, total };
    tell(hub, "reviews");
  };
  hub.reviewing = { done: 0, total: hub.reviews.game[1] };
  hub.reviewSaid = { text: "", fault: false };
  tell(hub, "reviews");
  try {
    const { done, total, over, note } = await ask(hub, { kind: "review", branches }, heard, REVIEW_WITHIN);
    const stopped = over ? "" : t("review.run.stopped", { done, total });
    hub.reviewSaid = { text: [stopped, note].filter(Boolean).join(" "), fault: false };
  } catch (fault) {
    hub.reviewSaid = { text: fault.message, fault: true };
  } finally {
    hub.reviewing = null;
    tell(hub, "reviews");
  }
}

/** A single step may take long where Python has no threads: the solver looks at a whole level. */
const REVIEW_WITHIN = 180000;

async function addBetter(view) {
  const { hub } = view;
  try {
    const { count } = await ask(hub, { kind: "better" });
    hub.reviewSaid = { text: tn("review.run.added", count), fault: false };
  } catch (fault) {
    hub.reviewSaid = { text: fault.message, fault: true };
  }
  tell(hub, "reviews");
}

/** Moments whose better move is not in the tree yet. */
function missesBetter(hub) {
  const line = (hub.reviews.lines ?? []).find((each) => each.recorded);
  const moments = line?.summaries[0]?.worst ?? [];
  return moments.some((id) => {
    const node = hub.tree.byId.get(id);
    const best = hub.reviews.nodes[id]?.moves?.[0]?.move;
    return (
      node &&
      best &&
      best !== node.move &&
      !childrenOf(hub.tree, parentOf(hub.tree, node)).some((child) => child.move === best)
    );
  });
}

export function paintReviewRun(run) {
  const { hub } = run.view;
  const kernel = hasKernel(hub);
  const {
    game: [done, total],
    branches: [others, all],
  } = hub.reviews;
  const running = Boolean(hub.reviewing);
  const whole = done >= total;
  const key = !whole ? (done ? "review.run.goOn" : "review.run.start") : "review.run.branches";
  const held = focusIn(run.element);
  const { invalid = 0 } = hub.reviews;
  setText(run.invalid, invalid ? tn("review.invalid", invalid) : "");
  setHidden(run.invalid, !invalid);
  setText(run.intro, kernel ? t("review.intro") : t("review.intro.still"));
  setHidden(run.intro, hasReviews(hub) || running);
  setText(run.start, t(key));
  setAttr(run.start, "data-branches", whole ? "true" : null);
  setHidden(run.start, !kernel || running || Boolean(hub.retry) || (whole && others >= all));
  setHidden(run.stop, !running);
  setHidden(run.better, !kernel || running || Boolean(hub.retry) || !whole || !missesBetter(hub));
  setHidden(run.bar, !running);
  if (running) Object.assign(run.bar, { max: Math.max(1, hub.reviewing.total), value: hub.reviewing.done });
  setText(run.far, running ? t("review.run.progress", hub.reviewing) : "");
  setText(run.said, hub.reviewSaid?.text ?? "");
  setAttr(run.said, "data-fault", hub.reviewSaid?.fault && !running ? "true" : null);
  passFocusOn(run.view, held, [run.stop, run.start].find((each) => !each.hidden) ?? run.view.root);
}
