// Cards of a game from a real table that nobody saw: where they lie is assumed, and each of them says so.

import { setCardRole } from "./cards";
import { h, setAttr, setHidden, setText } from "./dom";
import type { Game } from "./protocol";
import { t } from "./telling";
import { cardWords } from "./words";

/** What this module needs of a table. */
interface AssumedTable {
  element: HTMLElement;
  game: Game;
  assumed?: string[];
  legend?: HTMLElement;
}

export function paintAssumed(table: AssumedTable): void {
  const guessed = new Set(table.assumed ?? []);
  for (const element of table.element.querySelectorAll<HTMLElement>(
    ".sw-card:is([data-card], [data-shown])",
  )) {
    const id = element.dataset.card ?? element.dataset.shown ?? "";
    const on = guessed.has(id);
    if (!on && !element.hasAttribute("data-assumed")) continue;
    setAttr(element, "data-assumed", on ? "true" : null);
    const words = cardWords(table.game, id, element.dataset.turned === "true");
    setAttr(element, "title", on ? t("assumed.card", { card: words }) : words);
    if (element.lastChild) setText(element.lastChild, element.title);
    setCardRole(element, element.getAttribute("role"));
  }
  paintAssumedLegend(table, [...guessed]);
}

function paintAssumedLegend(table: AssumedTable, cards: string[]): void {
  if (!table.legend) {
    if (!cards.length) return;
    table.legend = h("p", { class: "sw-assumed-legend" });
    table.element.append(table.legend);
  }
  setHidden(table.legend, cards.length === 0);
  setText(table.legend, t("assumed.legend"));
}
