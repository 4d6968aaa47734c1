// Motion: after a step each card that moved slides from where it lay (first, last, invert, play).
// 150-250 ms, only what moved, and nothing at all when reduced motion is asked for.

import { makeBack, makeCard, paintCard } from "./cards";
import { clamp, reducedMotion } from "./dom";
import { parseMove, type Position } from "./notation";
import type { Table } from "./table";

const MOTION_MS = 220;

interface Place {
  element: HTMLElement;
  box: DOMRect;
  turned?: boolean;
}

/** Where every card lies now, by card id. */
function cardPlaces(root: HTMLElement): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-card]")) {
    const box = element.getBoundingClientRect();
    if (box.width)
      places.set(element.dataset.card ?? "", { element, box, turned: element.hasAttribute("data-turned") });
  }
  return places;
}

function slideFrom(element: HTMLElement, from: DOMRect, to: DOMRect, spin: boolean): void {
  const dx = from.left + from.width / 2 - to.left - to.width / 2;
  const dy = from.top + from.height / 2 - to.top - to.height / 2;
  const scale = clamp(from.height / to.height, 0.3, 3);
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1 && !spin) return;
  const start = `translate(${dx}px, ${dy}px) scale(${scale})${spin ? " rotate(180deg)" : ""}`;
  const frames = [
    { transform: start, zIndex: 5 },
    { transform: "none", zIndex: 5 },
  ];
  element.animate(frames, { duration: MOTION_MS, easing: "ease-out" });
}

/** The pile in which a card that is no longer on show has ended, or from which a new one came. */
function pileElement(table: Table, position: Position, id: string): HTMLElement | null {
  if (position.done.includes(id)) return table.row.swParts.done;
  if (position.deck.cards.some((card) => card.id === id)) return table.row.swParts.deck;
  const index = position.seats.findIndex((seat) => seat.discard.cards.some((card) => card.id === id));
  if (index >= 0) return table.seats[index]?.swParts.discard ?? null;
  const decked = position.seats.findIndex((seat) => seat.deck.cards.some((card) => card.id === id));
  return table.seats[decked]?.swParts.deck ?? null;
}

/** Where a card came from that was not on show: a pile that is known, else the one that must have hidden it. */
function comesFrom(table: Table, before: Position, id: string, element: HTMLElement): HTMLElement | null {
  const seat = element.closest<HTMLElement>("[data-seat]");
  const known = before.phase === "deal" && seat ? null : pileElement(table, before, id);
  if (known) return known;
  if (element.closest(".sw-row-cards") && !element.matches(".sw-slip")) return table.row.swParts.deck;
  if (seat) return table.seats[Number(seat.dataset.seat)]?.swParts.deck ?? null;
  return before.seat === null ? null : (table.seats[before.seat]?.swParts.hand ?? null);
}

function isFaceDown(table: Table, pile: HTMLElement): boolean {
  return (
    pile === table.row.swParts.deck ||
    table.seats.some((seat) => pile === seat.swParts.deck || pile === seat.swParts.hand)
  );
}

/** An element of the animation alone, which lies where `box` is. */
function addGhost(layer: HTMLElement, element: HTMLElement, box: DOMRect): HTMLElement {
  const base = layer.getBoundingClientRect();
  element.removeAttribute("data-card");
  element.setAttribute("aria-hidden", "true");
  element.classList.add("sw-ghost");
  Object.assign(element.style, {
    left: `${box.left - base.left}px`,
    top: `${box.top - base.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  });
  layer.append(element);
  return element;
}

function shiftTo(from: DOMRect, to: DOMRect): string {
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  return `translate(${x}px, ${y}px)`;
}

/** A card that lay face down comes with its back up, and turns over where it goes. */
function turnOver(layer: HTMLElement, element: HTMLElement, from: DOMRect, to: DOMRect): void {
  const back = makeBack();
  addGhost(layer, back, to);
  const scale = `scale(${clamp(from.height / to.height, 0.3, 1.5)})`;
  const flight = back.animate(
    [
      { transform: `${shiftTo(to, from)} ${scale}` },
      { transform: "rotateY(90deg)", offset: 0.6 },
      { transform: "rotateY(90deg)" },
    ],
    { duration: MOTION_MS, easing: "linear" },
  );
  flight.onfinish = flight.oncancel = () => back.remove();
  element.animate(
    [{ transform: "rotateY(-90deg)" }, { transform: "rotateY(-90deg)", offset: 0.6 }, { transform: "none" }],
    { duration: MOTION_MS, easing: "linear" },
  );
}

/** A copy of a card that has left its place flies to its pile, by way of its target, and is gone. */
function flyAway(layer: HTMLElement, place: Place, pile: HTMLElement, via: DOMRect | null): void {
  const to = pile.getBoundingClientRect();
  const ghost = addGhost(layer, place.element.cloneNode(true) as HTMLElement, place.box);
  const target = via ? [{ transform: `${shiftTo(place.box, via)} scale(0.9)`, opacity: 1, offset: 0.6 }] : [];
  const flight = ghost.animate(
    [
      { transform: "none", opacity: 1 },
      ...target,
      { transform: `${shiftTo(place.box, to)} scale(0.5) rotateY(90deg)`, opacity: 0.4 },
    ],
    { duration: via ? 250 : MOTION_MS, easing: via ? "linear" : "ease-in" },
  );
  flight.onfinish = flight.oncancel = () => ghost.remove();
}

function placeOf(table: Table, target: string | undefined): DOMRect | null {
  const places = [...table.element.querySelectorAll<HTMLElement>("[data-target]")];
  const found = places.find(
    (place) => place.dataset.target === target && (target !== "spirit" || place.dataset.next),
  );
  return found?.getBoundingClientRect() ?? null;
}

/** The place of a card that is played out of a hidden hand: one of the backs there. */
function hiddenPlace(table: Table, before: Position, id: string): Place | null {
  const seat = before.seat === null ? undefined : table.seats[before.seat];
  const back = seat?.querySelector(".sw-hand .sw-card-back");
  const box = back?.getBoundingClientRect();
  return box?.width ? { element: paintCard(makeCard(table.game, id), table.game, id), box } : null;
}

/**
 * Runs `paint` and animates what it moved. `before` and `after` are the positions; too many
 * moves at once (a jump through the game) are not animated. A card played by `move` goes to its target first.
 */
export function withMotion(
  table: Table,
  layer: HTMLElement,
  before: Position | null,
  after: Position,
  move: string | null,
  paint: () => void,
): void {
  if (!before || reducedMotion()) return paint();
  const first = cardPlaces(table.element);
  const played = move?.startsWith("play ") ? parseMove(move) : null;
  const target = played ? placeOf(table, played.targets[0]) : null;
  if (played?.card && !first.has(played.card)) {
    const hidden = hiddenPlace(table, before, played.card);
    if (hidden) first.set(played.card, hidden);
  }
  paint();
  const last = cardPlaces(table.element);
  for (const [id, now] of last) arrive(table, layer, before, id, now, first.get(id));
  for (const [id, was] of first) {
    if (last.has(id)) continue;
    const pile = pileElement(table, after, id);
    if (pile) flyAway(layer, was, pile, played?.card === id ? target : null);
  }
}

function arrive(
  table: Table,
  layer: HTMLElement,
  before: Position,
  id: string,
  now: Place,
  was: Place | undefined,
): void {
  if (was) return slideFrom(now.element, was.box, now.box, was.turned !== now.turned && was.box.height > 40);
  const pile = comesFrom(table, before, id, now.element);
  const from = pile?.getBoundingClientRect();
  if (!pile || !from?.width) return;
  if (isFaceDown(table, pile)) turnOver(layer, now.element, from, now.box);
  else slideFrom(now.element, from, now.box, false);
}
