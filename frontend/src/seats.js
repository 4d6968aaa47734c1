// One strip a player: the sheet, the hand, what is stored, and the piles.

import { makeBack, makeCard, makePile, paintBack, paintCard, paintPile, sourceChip, sourceOf } from "./cards";
import { h, keyed, s, setAttr, setHidden, setText, spoken } from "./dom";
import { iconGroup, iconInline, iconName, markInline } from "./icons";
import { cardOf } from "./notation";
import { listed, t, tn } from "./telling";
import { percentWords, possessive, seatName } from "./words";

export function makeSeat(game, seat, index) {
  const character = game.seats?.[index]?.character ?? seat.character;
  const decides = h("span", { class: "sw-decides", hidden: true, text: t("seat.decides") });
  const sheet = h("span", { class: "sw-sheet-side" });
  const pointer = h("span", { class: "sw-pointer", hidden: true });
  const player = game.seats?.[index]?.player;
  const who = h(
    "header",
    { class: "sw-who" },
    markInline(character),
    h(
      "span",
      { class: "sw-names" },
      h("b", { class: "sw-name", text: seatName(game, index) }),
      player ? h("span", { class: "sw-player-name", text: player, title: player }) : null,
      h("span", {}, sheet, sourceChip(sourceOf(game, `${character}.ability`)?.source)),
      pointer,
    ),
    decides,
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
  const group = (title, list) =>
    h("div", { class: "sw-group", hidden: true }, h("span", { class: "sw-group-title", text: title }), list);
  const stored = group(t("seat.stored"), storage);
  const chose = group(t("seat.chose"), chosen);
  const drawn = h("ul", { class: "sw-chosen" });
  const drew = group(t("seat.drawn"), drawn);
  const element = h(
    "section",
    { class: "sw-seat", "data-seat": index, "aria-label": seatName(game, index) },
    who,
    h("div", { class: "sw-holding" }, hand, stored, chose, drew, some, note),
    h("div", { class: "sw-piles" }, deck, discard),
    tray,
  );
  element.swParts = {
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
  };
  return element;
}

/** A hidden hand with what is known of it (`infer`, of the lens "could infer"): some cards, chances for the rest. */
function inferredHand(pile, infer) {
  if (!infer || !pile.hidden) return { pile, chances: null };
  const known = (infer.known ?? []).map(cardOf);
  const hidden = Math.max(0, pile.hidden - known.length);
  return { pile: { cards: [...pile.cards, ...known], hidden }, chances: infer.card ?? infer };
}

/** The chance of each icon that at least one card of the hand shows it. */
function paintSome(element, name, some) {
  const entries = Object.entries(some ?? {})
    .filter(([, chance]) => chance > 0)
    .sort((a, b) => b[1] - a[1]);
  const state = JSON.stringify(entries);
  setHidden(element, entries.length === 0);
  if (element.swState === state) return;
  element.swState = state;
  element.replaceChildren(
    h("span", { class: "sw-group-title", text: t("seat.some") }),
    ...entries.map(([icon, chance]) => {
      const words = t("seat.some.words", { icon: iconName(icon), percent: percentWords(chance) });
      const percent = h("span", { text: percentWords(chance), "aria-hidden": "true" });
      return h("li", { title: words }, iconInline(icon), percent, spoken(words));
    }),
  );
  setAttr(element, "aria-label", t("seat.some.title", { whose: possessive(name) }));
}

/** Cards and backs of one pile as list items, each keyed so that its element stays. */
function paintHolding(list, game, pile, chances, where) {
  const backs = Array.from({ length: pile.hidden }, (_unused, i) => ({ back: i }));
  keyed(
    list,
    [...pile.cards, ...backs],
    (card) => (card.id ? card.id : `back${card.back}`),
    (card) => h("li", {}, card.id ? makeCard(game, card.id) : makeBack()),
    (item, card) => {
      if (card.id) paintCard(item.firstChild, game, card.id, card.turned);
      else paintBack(item.firstChild, Array.isArray(chances) ? chances[card.back] : chances);
      setAttr(item, "data-stored", card.stored ? "true" : null);
      setAttr(item, "data-where", where);
    },
  );
}

export function pileSize(pile) {
  return pile.cards.length + pile.hidden;
}

function holdingWords(name, pile) {
  return t("seat.hand", { whose: possessive(name), cards: tn("count.card", pileSize(pile)) });
}

export function sheetWords(seat) {
  return t(seat.unflipped ? "seat.ability.unused" : "seat.ability.used");
}

export function paintSeat(element, game, position, index, infer) {
  const parts = element.swParts;
  const seat = position.seats[index];
  const name = seatName(game, index);
  const deciding = position.seat === index;
  setAttr(element, "data-deciding", deciding ? "true" : null);
  setAttr(element, "data-waiting", position.queue.includes(index) && !deciding ? "true" : null);
  setAttr(element, "data-viewer", position.viewer === index ? "true" : null);
  setHidden(parts.decides, !deciding);
  setText(
    parts.sheet,
    position.start === index ? t("seat.start", { sheet: sheetWords(seat) }) : sheetWords(seat),
  );
  setAttr(parts.sheet, "data-flipped", seat.unflipped ? null : "true");
  paintPointer(parts.pointer, position.marker, seat.character);
  setAttr(parts.hand, "aria-label", holdingWords(name, seat.hand));
  const { pile, chances } = inferredHand(seat.hand, infer);
  paintHolding(parts.hand, game, pile, chances, "hand");
  paintSome(parts.some, name, chances && infer.some);
  paintHolding(parts.storage, game, seat.storage, null, "storage");
  setHidden(parts.stored, pileSize(seat.storage) === 0);
  paintHolding(parts.chosen, game, seat.chosen, null, "chosen");
  setHidden(parts.chose, pileSize(seat.chosen) === 0);
  paintDrawn(parts, game, position, index);
  const pileWords = (key, pile) =>
    t(key, { whose: possessive(name), cards: tn("count.card", pileSize(pile)) });
  paintPile(parts.deck, pileSize(seat.deck), pileWords("seat.deck.words", seat.deck));
  paintPile(parts.discard, pileSize(seat.discard), pileWords("seat.discards.words", seat.discard));
  paintNote(parts.note, position, index);
}

/** The card that this seat has drawn through an ability (A1) and may hold either way up. */
function paintDrawn(parts, game, position, index) {
  const taking = position.phase === "take" && position.seat === index ? position.taking : null;
  const pile = {
    cards: taking && taking !== "?" ? [{ id: taking, turned: false }] : [],
    hidden: taking === "?" ? 1 : 0,
  };
  paintHolding(parts.drawn, game, pile, null, "drawn");
  setHidden(parts.drew, !taking);
}

function paintPointer(element, marker, character) {
  const [pointed, icon] = marker.split(".");
  const here = icon && pointed === character;
  setHidden(element, !here);
  const state = here ? icon : "";
  if (element.swState === state) return;
  element.swState = state;
  if (!here) return element.replaceChildren();
  const token = s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, iconGroup("marker"));
  element.replaceChildren(
    h("span", { class: "sw-token-small" }, token),
    iconInline(icon),
    spoken(t("seat.pointed", { icon: iconName(icon) })),
  );
}

/** Relics that are known to be somewhere in hidden places. */
function paintNote(element, position, index) {
  const { relics } = position.seats[index];
  setHidden(element, relics.length === 0);
  setText(element, relics.length ? t("seat.relics", { relics: listed(relics) }) : "");
}
