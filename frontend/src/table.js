// The whole table: head, row, seats, and trays that show what lies in a pile. Used by the player and by other widgets.

import { paintAssumed } from "./assumed";
import { makeCard, paintCard } from "./cards";
import { h, setAttr, setHidden, setText } from "./dom";
import { makeHead, paintHead } from "./head";
import { makeRow, paintRow } from "./row";
import { makeSeat, paintSeat } from "./seats";
import { t, tn } from "./telling";
import { possessive, seatName, tableWords } from "./words";

/** A tray under the row or a strip that lists the cards of one pile; one is open at a time in each place. */
function fillTray(tray, game, title, cards, hidden, note) {
  const list = h("ul", { class: "sw-tray-cards" });
  for (const card of cards)
    list.append(h("li", {}, paintCard(makeCard(game, card.id), game, card.id, card.turned)));
  // The same card may fly to this pile: what the tray shows takes no part in the animation.
  for (const element of list.querySelectorAll("[data-card]")) {
    element.dataset.shown = element.dataset.card;
    element.removeAttribute("data-card");
  }
  const rest = hidden
    ? t("tray.hidden", { cards: tn("count.card", hidden) })
    : cards.length
      ? ""
      : t("tray.empty");
  tray.replaceChildren(
    h("p", { class: "sw-tray-title", text: [title, note, rest].filter(Boolean).join(" \u00b7 ") }),
    list,
  );
}

function pileOf(game, position, name) {
  const [kind, seat] = name.split(":");
  if (kind === "done")
    return { title: t("tray.done"), cards: position.done.map((id) => ({ id, turned: false })), hidden: 0 };
  if (kind === "deck" && seat === undefined)
    return { title: t("row.deck"), note: t("tray.unknown.next"), ...position.deck };
  const entry = position.seats[Number(seat)];
  const whose = possessive(seatName(game, Number(seat)));
  if (kind === "deck")
    return { title: t("tray.deck", { whose }), note: t("tray.unknown.top"), ...entry.deck };
  return { title: t("tray.discards", { whose }), note: t("tray.open"), ...entry.discard };
}

/** Makes an empty table for a game with so many seats. */
export function makeTable(game, position) {
  const head = makeHead(game);
  const row = makeRow();
  const seats = position.seats.map((seat, index) => makeSeat(game, seat, index));
  const players = h("div", { class: "sw-seats", "data-players": seats.length }, ...seats);
  const summary = h("p", { class: "sw-spoken" });
  const element = h(
    "div",
    { class: "sw-table", role: "group", "aria-label": t("table.title") },
    summary,
    head,
    row,
    players,
  );
  const table = { element, game, head, row, seats, summary, position: null, open: new Map() };
  element.addEventListener("click", (event) => {
    const pile = event.target.closest?.("[data-pile]");
    if (pile) togglePile(table, pile.dataset.pile);
  });
  return table;
}

function trayPlace(name) {
  return name.includes(":") ? name.split(":")[1] : "row";
}

function trayOf(table, place) {
  return place === "row" ? table.row.swParts.tray : table.seats[Number(place)].swParts.tray;
}

function togglePile(table, name) {
  const place = trayPlace(name);
  if (table.open.get(place) === name) table.open.delete(place);
  else table.open.set(place, name);
  paintTrays(table);
  paintAssumed(table);
}

function paintTrays(table) {
  for (const pile of table.element.querySelectorAll("[data-pile]")) {
    const name = pile.dataset.pile;
    setAttr(pile, "aria-expanded", String(table.open.get(trayPlace(name)) === name));
  }
  for (const place of ["row", ...table.seats.keys()].map(String)) {
    const tray = trayOf(table, place);
    const name = table.open.get(place);
    setHidden(tray, name === undefined);
    if (name === undefined) continue;
    const pile = pileOf(table.game, table.position, name);
    const state = JSON.stringify([name, pile.cards, pile.hidden]);
    if (tray.swState === state) continue;
    tray.swState = state;
    fillTray(tray, table.game, pile.title, pile.cards, pile.hidden, pile.note);
  }
}

/** Draws a position; `infer` gives chances for hidden cards by seat, `assumed` names the cards that are a guess. Only what
 * changed is touched. */
export function paintTable(table, position, infer = {}, assumed = []) {
  table.position = position;
  table.assumed = assumed ?? [];
  paintHead(table.head, table.game, position);
  paintRow(table.row, table.game, position);
  table.seats.forEach((seat, index) => paintSeat(seat, table.game, position, index, infer?.[index] ?? null));
  paintTrays(table);
  paintAssumed(table);
  setText(table.summary, tableWords(table.game, position));
  setAttr(table.element, "data-phase", position.phase);
}
