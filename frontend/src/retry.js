// "Retry this decision": the answer, the values and what came after are hidden; the reader plays, and hears how good it was.

import { button, h, keyed, setAttr, setHidden, setText } from "./dom";
import { findingOf, focusIn, isMistake, lossWords, passFocusOn, seekMistake, withError } from "./findings";
import { ask, current, goTo, hasKernel, playMove, tell } from "./hub";
import { bareCard, pickWords } from "./legal";
import { parseMove } from "./notation";
import { replyTo } from "./notes";
import { t } from "./telling";
import { setOff } from "./transport";
import { childrenOf, headOf, onwards, parentOf, pathTo } from "./tree";
import { seatName } from "./words";

const SURE = 0.05; // a value with a wider error is reckoned anew, where Python can be asked
const HINTS = 3; // the kind of move, then its card or target, then the answer

function mayRetry(hub, node) {
  return Boolean(findingOf(hub, node)?.moves) && parentOf(hub.tree, node) !== null;
}

/** Begins: the reader stands before the decision, and nothing after it is shown. */
export function startRetry(view, node) {
  const { hub } = view;
  if (!mayRetry(hub, node)) return;
  const finding = findingOf(hub, node);
  const before = new Set(pathTo(hub.tree, parentOf(hub.tree, node)).map((at) => at.id));
  goTo(hub, node.parent);
  setRetry(hub, {
    node: node.id,
    at: node.parent,
    finding,
    before,
    hint: 0,
    tried: new Map(),
    last: null,
    solved: false,
    busy: false,
  });
  view.retry.element.focus({ preventScroll: true });
  view.retry.element.scrollIntoView({ block: "nearest" });
}

function setRetry(hub, retry) {
  hub.retry = retry;
  hub.path = null;
  tell(hub, "retry");
}

/** Ends, and shows what there is to see: the decision as it was made. */
export function endRetry(hub, to = hub.retry?.node) {
  if (!hub.retry) return;
  setRetry(hub, null);
  if (to !== undefined) goTo(hub, to);
}

/** A reader who goes elsewhere has left it, and so has one whose lens shows nothing of it any more. */
export function watchRetry(hub) {
  const { retry } = hub;
  if (
    retry &&
    (current(hub).id !== retry.at || !hub.tree.byId.has(retry.node) || !hub.reviews.nodes[retry.node])
  )
    setRetry(hub, null);
}

function bestOf(retry) {
  return retry.finding.moves[0];
}

/** A move is tried: judged by what the review kept of it, else by Python. Nothing in the tree changes. */
export async function tryAgain(view, text) {
  const { hub } = view;
  const { retry } = hub;
  if (retry.solved || retry.busy) return;
  const known = retry.finding.moves.find((each) => each.move === text);
  if (known && (known.value[1] <= SURE || !hasKernel(hub))) return judgeTry(hub, retry, text, known);
  retry.busy = true;
  tell(hub, "retry");
  try {
    const weighed = await ask(hub, { kind: "weigh", node: retry.node, move: text });
    judgeTry(hub, retry, text, weighed);
  } catch (fault) {
    Object.assign(retry, { busy: false, last: { text, fault: fault.message } });
    if (hub.retry === retry) tell(hub, "retry");
  }
}

function judgeTry(hub, retry, text, found) {
  retry.tried.set(text, found);
  Object.assign(retry, { busy: false, last: { text, found }, solved: found.right });
  if (hub.retry === retry) tell(hub, "retry");
}

function giveHint(hub) {
  const { retry } = hub;
  retry.hint = Math.min(HINTS, retry.hint + 1);
  retry.last = null;
  if (retry.hint === HINTS) retry.solved = true;
  tell(hub, "retry");
}

// ---- In words ----

/** The hints given until now, one sentence each. */
function hintSentences(game, retry) {
  const move = parseMove(bestOf(retry).move);
  const told = [t("retry.hint.kind", { kind: t(`retry.kind.${move.kind}`) })];
  if (retry.hint > 1) told.push(cardHint(game, move));
  if (retry.hint > 2)
    told.push(t("retry.answer", { move: bestOf(retry).words, value: withError(bestOf(retry).value) }));
  return told.slice(0, retry.hint);
}

/** The card or the target; where there is neither, whether the hand is rotated. */
function cardHint(game, move) {
  const thing = move.card ?? bareCard(move.picks[0] ?? "") ?? "";
  if (thing)
    return t(move.kind === "keep" ? "retry.hint.discard" : "retry.hint.card", {
      card: pickWords(game, thing),
    });
  if (move.targets[0])
    return t("retry.hint.target", { target: pickWords(game, move.targets[0].split(".")[0]) });
  return t(move.rotate ? "retry.hint.rotate" : "retry.hint.nothing");
}

/** What is said of the last try. */
function tryWords(retry) {
  const { last } = retry;
  if (!last) return "";
  if (last.fault) return last.fault;
  return [judgement(retry, last), last.found.note].filter(Boolean).join(" ");
}

function judgement(retry, { text, found }) {
  const value = withError(found.value);
  if (!found.right) return t("retry.wrong", { value, loss: lossWords(found.loss) });
  const best = bestOf(retry);
  return t(text === best.move ? "retry.right" : "retry.rightToo", { value, best: best.words });
}

function retryWords(view) {
  const { hub } = view;
  const { retry } = hub;
  const seat = headOf(hub.tree, hub.tree.byId.get(retry.at)).seat;
  return t(hasKernel(hub) ? "retry.play" : "retry.choose", { name: seatName(hub.game, seat) });
}

// ---- The box over the table's choices ----

export function makeRetry(view) {
  const ask = h("p", { class: "sw-retry-ask" });
  const hints = h("ol", { class: "sw-retry-hints" });
  const said = h("p", { class: "sw-retry-said", role: "status" });
  const choices = h("div", { class: "sw-choice-buttons", role: "group", "aria-label": t("retry.choices") });
  const act = (words, does, props = {}) =>
    button(words, { class: "sw-button sw-small", ...props, on: { click: does } });
  const tools = {
    hint: act(t("retry.hint"), () => giveHint(view.hub)),
    show: act(t("retry.show"), () => showAnswer(view)),
    next: act(t("retry.next"), () => retryNext(view)),
    close: act(t("retry.close"), () => endRetry(view.hub)),
  };
  const element = h(
    "section",
    { class: "sw-retry", hidden: true, tabindex: -1, "aria-label": t("retry.name") },
    h("h3", { text: t("retry.name") }),
    ask,
    choices,
    hints,
    said,
    h("div", { class: "sw-line" }, ...Object.values(tools)),
  );
  const retry = { view, element, ask, hints, said, choices, tools };
  choices.addEventListener("click", (event) => {
    const text = event.target.closest?.("[data-move]")?.dataset.move;
    if (text) tryAgain(view, text);
  });
  return retry;
}

/** The best move on the table: the node where it is played, made if there is none yet. */
async function showAnswer(view) {
  const { hub } = view;
  const { retry } = hub;
  const parent = hub.tree.byId.get(retry.at);
  const text = retry.last?.found?.right ? retry.last.text : bestOf(retry).move;
  const there = childrenOf(hub.tree, parent).find((child) => child.move === text);
  if (there || !hasKernel(hub)) return endRetry(hub, there?.id);
  setRetry(hub, null);
  await replyTo(view.branch, playMove(hub, parent, text));
}

/** On to the next mistake, which is tried again at once. */
function retryNext(view) {
  const { hub } = view;
  const { node } = hub.retry;
  endRetry(hub, node);
  const next = seekMistake(hub, true);
  if (next) startRetry(view, next);
}

export function paintRetry(box) {
  const { hub } = box.view;
  const { retry } = hub;
  box.view.root.classList.toggle("sw-retrying", Boolean(retry));
  const held = focusIn(box.element);
  setHidden(box.element, !retry);
  if (!retry) return passFocusOn(box.view, held, box.view.root);
  const { tools } = box;
  setText(box.ask, retry.busy ? t("retry.busy") : retryWords(box.view));
  keyed(
    box.hints,
    hintSentences(hub.game, retry),
    (words) => words,
    (words) => h("li", { text: words }),
  );
  setText(box.said, tryWords(retry));
  setAttr(box.said, "data-right", retry.last?.found ? String(retry.last.found.right) : null);
  setHidden(tools.hint, retry.solved);
  setText(tools.hint, t(["retry.hint", "retry.hint.next", "retry.hint.last"][Math.min(2, retry.hint)]));
  setHidden(tools.show, !retry.solved);
  setHidden(tools.next, !retry.solved || !nextMistakeAfter(hub, retry));
  paintRetryChoices(box, retry);
  passFocusOn(box.view, held, box.element);
}

function nextMistakeAfter(hub, retry) {
  const node = hub.tree.byId.get(retry.node);
  return onwards(hub.tree, node, hub.preferred).some((at) => isMistake(hub.reviews.nodes[at.id]));
}

/** Without Python the moves that the review kept are offered, in an order that tells nothing. */
function paintRetryChoices(box, retry) {
  const moves = hasKernel(box.view.hub)
    ? []
    : [...retry.finding.moves].sort((a, b) => (a.move < b.move ? -1 : 1));
  keyed(
    box.choices,
    moves,
    (each) => `${retry.node}/${each.move}`,
    (each) => button(each.words, { class: "sw-button sw-choice", "data-move": each.move }),
    (choice, each) => {
      const found = retry.tried.get(each.move);
      setAttr(choice, "data-tried", found ? String(found.right) : null);
      setOff(choice, Boolean(found) || retry.solved);
    },
  );
}
