// Threats to choose from: a physical card is found by what it shows. Cards that show the same are one button with
// their number; which of them it is only matters to people who read the small print, and they can choose by it.

import { makeCard, paintCard } from "./cards";
import { button, h, setAttr, setText, spoken } from "./dom";
import { iconInline } from "./icons";
import type { Game } from "./protocol";
import { t, tn } from "./telling";
import { cardWords, needWords } from "./words";

/** Cards that show the same, the lowest id first. */
export interface Look {
  key: string;
  ids: string[];
}

/** What a card shows, as a text that is the same for cards that look the same. */
function lookOf(game: Game, id: string): string {
  const card = game.cards?.[id];
  if (card?.kind !== "threat") return card?.kind ?? "unknown";
  return `${card.icons.join("/")}*${card.count}${card.locking ? "!" : ""}`;
}

/** The cards by what they show, in the order of their first ids. */
export function looksOf(game: Game, cards: readonly string[]): Look[] {
  const looks = new Map<string, string[]>();
  for (const id of [...cards].sort()) {
    const key = lookOf(game, id);
    looks.set(key, [...(looks.get(key) ?? []), id]);
  }
  return [...looks].map(([key, ids]) => ({ key, ids }));
}

/** The card that a press on a look adds: the first one that is not chosen yet. */
export function nextOf(look: Look, chosen: readonly string[]): string | undefined {
  return look.ids.find((id) => !chosen.includes(id));
}

/** Touch cards in the order in which they lie; touch one of the chosen cards to take it away. */
export function threatGrid(
  game: Game,
  cards: readonly string[],
  done: (chosen: string[]) => void,
): HTMLElement {
  const chosen: string[] = [];
  const line = h("ol", { class: "sw-scribe-chosen", "aria-label": t("scribe.chosen") });
  const count = h("p", { class: "sw-scribe-count", "aria-live": "polite" });
  const tell = button(t("scribe.row.tell"), {
    class: "sw-button sw-primary",
    on: { click: () => done(chosen) },
  });
  const looks = looksOf(game, cards);
  const keys = looks.map((look) => lookKey(game, look, (id) => change(id)));
  const numbers = cards.map((id) => numberKey(game, id, () => change(id)));
  const change = (id: string | undefined) => {
    if (id === undefined) return;
    if (chosen.includes(id)) chosen.splice(chosen.indexOf(id), 1);
    else chosen.push(id);
    paint();
  };
  const paint = () => {
    line.replaceChildren(...chosen.map((id) => chosenCard(game, id, () => change(id))));
    if (!chosen.length) line.append(h("li", { class: "sw-hint", text: t("scribe.chosen.none") }));
    setText(count, tn("scribe.chosen.count", chosen.length));
    setAttr(tell, "disabled", chosen.length === 0);
    keys.forEach((key) => key.paint(chosen));
    numbers.forEach((key, at) => setAttr(key, "aria-pressed", String(chosen.includes(cards[at] as string))));
  };
  paint();
  return h(
    "div",
    { class: "sw-scribe-part" },
    line,
    h("div", { class: "sw-scribe-keys" }, ...keys.map((key) => key.element)),
    h("div", { class: "sw-line" }, count, tell),
    h(
      "details",
      { class: "sw-scribe-numbers" },
      h("summary", { text: t("scribe.by.number") }),
      h("div", { class: "sw-scribe-keys" }, ...numbers),
    ),
  );
}

function chosenCard(game: Game, id: string, act: () => void): HTMLLIElement {
  const card = paintCard(makeCard(game, id), game, id);
  card.setAttribute("aria-hidden", "true");
  return h(
    "li",
    {},
    h(
      "button",
      {
        type: "button",
        class: "sw-scribe-card",
        "aria-label": t("scribe.chosen.remove", { card: cardWords(game, id) }),
        on: { click: act },
      },
      card,
    ),
  );
}

/** What the cards show, and how many of them are left. */
function lookKey(game: Game, look: Look, act: (id: string | undefined) => void) {
  const first = look.ids[0] as string;
  const card = game.cards?.[first];
  const words = shownWords(game, first);
  const left = h("b", { class: "sw-scribe-number" });
  const said = spoken();
  const element = h(
    "button",
    {
      type: "button",
      class: "sw-scribe-key",
      title: words,
      "data-look": look.key,
      "data-locking": card?.kind === "threat" && card.locking ? "true" : null,
      on: { click: () => act(nextOf(look, chosen)) },
    },
    h(
      "span",
      { class: "sw-scribe-shows", "aria-hidden": "true" },
      ...iconsOf(game, first).map((icon) => iconInline(icon, false)),
      h("span", { text: words }),
    ),
    left,
    said,
  );
  let chosen: readonly string[] = [];
  const paint = (now: readonly string[]) => {
    chosen = now;
    const count = look.ids.filter((id) => !now.includes(id)).length;
    setText(left, t("scribe.look.left", { count }));
    setText(said, words);
    setAttr(element, "disabled", count === 0);
  };
  return { element, paint };
}

/** The icons that a card shows; a count is shown by the same icon again. */
function iconsOf(game: Game, id: string): string[] {
  const card = game.cards?.[id];
  if (card?.kind !== "threat") return ["relic"];
  return card.icons.flatMap((icon) => Array.from({ length: card.count }, () => icon));
}

/** "Door, locks", "Combat x2", "Relic": what a card shows, without its number. */
function shownWords(game: Game, id: string): string {
  const card = game.cards?.[id];
  if (card?.kind !== "threat") return t("icon.relic");
  const needs = needWords(card.icons, card.count);
  return card.locking ? t("scribe.look.locks", { needs }) : needs;
}

function numberKey(game: Game, id: string, act: () => void): HTMLButtonElement {
  return h("button", {
    type: "button",
    class: "sw-scribe-key",
    title: cardWords(game, id),
    "aria-label": cardWords(game, id),
    "data-threat": id,
    "aria-pressed": "false",
    text: id,
    on: { click: act },
  });
}
