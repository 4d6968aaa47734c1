// A seat at the table: what this seat may know, its decisions, and what the others do, one turn after another.

import { makeActing, moveOffers, say } from "./acting";
import { makeCaption, paintCaption } from "./caption";
import { paintCard } from "./cards";
import type { Choice, Offer } from "./choice";
import { makeCleared, paintCleared, putAway } from "./cleared";
import { button, h, setAttr, setHidden, setText } from "./dom";
import { makeEnding, paintEnding } from "./ending";
import { ask, current, hasKernel } from "./hub";
import { withMotion } from "./motion";
import { parseMove, parsePosition, type Position } from "./notation";
import type { GameNode } from "./protocol";
import { buttonOf, pressDigit } from "./seat_keys";
import { makeSide, paintSide } from "./seat_side";
import { seatTitle, type SeatView } from "./seat_view";
import { makeLargeType, makeShell, toggleFullScreen } from "./shell";
import { makeSources, paintSources, showSources } from "./sources";
import type { Part, SeatStage, Sit } from "./stage";
import { makeTable, paintTable } from "./table";
import { t } from "./telling";
import { positionOf, sayOf } from "./tree";
import { announce } from "./view";

export function buildSeat(sit: Sit): Part {
  const { hub } = sit;
  const view = { hub, sit, shown: null, byKeys: false, putAway: null } as unknown as SeatView;
  view.stage = hub.model.get("stage") as SeatStage;
  view.redraw = () => paintSeat(view, parts, true);
  view.hint = () => hintWords(view);
  view.extra = () => undoOffers(view);
  view.afterChoice = (acting) => {
    previewCards(view, acting.choice);
    holdFocus(view);
  };
  view.request = (kind, more = {}) => {
    sit.takesFocus = true;
    const node = current(hub)?.id as number | undefined;
    return ask(hub, { kind, node, ...more }).catch((fault: Error) => say(view.acting, fault.message, true));
  };
  view.shell = makeShell(t("sit.label"), "sw-sitting");
  Object.assign(view, { root: view.shell.root, live: view.shell.live });
  const position = positionOf(hub.tree, current(hub)) ?? parsePosition(view.stage.final?.text ?? "");
  view.table = makeTable(hub.game, position);
  view.acting = makeActing(view);
  const parts = makeParts(view);
  followKeys(view, parts);
  paintSeat(view, parts, true);
  return {
    root: view.root,
    update: () => paintSeat(view, parts),
    close: () => clearTimeout(view.acting.timer),
    opened: () => {
      if (sit.takesFocus) view.root.focus({ preventScroll: true });
    },
  };
}

type Parts = ReturnType<typeof makeParts>;

function makeParts(view: SeatView) {
  const title = h("h2", { class: "sw-title" });
  const caption = makeCaption();
  const cleared = makeCleared(view);
  const ending = makeEnding();
  const yours = h("p", { class: "sw-legend sw-legend-yours", text: t("sit.turn"), hidden: true });
  const fault = h("p", { class: "sw-hint", "data-fault": "true", role: "alert" });
  const again = button(t("sit.bot.again"), { on: { click: () => view.request("again") } });
  const failed = h("div", { class: "sw-choices", hidden: true }, fault, again);
  const sources = makeSources(view);
  const side = makeSide(view, [
    sources.toggle,
    makeLargeType(view.root, t("sit.classroom"), t("sit.classroom.title")),
  ]);
  const { head, board, legends, felt, strip } = view.shell;
  head.prepend(title, view.table.head);
  legends.append(yours, view.table.head.swParts.silence);
  felt.append(view.table.element);
  felt.before(caption.element);
  board.append(cleared, ending);
  strip.append(failed, view.acting.element);
  view.shell.side.append(side.element);
  view.shell.frame.append(sources.element);
  return { title, caption, cleared, ending, yours, fault, failed, sources, side };
}

// ---- Keys ----

function followKeys(view: SeatView, parts: Parts): void {
  view.root.addEventListener("pointerdown", () => {
    view.byKeys = false;
  });
  view.root.addEventListener("keydown", (event) => {
    view.byKeys = true;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if ((event.target as Element).matches("input:not([type=checkbox]), select, textarea")) return;
    if (!pressKey(view, parts, event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

function pressKey(view: SeatView, parts: Parts, event: KeyboardEvent): boolean {
  const { key } = event;
  if (key === "Escape")
    return closeSources(parts) || parts.side.sheet.close() || putAway(view, parts.cleared) || letGo(view);
  if (event.repeat) return false;
  if (/^[1-9]$/.test(key)) return pressDigit(view.acting, Number(key));
  if (key === "z") {
    toggleFullScreen(view.shell);
    return true;
  }
  const found = /^[eru]$/.test(key) ? buttonOf(view.acting, key) : null;
  if (key === "r") found?.focus({ preventScroll: true });
  else found?.click();
  return found !== null;
}

function closeSources({ sources }: Parts): boolean {
  if (sources.element.hidden) return false;
  showSources(sources, false);
  return true;
}

/** Lets go of a move that waits to be confirmed, else of what is picked; true if there was something. */
function letGo(view: SeatView): boolean {
  const { acting } = view;
  const { choice, confirming } = acting;
  acting.confirming = null;
  if (confirming) {
    const inBar = acting.bar.contains(document.activeElement);
    acting.paint();
    if (inBar)
      [...acting.bar.querySelectorAll<HTMLElement>("[data-move]")]
        .find((each) => each.dataset.move === confirming.text)
        ?.focus({ preventScroll: true });
    return true;
  }
  if (!choice || !(choice.card || choice.mode || choice.picks.length)) return false;
  Object.assign(choice, { card: null, target: null, mode: null, picks: [] });
  acting.paint();
  return true;
}

/** Who plays by keys does not lose their place when the button that they pressed is gone. */
function holdFocus(view: SeatView): void {
  if (view.byKeys && document.activeElement === document.body) view.root.focus({ preventScroll: true });
}

// ---- The strip ----

/** What the strip says where it is not this seat's own decision; null where it is. */
function hintWords(view: SeatView): string | null {
  const { stage, hub } = view;
  if (!hasKernel(hub)) return null;
  if (stage.over) return t("sit.end.strip");
  if (stage.next === null) return t("sit.deal.hint");
  if (stage.mine) return null;
  return t(stage.bots ? "sit.wait.bot" : "sit.wait.person", { who: stage.next });
}

/** The last play of this turn can be undone as long as nothing new was turned up. */
function undoOffers(view: SeatView): Offer[] {
  const { stage, hub } = view;
  if (!hasKernel(hub)) return [];
  if (stage.over) return [{ words: t("sit.end.look"), primary: true, ask: () => view.request("look") }];
  if (!stage.undo) return [];
  const { card } = parseMove((current(hub) as GameNode).move ?? "");
  const words = card ? t("choose.undo", { card }) : t("choose.undo.marker");
  return [{ words, keys: "u", ask: () => view.request("undo") }];
}

/** While the hand is to be rotated, or the drawn card turned, the cards show what they will be. */
function previewCards(view: SeatView, choice: Choice | null): void {
  const position = view.shown?.position;
  if (!position || position.viewer === null) return;
  const { game } = view.hub;
  const seat = view.table.seats[position.viewer];
  if (position.phase === "take" && position.seat === position.viewer)
    for (const card of seat?.querySelectorAll<HTMLElement>("[data-where=drawn] [data-card]") ?? [])
      paintCard(card, game, card.dataset.card as string, Boolean(choice?.turned));
  if (position.phase !== "keep") return;
  const cards = position.seats[position.viewer]?.hand.cards ?? [];
  const turned = new Map(cards.map((card) => [card.id, card.turned]));
  for (const card of seat?.querySelectorAll<HTMLElement>(".sw-hand [data-card]") ?? []) {
    const id = card.dataset.card as string;
    const now = turned.get(id);
    if (now === undefined) continue;
    const turns = game.cards?.[id]?.kind === "equipment";
    paintCard(card, game, id, choice?.rotate ? turns && !now : now);
  }
}

// ---- Painting ----

const MOST_MOVED = 4; // a bot's turn of some plays and its end comes at once; more than that is not animated

function paintSeat(view: SeatView, parts: Parts, still = false): void {
  const { hub } = view;
  const node = current(hub) as GameNode;
  const seen = node && positionOf(hub.tree, node);
  if (!seen) return;
  view.stage = hub.model.get("stage") as SeatStage;
  const position = view.stage.final ? parsePosition(view.stage.final.text) : seen;
  const before = view.shown;
  const draw = () => paintTable(view.table, position);
  const moves = before ? movesSince(view, before.node) : [];
  if (before && moves.length && moves.length <= MOST_MOVED && !still) {
    const play = moves.find((move) => move?.startsWith("play ")) ?? null;
    withMotion(view.table, view.shell.layer, before.position, position, play, draw);
  } else draw();
  view.shown = { node, position };
  paintParts(view, parts, position);
  if (!before || before.node.id !== node.id || still) {
    view.acting.node = null;
    moveOffers(view.acting, node);
  }
  if (before && before.node.id !== node.id) announce(view, newWords(view, before.node));
  holdFocus(view);
}

/** The nodes of the line after one; all of them if it is not there any more. */
function nodesSince(view: SeatView, before: GameNode): GameNode[] {
  const { line } = view.hub.tree;
  return line.slice(line.findIndex((node) => node.id === before.id) + 1);
}

/** The moves from a node to the one shown, if it leads there. */
function movesSince(view: SeatView, before: GameNode): (string | null)[] {
  const leads = view.hub.tree.line.some((node) => node.id === before.id);
  return leads ? nodesSince(view, before).map((node) => node.move) : [];
}

/** What is said aloud: what happened since, and whose decision it is if it is this seat's. */
function newWords(view: SeatView, before: GameNode): string {
  const said = nodesSince(view, before).flatMap(sayOf);
  return [...said, ...(view.stage.mine ? [t("sit.yours")] : [])].join(" ");
}

function paintParts(view: SeatView, parts: Parts, position: Position): void {
  const { stage } = view;
  const node = view.shown?.node as GameNode;
  setText(parts.title, t("sit.title", { who: seatTitle(view, stage.viewer) }));
  setHidden(parts.yours, !stage.mine);
  setHidden(parts.failed, !stage.fault);
  setText(parts.fault, stage.fault ?? "");
  setHidden(view.acting.element, Boolean(stage.fault));
  setAttr(view.root, "data-mine", stage.mine ? "true" : null);
  setAttr(view.root, "data-players", position.seats.length);
  paintCaption(parts.caption, view, position);
  paintCleared(parts.cleared, view, node, position);
  paintEnding(parts.ending, view);
  paintSources(parts.sources, position);
  paintSide(parts.side, view);
}
