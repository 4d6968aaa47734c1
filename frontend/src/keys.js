// Keys of the focused player. Only those in this list are stopped; all others reach the page.

import { paintActing } from "./acting";
import { button, h, setAttr, setHidden } from "./dom";
import { current, setPlaying, step, stopPlaying } from "./hub";
import { flipLens } from "./lenses";
import { endRetry, startRetry } from "./retry";
import { t } from "./telling";

export const KEYS = [
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
  ["f", "lens", "f", t("keys.lens")],
  ["?", "help", "?", t("keys.help")],
  ["Escape", "escape", "Esc", t("keys.escape")],
];

const KEY_ACTS = new Map(KEYS.map(([key, act]) => [key, act]));

/** In a list these scroll it, or move within it. */
const SCROLL_KEYS = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown"]);

/** Held down, these act once. */
const ONCE = new Set(["play", "lens", "retry", "help", "escape"]);

/** The name of a key in the list. A letter is a capital by Shift, not by Caps Lock. */
export function keyName(event) {
  const key = latinKey(event);
  if (/^[a-z]$/i.test(key)) return event.shiftKey ? key.toUpperCase() : key.toLowerCase();
  return event.shiftKey && (key === "ArrowLeft" || key === "ArrowRight") ? `Shift+${key}` : key;
}

/** Where another script or an input method gives no Latin key, the place on the keyboard decides. */
function latinKey({ key: given, code, shiftKey }) {
  const key = given.normalize("NFKC"); // input methods have full-width forms
  const foreign =
    given === "Process" || given === "Unidentified" || (/^\p{L}$/u.test(key) && !/^[a-z]$/i.test(key));
  if (!foreign || !code) return key;
  if (code.startsWith("Key")) return code.slice(3);
  const places = { BracketLeft: "[{", BracketRight: "]}", Slash: "/?", Space: "  " };
  return places[code]?.[Number(shiftKey)] ?? code;
}

/** Fields where keys are for typing or for the control itself. */
function keyBelongsElsewhere(event) {
  const target = event.composedPath()[0];
  if (target.isContentEditable || target.matches?.("textarea, input:not([type=range])"))
    return event.isComposing || event.key !== "Escape";
  if (target.matches?.("select")) return true;
  if (target.matches?.(".sw-log-scroll, .sw-rows, .sw-legal-list")) return SCROLL_KEYS.has(event.key);
  if (target.matches?.("button, [role=button], summary")) return event.key === " " || event.key === "Enter";
  return false;
}

export function onKey(view, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (
    event.repeat &&
    event.key === "Enter" &&
    event.target.closest?.(".sw-go-play, [aria-pressed], [aria-expanded]")
  )
    return event.preventDefault();
  const act = KEY_ACTS.get(keyName(event));
  if (!act || keyBelongsElsewhere(event)) return;
  if (!(event.repeat && ONCE.has(act)) && !actByKey(view, act)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Does what a key is for; false where the key has nothing to do and is left to the page. */
function actByKey(view, act) {
  if (act === "escape") return letGo(view);
  if (act === "play") setPlaying(view.hub, !view.hub.playing);
  else if (act === "lens") flipLens(view);
  else if (act === "retry") startRetry(view, current(view.hub));
  else if (act === "help") showHelp(view, view.help.hidden);
  else {
    stopPlaying(view.hub);
    step(view.hub, act);
  }
  return true;
}

/** Escape closes the help or puts a picked card back; true where there was something to let go of. */
function letGo(view) {
  if (!view.help.hidden) {
    showHelp(view, false);
    return true;
  }
  const { choice } = view.acting;
  if (view.hub.retry && !choice?.card) {
    endRetry(view.hub);
    return true;
  }
  if (!choice || !(choice.card || choice.mode || choice.picks.length)) return false;
  Object.assign(choice, { card: null, mode: null, picks: [] });
  paintActing(view.acting);
  return true;
}

export function makeHelp(view) {
  const row = ([, , shown, words]) =>
    h("div", {}, h("dt", {}, h("kbd", { text: shown })), h("dd", { text: words }));
  const rows = KEYS.filter((entry) => entry.length > 2).map(row);
  const close = button(t("keys.close"), {
    class: "sw-button sw-small",
    on: { click: () => showHelp(view, false) },
  });
  return h(
    "section",
    { class: "sw-help", hidden: true, "aria-label": t("keys.title"), tabindex: -1 },
    h("h3", { text: t("keys.title") }),
    h("dl", {}, ...rows),
    close,
  );
}

export function showHelp(view, shown) {
  setHidden(view.help, !shown);
  setAttr(view.helpButton, "aria-expanded", String(shown));
  (shown ? view.help : view.root).focus({ preventScroll: true });
}
