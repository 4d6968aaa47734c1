// The legal moves of the node shown: asked for, offered on the table and in the strip, and made.

import { followTable, lightTable } from "./aim";
import type { Acting, ActingView, OfferedMove } from "./choice";
import { button, h, setAttr, setHidden, setText } from "./dom";
import { paintValues } from "./findings";
import { current, hasKernel, legalMoves, lostWords, playMove } from "./hub";
import { makeChoice, mayStore, pickableCards, targetMoves } from "./legal";
import { makeLegalList, paintLegalList } from "./legal_list";
import { liesTurned, type Move } from "./notation";
import { paintOffers } from "./offers";
import { announce } from "./view";
import type { GameNode } from "./protocol";
import { t } from "./telling";
import { headOf, positionOf } from "./tree";
import { cardLabel, possessive, seatName } from "./words";

export { paintLegalList } from "./legal_list";

export function makeActing(view: ActingView): Acting {
  const say = h("p", { class: "sw-hint" });
  const bar = h("div", { class: "sw-choice-buttons", role: "group", "aria-label": t("act.bar") });
  const sheet = h("div", { class: "sw-choice-sheet", role: "group", hidden: true });
  const element = h("section", { class: "sw-choices", "aria-label": t("act.title") }, say, bar, sheet);
  const acting: Acting = {
    view,
    element,
    say,
    bar,
    sheet,
    ...makeLegalList(),
    choice: null,
    node: null,
    seat: null,
    timer: undefined,
    failed: null,
    confirming: null,
    paint: () => paintActing(acting),
    submit: (text, event) => submitMove(acting, text, event ?? null),
  };
  // A key that is held down presses its button once: it must not confirm what it has just asked for.
  element.addEventListener("keydown", (event) => {
    if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
  });
  followList(acting);
  followTable(acting);
  return acting;
}

function followList(acting: Acting): void {
  const { filter, list, panel } = acting;
  const attempt = button(t("act.try"), {
    class: "sw-button sw-small",
    title: t("act.try.why"),
    on: { click: () => tryTyped(acting) },
  });
  panel.firstElementChild?.append(attempt);
  filter.addEventListener("input", () => {
    setHidden(acting.fault, true);
    paintLegalList(acting);
  });
  filter.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) tryTyped(acting);
  });
  list.addEventListener("click", (event) => {
    const text = (event.target as Element).closest<HTMLElement>("[data-move]")?.dataset.move;
    if (text) submitMove(acting, text, event);
  });
}

/** Called at each step: what was offered goes at once, what is legal here is asked for when the reader rests. */
export function moveOffers(acting: Acting, node: GameNode): void {
  clearTimeout(acting.timer);
  if (acting.node === node.id && acting.choice) return;
  acting.node = node.id;
  acting.choice = null;
  acting.confirming = null;
  acting.failed = null;
  acting.seat = headOf(acting.view.hub.tree, node).seat;
  paintActing(acting);
  if (!hasKernel(acting.view.hub)) return;
  acting.timer = setTimeout(() => void askOffers(acting, node), acting.view.hub.playing ? 900 : 120);
}

async function askOffers(acting: Acting, node: GameNode): Promise<void> {
  const { hub } = acting.view;
  try {
    const { moves, why } = await legalMoves(hub, node);
    if (acting.node !== node.id) return;
    const closed = hub.retry ? "" : why;
    const position = positionOf(hub.tree, node);
    acting.choice = position && makeChoice(closed ? [] : moves, position, closed);
    paintActing(acting);
  } catch (fault) {
    if (acting.node !== node.id) return;
    acting.failed = (fault as Error).message;
    say(acting, acting.failed, true);
  }
}

export function say(acting: Acting, text: string, fault = false): void {
  setText(acting.say, text);
  setAttr(acting.say, "title", text);
  setAttr(acting.say, "data-fault", fault ? "true" : null);
  setText(acting.fault, fault ? text : "");
  setHidden(acting.fault, !fault);
  if (fault) announce(acting.view, text);
}

function hintWords(acting: Acting): string {
  const { choice, view } = acting;
  const { game } = view.hub;
  const position = positionOf(view.hub.tree, current(view.hub));
  const own = view.hint?.() ?? null;
  if (own !== null) return own;
  if (view.hub.gone) return lostWords(view.hub, "hub.gone") as string;
  if (!hasKernel(view.hub)) return t("act.still");
  if (!position || position.phase === "won" || position.phase === "lost") return t("act.over");
  if (acting.failed) return acting.failed;
  if (choice?.why) return choice.why;
  if (position.phase === "deal") return t("act.deal");
  if (!choice) return t("act.asking");
  if (acting.confirming) return t("act.confirm", { what: acting.confirming.final });
  const name = seatName(game, position.seat);
  if (choice.moves.length === 0 && position.viewer !== null && position.viewer !== position.seat) {
    return t("act.other", { name, other: seatName(game, position.viewer) });
  }
  if (choice.moves.length === 0) return t("act.nothing");
  if (choice.mode === "signal") return t("act.signal");
  if (choice.mode === "ability") return t("act.ability", { whose: possessive(name) });
  if (choice.card) {
    const card = cardLabel(game, choice.card, liesTurned(position, choice.card));
    if (choice.target) return t("act.pair", { card, target: choice.target });
    return t(targetMoves(choice).size ? "act.target" : "act.nowhere", { card });
  }
  if (position.phase === "keep") return t(mayStore(choice) ? "act.keep.stores" : "act.keep", { name });
  if (position.phase === "take" && choice.moves.length > 1) return t("act.take", { name });
  if (position.phase === "take" || position.phase === "rotate") return t("act.chooses", { name });
  return t(pickableCards(choice).size ? "act.card" : "act.none", { name });
}

export function paintActing(acting: Acting): void {
  const words = hintWords(acting);
  setText(acting.say, words);
  setAttr(acting.say, "title", words);
  setAttr(acting.say, "data-fault", null);
  setHidden(acting.fault, true);
  paintOffers(acting);
  paintLegalList(acting);
  lightTable(acting);
  paintValues(acting);
  acting.view.afterChoice?.(acting);
}

function typedWords(acting: Acting): string {
  return acting.filter.value.trim();
}

/** Plays what is typed: a legal move, the only one that fits, or else whatever it is, for Python to judge. */
function tryTyped(acting: Acting): void {
  const typed = typedWords(acting);
  if (!typed || !acting.choice) return;
  if (acting.choice.why) return say(acting, acting.choice.why, true);
  const words = typed.toLowerCase().split(/\s+/);
  const says = (move: OfferedMove) =>
    words.every((word) => `${move.text} ${move.words}`.toLowerCase().includes(word));
  const fitting: Move[] = acting.choice.moves.filter(says);
  const exact =
    fitting.find((move) => move.text === typed) ?? (fitting.length === 1 ? fitting[0] : undefined);
  submitMove(acting, exact?.text ?? typed, null);
}

/** What cannot be undone at a real table is asked about first; the same press once more confirms it. */
function mustConfirm(acting: Acting, text: string, event: UIEvent | null): boolean {
  const move = acting.choice?.moves.find((each) => each.text === text);
  if (!move?.final) return false;
  if (acting.confirming === move) {
    if (event && event.detail > 1) return true; // the second half of a double click
    acting.confirming = null;
    return false;
  }
  acting.confirming = move;
  const inside = acting.element.contains(document.activeElement);
  paintActing(acting);
  announce(acting.view, hintWords(acting));
  if (inside)
    [...acting.bar.querySelectorAll<HTMLElement>("[data-move]")]
      .find((each) => each.dataset.move === text)
      ?.focus({ preventScroll: true });
  return true;
}

function submitMove(acting: Acting, text: string, event: UIEvent | null): unknown {
  if (acting.view.attempt?.(text)) return null;
  if (mustConfirm(acting, text, event)) return null;
  return submit(acting, (hub, node) => playMove(hub, node, text));
}

type Act = (hub: ActingView["hub"], node: GameNode) => Promise<unknown>;

export async function submit(acting: Acting, act: Act): Promise<void> {
  const { hub } = acting.view;
  try {
    await act(hub, current(hub) as GameNode);
  } catch (fault) {
    say(acting, (fault as Error).message, true);
  }
}
