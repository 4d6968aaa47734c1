// The table: head, row, seats, and trays that show a pile. Used by the player and by other widgets.

import { paintAssumed } from "./assumed";
import { makeCard, paintCard } from "./cards";
import { h, setAttr, setHidden, setText, type Painted } from "./dom";
import { makeHead, paintHead, type Head } from "./head";
import type { PlacedCard, Position } from "./notation";
import type { Game, GameNode } from "./protocol";
import { makeRow, paintRow, type Row } from "./row";
import { makeSeat, paintSeat, type SeatArea } from "./seats";
import { t, tn } from "./telling";
import { possessive, seatName, tableWords } from "./words";

export interface Table {
  element: HTMLElement;
  game: Game;
  head: Head;
  row: Row;
  seats: SeatArea[];
  summary: HTMLElement;
  position: Position | null;
  /** The pile that is open in each place: the row, or a seat. */
  open: Map<string, string>;
  assumed?: string[];
  legend?: HTMLElement;
}

interface ShownPile {
  title: string;
  cards: PlacedCard[];
  hidden: number;
  note?: string;
}

/** The cards of one pile; one tray is open at a time in each place. */
function fillTray(tray: HTMLElement, game: Game, { title, cards, hidden, note }: ShownPile): void {
  const list = h("ul", { class: "sw-tray-cards" });
  for (const card of cards)
    list.append(h("li", {}, paintCard(makeCard(game, card.id), game, card.id, card.turned)));
  // The same card may fly to this pile: what the tray shows takes no part in the animation.
  for (const element of list.querySelectorAll<HTMLElement>("[data-card]")) {
    element.dataset.shown = element.dataset.card;
    element.removeAttribute("data-card");
  }
  const empty = cards.length ? "" : t("tray.empty");
  const rest = hidden ? t("tray.hidden", { cards: tn("count.card", hidden) }) : empty;
  const words = [title, note, rest].filter(Boolean).join(" \u00b7 ");
  tray.replaceChildren(h("p", { class: "sw-tray-title", text: words }), list);
}

function pileOf(game: Game, position: Position, name: string): ShownPile {
  const [kind, seat] = name.split(":");
  if (kind === "done")
    return { title: t("tray.done"), cards: position.done.map((id) => ({ id, turned: false })), hidden: 0 };
  const entry = seat === undefined ? undefined : position.seats[Number(seat)];
  if (!entry) return { title: t("row.deck"), note: t("tray.unknown.next"), ...position.deck };
  const whose = possessive(seatName(game, Number(seat)));
  if (kind === "deck")
    return { title: t("tray.deck", { whose }), note: t("tray.unknown.top"), ...entry.deck };
  return { title: t("tray.discards", { whose }), note: t("tray.open"), ...entry.discard };
}

/**
 * Makes an empty table for a game with as many seats as the position has. With `looks` a name is a button for the
 * view of that seat.
 */
export function makeTable(game: Game, position: Position, looks = false): Table {
  const head = makeHead(game);
  const row = makeRow();
  const seats = position.seats.map((seat, index) => makeSeat(game, seat, index, looks));
  const list = h("div", { class: "sw-seat-list", "data-lines": seats.length > 3 ? "2" : "1" }, ...seats);
  list.style.setProperty("--sw-seats", String(seats.length));
  const players = h("div", { class: "sw-seats", "data-players": seats.length }, list);
  const summary = h("p", { class: "sw-spoken" });
  const element = h(
    "div",
    { class: "sw-table", role: "group", "aria-label": t("table.title"), "data-players": seats.length },
    summary,
    head,
    row,
    players,
  );
  const table: Table = { element, game, head, row, seats, summary, position: null, open: new Map() };
  element.addEventListener("click", (event) => {
    const pile = (event.target as Element).closest<HTMLElement>("[data-pile]");
    if (pile?.dataset.pile) togglePile(table, pile.dataset.pile);
  });
  return table;
}

function trayPlace(name: string): string {
  return name.split(":")[1] ?? "row";
}

function trayOf(table: Table, place: string): Painted | undefined {
  return place === "row" ? table.row.swParts.tray : table.seats[Number(place)]?.swParts.tray;
}

/** Opens a pile in the place where it is, and closes what was open elsewhere; a second press closes it. */
function togglePile(table: Table, name: string): void {
  const place = trayPlace(name);
  const open = table.open.get(place) === name;
  table.open.clear();
  if (!open) table.open.set(place, name);
  paintTrays(table);
  paintAssumed(table);
}

/** Closes the open pile; false if none was open. */
export function closePile(table: Table): boolean {
  if (!table.open.size) return false;
  table.open.clear();
  paintTrays(table);
  return true;
}

function paintTrays(table: Table): void {
  const { position } = table;
  for (const pile of table.element.querySelectorAll<HTMLElement>("[data-pile]")) {
    const name = pile.dataset.pile ?? "";
    setAttr(pile, "aria-expanded", String(table.open.get(trayPlace(name)) === name));
  }
  for (const place of ["row", ...table.seats.keys()].map(String)) {
    const tray = trayOf(table, place);
    const name = table.open.get(place);
    if (!tray) continue;
    setHidden(tray, name === undefined);
    if (name === undefined || !position) continue;
    const pile = pileOf(table.game, position, name);
    const state = JSON.stringify([name, pile.cards, pile.hidden]);
    if (tray.swState === state) continue;
    tray.swState = state;
    fillTray(tray, table.game, pile);
  }
}

/**
 * Draws a position; `infer` gives chances for hidden cards by seat, `assumed` names the cards that are a guess. Only
 * what changed is touched.
 */
export function paintTable(
  table: Table,
  position: Position,
  infer: GameNode["infer"] = {},
  assumed: string[] = [],
): void {
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
