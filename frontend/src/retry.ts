// "Retry this decision": the answer, the values and what came after are hidden; the reader plays through the eyes of
// the seat that decided, and hears how good it was.

import { button, h, keyed, setAttr, setHidden, setText } from "./dom";
import { findingOf, focusIn, isMistake, lossWords, passFocusOn, seekMistake, withError } from "./findings";
import { ask, current, goTo, hasKernel, playMove, tell, type Hub, type Retry } from "./hub";
import { bareCard, pickWords } from "./legal";
import { offersLens } from "./lenses";
import { parseMove, type Move } from "./notation";
import type { GameNode, WeighedMove } from "./protocol";
import { t } from "./telling";
import { setOff } from "./transport";
import { childrenOf, deciderOf, headOf, onwards, parentOf, pathTo } from "./tree";
import type { PlayerView } from "./view";
import { seatName } from "./words";

const SURE = 0.05; // a value with a wider error is estimated again, where Python can be asked
const HINTS = 3; // the kind of move, then its card or target, then the answer

function mayRetry(hub: Hub, node: GameNode): boolean {
  return Boolean(findingOf(hub, node)?.moves) && parentOf(hub.tree, node) !== null;
}

/** Begins, through the eyes of the seat that decided if that view is offered. */
export function startRetry(view: PlayerView, node: GameNode): void {
  const { hub } = view;
  if (!mayRetry(hub, node)) return;
  const lens = `seat:${deciderOf(hub.tree, node)}`;
  if (hub.game.lens !== "all" || !offersLens(hub, lens)) return beginRetry(view, node);
  goTo(hub, node.id);
  const begin = (shown: PlayerView) => {
    hub.lensBefore = "all";
    const found = current(hub);
    if (mayRetry(hub, found)) beginRetry(shown, found);
    else void leaveView(shown);
  };
  hub.afterLens = begin;
  void view.look(lens).then(() => {
    if (hub.afterLens !== begin) return;
    hub.afterLens = null; // the view was refused: the decision can be tried again all the same
    beginRetry(view, node);
  });
}

/** Called when another view has been built: goes on with what waited for it. */
export function resumeAfterLens(view: PlayerView): void {
  const resume = view.hub.afterLens;
  view.hub.afterLens = null;
  resume?.(view);
}

/** The reader stands before the decision, and nothing after it is shown. */
function beginRetry(view: PlayerView, node: GameNode): void {
  const { hub } = view;
  const finding = findingOf(hub, node);
  const parent = parentOf(hub.tree, node);
  if (!finding?.moves || !parent) return;
  const before = new Set(pathTo(hub.tree, parent).map((at) => at.id));
  goTo(hub, parent.id);
  const nothing = { hint: 0, tried: new Map(), last: null, solved: false, busy: false };
  setRetry(hub, { node: node.id, at: parent.id, finding, moves: finding.moves, before, ...nothing });
  view.open("review");
}

function setRetry(hub: Hub, retry: Retry | null): void {
  hub.retry = retry;
  hub.path = null;
  tell(hub, "retry");
}

/** Ends, and shows what there is to see: the decision as it was made. */
export function endRetry(hub: Hub, to: number | undefined = hub.retry?.node): void {
  if (!hub.retry) return;
  Object.assign(hub, { retry: null, path: null });
  if (to !== undefined) goTo(hub, to); // before the view changes, which keeps the place
  tell(hub, "retry");
}

/** A reader who goes elsewhere has left it, and so has one whose lens shows nothing of it any more. */
export function watchRetry(hub: Hub): void {
  const { retry } = hub;
  if (
    retry &&
    (current(hub).id !== retry.at || !hub.tree.byId.has(retry.node) || !hub.reviews.nodes[retry.node])
  )
    setRetry(hub, null);
}

/** When no retry goes on any more, what was seen before it is shown again. */
export async function leaveView(view: PlayerView): Promise<void> {
  const { hub } = view;
  if (hub.retry || hub.lensBefore === null) return;
  const before = hub.lensBefore;
  hub.lensBefore = null;
  await view.look(before);
}

function bestOf(retry: Retry): WeighedMove | undefined {
  return retry.moves[0];
}

/** A move is tried: judged by what the review kept of it, else by Python. Nothing in the tree changes. */
export async function tryAgain(hub: Hub, text: string): Promise<void> {
  const { retry } = hub;
  if (!retry || retry.solved || retry.busy) return;
  const known = retry.moves.find((each) => each.move === text);
  if (known && (known.value[1] <= SURE || !hasKernel(hub))) return judgeTry(hub, retry, text, known);
  retry.busy = true;
  tell(hub, "retry");
  try {
    const weighed = (await ask(hub, {
      kind: "weigh",
      node: retry.node,
      move: text,
    })) as unknown as WeighedMove;
    judgeTry(hub, retry, text, weighed);
  } catch (fault) {
    Object.assign(retry, { busy: false, last: { text, fault: (fault as Error).message } });
    if (hub.retry === retry) tell(hub, "retry");
  }
}

function judgeTry(hub: Hub, retry: Retry, text: string, found: WeighedMove): void {
  retry.tried.set(text, found);
  Object.assign(retry, { busy: false, last: { text, found }, solved: Boolean(found.right) });
  if (hub.retry === retry) tell(hub, "retry");
}

/** One more hint; false where there is no retry, or nothing left to give away. */
export function giveHint(hub: Hub): boolean {
  const { retry } = hub;
  if (!retry || retry.solved) return false;
  retry.hint = Math.min(HINTS, retry.hint + 1);
  retry.last = null;
  if (retry.hint === HINTS) retry.solved = true;
  tell(hub, "retry");
  return true;
}

// ---- In words ----

/** The hints given until now, one sentence each. */
function hintSentences(hub: Hub, retry: Retry): string[] {
  const best = bestOf(retry);
  if (!best) return [];
  const move = parseMove(best.move);
  const hints = [t("retry.hint.kind", { kind: t(`retry.kind.${move.kind}`) })];
  if (retry.hint > 1) hints.push(cardHint(hub, move));
  if (retry.hint > 2)
    hints.push(t("retry.answer", { move: best.words ?? best.move, value: withError(best.value) }));
  return hints.slice(0, retry.hint);
}

/** The card or the target; where there is neither, whether the hand is rotated. */
function cardHint({ game }: Hub, move: Move): string {
  const thing = move.card ?? bareCard(move.picks[0] ?? "");
  const [target] = move.targets;
  if (thing)
    return t(move.kind === "keep" ? "retry.hint.discard" : "retry.hint.card", {
      card: pickWords(game, thing),
    });
  if (target) return t("retry.hint.target", { target: pickWords(game, target.split(".")[0] ?? target) });
  return t(move.rotate ? "retry.hint.rotate" : "retry.hint.nothing");
}

/** What is said of the last try. */
function tryWords(retry: Retry): string {
  const { last } = retry;
  if (!last) return "";
  if (!last.found) return last.fault ?? "";
  return [judgement(retry, last.text, last.found), last.found.note].filter(Boolean).join(" ");
}

function judgement(retry: Retry, text: string, found: WeighedMove): string {
  const value = withError(found.value);
  if (!found.right) return t("retry.wrong", { value, loss: found.loss ? lossWords(found.loss) : "" });
  const best = bestOf(retry);
  return t(text === best?.move ? "retry.right" : "retry.rightToo", { value, best: best?.words ?? "" });
}

function questionWords(hub: Hub, retry: Retry): string {
  const node = hub.tree.byId.get(retry.at);
  const seat = node ? headOf(hub.tree, node).seat : null;
  return t(hasKernel(hub) ? "retry.play" : "retry.choose", { name: seatName(hub.game, seat) });
}

/** What the strip says during a retry: what came of the last try, else the question. */
export function retryWords(hub: Hub): string | null {
  const { retry } = hub;
  if (!retry) return null;
  if (retry.busy) return t("retry.busy");
  return tryWords(retry) || t("retry.ask");
}

// ---- The box in the panel "Review" ----

export interface RetryBox {
  view: PlayerView;
  element: HTMLElement;
  ask: HTMLElement;
  hints: HTMLElement;
  said: HTMLElement;
  choices: HTMLElement;
  tools: Record<"hint" | "show" | "next" | "close", HTMLButtonElement>;
}

export function makeRetry(view: PlayerView): RetryBox {
  const { hub } = view;
  const question = h("p", { class: "sw-retry-ask" });
  const hints = h("ol", { class: "sw-retry-hints" });
  const said = h("p", { class: "sw-retry-said", role: "status" });
  const choices = h("div", { class: "sw-choice-buttons", role: "group", "aria-label": t("retry.choices") });
  const act = (words: string, does: () => unknown) =>
    button(words, { class: "sw-button sw-small", on: { click: does } });
  const tools = {
    hint: act(t("retry.hint"), () => giveHint(hub)),
    show: act(t("retry.show"), () => showAnswer(view)),
    next: act(t("retry.next"), () => retryNext(view)),
    close: act(t("retry.close"), () => endRetry(hub)),
  };
  const element = h(
    "section",
    { class: "sw-retry", hidden: true, tabindex: -1, "aria-label": t("retry.name") },
    h("h3", { text: t("retry.name") }),
    question,
    choices,
    hints,
    said,
    h("div", { class: "sw-line" }, ...Object.values(tools)),
  );
  choices.addEventListener("click", (event) => {
    const text = (event.target as Element).closest<HTMLElement>("[data-move]")?.dataset.move;
    if (text) void tryAgain(hub, text);
  });
  return { view, element, ask: question, hints, said, choices, tools };
}

/** The move that was found, or else the best one. */
function answerOf(retry: Retry): string | undefined {
  return retry.last?.found?.right ? retry.last.text : bestOf(retry)?.move;
}

/** The node where the answer is played, if it is in the tree. */
function answerNode({ tree }: Hub, retry: Retry): GameNode | undefined {
  const parent = tree.byId.get(retry.at);
  return parent && childrenOf(tree, parent).find((child) => child.move === answerOf(retry));
}

/** The best move on the table: the node where it is played, made if there is none yet. */
async function showAnswer(view: PlayerView): Promise<void> {
  const { hub } = view;
  const { retry } = hub;
  const parent = retry && hub.tree.byId.get(retry.at);
  if (!retry || !parent) return;
  const text = answerOf(retry);
  const there = answerNode(hub, retry);
  if (there || !hasKernel(hub) || !text) return endRetry(hub, there?.id);
  setRetry(hub, null);
  await view.reply(playMove(hub, parent, text));
}

/** On to the next mistake, which is tried again at once. */
function retryNext(view: PlayerView): void {
  const { hub } = view;
  const goOn = (shown: PlayerView) => {
    const next = seekMistake(hub, true);
    if (next) startRetry(shown, next);
  };
  if (hub.lensBefore !== null) hub.afterLens = goOn;
  else queueMicrotask(() => goOn(view));
  endRetry(hub, hub.retry?.node);
}

export function paintRetry(box: RetryBox): void {
  const { hub, root } = box.view;
  const { retry } = hub;
  root.classList.toggle("sw-retrying", Boolean(retry));
  const held = focusIn(box.element);
  setHidden(box.element, !retry);
  if (!retry) return passFocusOn(box.view, held, root);
  const { tools } = box;
  setText(box.ask, retry.busy ? t("retry.busy") : questionWords(hub, retry));
  keyed(
    box.hints,
    hintSentences(hub, retry),
    (words) => words,
    (words) => h("li", { text: words }),
  );
  setText(box.said, tryWords(retry));
  setAttr(box.said, "data-right", retry.last?.found ? String(Boolean(retry.last.found.right)) : null);
  setHidden(tools.hint, retry.solved);
  setText(tools.hint, t(["retry.hint", "retry.hint.next", "retry.hint.last"][Math.min(2, retry.hint)] ?? ""));
  // Without Python only what is in the page can be shown.
  setHidden(tools.show, !retry.solved || (!hasKernel(hub) && !answerNode(hub, retry)));
  setHidden(tools.next, !retry.solved || !nextMistakeAfter(hub, retry));
  paintRetryChoices(box, retry);
  passFocusOn(box.view, held, box.element);
}

function nextMistakeAfter(hub: Hub, retry: Retry): boolean {
  const node = hub.tree.byId.get(retry.node);
  return Boolean(
    node && onwards(hub.tree, node, hub.preferred).some((at) => isMistake(hub.reviews.nodes[at.id])),
  );
}

/** Without Python the moves that the review kept are offered, in an order that tells nothing. */
function paintRetryChoices(box: RetryBox, retry: Retry): void {
  const moves = hasKernel(box.view.hub) ? [] : [...retry.moves].sort((a, b) => (a.move < b.move ? -1 : 1));
  keyed(
    box.choices,
    moves,
    (each) => `${retry.node}/${each.move}`,
    (each) => button(each.words ?? each.move, { class: "sw-button sw-choice", "data-move": each.move }),
    (choice, each) => {
      const found = retry.tried.get(each.move);
      setAttr(choice, "data-tried", found ? String(Boolean(found.right)) : null);
      setOff(choice, Boolean(found) || retry.solved);
    },
  );
}
