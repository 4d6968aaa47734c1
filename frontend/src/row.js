// The Threat Row with the deck, the Resolved pile and the Spider Spirit beside it.

import { makeCard, makePile, paintCard, paintPile, threatIcons, threatLetters } from "./cards";
import { h, keyed, s, setAttr, setHidden, setText, spoken } from "./dom";
import { iconGroup, iconInline, markInline } from "./icons";
import { t, tn } from "./telling";
import { cardLabel, needWords, possessive, seatName } from "./words";

/** A committed card as a slip on its target: whose it is, what it shows, and when it expires. */
function makeSlip(game, card) {
  return h("li", { class: "sw-slip", "data-card": card.id });
}

function paintSlip(element, game, card) {
  const state = `${card.id}${card.turned ? "'" : ""}@${card.seat}`;
  if (element.swState === state) return;
  element.swState = state;
  const name = seatName(game, card.seat);
  const face = game.cards?.[card.id]?.faces?.[card.turned ? 1 : 0];
  const character = game.seats?.[card.seat]?.character;
  setAttr(
    element,
    "title",
    t("slip.title", { card: cardLabel(game, card.id, card.turned), name, whose: possessive(name) }),
  );
  element.replaceChildren(
    h(
      "span",
      { class: "sw-slip-card" },
      markInline(character),
      face ? iconInline(face) : null,
      h("span", { class: "sw-slip-id", text: card.id }),
    ),
    h("span", { class: "sw-slip-until", text: t("slip.until", { whose: possessive(name) }) }),
  );
}

function paintSlips(list, game, committed) {
  setHidden(list, committed.length === 0);
  keyed(
    list,
    committed,
    (card) => card.id,
    (card) => makeSlip(game, card),
    (element, card) => paintSlip(element, game, card),
  );
}

function makeSlot(game, target) {
  const card = makeCard(game, target.id);
  const slips = h("ul", { class: "sw-slips", "aria-label": t("row.committed") });
  const lies = t("row.marker");
  const token = h(
    "span",
    { class: "sw-token", hidden: true, role: "img", "aria-label": lies, title: lies },
    s("svg", { viewBox: "0 0 24 24" }, iconGroup("marker")),
  );
  const caption = h("span", { class: "sw-slot-caption" });
  const slot = h(
    "li",
    { class: "sw-slot", "data-target": target.id },
    h("div", { class: "sw-slot-card" }, card, token),
    slips,
    caption,
  );
  slot.swParts = { card, slips, token, caption };
  return slot;
}

/** What stands under a card of the row, in words. */
function slotCaption(game, position, index, lastLock) {
  const id = position.row[index].id;
  const behind = position.deck.cards.length + position.deck.hidden;
  if (index === lastLock && behind > 0) {
    const locked = tn("row.locked", behind);
    return index === 0 ? t("row.next.locked", { locked }) : locked;
  }
  if (index > 0) return "";
  return t(game.cards?.[id]?.kind === "relic" ? "row.next.claim" : "row.next");
}

function paintSlot(slot, game, position, index, lastLock) {
  const { card, slips, token, caption } = slot.swParts;
  const target = position.row[index];
  paintCard(card, game, target.id);
  paintSlips(slips, game, target.committed);
  setHidden(token, position.marker !== target.id);
  setText(caption, slotCaption(game, position, index, lastLock));
  setAttr(slot, "data-next", index === 0 ? "true" : null);
  setAttr(slot, "data-wide", target.committed.length || caption.textContent ? "true" : null);
}

function lastLocking(game, position) {
  for (let i = position.row.length - 1; i >= 0; i -= 1)
    if (game.cards?.[position.row[i].id]?.locking) return i;
  return -1;
}

/** How small the cards of a long row are drawn. */
function rowSize(length) {
  if (length <= 8) return "large";
  return length <= 16 ? "middle" : "small";
}

export function makeRow() {
  const start = h(
    "li",
    { class: "sw-start", "aria-label": t("row.start") },
    h("span", { text: t("row.start.short") }),
  );
  const cards = h("ol", { class: "sw-row-cards", "aria-label": t("row.cards") });
  const empty = h("p", { class: "sw-row-empty", text: t("row.empty") });
  const deck = makePile(t("row.deck"), "deck");
  const done = makePile(t("row.done"), "done");
  const tray = h("div", { class: "sw-tray", hidden: true });
  const spirit = h("ol", { class: "sw-spirit", "aria-label": t("row.spirit"), hidden: true });
  const line = h(
    "div",
    { class: "sw-row-line" },
    h("ol", { class: "sw-start-holder", "aria-hidden": "true" }, start),
    cards,
    empty,
    h("div", { class: "sw-row-piles" }, deck, done),
  );
  const element = h("section", { class: "sw-row", "aria-label": t("row.title") }, line, spirit, tray);
  element.swParts = { cards, empty, deck, done, tray, spirit };
  deck.dataset.pile = "deck";
  done.dataset.pile = "done";
  return element;
}

export function paintRow(element, game, position) {
  const { cards, empty, deck, done, spirit } = element.swParts;
  const lastLock = lastLocking(game, position);
  setAttr(element, "data-size", rowSize(position.row.length));
  setHidden(empty, position.row.length > 0);
  keyed(
    cards,
    position.row,
    (target) => target.id,
    (target) => makeSlot(game, target),
    (slot, _target, index) => paintSlot(slot, game, position, index, lastLock),
  );
  const faceDown = position.deck.cards.length + position.deck.hidden;
  paintPile(deck, faceDown, t("row.deck.words", { cards: tn("count.card", faceDown) }));
  paintPile(
    done,
    position.done.length,
    t("row.done.words", { cards: tn("count.card", position.done.length) }),
  );
  paintSpirit(spirit, game, position);
}

function makeSegment(game, segment, index) {
  const card = { icons: segment.icons, count: segment.count };
  const drawing = s(
    "svg",
    { viewBox: "0 12 60 70", "aria-hidden": "true" },
    s("rect", { class: "sw-sheet sw-threat", x: 1, y: 13, width: 58, height: 68, rx: 29 }),
    ...threatIcons(card),
    threatLetters(card),
  );
  const words = t("segment.words", { number: index + 1, needs: needWords(segment.icons, segment.count) });
  const slips = h("ul", { class: "sw-slips", "aria-label": t("row.committed") });
  const state = h("span", { class: "sw-slot-caption" });
  const face = { class: "sw-card sw-segment-card", role: "img", "aria-label": words, title: words };
  const element = h(
    "li",
    { class: "sw-segment", "data-target": "spirit" },
    h("div", face, drawing, spoken(words)),
    slips,
    state,
  );
  element.swParts = { slips, state };
  return element;
}

function paintSpirit(element, game, position) {
  const segments = game.levels?.find((level) => level.level === position.level)?.segments ?? [];
  setHidden(element, !position.spirit || segments.length === 0);
  if (element.hidden) return;
  keyed(
    element,
    [{ title: true }, ...segments],
    (_item, i) => `${position.level}/${i}`,
    (item, i) => (item.title ? spiritTitle() : makeSegment(game, item, i - 1)),
    (item, _segment, i) => {
      if (i > 0) paintSegment(item, game, position.spirit, i - 1);
    },
  );
}

function spiritTitle() {
  return h(
    "li",
    { class: "sw-spirit-title" },
    h("span", { class: "sw-mark" }, s("svg", { viewBox: "0 0 24 24" }, iconGroup("spider"))),
    h("span", { text: t("row.spirit") }),
  );
}

function paintSegment(element, game, spirit, index) {
  const { slips, state } = element.swParts;
  const done = index < spirit.resolved;
  const next = index === spirit.resolved;
  setAttr(element, "data-done", done ? "true" : null);
  setAttr(element, "data-next", next ? "true" : null);
  paintSlips(slips, game, next ? spirit.committed : []);
  setText(state, t(done ? "segment.done" : next ? "segment.next" : "segment.later"));
}
