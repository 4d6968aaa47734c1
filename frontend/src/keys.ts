// Keys of the focused player. Only those in this list are stopped; all others reach the page.

import { button, h, setAttr, setHidden } from "./dom";
import { current, setPlaying, step, stopPlaying } from "./hub";
import { nextLens } from "./lenses";
import type { Player } from "./player";
import { endRetry, giveHint, startRetry } from "./retry";
import { toggleFullScreen } from "./shell";
import { pressTool } from "./branches";
import { t } from "./telling";

type Entry = [key: string, act: string, shown?: string, words?: string];

export const KEYS: Entry[] = [
  ["ArrowRight", "forward", "\u2192", t("keys.forward")],
  ["ArrowLeft", "back", "\u2190", t("keys.back")],
  [
    "Shift+ArrowRight",
    "turnForward",
    t("keys.or", { one: "Shift + \u2192", other: "]" }),
    t("keys.turnForward"),
  ],
  ["Shift+ArrowLeft", "turnBack", t("keys.or", { one: "Shift + \u2190", other: "[" }), t("keys.turnBack")],
  ["]", "turnForward"],
  ["[", "turnBack"],
  ["PageDown", "levelForward", "Page Down", t("keys.levelForward")],
  ["PageUp", "levelBack", "Page Up", t("keys.levelBack")],
  ["Home", "first", "Home", t("keys.first")],
  ["End", "last", "End", t("keys.last")],
  ["ArrowUp", "otherUp", "\u2191", t("keys.otherUp")],
  ["ArrowDown", "otherDown", "\u2193", t("keys.otherDown")],
  ["b", "leave", "b", t("keys.leave")],
  [" ", "play", t("keys.space"), t("keys.play")],
  ["n", "nextNote", "n", t("keys.nextNote")],
  ["p", "previousNote", "p", t("keys.previousNote")],
  ["m", "nextMistake", "m", t("keys.nextMistake")],
  ["M", "previousMistake", "M", t("keys.previousMistake")],
  ["r", "retry", "r", t("keys.retry")],
  ["h", "hint", "h", t("keys.hint")],
  ["f", "own", "f", t("keys.lens")],
  ["v", "view", "v", t("keys.view")],
  ["u", "undo", "u", t("keys.undo")],
  ["U", "redo", "U", t("keys.redo")],
  ["c", "compact", "c", t("keys.compact")],
  ["z", "full", "z", t("keys.full")],
  ["1", "tab:moves", "1 \u2013 4", t("keys.tabs")],
  ["2", "tab:review"],
  ["3", "tab:notes"],
  ["4", "tab:more"],
  ["?", "help", "?", t("keys.help")],
  ["Escape", "escape", "Esc", t("keys.escape")],
];

const KEY_ACTS = new Map(KEYS.map(([key, act]) => [key, act]));

/** In a list these scroll it, or move within it. */
const SCROLL_KEYS = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown"]);

/** Held down, these act once. */
const ONCE = new Set([
  "play",
  "own",
  "view",
  "retry",
  "hint",
  "undo",
  "redo",
  "compact",
  "full",
  "help",
  "escape",
]);

/** The name of a key in the list. A letter is a capital by Shift, not by Caps Lock. */
export function keyName(event: KeyboardEvent): string {
  const key = latinKey(event);
  if (/^[a-z]$/i.test(key)) return event.shiftKey ? key.toUpperCase() : key.toLowerCase();
  return event.shiftKey && (key === "ArrowLeft" || key === "ArrowRight") ? `Shift+${key}` : key;
}

const PLACES: Partial<Record<string, string>> = {
  BracketLeft: "[{",
  BracketRight: "]}",
  Slash: "/?",
  Space: "  ",
};

/** Where another script or an input method gives no Latin key, the place on the keyboard decides. */
function latinKey({ key: given, code, shiftKey }: KeyboardEvent): string {
  const key = given.normalize("NFKC"); // input methods have full-width forms
  const foreign =
    given === "Process" || given === "Unidentified" || (/^\p{L}$/u.test(key) && !/^[a-z]$/i.test(key));
  if (!foreign || !code) return key;
  if (code.startsWith("Key")) return code.slice(3);
  return PLACES[code]?.[Number(shiftKey)] ?? code;
}

/** Fields where keys are for typing or for the control itself. */
function keyBelongsElsewhere(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches("textarea, input:not([type=range], [type=checkbox])"))
    return event.isComposing || event.key !== "Escape";
  if (target.matches("select")) return true;
  if (target.matches(".sw-rows, .sw-legal-list, .sw-tab-panel *[tabindex]") && SCROLL_KEYS.has(event.key))
    return true;
  if (target.matches("button, [role=button], summary, [type=checkbox]"))
    return event.key === " " || event.key === "Enter";
  return false;
}

export function onKey(player: Player, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (
    event.repeat &&
    event.key === "Enter" &&
    (event.target as Element).closest(".sw-go-play, [aria-pressed], [aria-expanded]")
  )
    return event.preventDefault();
  const act = KEY_ACTS.get(keyName(event));
  if (!act || keyBelongsElsewhere(event)) return;
  if (!(event.repeat && ONCE.has(act)) && !actByKey(player, act)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Does what a key is for; false where the key has nothing to do and is left to the page. */
function actByKey(player: Player, act: string): boolean {
  const { view } = player;
  const { hub } = view;
  if (act.startsWith("tab:")) view.open(act.slice(4));
  else if (act === "escape") return letGo(player);
  else if (act === "play") setPlaying(hub, !hub.playing);
  else if (act === "own") player.flipOwnView();
  else if (act === "view") nextLens(player.lenses);
  else if (act === "retry") startRetry(view, current(hub));
  else if (act === "hint") return giveHint(hub);
  else if (act === "undo" || act === "redo") return pressTool(player.branches, act);
  else if (act === "compact") player.moves.toggleCompact();
  else if (act === "full") toggleFullScreen(view.shell);
  else if (act === "help") showHelp(player, Boolean(player.help.hidden));
  else {
    stopPlaying(hub);
    step(hub, act);
  }
  return true;
}

/** Escape closes what lies open, ends a retry, or puts a picked card back; true where there was something. */
function letGo(player: Player): boolean {
  const { view } = player;
  if (!player.help.hidden) {
    showHelp(player, false);
    return true;
  }
  if (player.closeOpen()) return true;
  const { acting, hub } = view;
  const { choice } = acting;
  if (hub.retry && !choice?.card) {
    endRetry(hub);
    return true;
  }
  if (acting.confirming) acting.confirming = null;
  else if (!choice || !(choice.card || choice.mode || choice.picks.length)) return false;
  if (choice) Object.assign(choice, { card: null, target: null, mode: null, picks: [] });
  acting.paint();
  return true;
}

export function makeHelp(close: () => void): HTMLElement {
  const row = ([, , shown = "", words = ""]: Entry) =>
    h("div", {}, h("dt", {}, h("kbd", { text: shown })), h("dd", { text: words }));
  const rows = KEYS.filter((entry) => entry.length > 2).map(row);
  return h(
    "section",
    { class: "sw-help", hidden: true, "aria-label": t("keys.title"), tabindex: -1 },
    h("h3", { text: t("keys.title") }),
    h("dl", {}, ...rows),
    button(t("keys.close"), { class: "sw-button sw-small", on: { click: close } }),
  );
}

export function showHelp(player: Player, shown: boolean): void {
  setHidden(player.help, !shown);
  setAttr(player.helpButton, "aria-expanded", String(shown));
  (shown ? player.help : player.view.root).focus({ preventScroll: true });
}
