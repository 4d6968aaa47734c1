// The player: puts the parts together, and on each step redraws what changed.

import { makeActing, moveOffers, paintLegalList } from "./acting";
import { makeBots, paintBots, type BotsMenu } from "./bots";
import { forgetReply, makeBranches, paintBranches, paintKept, replyTo, type Branches } from "./branches";
import type { Offer } from "./choice";
import { makeCleared, paintCleared, putAway } from "./cleared";
import { makeCompare, paintCompare, type Compare } from "./compare";
import { button, h, setAttr, setHidden, setText } from "./dom";
import {
  makeCaption,
  makeViewLegend,
  paintCaption,
  paintViewLegend,
  type Caption,
  type ViewLegend,
} from "./event_caption";
import { focusIn, isMistake, paintValues } from "./findings";
import { makeHelpCards } from "./help_cards";
import { current, currentPath, hasKernel, listen, setSpeed, SPEEDS, stopPlaying, type Hub } from "./hub";
import { makeHelp, onKey, showHelp } from "./keys";
import { chooseLens, flipSeat, lookThrough, makeLenses, paintLenses, type Lenses } from "./lenses";
import { withMotion } from "./motion";
import { followMoveList, makeMoveList, readRows, type MoveList } from "./movelist";
import { makeNotes, paintNotes, type NotesPanel } from "./notes";
import type { GameNode } from "./protocol";
import { makeResult, paintResult, putResultAway } from "./result";
import { endRetry, leaveView, resumeAfterLens, retryWords, tryAgain, watchRetry } from "./retry";
import { makeReviewPanel, paintReview, type ReviewPanel } from "./review_panel";
import { makeLargeType, makeSheet, makeShell, setLarge, type Sheet } from "./shell";
import { makeSources, paintSources, type Sources } from "./sources";
import { closePile, makeTable, paintTable } from "./table";
import { makeTabs, type Tabs } from "./tabs";
import { sentences, t } from "./telling";
import { makeTimeline, paintTimeline, type Timeline } from "./timeline";
import { makeTour, offerTour, type Tour } from "./tour";
import { makeTransport, paintPlay, paintTransport, type Transport } from "./transport";
import { positionOf, sayOf } from "./tree";
import { announce, hush, type PlayerView } from "./view";

export interface Player {
  view: PlayerView;
  lens: string | undefined;
  title: HTMLElement;
  edition: HTMLElement;
  lenses: Lenses;
  legend: ViewLegend;
  caption: Caption;
  cleared: HTMLElement;
  result: HTMLElement;
  branches: Branches;
  bots: BotsMenu;
  timeline: Timeline;
  transport: Transport;
  moves: MoveList;
  notes: NotesPanel;
  review: ReviewPanel;
  compare: Compare;
  sources: Sources;
  tabs: Tabs;
  more: Tabs;
  sheet: Sheet;
  speed: HTMLSelectElement;
  large: HTMLButtonElement;
  help: HTMLElement;
  helpButton: HTMLButtonElement;
  tour: Tour;
  closeCard: () => boolean;
  flipOwnView: () => void;
  /** Closes what lies over the player; true if something did. */
  closeOpen: () => boolean;
}

function buildPlayer(hub: Hub): Player {
  const shell = makeShell(t("player.name"), "sw-playing");
  const { root, live } = shell;
  const view = { hub, shell, root, live, shown: null, putAway: null } as unknown as PlayerView;
  const player = { view, lens: hub.game.lens } as Player;
  view.redraw = () => paintPlayer(player, true);
  view.hint = () => retryWords(hub);
  view.extra = () => retryOffers(hub);
  view.attempt = (text) => (hub.retry ? (void tryAgain(hub, text), true) : false);
  view.reply = (answering) => replyTo(player.branches, answering);
  view.look = (lens) => chooseLens(player.lenses, lens);
  view.open = (name) => openTab(player, name);
  makeHead(player);
  makeBoard(player);
  makeSide(player);
  makeFoot(player);
  player.help = makeHelp(() => showHelp(player, false));
  player.tour = makeTour(shell);
  root.append(player.help);
  player.closeCard = makeHelpCards(view);
  player.flipOwnView = () => flipSeat(player.lenses, view.shown?.position.seat ?? null);
  player.closeOpen = () => closeOpen(player);
  root.addEventListener("keydown", (event) => onKey(player, event));
  root.addEventListener("click", (event) => {
    const seat = (event.target as Element).closest<HTMLElement>("[data-view-seat]")?.dataset.viewSeat;
    if (seat !== undefined) lookThrough(player.lenses, Number(seat));
  });
  return player;
}

/** Leaving a retry is offered where the reader acts; in the panel there are hints, too. */
function retryOffers(hub: Hub): Offer[] {
  return hub.retry ? [{ words: t("retry.close"), ask: () => endRetry(hub), quiet: true }] : [];
}

function makeHead(player: Player): void {
  const { view } = player;
  const { hub, shell } = view;
  player.title = h("h2", { class: "sw-title" });
  player.edition = h("p", { class: "sw-edition" });
  player.lenses = makeLenses(hub, (text) => announce(view, text));
  player.helpButton = button("?", {
    class: "sw-button sw-small sw-help-button",
    title: t("player.help"),
    "aria-label": t("player.help.show"),
    "aria-expanded": "false",
    on: { click: () => showHelp(player, Boolean(player.help.hidden)) },
  });
  shell.tools.prepend(player.lenses.element);
  shell.tools.append(player.helpButton);
  shell.head.prepend(player.title);
}

/** The table needs a first position. The parts of its head lie in the player's head and on the board's edge. */
function makeBoard(player: Player): void {
  const { view } = player;
  const { hub, shell } = view;
  const { board, legends, felt, strip, head, tools } = shell;
  const position = positionOf(hub.tree, hub.tree.root);
  if (!position) throw new Error(t("player.empty"));
  view.table = makeTable(hub.game, position, true);
  view.acting = makeActing(view);
  player.branches = makeBranches(hub);
  player.compare = makeCompare(hub, view.root);
  player.legend = makeViewLegend();
  player.caption = makeCaption(view.table.head.swParts.decides);
  player.cleared = makeCleared(view);
  player.result = makeResult(view);
  head.insertBefore(view.table.head, tools);
  legends.append(player.legend.element, player.branches.legend, view.table.head.swParts.silence);
  felt.before(player.caption.element);
  felt.append(view.table.element);
  board.append(player.cleared, player.result, player.compare.wide.element);
  strip.append(view.acting.element, player.branches.upkeep);
}

function makeSide(player: Player): void {
  const { view, branches } = player;
  const { hub, shell } = view;
  player.moves = makeMoveList(hub, branches.others);
  player.notes = makeNotes(hub);
  player.review = makeReviewPanel(view);
  player.sources = makeSources(view);
  const moreTabs = [
    {
      name: "legal",
      words: t("player.legal"),
      element: view.acting.panel,
      shown: () => paintLegalList(view.acting),
    },
    {
      name: "compare",
      words: t("player.compare"),
      element: player.compare.element,
      shown: () => paintCompare(player.compare),
    },
    {
      name: "sources",
      words: t("player.sources"),
      element: h(
        "div",
        { class: "sw-scrolled" },
        player.edition,
        player.sources.toggle,
        player.sources.element,
      ),
    },
    { name: "settings", words: t("player.settings"), element: makeSettings(player) },
  ];
  const offered = moreTabs.filter((tab) => tab.name !== "legal" || hasKernel(hub));
  player.more = makeTabs(t("player.more"), offered, "sw-subpanel", () => paintCompare(player.compare));
  const shown = (paint: () => void) => () => {
    paint();
    paintCompare(player.compare);
  };
  player.tabs = makeTabs(t("player.tabs"), [
    {
      name: "moves",
      words: t("player.moves"),
      element: player.moves.element,
      shown: shown(() => followMoveList(player.moves)),
    },
    {
      name: "review",
      words: t("player.review"),
      element: player.review.element,
      shown: shown(() => paintReview(player.review)),
    },
    {
      name: "notes",
      words: t("player.notes"),
      element: player.notes.element,
      shown: shown(() => paintNotes(player.notes)),
    },
    {
      name: "more",
      words: t("player.more"),
      element: player.more.element,
      shown: shown(() => player.more.show(player.more.shown() || (hasKernel(hub) ? "legal" : "compare"))),
    },
  ]);
  player.sheet = makeSheet(view.root, player.tabs.element);
  shell.side.append(player.tabs.element);
}

function makeSettings(player: Player): HTMLElement {
  const { hub, root } = player.view;
  player.speed = h(
    "select",
    { class: "sw-select", "aria-label": t("go.speed"), title: t("go.speed.why") },
    ...SPEEDS.map(([value, words]) => h("option", { value, text: words })),
  );
  player.speed.addEventListener("change", () => setSpeed(hub, player.speed.value));
  player.large = makeLargeType(root, t("player.classroom"), t("player.classroom.why"));
  const keys = button(t("player.help"), {
    class: "sw-button sw-small",
    on: { click: () => showHelp(player, true) },
  });
  const tour = button(t("tour.start"), {
    class: "sw-button sw-small",
    on: { click: () => player.tour.start() },
  });
  return h(
    "div",
    { class: "sw-scrolled sw-settings" },
    h("label", { class: "sw-line" }, h("span", { text: t("go.speed") }), player.speed),
    h("div", { class: "sw-line" }, player.large, keys, tour),
  );
}

function makeFoot(player: Player): void {
  const { view, branches } = player;
  const { hub, shell } = view;
  player.timeline = makeTimeline(hub);
  player.transport = makeTransport(hub);
  player.bots = makeBots(hub, view.reply);
  branches.edit.append(player.bots.element);
  player.transport.place.append(branches.kept);
  player.transport.element.append(branches.element);
  shell.frame.append(
    h("div", { class: "sw-time" }, player.timeline.element),
    h("footer", { class: "sw-foot" }, player.transport.element),
  );
}

/** Opens a tab of the side, or one of those under More. */
function openTab(player: Player, name: string): void {
  const { tabs, more, sheet } = player;
  if (more.buttons.has(name)) {
    tabs.show("more");
    more.show(name);
  } else if (tabs.buttons.has(name)) tabs.show(name);
  sheet.open();
}

function closeOpen(player: Player): boolean {
  const { view } = player;
  return (
    player.closeCard() ||
    player.tour.end() ||
    player.bots.menu.close() ||
    player.branches.menu.close() ||
    closePile(view.table) ||
    putAway(view, player.cleared) ||
    putResultAway(view, player.result) ||
    player.sheet.close()
  );
}

// ---- Painting ----

function paintPlayer(player: Player, still = false): void {
  const { view } = player;
  const { hub, table, shell } = view;
  const node = current(hub);
  const position = positionOf(hub.tree, node);
  const before = view.shown;
  if (!position) return announce(view, t("player.unreadable"));
  const near = before && (node.parent === before.node.id || before.node.parent === node.id);
  const forward = Boolean(before && node.parent === before.node.id);
  const draw = () => paintTable(table, position, node.infer, node.assumed);
  if (near && !still)
    withMotion(table, shell.layer, before.position, position, forward ? node.move : null, draw);
  else draw();
  view.shown = { node, position };
  if (before?.node.id !== node.id) view.putAway = forward && before ? null : node.id;
  paintPath(player);
  followMoveList(player.moves);
  paintCaption(player.caption, hub, node, position);
  paintViewLegend(player.legend, view.root, hub);
  paintCleared(player.cleared, view, node, position);
  paintResult(player.result, view);
  paintBranches(player.branches, view.root);
  paintBots(player.bots);
  paintSources(player.sources, position);
  paintNotes(player.notes);
  paintCompare(player.compare);
  moveOffers(view.acting, node);
  paintReview(player.review);
  if (before && before.node.id !== node.id && !hub.playing) announce(view, sentences(sayOf(node)));
}

function paintPath(player: Player): void {
  const { path, at } = currentPath(player.view.hub);
  paintTransport(player.transport, path, at);
  paintTimeline(player.timeline);
}

/** After a change of the reviews, or of what is hidden while a decision is tried again. */
function repaintReviews(player: Player): void {
  const { view } = player;
  const { hub } = view;
  readRows(player.moves);
  followMoveList(player.moves);
  paintPath(player);
  const shown = view.shown;
  if (shown) paintCaption(player.caption, hub, shown.node, shown.position);
  view.acting.paint();
  paintValues(view.acting);
  paintBranches(player.branches, view.root);
  paintReview(player.review);
  paintResult(player.result, view);
  paintMistakes(player);
}

/** How many mistakes of the recorded game the review found, beside its tab. */
function paintMistakes({ tabs, view: { hub } }: Player): void {
  const count = hub.tree.line.filter((node: GameNode) => isMistake(hub.reviews.nodes[node.id])).length;
  setAttr(tabs.buttons.get("review") ?? document.body, "data-count", count ? String(count) : null);
}

function repaintAll(player: Player): void {
  const { view, title } = player;
  const { game } = view.hub;
  if (view.table.game !== game) view.table.game = game;
  const words = game.title ?? t("player.untitled");
  setText(title, words);
  setAttr(title, "title", words);
  setText(player.edition, game.edition?.title ?? "");
  paintLenses(player.lenses);
  player.speed.value = view.hub.speed;
  view.acting.node = null;
  player.compare.state = null;
  readRows(player.moves);
  paintMistakes(player);
  paintPlayer(player, true);
}

// ---- In a page ----

const MANY_NODES = 5000;

/** Shows the player; a very large tree is announced before the work of laying it out begins. */
export function mountPlayer(hub: Hub, el: HTMLElement): () => void {
  const count = hub.tree.byId.size;
  if (!hub.tree.root || !positionOf(hub.tree, hub.tree.root)) {
    el.append(h("p", { class: "silkenweb sw-fault", lang: LANGUAGE, text: t("player.empty") }));
    return () => undefined;
  }
  if (count < MANY_NODES) return openPlayer(hub, el);
  const opening = t("player.opening", { count: count.toLocaleString(LANGUAGE) });
  const notice = h("p", { class: "silkenweb sw-fault", lang: LANGUAGE, role: "status", text: opening });
  el.append(notice);
  let close: () => void = () => undefined;
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
function watchSight({ view: { hub, root } }: Player): () => void {
  let seen = true;
  hub.looking += 1;
  const observer = new IntersectionObserver((entries) => {
    const now = entries.at(-1)?.isIntersecting ?? seen;
    if (now !== seen) hub.looking += now ? 1 : -1;
    seen = now;
  });
  observer.observe(root);
  return () => {
    observer.disconnect();
    if (seen) hub.looking -= 1;
  };
}

/**
 * After a change of the lens the whole view is built again, so that nothing painted under the old lens is left in the
 * page, not even out of sight. The reader keeps the open tab, the size and the keyboard.
 */
function replacePlayer(old: Player): Player {
  const player = buildPlayer(old.view.hub);
  const { root, shell } = player.view;
  const before = old.view.root;
  const focused = focusIn(before);
  const onLenses = Boolean(focused && old.lenses.element.contains(focused));
  hush(old.view);
  clearTimeout(old.view.acting.timer);
  setLarge(root, player.large, before.classList.contains("sw-large"));
  root.classList.toggle("sw-sheet-open", before.classList.contains("sw-sheet-open"));
  const full = before.getAttribute("data-full");
  setAttr(root, "data-full", full);
  setAttr(shell.full, "aria-pressed", String(full !== null));
  before.replaceWith(root);
  if (old.more.shown()) player.more.show(old.more.shown());
  player.tabs.show(old.tabs.shown());
  repaintAll(player);
  if (focused) (onLenses ? player.lenses.select : root).focus({ preventScroll: true });
  return player;
}

function openPlayer(hub: Hub, el: HTMLElement): () => void {
  let player = buildPlayer(hub);
  const host = h("div", { class: "sw-host" }, player.view.root);
  el.append(host);
  hub.views += 1;
  let unwatch = watchSight(player);
  const quiet = listen(hub, (kind) => {
    if (player.lens !== hub.game.lens) {
      unwatch();
      player = replacePlayer(player);
      unwatch = watchSight(player);
      resumeAfterLens(player.view);
      return;
    }
    if (kind === "cursor" || kind === "tree" || kind === "reviews") watchRetry(hub);
    if (kind === "cursor" || kind === "tree") forgetReply(player.branches);
    if (kind === "cursor") paintPlayer(player);
    else if (kind === "tree") repaintAll(player);
    else if (kind === "play") {
      paintPlay(player.transport);
      player.speed.value = hub.speed;
    } else if (kind === "bots") paintBots(player.bots);
    else if (kind === "reviews") repaintReviews(player);
    else if (kind === "retry") {
      repaintReviews(player);
      void leaveView(player.view);
    } else if (kind === "keeping") paintKept(player.branches);
  });
  player.tabs.show("moves");
  repaintAll(player);
  offerTour(player.tour);
  return () => {
    quiet();
    unwatch();
    hub.views -= 1;
    if (hub.views === 0) stopPlaying(hub);
    hush(player.view);
    setHidden(host, true);
    host.remove();
  };
}
