// One area a player: name and ability, the hand as a fan, what is stored, and the piles.

import {
  makeBack,
  makeCard,
  makePile,
  paintCard,
  paintPile,
  sourceChip,
  sourceOf,
  type PileButton,
} from "./cards";
import { h, keyed, s, setAttr, setHidden, setText, spoken, type Painted } from "./dom";
import { iconGroup, iconInline, iconLetter, iconName, markInline } from "./icons";
import { cardOf, type ChosenCard, type Pile, type PlacedCard, type Position, type Seat } from "./notation";
import type { Chances, Game, HandChances } from "./protocol";
import { listed, t, tn } from "./telling";
import { percentWords, possessive, seatName } from "./words";

type Part =
  | "decides"
  | "sheet"
  | "pointer"
  | "hand"
  | "storage"
  | "chosen"
  | "stored"
  | "chose"
  | "drawn"
  | "drew"
  | "note"
  | "tiles"
  | "count";

export type SeatArea = HTMLElement & {
  swParts: Record<Part, HTMLElement> & {
    deck: PileButton;
    discard: PileButton;
    some: Painted;
    tray: Painted;
  };
};

/** With `looks` the name is a button for the view of that seat. */
function makeName(
  game: Game,
  character: string,
  index: number,
  decides: HTMLElement,
  looks: boolean,
): HTMLElement {
  const player = game.seats?.[index]?.player;
  const parts = [markInline(character), h("b", { class: "sw-name", text: seatName(game, index) }), decides];
  return h(
    "span",
    { class: "sw-names" },
    looks
      ? h(
          "button",
          {
            type: "button",
            class: "sw-tag",
            "data-view-seat": index,
            title: t("seat.look", { name: seatName(game, index) }),
          },
          ...parts,
        )
      : h("span", { class: "sw-tag" }, ...parts),
    player ? h("span", { class: "sw-player-name", text: player, title: player }) : null,
  );
}

export function makeSeat(game: Game, seat: Seat, index: number, looks: boolean): SeatArea {
  const character = game.seats?.[index]?.character ?? seat.character;
  const decides = h("span", { class: "sw-decides", hidden: true, text: t("seat.decides") });
  const sheet = h("span", {
    class: "sw-sheet-side",
    tabindex: 0,
    "data-help": "ability",
    "data-seat-of": index,
  });
  const pointer = h("span", { class: "sw-pointer", hidden: true, "data-help": "marker" });
  const chip = sourceChip(sourceOf(game, `${character}.ability`)?.source);
  const count = h("span", { class: "sw-hand-count" });
  const tiles = h("ul", { class: "sw-tiles", "aria-hidden": "true" });
  const who = h(
    "header",
    { class: "sw-who" },
    makeName(game, character, index, decides, looks),
    pointer,
    h("span", { class: "sw-sheet-box" }, sheet, chip),
  );
  const hand = h("ul", { class: "sw-hand" });
  const storage = h("ul", { class: "sw-storage", "aria-label": t("seat.storage") });
  const chosen = h("ul", { class: "sw-chosen", "aria-label": t("seat.chosen") });
  const deck = makePile(t("seat.deck"), "deck", seatName(game, index));
  const discard = makePile(t("seat.discards"), "discard", seatName(game, index));
  deck.dataset.pile = `deck:${index}`;
  discard.dataset.pile = `discard:${index}`;
  const some = h("ul", { class: "sw-some", hidden: true });
  const note = h("p", { class: "sw-seat-note", hidden: true });
  const tray = h("div", { class: "sw-tray", hidden: true });
  const group = (title: string, list: HTMLElement) =>
    h("div", { class: "sw-group", hidden: true }, h("span", { class: "sw-group-title", text: title }), list);
  const stored = group(t("seat.stored"), storage);
  const chose = group(t("seat.chose"), chosen);
  const drawn = h("ul", { class: "sw-chosen" });
  const drew = group(t("seat.drawn"), drawn);
  const element = h(
    "section",
    { class: "sw-seat", "data-seat": index, "aria-label": seatName(game, index) },
    who,
    h("div", { class: "sw-holding" }, hand, stored, chose, drew, some, note, tiles, count),
    h("div", { class: "sw-piles" }, deck, discard),
    tray,
  );
  return Object.assign(element, {
    swParts: {
      decides,
      sheet,
      pointer,
      hand,
      storage,
      chosen,
      stored,
      chose,
      drawn,
      drew,
      deck,
      discard,
      some,
      note,
      tray,
      tiles,
      count,
    },
  });
}

/** A hidden hand with what is known of it (`infer`, of the lens "could infer"): some cards, chances for the rest. */
function inferredHand(pile: Pile, infer: HandChances | null): { pile: Pile; chances: Chances | null } {
  if (!infer || !pile.hidden) return { pile, chances: null };
  const known = (infer.known ?? []).map(cardOf);
  const hidden = Math.max(0, pile.hidden - known.length);
  return { pile: { cards: [...pile.cards, ...known], hidden }, chances: infer.card };
}

/** The chance of each icon that at least one card of the hand shows it, as a bar and a number. */
function paintSome(element: Painted, name: string, some: Chances | null): void {
  const entries = Object.entries(some ?? {})
    .filter(([, chance]) => chance > 0)
    .sort((a, b) => b[1] - a[1]);
  const state = JSON.stringify(entries);
  setHidden(element, entries.length === 0);
  if (element.swState === state) return;
  element.swState = state;
  element.replaceChildren(
    h("li", { class: "sw-some-title", text: t("seat.some") }),
    ...entries.map(([icon, chance]) => {
      const words = t("seat.some.words", { icon: iconName(icon), percent: percentWords(chance) });
      const fill = h("i", { class: `sw-some-fill sw-tone-${icon}` });
      fill.style.width = `${Math.round(100 * Math.min(1, chance))}%`;
      const percent = h("span", { text: percentWords(chance), "aria-hidden": "true" });
      const bar = h("i", { class: "sw-some-bar", "aria-hidden": "true" }, fill);
      return h("li", { title: words }, iconInline(icon), bar, percent, spoken(words));
    }),
  );
  setAttr(element, "aria-label", t("seat.some.title", { whose: possessive(name) }));
}

type Held = (PlacedCard & { stored?: boolean }) | { back: number };

/** Cards and backs of one pile as list items, each keyed so that its element stays. */
function paintHolding(list: HTMLElement, game: Game, pile: Pile | Pile<ChosenCard>, where: string): void {
  const backs = Array.from({ length: pile.hidden }, (_unused, i) => ({ back: i }));
  keyed<Held, HTMLLIElement>(
    list,
    [...pile.cards, ...backs],
    (card) => ("id" in card ? card.id : `back${card.back}`),
    (card) => h("li", {}, "id" in card ? makeCard(game, card.id) : makeBack()),
    (item, card) => {
      const drawn = item.firstElementChild as HTMLElement;
      if ("id" in card) paintCard(drawn, game, card.id, card.turned);
      setAttr(item, "data-stored", "id" in card && card.stored ? "true" : null);
      setAttr(item, "data-where", where);
    },
  );
}

/** The hand as small tiles with both letters, where there is no room for cards. */
function paintTiles(parts: SeatArea["swParts"], game: Game, pile: Pile): void {
  const letters = (id: string, turned: boolean): [string, string] => {
    const card = game.cards?.[id];
    if (card?.kind !== "equipment") return ["relic", ""];
    return turned ? [card.faces[1], card.faces[0]] : card.faces;
  };
  keyed(
    parts.tiles,
    pile.cards,
    (card) => `${card.id}${card.turned ? "'" : ""}`,
    (card) => {
      const [up, down] = letters(card.id, card.turned);
      return h(
        "li",
        { class: "sw-tile" },
        iconInline(up),
        down ? h("i", { class: `sw-tone-${down}`, text: iconLetter(down) }) : null,
      );
    },
  );
  const hidden = pile.hidden ? t("seat.count.hidden", { cards: tn("count.card", pile.hidden) }) : "";
  setText(parts.count, hidden || (pile.cards.length ? "" : t("seat.count.none")));
}

export function pileSize(pile: Pile): number {
  return pile.cards.length + pile.hidden;
}

function holdingWords(name: string, pile: Pile): string {
  return t("seat.hand", { whose: possessive(name), cards: tn("count.card", pileSize(pile)) });
}

export function sheetWords(seat: Seat): string {
  return t(seat.unflipped ? "seat.ability.unused" : "seat.ability.used");
}

export function paintSeat(
  element: SeatArea,
  game: Game,
  position: Position,
  index: number,
  infer: HandChances | null,
): void {
  const parts = element.swParts;
  const seat = position.seats[index];
  if (!seat) return;
  const name = seatName(game, index);
  const deciding = position.seat === index;
  setAttr(element, "data-deciding", deciding ? "true" : null);
  setAttr(element, "data-waiting", position.queue.includes(index) && !deciding ? "true" : null);
  setAttr(element, "data-viewer", position.viewer === index ? "true" : null);
  setAttr(element, "data-big", focusSeat(position) === index ? "true" : null);
  setHidden(parts.decides, !deciding);
  paintSheet(parts.sheet, position, seat, index);
  paintPointer(parts.pointer, position.marker, seat.character);
  setAttr(parts.hand, "aria-label", holdingWords(name, seat.hand));
  const { pile, chances } = inferredHand(seat.hand, infer);
  paintHolding(parts.hand, game, pile, "hand");
  setAttr(parts.hand, "data-backs", pile.hidden > 0 && pile.cards.length === 0 ? "true" : null);
  // The last card of each pile is not covered, and needs the room of three that are; so do the pile's words.
  const apart = [seat.storage, seat.chosen].map(pileSize).filter((size) => size > 0);
  const held = apart.reduce((sum, size) => sum + size + 3, pileSize(seat.hand));
  element.style.setProperty("--sw-n", String(Math.max(3, held)));
  paintSome(parts.some, name, chances && infer ? infer.some : null);
  paintHolding(parts.storage, game, seat.storage, "storage");
  setHidden(parts.stored, pileSize(seat.storage) === 0);
  paintHolding(parts.chosen, game, seat.chosen, "chosen");
  setHidden(parts.chose, pileSize(seat.chosen) === 0);
  paintDrawn(parts, game, position, index);
  paintTiles(parts, game, pile);
  const pileWords = (key: string, each: Pile) =>
    t(key, { whose: possessive(name), cards: tn("count.card", pileSize(each)) });
  paintPile(parts.deck, pileSize(seat.deck), pileWords("seat.deck.words", seat.deck));
  paintPile(parts.discard, pileSize(seat.discard), pileWords("seat.discards.words", seat.discard));
  paintNote(parts.note, seat);
}

/** The hand that is shown large: of the seat whose view this is, else of who decides. */
function focusSeat(position: Position): number {
  return position.viewer ?? position.seat ?? position.start ?? 0;
}

function paintSheet(element: HTMLElement, position: Position, seat: Seat, index: number): void {
  const words = position.start === index ? t("seat.start", { sheet: sheetWords(seat) }) : sheetWords(seat);
  setText(element, t("seat.ability"));
  setAttr(element, "aria-label", words);
  setAttr(element, "title", words);
  setAttr(element, "data-flipped", seat.unflipped ? null : "true");
  setAttr(element, "data-start", position.start === index ? "true" : null);
}

/** The card that this seat has drawn through an ability (A1) and may hold either way up. */
function paintDrawn(parts: SeatArea["swParts"], game: Game, position: Position, index: number): void {
  const taking = position.phase === "take" && position.seat === index ? position.taking : null;
  const pile = {
    cards: taking && taking !== "?" ? [{ id: taking, turned: false }] : [],
    hidden: taking === "?" ? 1 : 0,
  };
  paintHolding(parts.drawn, game, pile, "drawn");
  setHidden(parts.drew, !taking);
}

function paintPointer(element: Painted, marker: string, character: string): void {
  const [pointed, icon] = marker.split(".");
  const here = icon !== undefined && pointed === character;
  setHidden(element, !here);
  const state = here ? icon : "";
  if (element.swState === state) return;
  element.swState = state;
  element.replaceChildren();
  if (!here) return;
  const token = s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, iconGroup("marker"));
  element.append(
    h("span", { class: "sw-token-small" }, token),
    iconInline(icon),
    spoken(t("seat.pointed", { icon: iconName(icon) })),
  );
}

/** Relics that are known to be somewhere in hidden places. */
function paintNote(element: HTMLElement, seat: Seat): void {
  setHidden(element, seat.relics.length === 0);
  setText(element, seat.relics.length ? t("seat.relics", { relics: listed(seat.relics) }) : "");
}
