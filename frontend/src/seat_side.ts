// Beside the board: this level's moves, all characters' cards, the legal moves, and what concerns the table itself.

import { paintLegalList } from "./acting";
import { seatChip } from "./caption";
import { makeCard, paintCard } from "./cards";
import { button, h, keyed, setAttr, setHidden, setText } from "./dom";
import { equipmentOf, type Located } from "./equipment";
import { markInline } from "./icons";
import { newsFrom } from "./news";
import type { Position } from "./notation";
import { makeSheet, type Sheet } from "./shell";
import { makeTabs, type Tabs } from "./tabs";
import type { GameNode } from "./protocol";
import { SHORTCUTS } from "./seat_keys";
import { seatTitle, type SeatView } from "./seat_view";
import { optionList } from "./setup";
import { t, tn } from "./telling";
import { sayOf } from "./tree";
import { sheetWords } from "./seats";
import { cardWords } from "./words";

export interface Side {
  element: HTMLElement;
  log: HTMLElement;
  scroller: HTMLElement;
  cards: HTMLElement;
  pace: HTMLSelectElement;
  back: HTMLButtonElement;
  auto: HTMLInputElement;
  kept: HTMLElement;
  tabs: Tabs;
  sheet: Sheet;
}

type Changed = Event & { target: HTMLSelectElement & HTMLInputElement };

export function makeSide(view: SeatView, tools: HTMLElement[]): Side {
  const log = h("ol", { class: "sw-log-list" });
  const scroller = h(
    "div",
    { class: "sw-log-scroll sw-panel-moves", tabindex: 0, role: "group", "aria-label": t("sit.log") },
    log,
  );
  const cards = h("div", {
    class: "sw-panel-cards",
    tabindex: 0,
    role: "group",
    "aria-label": t("sit.cards"),
  });
  const more = makeMore(view, tools);
  const side = { log, scroller, cards, ...more } as unknown as Side;
  const legal = h("div", { class: "sw-panel-legal" }, view.acting.panel);
  side.tabs = makeTabs(t("player.tabs"), [
    { name: "log", words: t("sit.log"), element: scroller, shown: () => showNewest(side) },
    { name: "cards", words: t("sit.cards"), element: cards, shown: () => paintCards(side, view) },
    { name: "legal", words: t("sit.moves"), element: legal, shown: () => paintLegalList(view.acting) },
    { name: "more", words: t("sit.more"), element: more.panel },
  ]);
  new ResizeObserver(() => showNewest(side)).observe(scroller);
  side.element = side.tabs.element;
  side.sheet = makeSheet(view.root, side.element);
  side.tabs.show("log");
  return side;
}

// ---- More: pace, options, the file, a new game, keys, bots ----

function makeMore(view: SeatView, tools: HTMLElement[]) {
  const pace = h("select", {
    class: "sw-select",
    "aria-label": t("sit.pace"),
    on: { change: (event: Changed) => view.request("pace", { pace: Number(event.target.value) }) },
  });
  const back = button(t("sit.back.say"), { hidden: true, on: { click: () => view.request("back") } });
  const auto = h("input", {
    type: "checkbox",
    on: { change: (event: Changed) => view.request("auto-end", { on: event.target.checked }) },
  });
  const kept = h("p", { class: "sw-kept" });
  const options = h(
    "div",
    { class: "sw-more-options" },
    h("label", { class: "sw-lens" }, h("span", { text: t("sit.pace") }), pace),
    h("label", { class: "sw-check" }, auto, h("span", { text: t("sit.end.auto") })),
    h("div", { class: "sw-line" }, back, ...leaving(view)),
  );
  setHidden(options, view.hub.saved);
  const panel = h(
    "div",
    { class: "sw-sit-more" },
    kept,
    options,
    h("div", { class: "sw-line" }, ...tools),
    ...aboutBots(view),
    keysList(),
  );
  return { pace, back, auto, kept, panel };
}

/** A new game, which is asked about while this one is not over. */
function leaving(view: SeatView): HTMLElement[] {
  const sure = h("span", { class: "sw-line sw-sure", hidden: true, role: "group" });
  const begun = () => !view.stage.over && view.stage.started;
  const open = button(t("sit.new"), {
    on: { click: () => (begun() ? askSure(true) : void view.request("new")) },
  });
  const askSure = (asking: boolean) => {
    setHidden(sure, !asking);
    setHidden(open, asking);
    (asking ? sure.querySelector("button") : open)?.focus();
  };
  sure.append(
    h("span", { text: t("sit.new.sure") }),
    button(t("sit.new.no"), { class: "sw-button sw-small", on: { click: () => askSure(false) } }),
    button(t("sit.new.yes"), { class: "sw-button sw-small", on: { click: () => view.request("new") } }),
  );
  return [open, sure];
}

function aboutBots(view: SeatView): HTMLElement[] {
  const seats = (view.hub.game.seats ?? []) as { about?: string }[];
  const bots = seats.flatMap((seat, index) => (seat.about ? [{ index, about: seat.about }] : []));
  if (!bots.length) return [];
  const told = bots.map(({ index, about }) =>
    h("li", { class: "sw-bot" }, h("b", { text: seatTitle(view, index) }), h("span", { text: about })),
  );
  return [h("h4", { text: t("sit.bots") }), h("ul", { class: "sw-bot-list" }, ...told)];
}

function keysList(): HTMLElement {
  const rows = SHORTCUTS.map(({ shown, words }) =>
    h("div", {}, h("dt", {}, h("kbd", { text: shown })), h("dd", { text: words })),
  );
  return h("details", { class: "sw-keys" }, h("summary", { text: t("sit.keys") }), h("dl", {}, ...rows));
}

// ---- Painting ----

export function paintSide(side: Side, view: SeatView): void {
  const { stage, hub } = view;
  setHidden(side.back, !stage.take_back);
  setAttr(side.back, "disabled", Boolean(stage.why_not_back));
  setAttr(side.back, "title", stage.why_not_back || t("sit.back.title"));
  if (side.auto.checked !== stage.auto_end) side.auto.checked = stage.auto_end;
  const kept = (hub.model.get("keeping") ?? {}) as { words?: string; fault?: boolean };
  setText(side.kept, kept.words ?? "");
  setAttr(side.kept, "data-fault", kept.fault ? "true" : null);
  paintPaces(side, view);
  paintLog(side, view);
  if (side.tabs.shown() === "cards") paintCards(side, view);
}

function paintPaces({ pace }: Side, { stage }: SeatView): void {
  const state = JSON.stringify([stage.paces, stage.pace]);
  if (pace.dataset.state === state) return;
  pace.dataset.state = state;
  pace.replaceChildren(
    ...optionList(
      stage.paces.map((each) => [String(each.pace), each.words]),
      String(stage.pace),
    ),
  );
}

function paintLog(side: Side, view: SeatView): void {
  const { tree } = view.hub;
  const news = newsFrom(tree, view.stage.viewer);
  keyed(
    side.log,
    tree.line,
    (node) => node.id,
    (node) => makeEntry(view, node),
    (entry, node, index) => {
      setAttr(entry, "aria-current", node === tree.line.at(-1) ? "step" : null);
      setAttr(entry, "data-news", news > 0 && index >= news ? "true" : null);
      setHidden(entry.firstElementChild as HTMLElement, index !== news || news === 0);
    },
  );
  showNewest(side);
}

function makeEntry(view: SeatView, node: GameNode): HTMLLIElement {
  const said = sayOf(node).map((sentence) => h("span", { class: "sw-sentence", text: sentence }));
  return h(
    "li",
    { class: "sw-entry sw-sit-entry", "data-deal": node.deal },
    h("span", { class: "sw-news", text: t("sit.log.new"), hidden: true }),
    seatChip(view, node),
    h("span", { class: "sw-said" }, ...said),
  );
}

function showNewest({ scroller }: Side): void {
  const news = scroller.querySelector<HTMLElement>("[data-news]");
  if (!scroller.clientHeight) return;
  const top = news ? news.offsetTop - scroller.offsetTop : scroller.scrollHeight;
  scroller.scrollTop = Math.min(scroller.scrollHeight, top);
}

/** Each character's eight cards: which are seen and where, and which are in a hand or a deck. */
function paintCards(side: Side, view: SeatView): void {
  const position = view.shown?.position;
  if (!position) return;
  const state = JSON.stringify([view.shown?.node.id, position.viewer]);
  if (side.cards.dataset.state === state) return;
  side.cards.dataset.state = state;
  side.cards.replaceChildren(
    h("p", { class: "sw-hint", text: t("sit.cards.why") }),
    ...position.seats.map((_seat, index) => cardsOfSeat(view, position, index)),
  );
}

function cardsOfSeat(view: SeatView, position: Position, index: number): HTMLElement {
  const cards = equipmentOf(view.hub.game, position, index);
  const hidden = cards.filter(({ place }) => place === "unseen" || place === "deck").length;
  const seat = position.seats[index];
  return h(
    "section",
    { class: "sw-eight", "data-seat": index },
    h(
      "h4",
      {},
      markInline(seat?.character ?? ""),
      seatTitle(view, index),
      h("span", {
        class: "sw-hint",
        text: `${sheetWords(seat) as string} \u00b7 ${tn("sit.cards.count", hidden)}`,
      }),
    ),
    h("ul", {}, ...cards.map((card) => eightCard(view, card))),
  );
}

function eightCard(view: SeatView, { id, turned, place }: Located): HTMLLIElement {
  const { game } = view.hub;
  const where = t(`sit.cards.${place}`);
  const card = paintCard(makeCard(game, id), game, id, turned);
  card.removeAttribute("data-card"); // a picture, which takes no part in what happens on the table
  const words = `${cardWords(game, id, turned)}: ${where}`;
  setAttr(card, "title", words);
  setAttr(card, "aria-label", words);
  return h("li", { "data-place": place }, card, h("span", { text: where, "aria-hidden": "true" }));
}
