// Acting on the table itself: what can be picked up is marked, and where it can go; a click picks or plays.

import { setCardRole } from "./cards";
import type { Acting, Choice } from "./choice";
import { setAttr } from "./dom";
import { bareCard, mayStore, pairMoves, pickToKeep, pickableCards, targetMoves } from "./legal";
import type { OfferedMove } from "./choice";
import { t } from "./telling";

const HELD = ".sw-holding [data-card]";
const NO_MOVES: OfferedMove[] = [];

/** Targets of the choice, by name. */
function targetsOf(choice: Choice): Map<string, OfferedMove[]> {
  return targetMoves(choice) as Map<string, OfferedMove[]>;
}

export function followTable(acting: Acting): void {
  const { element } = acting.view.table;
  element.addEventListener("click", (event) => clickTable(acting, event));
  element.addEventListener("keydown", (event) => {
    const target = event.target as Element;
    if ((event.key === "Enter" || event.key === " ") && target.matches(".sw-card[role=button]")) {
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) clickTable(acting, event);
    } else if (event.key === "Tab") tabToTarget(acting, event);
  });
}

/** Marks what can be picked up and where it can go; the rest of the table stays quiet. */
export function lightTable(acting: Acting): void {
  const { choice, view } = acting;
  const cards = (choice ? pickableCards(choice) : new Set()) as Set<string>;
  const targets = choice ? targetsOf(choice) : new Map<string, OfferedMove[]>();
  const picked = new Map((choice?.picks ?? []).map((pick) => [bareCard(pick) as string, pick[0]]));
  const stores = Boolean(choice && mayStore(choice));
  setAttr(view.table.element, "data-choosing", choice?.position.phase === "keep" ? "discards" : null);
  for (const card of view.table.element.querySelectorAll<HTMLElement>(HELD)) {
    const id = card.dataset.card as string;
    const sign = picked.get(id);
    const state = choice?.card === id ? "picked" : sign === "^" ? "stored" : sign ? "picked" : null;
    light(card, cards.has(id) ? "pick" : null, state);
    const keeps = choice?.position.phase === "keep" && sign;
    setAttr(card, "data-goes", keeps ? t(sign === "^" ? "choose.goes.store" : "choose.goes.discard") : null);
    setAttr(card, "aria-description", stores ? card.dataset.goes : null);
  }
  const pairs = (choice?.card ? pairMoves(choice) : NO_MOVES) as OfferedMove[];
  for (const place of view.table.element.querySelectorAll<HTMLElement>("[data-target]")) {
    const { target = "", done, next } = place.dataset;
    const legal = targets.has(target) && done === undefined && (target !== "spirit" || next === "true");
    light(place, legal ? "target" : choice?.card ? "forbidden" : null, null);
    const paired = legal && pairs.some((move) => move.targets.includes(target));
    const card = place.querySelector(".sw-card");
    if (card) setAttr(card, "data-goes", paired ? t("choose.goes.both") : null);
  }
}

function light(element: HTMLElement, can: string | null, state: string | null): void {
  setAttr(element, "data-can", can);
  setAttr(element, "data-picked", state);
  const card = element.matches(".sw-card") ? element : element.querySelector<HTMLElement>(".sw-card");
  if (!card) return;
  const active = can === "pick" || can === "target";
  setAttr(card, "tabindex", active ? "0" : null);
  setAttr(card, "aria-pressed", can === "pick" ? String(Boolean(state)) : null);
  setCardRole(card, active ? "button" : "img");
}

function clickTable(acting: Acting, event: UIEvent): void {
  const { choice } = acting;
  if (!choice || choice.why) return;
  if (acting.confirming) {
    if (event.detail > 1) return;
    if (!confirmsByTarget(acting, choice, event)) acting.confirming = null;
  }
  const target = event.target as Element;
  const card = target.closest<HTMLElement>(HELD);
  const place = target.closest<HTMLElement>("[data-target]");
  if (card && mayTry(choice, card)) pickCard(acting, choice, card.dataset.card as string);
  else if (card?.closest("[data-where=drawn]")) turnDrawn(acting, choice);
  else if (place) pickTarget(acting, choice, place);
}

/** In a turn every card may be picked up, also another's: where it may not be played the rule is named. */
function mayTry(choice: Choice, card: HTMLElement): boolean {
  return card.dataset.can === "pick" || (choice.position.phase === "turn" && choice.mode === null);
}

function turnDrawn(acting: Acting, choice: Choice): void {
  if (choice.position.phase !== "take" || choice.moves.length < 2) return;
  choice.turned = !choice.turned;
  acting.paint();
}

export function pickCard(acting: Acting, choice: Choice, id: string): void {
  if (choice.position.phase === "keep") pickToKeep(choice, id);
  else if (choice.mode === "ability") choice.picks = [`-${id}`];
  else Object.assign(choice, { card: choice.card === id ? null : id, target: null });
  acting.paint();
}

/** A lit target plays; another one is tried all the same, so that Python can say which rule forbids it. */
function pickTarget(acting: Acting, choice: Choice, place: HTMLElement): void {
  const target = place.dataset.target as string;
  const moves = place.dataset.can === "target" ? (targetsOf(choice).get(target) ?? NO_MOVES) : NO_MOVES;
  if (moves.length > 1) askWhich(acting, choice, target);
  else if (moves[0]) acting.submit(moves[0].text);
  else if (choice.mode === "signal") acting.submit(`signal ${target}`);
  else if (choice.card) acting.submit(`play ${choice.card}>${target}`);
  else if (acting.view.hub.game.cards?.[target]?.kind === "relic") acting.submit(`claim ${target}`);
}

/** One card can be played on this target alone or on it and another: the strip asks which. */
function askWhich(acting: Acting, choice: Choice, target: string): void {
  choice.target = target;
  acting.paint();
  acting.bar.querySelector("button")?.focus({ preventScroll: true });
}

/** Whether this is a second press on the target that a move waits for. */
function confirmsByTarget(acting: Acting, choice: Choice, event: UIEvent): boolean {
  const place = (event.target as Element).closest<HTMLElement>("[data-target]");
  const lit = place?.dataset.can === "target" ? place.dataset.target : undefined;
  const moves = lit === undefined ? NO_MOVES : (targetsOf(choice).get(lit) ?? NO_MOVES);
  return moves.length === 1 && moves[0] === acting.confirming;
}

/** After a card is picked, Tab leads through the places where it can go, then to the buttons. */
function tabToTarget(acting: Acting, event: KeyboardEvent): void {
  const { choice, view, bar } = acting;
  if (!choice?.card) return;
  const all = (selector: string) => [...view.table.element.querySelectorAll<HTMLElement>(selector)];
  const stops: Element[] = [
    ...all(".sw-holding .sw-card[data-picked]"),
    ...all("[data-can=target] .sw-card[role=button]"),
    ...[bar.querySelector("button")].filter((each) => each !== null),
  ];
  const at = stops.indexOf(event.target as Element);
  const to = stops[at + (event.shiftKey ? -1 : 1)];
  if (at < 0 || !to) return;
  event.preventDefault();
  (to as HTMLElement).focus();
}
