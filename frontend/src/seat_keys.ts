// Shortcuts of a seat: digits pick a card and then its target, letters press the buttons of a turn.

import { pickCard } from "./aim";
import type { Acting } from "./choice";
import { t } from "./telling";

export const SHORTCUTS = [
  { shown: "1 \u2013 9", words: t("sit.keys.pick") },
  { shown: "e", words: t("sit.keys.end") },
  { shown: "u", words: t("sit.keys.undo") },
  { shown: "r", words: t("sit.keys.rest") },
  { shown: "z", words: t("sit.keys.full") },
  { shown: "Esc", words: t("sit.keys.escape") },
];

/** The places that a digit means now: where the picked card can go, or the cards that can be picked. */
function placesOf(acting: Acting): HTMLElement[] {
  const all = (selector: string) => [...acting.view.table.element.querySelectorAll<HTMLElement>(selector)];
  const targets = all("[data-can=target] .sw-card[role=button]");
  return targets.length && acting.choice?.card ? targets : all(".sw-holding [data-can=pick]");
}

/** Does what a digit means; false if there is no such place. */
export function pressDigit(acting: Acting, digit: number): boolean {
  const place = placesOf(acting)[digit - 1];
  const { choice } = acting;
  if (!place || !choice) return false;
  if (place.closest("[data-target]")) place.click();
  else pickCard(acting, choice, place.dataset.card as string);
  return true;
}

/** The button of the strip that a letter stands for; null if it is not there. */
export function buttonOf(acting: Acting, letter: string): HTMLButtonElement | null {
  const moves = { e: "end", r: "rest" }[letter];
  return moves === undefined
    ? acting.bar.querySelector<HTMLButtonElement>(`[aria-keyshortcuts=${letter}]`)
    : acting.bar.querySelector<HTMLButtonElement>(`[data-move=${moves}]`);
}
