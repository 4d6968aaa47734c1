// The Threat Row with the Spider Spirit, the Threat Deck and the Resolved pile beside it.

import {
  makeCard,
  makePile,
  paintCard,
  paintPile,
  threatIcons,
  threatLetters,
  type PileButton,
} from "./cards";
import { h, keyed, s, setAttr, setHidden, setText, spoken, type Painted } from "./dom";
import { iconGroup, iconInline, markInline } from "./icons";
import type { CommittedCard, Position, Spirit, Target } from "./notation";
import type { Cost, Game } from "./protocol";
import { t, tn } from "./telling";
import { cardLabel, needWords, possessive, seatName } from "./words";

/** A row with more cards than this is a narrow fan. */
const LONG_ROW = 12;

type Slot = HTMLLIElement & {
  swParts: { card: HTMLElement; slips: HTMLElement; token: HTMLElement; caption: HTMLElement };
};

export type Row = HTMLElement & {
  swParts: {
    cards: HTMLElement;
    empty: HTMLElement;
    deck: PileButton;
    done: PileButton;
    tray: Painted;
    spirit: HTMLElement;
    segments: HTMLElement;
    spiritName: HTMLElement;
  };
};

/** A committed card as a slip on its target: whose it is, what it shows, and when it expires. */
function paintSlip(element: Painted, game: Game, card: CommittedCard): void {
  const state = `${card.id}${card.turned ? "'" : ""}@${card.seat}`;
  if (element.swState === state) return;
  element.swState = state;
  const name = seatName(game, card.seat);
  const entry = game.cards?.[card.id];
  const face = entry?.kind === "equipment" ? entry.faces[card.turned ? 1 : 0] : null;
  const words = { card: cardLabel(game, card.id, card.turned), name, whose: possessive(name) };
  setAttr(element, "title", t("slip.title", words));
  element.replaceChildren(
    h(
      "span",
      { class: "sw-slip-card" },
      markInline(game.seats?.[card.seat]?.character),
      ...(face ? [iconInline(face)] : []),
      h("span", { class: "sw-slip-id", text: card.id }),
    ),
    h("span", { class: "sw-slip-until sw-spoken", text: t("slip.until", words) }),
  );
}

function paintSlips(list: HTMLElement, game: Game, committed: CommittedCard[]): void {
  setHidden(list, committed.length === 0);
  keyed(
    list,
    committed,
    (card) => card.id,
    (card) => h("li", { class: "sw-slip", "data-card": card.id }),
    (element, card) => paintSlip(element, game, card),
  );
}

function makeSlot(game: Game, target: Target): Slot {
  const card = makeCard(game, target.id);
  const slips = h("ul", { class: "sw-slips", "aria-label": t("row.committed") });
  const here = t("row.marker");
  const token = h(
    "span",
    { class: "sw-token", hidden: true, role: "img", "aria-label": here, title: here, "data-help": "marker" },
    s("svg", { viewBox: "0 0 24 24" }, iconGroup("marker")),
  );
  const caption = h("span", { class: "sw-slot-caption" });
  const slot = h(
    "li",
    { class: "sw-slot", "data-target": target.id },
    h("div", { class: "sw-slot-card" }, card, token, slips),
    caption,
  );
  return Object.assign(slot, { swParts: { card, slips, token, caption } });
}

/** What is said under a card of the row. */
function slotCaption(game: Game, position: Position, index: number, lastLock: number): string {
  const target = position.row[index];
  const behind = position.deck.cards.length + position.deck.hidden;
  if (!target) return "";
  if (index === lastLock && behind > 0) {
    const locked = tn("row.locked", behind);
    return index === 0 ? t("row.next.locked", { locked }) : locked;
  }
  const held = target.committed[0];
  if (index > 0) return held ? t("slip.until", { whose: possessive(seatName(game, held.seat)) }) : "";
  return t(game.cards?.[target.id]?.kind === "relic" ? "row.next.claim" : "row.next");
}

function paintSlot(slot: Slot, game: Game, position: Position, index: number, lastLock: number): void {
  const { card, slips, token, caption } = slot.swParts;
  const target = position.row[index];
  if (!target) return;
  paintCard(card, game, target.id);
  paintSlips(slips, game, target.committed);
  setHidden(token, position.marker !== target.id);
  setText(caption, slotCaption(game, position, index, lastLock));
  setAttr(caption, "data-help", index === lastLock ? "lock" : index === 0 ? "next" : null);
  setAttr(slot, "data-next", index === 0 ? "true" : null);
}

function lastLocking(game: Game, position: Position): number {
  return position.row.findLastIndex(({ id }) => {
    const card = game.cards?.[id];
    return card?.kind === "threat" && card.locking;
  });
}

export function makeRow(): Row {
  const start = h(
    "li",
    { class: "sw-start", "aria-label": t("row.start") },
    h("span", { text: t("row.start.short") }),
  );
  const cards = h("ol", { class: "sw-row-cards", "aria-label": t("row.cards") });
  const empty = h("p", { class: "sw-row-empty", text: t("row.empty") });
  const deck = makePile(t("row.deck"), "deck");
  const done = makePile(t("row.done"), "done");
  const tray: Painted = h("div", { class: "sw-tray", hidden: true });
  const segments = h("ol", { class: "sw-segments", "aria-label": t("row.spirit") });
  const spiritName = h("p", { class: "sw-spirit-name" });
  const spirit = h("div", { class: "sw-spirit", hidden: true }, segments, spiritName);
  const element = h(
    "section",
    { class: "sw-row", "aria-label": t("row.title") },
    h("ol", { class: "sw-start-holder", "aria-hidden": "true" }, start),
    cards,
    empty,
    h("div", { class: "sw-beside" }, spirit, h("div", { class: "sw-row-piles" }, deck, done)),
    tray,
  );
  deck.dataset.pile = "deck";
  done.dataset.pile = "done";
  return Object.assign(element, {
    swParts: { cards, empty, deck, done, tray, spirit, segments, spiritName },
  });
}

export function paintRow(element: Row, game: Game, position: Position): void {
  const { cards, empty, deck, done } = element.swParts;
  const lastLock = lastLocking(game, position);
  const count = position.row.length;
  element.style.setProperty("--sw-n", String(Math.max(1, count)));
  setAttr(element, "data-long", count > LONG_ROW ? "true" : null);
  setAttr(element, "data-lines", count > LONG_ROW ? "2" : null);
  setHidden(empty, count > 0);
  keyed(
    cards,
    position.row,
    (target) => target.id,
    (target) => makeSlot(game, target),
    (slot, _target, index) => paintSlot(slot, game, position, index, lastLock),
  );
  const faceDown = position.deck.cards.length + position.deck.hidden;
  const cardsWords = (number: number) => ({ cards: tn("count.card", number) });
  paintPile(deck, faceDown, t("row.deck.words", cardsWords(faceDown)));
  paintPile(done, position.done.length, t("row.done.words", cardsWords(position.done.length)));
  paintSpirit(element.swParts, game, position);
}

type Segment = HTMLLIElement & { swParts: { slips: HTMLElement; state: HTMLElement } };

function makeSegment(segment: Cost, index: number): Segment {
  const drawing = s(
    "svg",
    { viewBox: "0 0 60 84", "aria-hidden": "true" },
    s("rect", { class: "sw-sheet sw-threat", x: 1, y: 1, width: 58, height: 82, rx: 29 }),
    s("g", { transform: "translate(-6 -12)" }, ...threatIcons(segment)),
    threatLetters(segment),
  );
  const words = t("segment.words", { number: index + 1, needs: needWords(segment.icons, segment.count) });
  const slips = h("ul", { class: "sw-slips", "aria-label": t("row.committed") });
  const state = h("span", { class: "sw-spoken" });
  const face = { class: "sw-card sw-segment-card", role: "img", "aria-label": words, title: words };
  const element = h(
    "li",
    { class: "sw-segment", "data-target": "spirit" },
    h("div", face, drawing, spoken(words)),
    slips,
    state,
  );
  return Object.assign(element, { swParts: { slips, state } });
}

function paintSpirit(parts: Row["swParts"], game: Game, position: Position): void {
  const segments = game.levels?.find((level) => level.level === position.level)?.segments ?? [];
  const { spirit } = position;
  setHidden(parts.spirit, !spirit || segments.length === 0);
  if (!spirit || segments.length === 0) return;
  setAttr(parts.spirit, "data-n", segments.length);
  setText(parts.spiritName, t("row.spirit.done", { ...spirit }));
  keyed(
    parts.segments,
    segments,
    (_segment, i) => `${position.level}/${i}`,
    (segment, i) => makeSegment(segment, i),
    (element, _segment, i) => paintSegment(element, game, spirit, i),
  );
}

function paintSegment(element: Segment, game: Game, spirit: Spirit, index: number): void {
  const { slips, state } = element.swParts;
  const done = index < spirit.resolved;
  const next = index === spirit.resolved;
  setAttr(element, "data-done", done ? "true" : null);
  setAttr(element, "data-next", next ? "true" : null);
  paintSlips(slips, game, next ? spirit.committed : []);
  setText(state, t(done ? "segment.done" : next ? "segment.next" : "segment.later"));
}
