// A seat at the table: what this seat may know, its decisions, and what the others do, one thing after another.

import { makeActing, moveOffers, paintActing, paintLegalList, say } from "./acting";
import { paintCard } from "./cards";
import { button, h, keyed, setAttr, setHidden, setText } from "./dom";
import { ask, current, hasKernel } from "./hub";
import { markInline } from "./icons";
import { withMotion } from "./motion";
import { announce, holdHeight, keepShortcutsAway, makeTabs, toggle } from "./player";
import { optionList } from "./setup";
import { makeSources, paintSources, showSources } from "./sources";
import { makeTable, paintTable } from "./table";
import { t } from "./telling";
import { headOf, parentOf, positionOf, sayOf } from "./tree";
import { seatName } from "./words";

export function buildSeat(sit) {
  const { hub } = sit;
  const view = { hub, sit, shown: null, stage: hub.model.get("stage") };
  view.redraw = () => paintSitting(view, true);
  view.hint = () => seatHint(view);
  view.afterChoice = (acting) => {
    previewHand(view, acting.choice);
    holdFocus(view);
  };
  view.live = h("div", { class: "sw-spoken sw-live", "aria-live": "polite", role: "status" });
  view.layer = h("div", { class: "sw-layer", "aria-hidden": "true" });
  view.root = h("div", {
    class: "silkenweb sw-player sw-sitting",
    lang: LANGUAGE,
    tabindex: 0,
    role: "region",
    "aria-label": t("sit.label"),
  });
  keepShortcutsAway(view.root);
  view.sources = makeSources(view);
  view.board = makeSeatBoard(view);
  view.root.append(
    h(
      "div",
      { class: "sw-frame" },
      makeSeatTop(view),
      view.sources.element,
      view.board,
      makeSeatFoot(view),
      makeSeatSide(view),
    ),
    view.layer,
    view.live,
  );
  view.root.addEventListener("keydown", (event) => {
    view.byKeys = true;
    if (event.key === "Escape" && putBack(view)) event.stopPropagation();
  });
  view.root.addEventListener("pointerdown", () => {
    view.byKeys = false;
  });
  const held = holdHeight(view, () => view.shown?.position.level);
  for (const line of view.root.querySelectorAll(".sw-sit-foot .sw-line, .sw-end .sw-line"))
    setHidden(line, hub.saved);
  view.tabs.show("log");
  paintSitting(view, true);
  return {
    root: view.root,
    update: () => paintSitting(view),
    close: () => held.disconnect(),
    opened: () => {
      if (sit.takesFocus) view.root.focus({ preventScroll: true });
    },
  };
}

/** Lets go of a move that waits to be confirmed, else of what is picked; true if there was something. */
function putBack(view) {
  const { choice, confirming } = view.acting;
  view.acting.confirming = null;
  if (confirming) {
    const inBar = view.acting.bar.contains(document.activeElement);
    paintActing(view.acting);
    if (inBar)
      [...view.acting.bar.children]
        .find((each) => each.dataset.move === confirming.text)
        ?.focus({ preventScroll: true });
    return true;
  }
  if (!choice || !(choice.card || choice.mode || choice.picks.length)) return false;
  Object.assign(choice, { card: null, target: null, mode: null, picks: [] });
  paintActing(view.acting);
  return true;
}

/** Who plays by keys does not lose their place when the button that they pressed is gone. */
function holdFocus(view) {
  if (view.byKeys && document.activeElement === document.body) view.root.focus({ preventScroll: true });
}

function makeSeatTop(view) {
  view.title = h("h2", { class: "sw-title" });
  const edition = h("p", { class: "sw-edition", text: view.hub.game.edition?.title ?? "" });
  view.sourcesButton = button(t("player.sources"), {
    class: "sw-button sw-small",
    title: t("player.sources.why"),
    "aria-pressed": "false",
    on: { click: () => showSources(view, view.sources.element.hidden) },
  });
  return h(
    "header",
    { class: "sw-top" },
    h("div", { class: "sw-titles" }, view.title, edition),
    h(
      "div",
      { class: "sw-line" },
      view.sourcesButton,
      toggle(view, t("sit.classroom"), "sw-large", t("sit.classroom.title")),
    ),
  );
}

function makeSeatBoard(view) {
  const position = positionOf(view.hub.tree, current(view.hub));
  view.table = makeTable(view.hub.game, position);
  view.acting = makeActing(view);
  view.yours = h("b", { class: "sw-yours", text: t("sit.turn"), hidden: true });
  view.acting.element.prepend(view.yours);
  view.happened = h("div", { class: "sw-happened", "aria-hidden": "true" });
  view.end = makeSeatEnd(view);
  view.fault = h("p", { class: "sw-hint", "data-fault": "true", role: "alert" });
  view.again = button(t("sit.bot.again"), {
    class: "sw-button sw-small",
    on: { click: () => request(view, "again") },
  });
  view.failed = h("div", { class: "sw-choices", hidden: true }, view.fault, view.again);
  return h("div", { class: "sw-board" }, view.happened, view.end, view.table.element);
}

function makeSeatEnd(view) {
  view.endWords = h("h3", { class: "sw-end-words" });
  return h(
    "section",
    { class: "sw-end", hidden: true, "aria-label": t("sit.end.title") },
    view.endWords,
    h(
      "div",
      { class: "sw-line" },
      button(t("sit.end.look"), {
        class: "sw-button sw-primary",
        on: { click: () => request(view, "look") },
      }),
      button(t("sit.new"), { on: { click: () => request(view, "new") } }),
    ),
  );
}

function makeSeatSide(view) {
  view.log = h("ol", { class: "sw-log-list" });
  view.scroller = h(
    "div",
    { class: "sw-log-scroll", tabindex: 0, role: "group", "aria-label": t("sit.log") },
    view.log,
  );
  view.tabs = makeTabs(view, [
    { name: "log", words: t("sit.log"), element: view.scroller, shown: () => showNewest(view) },
    {
      name: "legal",
      words: t("sit.moves"),
      element: view.acting.panel,
      shown: () => paintLegalList(view.acting),
    },
  ]);
  new ResizeObserver(() => showNewest(view)).observe(view.scroller);
  return h("aside", { class: "sw-side" }, h("div", { class: "sw-side-inner" }, view.tabs.element));
}

function makeSeatFoot(view) {
  view.pace = h("select", {
    class: "sw-select",
    "aria-label": t("sit.pace"),
    on: {
      change: (event) => request(view, "pace", { pace: Number(event.target.value) }),
    },
  });
  view.back = button(t("sit.back.say"), {
    class: "sw-button sw-small",
    hidden: true,
    on: { click: () => request(view, "back") },
  });
  view.kept = h("span", { class: "sw-kept" });
  const sure = h(
    "span",
    { class: "sw-line sw-sure", hidden: true, role: "group" },
    h("span", { text: t("sit.new.sure") }),
  );
  const over = () => view.stage.over || !view.stage.started;
  const open = button(t("sit.new"), {
    class: "sw-button sw-small",
    on: { click: () => (over() ? request(view, "new") : askSure(true)) },
  });
  const askSure = (asking) => {
    setHidden(sure, !asking);
    setHidden(open, asking);
    (asking ? sure.querySelector("button") : open).focus();
  };
  sure.append(
    button(t("sit.new.no"), { class: "sw-button sw-small", on: { click: () => askSure(false) } }),
    button(t("sit.new.yes"), { class: "sw-button sw-small", on: { click: () => request(view, "new") } }),
  );
  return h(
    "footer",
    { class: "sw-foot sw-sit-foot" },
    view.failed,
    view.acting.element,
    h(
      "div",
      { class: "sw-line" },
      h("label", { class: "sw-lens" }, h("span", { text: t("sit.pace") }), view.pace),
      view.back,
      open,
      sure,
    ),
    view.kept,
  );
}

/** Something asked of Python beside a move; a refusal stands where those of moves do. */
function request(view, kind, more = {}) {
  view.sit.takesFocus = true;
  const node = current(view.hub)?.id;
  return ask(view.hub, { kind, node, ...more }).catch((fault) => say(view.acting, fault.message, true));
}

/** What stands above the buttons where it is not this seat's own decision; null where it is. */
function seatHint(view) {
  const { stage, hub } = view;
  if (!hasKernel(hub)) return null;
  if (stage.over) return "";
  if (stage.next === null) return t("sit.deal.hint");
  if (stage.mine) return null;
  return t(stage.bots ? "sit.wait.bot" : "sit.wait.person", { who: stage.next });
}

/** While the hand is to be rotated, its cards show what they will be. */
function previewHand(view, choice) {
  const { position } = view.shown ?? {};
  if (!position || position.phase !== "keep" || position.viewer === null) return;
  const hand = view.table.seats[position.viewer].swParts.hand;
  const turned = new Map(position.seats[position.viewer].hand.cards.map((card) => [card.id, card.turned]));
  for (const card of hand.querySelectorAll("[data-card]")) {
    const { card: id } = card.dataset;
    if (turned.has(id))
      paintCard(
        card,
        view.hub.game,
        id,
        choice?.rotate ? canTurn(view, id) && !turned.get(id) : turned.get(id),
      );
  }
}

function canTurn(view, id) {
  return view.hub.game.cards?.[id]?.kind === "equipment";
}

function paintSitting(view, still = false) {
  const { hub } = view;
  const node = current(hub);
  const position = node && positionOf(hub.tree, node);
  if (!position) return;
  view.stage = hub.model.get("stage");
  const before = view.shown;
  const draw = () => paintTable(view.table, position);
  const moves = before ? movesSince(view, before.node) : [];
  if (moves.length && moves.length <= MOST_MOVED && !still)
    withMotion(
      view.table,
      view.layer,
      before.position,
      position,
      moves.find((move) => move?.startsWith("play ")),
      draw,
    );
  else draw();
  view.shown = { node, position };
  paintSeatParts(view, position);
  if (!before || before.node.id !== node.id || still) {
    view.acting.node = null;
    moveOffers(view.acting, node);
  }
  if (before && before.node.id !== node.id) announce(view, newWords(view, before.node));
  holdFocus(view);
}

const MOST_MOVED = 4; // a bot's turn of some plays and its end comes at once; more than that is not animated

/** The moves from a node to the one shown, if it leads there. */
function movesSince(view, before) {
  const { line } = view.hub.tree;
  const from = line.findIndex((node) => node.id === before.id);
  return from < 0 ? [] : line.slice(from + 1).map((node) => node.move);
}

/** What is said aloud: what happened since, and whose decision it is if it is this seat's. */
function newWords(view, before) {
  const { line } = view.hub.tree;
  const from = line.findIndex((node) => node.id === before.id);
  const said = line.slice(Math.max(from, 0) + 1).flatMap(sayOf);
  return [...said, ...(view.stage.mine ? [t("sit.yours")] : [])].join(" ");
}

function paintSeatParts(view, position) {
  const { stage, hub } = view;
  setText(view.title, t("sit.title", { who: seatTitle(hub.game, stage.viewer) }));
  setHidden(view.end, !stage.over);
  setText(view.endWords, stage.over ? sayOf(current(hub)).at(-1) : "");
  setAttr(view.end, "data-phase", position.phase);
  setHidden(view.failed, !stage.fault);
  setText(view.fault, stage.fault ?? "");
  setHidden(view.acting.element, stage.over || Boolean(stage.fault));
  setHidden(view.back, !stage.take_back);
  setAttr(view.back, "disabled", Boolean(stage.why_not_back));
  setAttr(view.back, "title", stage.why_not_back || t("sit.back.title"));
  setAttr(view.root, "data-mine", stage.mine ? "true" : null);
  setHidden(view.yours, !stage.mine);
  const kept = hub.model.get("keeping") ?? {};
  setText(view.kept, kept.words ?? "");
  setAttr(view.kept, "data-fault", kept.fault ? "true" : null);
  paintSources(view.sources, position);
  paintPaces(view);
  paintSeatLog(view);
}

function seatTitle(game, seat) {
  const player = game.seats?.[seat]?.player;
  const character = seatName(game, seat);
  return player ? t("sit.who", { name: player, character }) : character;
}

function paintPaces(view) {
  const { paces, pace } = view.stage;
  const state = JSON.stringify([paces, pace]);
  if (view.pace.swState === state) return;
  view.pace.swState = state;
  view.pace.replaceChildren(
    ...optionList(
      paces.map((each) => [String(each.pace), each.words]),
      String(pace),
    ),
  );
}

function paintSeatLog(view) {
  const { line } = view.hub.tree;
  const news = newsOf(view, line);
  keyed(
    view.log,
    line,
    (node) => node.id,
    (node) => makeSeatEntry(view, node),
    (entry, node, index) => {
      setAttr(entry, "aria-current", node === line.at(-1) ? "step" : null);
      setAttr(entry, "data-news", index >= news ? "true" : null);
      setHidden(entry.swNews, index !== news);
    },
  );
  view.happened.replaceChildren(h("p", { text: sayOf(line.at(-1)).join(" ") }));
  showNewest(view);
}

/** Where in the line that begins which came after this person's last decision; its length if they decided last. */
function newsOf(view, line) {
  const decides = (node) => node.move && whoDecided(view, node) === view.stage.viewer;
  return line.findLastIndex(decides) + 1;
}

/** The seat that decided what a node tells; null for a deal. */
function whoDecided(view, node) {
  const parent = node.move ? parentOf(view.hub.tree, node) : null;
  return parent ? headOf(view.hub.tree, parent).seat : null;
}

function makeSeatEntry(view, node) {
  const seat = whoDecided(view, node);
  const mark =
    seat === null
      ? null
      : h(
          "span",
          { class: "sw-chip", title: seatName(view.hub.game, seat) },
          markInline(view.hub.game.seats?.[seat]?.character),
        );
  const sentences = sayOf(node).map((sentence) => h("span", { class: "sw-sentence", text: sentence }));
  const news = h("span", { class: "sw-news", text: t("sit.log.new"), hidden: true });
  const entry = h(
    "li",
    { class: "sw-entry sw-sit-entry", "data-deal": node.deal },
    news,
    mark,
    h("span", { class: "sw-said" }, ...sentences),
  );
  entry.swNews = news;
  return entry;
}

function showNewest(view) {
  const { scroller } = view;
  if (scroller.clientHeight) scroller.scrollTop = scroller.scrollHeight;
}
