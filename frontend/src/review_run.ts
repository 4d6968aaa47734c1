// The review itself: started, watched, stopped; the better lines. Python does it, node by node, while the reader goes on.

import { button, h, setAttr, setHidden, setText } from "./dom";
import { focusIn, hasReviews, passFocusOn } from "./findings";
import { ask, hasKernel, tell, type Hub, type Message } from "./hub";
import { t, tn } from "./telling";
import { childrenOf, parentOf } from "./tree";

export interface ReviewRun {
  view: { hub: Hub; root: HTMLElement };
  element: HTMLElement;
  start: HTMLButtonElement;
  stop: HTMLButtonElement;
  better: HTMLButtonElement;
  said: HTMLElement;
  far: HTMLElement;
  bar: HTMLProgressElement;
  intro: HTMLElement;
  invalid: HTMLElement;
}

export function makeReviewRun(view: ReviewRun["view"]): ReviewRun {
  const { hub } = view;
  const act = (key: string, does: () => unknown) =>
    button(t(key), { class: "sw-button sw-small", on: { click: does } });
  const start = act("review.run.start", () => runReview(hub, start.dataset.branches === "true"));
  start.classList.add("sw-primary");
  const stop = act("review.run.stop", () => ask(hub, { kind: "stop review" }).catch(() => undefined));
  const better = act("review.run.better", () => addBetter(hub));
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
export async function runReview(hub: Hub, branches: boolean): Promise<void> {
  const heard = ({ done, total }: Message) => {
    hub.reviewing = { done: Number(done), total: Number(total) };
    tell(hub, "reviews");
  };
  hub.reviewing = { done: 0, total: hub.reviews.game[1] };
  hub.reviewSaid = { text: "", fault: false };
  tell(hub, "reviews");
  try {
    const { done, total, over, note } = await ask(hub, { kind: "review", branches }, heard, REVIEW_WITHIN);
    const stopped = over ? "" : t("review.run.stopped", { done: Number(done), total: Number(total) });
    hub.reviewSaid = { text: [stopped, note].filter(Boolean).join(" "), fault: false };
  } catch (fault) {
    hub.reviewSaid = { text: (fault as Error).message, fault: true };
  } finally {
    hub.reviewing = null;
    tell(hub, "reviews");
  }
}

/** A single step may take long where Python has no threads: the solver looks at a whole level. */
const REVIEW_WITHIN = 180000;

async function addBetter(hub: Hub): Promise<void> {
  try {
    const { count } = await ask(hub, { kind: "better" });
    hub.reviewSaid = { text: tn("review.run.added", Number(count)), fault: false };
  } catch (fault) {
    hub.reviewSaid = { text: (fault as Error).message, fault: true };
  }
  tell(hub, "reviews");
}

/** Moments whose better move is not in the tree yet. */
function missesBetter(hub: Hub): boolean {
  const line = hub.reviews.lines.find((each) => each.recorded);
  const moments = line?.summaries[0]?.worst ?? [];
  return moments.some((id) => {
    const node = hub.tree.byId.get(id);
    const best = hub.reviews.nodes[id]?.moves?.[0]?.move;
    const parent = node && parentOf(hub.tree, node);
    if (!parent || !best || best === node.move) return false;
    return !childrenOf(hub.tree, parent).some((child) => child.move === best);
  });
}

export function paintReviewRun(run: ReviewRun): void {
  const { hub } = run.view;
  const kernel = hasKernel(hub);
  const {
    game: [done, total],
    branches: [others, all],
  } = hub.reviews;
  const running = hub.reviewing;
  const whole = done >= total;
  const key = !whole ? (done ? "review.run.goOn" : "review.run.start") : "review.run.branches";
  const held = focusIn(run.element);
  const { invalid = 0 } = hub.reviews;
  setText(run.invalid, invalid ? tn("review.invalid", invalid) : "");
  setHidden(run.invalid, !invalid);
  setText(run.intro, kernel ? t("review.intro") : t("review.intro.still"));
  setHidden(run.intro, hasReviews(hub) || Boolean(running));
  setText(run.start, t(key));
  setAttr(run.start, "data-branches", whole ? "true" : null);
  setHidden(run.start, !kernel || Boolean(running) || Boolean(hub.retry) || (whole && others >= all));
  setHidden(run.stop, !running);
  setHidden(run.better, !kernel || Boolean(running) || Boolean(hub.retry) || !whole || !missesBetter(hub));
  setHidden(run.bar, !running);
  if (running) Object.assign(run.bar, { max: Math.max(1, running.total), value: running.done });
  setText(run.far, running ? t("review.run.progress", { ...running }) : "");
  setText(run.said, hub.reviewSaid?.text ?? "");
  setAttr(run.said, "data-fault", hub.reviewSaid?.fault && !running ? "true" : null);
  passFocusOn(run.view, held, [run.stop, run.start].find((each) => !each.hidden) ?? run.view.root);
}
