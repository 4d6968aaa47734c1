// The player: puts the parts together, and on each step redraws what changed.

import { makeActing, moveOffers, paintLegalList } from "./acting";
import { makeCompare, paintCompare } from "./compare";
import { button, h, setAttr, setHidden, setText } from "./dom";
import { focusIn, paintValues } from "./findings";
import { makeMap, paintMap } from "./gamemap";
import { current, currentPath, hasKernel, listen, stopPlaying } from "./hub";
import { makeHelp, onKey, showHelp } from "./keys";
import { makeLenses, paintLenses } from "./lenses";
import { makeLog, paintLog } from "./log";
import { withMotion } from "./motion";
import { followMoveList, makeMoveList, readRows } from "./movelist";
import {
  forgetReply,
  makeBranchBar,
  makeNotes,
  paintBots,
  paintBranchBar,
  paintKept,
  paintNotes,
} from "./notes";
import { makeRetry, paintRetry, watchRetry } from "./retry";
import { makeGraph, paintGraph } from "./review";
import { makeReviewPanel, paintReview } from "./reviewpanel";
import { makeSources, paintSources, showSources } from "./sources";
import { makeTable, paintTable } from "./table";
import { sentences, t } from "./telling";
import { makeTransport, paintPlay, paintTransport } from "./transport";
import { commentOf, glyphOf, positionOf, sayOf } from "./tree";

export function makeTabs(view, tabs) {
  const bar = h("div", { class: "sw-tabs", role: "tablist", "aria-label": t("player.tabs") });
  const element = h("section", { class: "sw-panel" }, bar);
  const show = (name) => {
    for (const tab of tabs) {
      setHidden(tab.panel, tab.name !== name);
      setAttr(tab.button, "aria-selected", String(tab.name === name));
      setAttr(tab.button, "tabindex", tab.name === name ? "0" : "-1");
    }
    tabs.find((tab) => tab.name === name).shown?.();
    if (name !== "compare" && view.compare) paintCompare(view.compare);
  };
  for (const tab of tabs) {
    tab.button = button(tab.words, { class: "sw-tab", role: "tab", on: { click: () => show(tab.name) } });
    tab.panel = h(
      "div",
      { class: "sw-tab-panel", role: "tabpanel", "aria-label": tab.words, hidden: true },
      tab.element,
    );
    bar.append(tab.button);
    element.append(tab.panel);
  }
  bar.addEventListener("keydown", (event) => moveTab(event, tabs, show));
  const shown = () => tabs.find((tab) => !tab.panel.hidden).name;
  return { element, show, shown };
}

function moveTab(event, tabs, show) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const at = tabs.findIndex((tab) => tab.button === event.target);
  if (!by || at < 0) return;
  const to = tabs[(at + by + tabs.length) % tabs.length];
  show(to.name);
  to.button.focus();
  event.preventDefault();
  event.stopPropagation();
}

export function toggle(view, words, className, title) {
  return button(words, {
    class: "sw-button sw-small",
    title,
    "aria-pressed": "false",
    on: {
      click: (event) => {
        const on = view.root.classList.toggle(className);
        setAttr(event.currentTarget, "aria-pressed", String(on));
        view.redraw();
      },
    },
  });
}

function makeTop(view) {
  const { game } = view.hub;
  view.title = h("h2", { class: "sw-title", text: game.title ?? t("player.untitled") });
  view.edition = h("p", { class: "sw-edition" });
  view.lenses = makeLenses(view);
  view.sourcesButton = button(t("player.sources"), {
    class: "sw-button sw-small",
    title: t("player.sources.why"),
    "aria-pressed": "false",
    on: { click: () => showSources(view, view.sources.element.hidden) },
  });
  view.classroom = toggle(view, t("player.classroom"), "sw-large", t("player.classroom.why"));
  view.helpButton = button("?", {
    class: "sw-button sw-small",
    title: t("player.help"),
    "aria-label": t("player.help.show"),
    "aria-expanded": "false",
    on: { click: () => showHelp(view, view.help.hidden) },
  });
  return h(
    "header",
    { class: "sw-top" },
    h("div", { class: "sw-titles" }, view.title, view.edition),
    h("div", { class: "sw-line" }, view.lenses, view.sourcesButton, view.classroom, view.helpButton),
  );
}

function makeSide(view) {
  view.log = makeLog(view);
  view.moves = makeMoveList(view);
  view.notes = makeNotes(view);
  view.review = makeReviewPanel(view);
  const tabs = [
    {
      name: "moves",
      words: t("player.moves"),
      element: view.moves.element,
      shown: () => followMoveList(view.moves),
    },
    {
      name: "legal",
      words: t("player.legal"),
      element: view.acting.panel,
      shown: () => paintLegalList(view.acting),
    },
    {
      name: "compare",
      words: t("player.compare"),
      element: view.compare.element,
      shown: () => paintCompare(view.compare),
    },
    {
      name: "review",
      words: t("player.review"),
      element: view.review.element,
      shown: () => paintReview(view.review),
    },
    {
      name: "notes",
      words: t("player.notes"),
      element: view.notes.element,
      shown: () => paintNotes(view.notes),
    },
  ];
  view.tabs = makeTabs(view, hasKernel(view.hub) ? tabs : tabs.filter((tab) => tab.name !== "legal"));
  const log = h(
    "section",
    { class: "sw-panel sw-log", "aria-label": t("player.log") },
    h("h3", { class: "sw-panel-title", text: t("player.log") }),
    view.log.element,
  );
  return h("aside", { class: "sw-side" }, h("div", { class: "sw-side-inner" }, log, view.tabs.element));
}

/** The table needs a first position; it is built anew only if the seats change (another game). */
function makeBoard(view) {
  const position = positionOf(view.hub.tree, view.hub.tree.root);
  view.table = makeTable(view.hub.game, position);
  view.acting = makeActing(view);
  view.retry = makeRetry(view);
  view.branch = makeBranchBar(view);
  view.happened = h("div", { class: "sw-happened", "aria-hidden": "true" });
  view.compare = makeCompare(view);
  return h(
    "div",
    { class: "sw-board" },
    view.happened,
    view.table.element,
    view.compare.wide.element,
    view.retry.element,
    view.acting.element,
    view.branch.element,
  );
}

/** Screen readers hear what happened; steps in quick succession are said once, the last of them. */
export function announce(view, text) {
  clearTimeout(view.saying);
  view.saying = setTimeout(() => setText(view.live, text), 150);
}

/**
 * The table keeps the greatest height it had, so that the buttons below stay put, until its width changes, a pile
 * is opened or closed, or `releases` gives something else.
 */
export function holdHeight(view, releases = () => "") {
  const observer = new ResizeObserver(([entry]) => {
    const { width, height } = entry.contentRect;
    const held = JSON.stringify([width, [...view.table.open.values()], releases()]);
    if (held !== view.heldFor) view.heldHeight = 0;
    view.heldFor = held;
    if (height > (view.heldHeight ?? 0)) view.heldHeight = height;
    const wanted = `${Math.ceil(view.heldHeight)}px`;
    if (view.board.style.minHeight !== wanted) view.board.style.minHeight = wanted;
  });
  observer.observe(view.table.element);
  return observer;
}

/**
 * Lab's shortcuts act on cells while the player has the keyboard, unless this mark is found on the way up from
 * the focused element. Some of them ask for the focused element itself, so it has to bear the mark too.
 */
export function keepShortcutsAway(root) {
  const mark = (element) => {
    element.dataset.lmSuppressShortcuts = "true";
  };
  mark(root);
  root.addEventListener("focusin", (event) => mark(event.composedPath()[0]));
}

function readableRoot(hub) {
  return hub.tree.root && positionOf(hub.tree, hub.tree.root) !== null;
}

function buildPlayer(hub) {
  const view = { hub, root: null, shown: null, lens: hub.game.lens };
  view.redraw = () => paintPlayer(view, true);
  view.live = h("div", { class: "sw-spoken sw-live", "aria-live": "polite", role: "status" });
  view.layer = h("div", { class: "sw-layer", "aria-hidden": "true" });
  const name = t("player.name");
  view.root = h("div", {
    class: "silkenweb sw-player",
    lang: LANGUAGE,
    tabindex: 0,
    role: "region",
    "aria-label": name,
  });
  keepShortcutsAway(view.root);
  view.help = makeHelp(view);
  view.sources = makeSources(view);
  view.board = makeBoard(view);
  view.graph = makeGraph(view);
  view.map = makeMap(view);
  view.transport = makeTransport(view);
  view.root.append(
    h(
      "div",
      { class: "sw-frame" },
      makeTop(view),
      view.sources.element,
      view.board,
      makeSide(view),
      view.graph.element,
      h("footer", { class: "sw-foot" }, view.map.element, view.transport.element),
    ),
    view.help,
    view.layer,
    view.live,
  );
  view.root.addEventListener("keydown", (event) => onKey(view, event));
  return view;
}

function paintPlayer(view, still = false) {
  const { hub } = view;
  const node = current(hub);
  const position = positionOf(hub.tree, node);
  const before = view.shown;
  if (!position) return announce(view, t("player.unreadable"));
  const near = before && (node.parent === before.node.id || before.node.parent === node.id);
  const draw = () => paintTable(view.table, position, node.infer, node.assumed);
  const forward = near && node.parent === before.node.id;
  if (near && !still)
    withMotion(view.table, view.layer, before.position, position, forward ? node.move : null, draw);
  else draw();
  view.shown = { node, position };
  const { path, at } = currentPath(hub);
  paintTransport(view.transport, path, at);
  paintMap(view.map, path, at);
  paintLog(view.log);
  followMoveList(view.moves);
  paintHappened(view, node);
  paintBranchBar(view.branch);
  paintSources(view.sources, position);
  paintNotes(view.notes);
  paintCompare(view.compare);
  moveOffers(view.acting, node);
  paintReviews(view);
  if (before && before.node.id !== node.id) announce(view, sentences(sayOf(node)));
}

/** What reviews say, wherever it stands beside the table. */
function paintReviews(view) {
  paintGraph(view.graph);
  paintReview(view.review);
  paintRetry(view.retry);
}

/** After a change of the reviews, or of what is hidden while a decision is tried again. */
function repaintReviews(view) {
  readRows(view.moves);
  const { path, at } = currentPath(view.hub);
  paintTransport(view.transport, path, at);
  paintMap(view.map, path, at);
  paintValues(view.acting);
  paintReviews(view);
}

/** In the classroom, where the log is put away: what has just happened, and what is said about it. */
function paintHappened(view, node) {
  const { tree } = view.hub;
  const comment = commentOf(tree, node);
  const glyph = glyphOf(tree, node);
  const state = JSON.stringify([node.id, comment, glyph]);
  if (view.happened.swState === state) return;
  view.happened.swState = state;
  const said = h(
    "p",
    { text: sentences(sayOf(node)) },
    glyph ? h("b", { class: "sw-glyph", text: glyph }) : null,
  );
  view.happened.replaceChildren(said, ...(comment ? [h("p", { class: "sw-comment", text: comment })] : []));
}

function repaintAll(view) {
  const { game } = view.hub;
  if (view.table.game !== game) view.table.game = game;
  setText(view.title, game.title ?? t("player.untitled"));
  setText(view.edition, game.edition?.title ?? "");
  paintLenses(view);
  view.acting.node = null;
  view.compare.state = null;
  readRows(view.moves);
  paintPlayer(view, true);
}

const MANY_NODES = 5000;

/** Shows the player; a very large tree is announced before the work of laying it out begins. */
export function mountPlayer(hub, el) {
  const count = hub.tree.byId.size;
  if (!readableRoot(hub)) {
    el.append(h("p", { class: "silkenweb sw-fault", lang: LANGUAGE, text: t("player.empty") }));
    return () => {};
  }
  if (count < MANY_NODES) return openPlayer(hub, el);
  const opening = t("player.opening", { count: count.toLocaleString(LANGUAGE) });
  const notice = h("p", { class: "silkenweb sw-fault", lang: LANGUAGE, role: "status", text: opening });
  el.append(notice);
  let close = () => {};
  const timer = setTimeout(() => {
    notice.remove();
    close = openPlayer(hub, el);
  }, 60);
  return () => {
    clearTimeout(timer);
    notice.remove();
    close();
  };
}

/** Whether anybody can see this view: autoplay stops where nobody looks. */
function watchSight(view) {
  const { hub } = view;
  let seen = true;
  hub.looking += 1;
  const observer = new IntersectionObserver((entries) => {
    const now = entries.at(-1).isIntersecting;
    if (now !== seen) hub.looking += now ? 1 : -1;
    seen = now;
  });
  observer.observe(view.root);
  return () => {
    observer.disconnect();
    if (seen) hub.looking -= 1;
  };
}

function watchView(view) {
  const held = holdHeight(view);
  const unseen = watchSight(view);
  return () => {
    unseen();
    held.disconnect();
  };
}

/**
 * After a change of the lens the whole view is built again, so that nothing painted under the old lens is left in the
 * page, not even out of sight. The reader keeps the open tab, the classroom's size and the keyboard.
 */
function replaceView(old) {
  const view = buildPlayer(old.hub);
  const focused = focusIn(old.root);
  const onLenses = Boolean(focused && old.lenses.contains(focused));
  clearTimeout(old.saying);
  clearTimeout(old.acting.timer);
  const large = old.root.classList.contains("sw-large");
  view.root.classList.toggle("sw-large", large);
  setAttr(view.classroom, "aria-pressed", String(large));
  old.root.replaceWith(view.root);
  view.tabs.show(old.tabs.shown());
  repaintAll(view);
  if (focused) (onLenses ? view.lenses.lastChild : view.root).focus({ preventScroll: true });
  return view;
}

function openPlayer(hub, el) {
  let view = buildPlayer(hub);
  el.append(view.root);
  hub.views += 1;
  let unwatch = watchView(view);
  const quiet = listen(hub, (kind) => {
    if (view.lens !== hub.game.lens) {
      unwatch();
      view = replaceView(view);
      unwatch = watchView(view);
      return;
    }
    if (kind === "cursor" || kind === "tree" || kind === "reviews") watchRetry(hub);
    if (kind === "cursor" || kind === "tree") forgetReply(view.branch);
    if (kind === "cursor") paintPlayer(view);
    else if (kind === "tree") repaintAll(view);
    else if (kind === "play") paintPlay(view.transport);
    else if (kind === "bots") paintBots(view.branch.bots, hub, hasKernel(hub));
    else if (kind === "reviews" || kind === "retry") repaintReviews(view);
    else if (kind === "keeping") paintKept(view.branch);
  });
  view.tabs.show("moves");
  repaintAll(view);
  return () => {
    quiet();
    unwatch();
    hub.views -= 1;
    if (hub.views === 0) stopPlaying(hub);
    view.root.remove();
  };
}
