// The frame that the player, the table and the exported page share: areas that keep their places. Only the panel scrolls.

import { button, h, s, setAttr, setHidden } from "./dom";
import { t } from "./telling";

export interface Shell {
  root: HTMLElement;
  frame: HTMLElement;
  head: HTMLElement;
  tools: HTMLElement;
  board: HTMLElement;
  legends: HTMLElement;
  felt: HTMLElement;
  strip: HTMLElement;
  side: HTMLElement;
  live: HTMLElement;
  layer: HTMLElement;
  full: HTMLButtonElement;
}

/** An empty frame, named for screen readers. What is put into its areas is up to its owner. */
export function makeShell(name: string, className: string): Shell {
  const area = (areaClass: string, ...children: HTMLElement[]) => h("div", { class: areaClass }, ...children);
  const full = makeFullScreen();
  const tools = area("sw-tools", full);
  const head = h("header", { class: "sw-head-bar" }, tools);
  const legends = area("sw-legends");
  const felt = area("sw-felt");
  const board = area("sw-board", legends, felt);
  const strip = area("sw-strip");
  const side = h("aside", { class: "sw-side" });
  const live = h("div", { class: "sw-spoken sw-live", "aria-live": "polite", role: "status" });
  const layer = h("div", { class: "sw-layer", "aria-hidden": "true" });
  const frame = area("sw-frame", head, board, strip, side);
  const root = h("div", {
    class: `silkenweb sw-player ${className}`,
    lang: LANGUAGE,
    tabindex: 0,
    role: "region",
    "aria-label": name,
  });
  root.append(frame, layer, live);
  keepShortcutsAway(root);
  const shell = { root, frame, head, tools, board, legends, felt, strip, side, live, layer, full };
  full.addEventListener("click", () => toggleFullScreen(shell));
  root.addEventListener("fullscreenchange", () => {
    if (!fullScreenOf(root)) setFull(shell, false);
  });
  return shell;
}

const FULL_PATH = "M4 9V4H9M15 4H20V9M20 15V20H15M9 20H4V15";

function makeFullScreen(): HTMLButtonElement {
  return h(
    "button",
    {
      type: "button",
      class: "sw-button sw-small sw-full-button",
      title: `${t("player.full.why")} (z)`,
      "aria-label": t("player.full"),
      "aria-pressed": "false",
    },
    s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: FULL_PATH })),
    h("span", { class: "sw-full-words", text: t("player.full") }),
  );
}

function fullScreenOf(root: HTMLElement): boolean {
  return (root.getRootNode() as Document | ShadowRoot).fullscreenElement === root;
}

function setFull({ root, full }: Shell, on: boolean): void {
  setAttr(root, "data-full", on ? "true" : null);
  setAttr(full, "aria-pressed", String(on));
}

/** Takes the whole screen where the host allows it, else the whole page; a second call gives it back. */
export function toggleFullScreen(shell: Shell): void {
  const { root } = shell;
  const on = !root.hasAttribute("data-full");
  setFull(shell, on);
  if (on) root.requestFullscreen?.().catch(() => undefined);
  else if (fullScreenOf(root)) document.exitFullscreen().catch(() => undefined);
}

/**
 * Lab's shortcuts act on cells while the player has the keyboard, unless this mark is found on the way up from
 * the focused element. Some of them ask for the focused element itself, so it has to bear the mark too.
 */
export function keepShortcutsAway(root: HTMLElement): void {
  const mark = (element: EventTarget | undefined) => {
    if (element instanceof HTMLElement) element.dataset.lmSuppressShortcuts = "true";
  };
  mark(root);
  root.addEventListener("focusin", (event) => mark(event.composedPath()[0]));
}

/** Large type and little else, for a class. */
export function makeLargeType(root: HTMLElement, words: string, title: string): HTMLButtonElement {
  const large = button(words, {
    class: "sw-button sw-small sw-large-button",
    title,
    "aria-pressed": "false",
    on: { click: () => setLarge(root, large, !root.classList.contains("sw-large")) },
  });
  return large;
}

export function setLarge(root: HTMLElement, large: HTMLElement, on: boolean): void {
  root.classList.toggle("sw-large", on);
  setAttr(large, "aria-pressed", String(on));
}

/** The side as a sheet, on a narrow screen. */
export interface Sheet {
  open: () => void;
  /** Closes it; true if it was open and lay over the board. */
  close: () => boolean;
}

/** On a narrow screen the tabs open their panel as a sheet over the board; a second press on the open one closes it. */
export function makeSheet(root: HTMLElement, tabs: HTMLElement): Sheet {
  const open = () => root.classList.contains("sw-sheet-open");
  const set = (on: boolean) => root.classList.toggle("sw-sheet-open", on);
  const selectedTab = () => tabs.querySelector(":scope > .sw-tabs > [aria-selected=true]");
  let selected: Element | null = null;
  tabs.addEventListener("click", (event) => {
    const tab = (event.target as Element).closest(".sw-tab");
    if (tab?.parentElement?.parentElement !== tabs) return;
    set(!(open() && tab === selected));
    selected = tab;
  });
  const close = button("\u2715", {
    class: "sw-button sw-small sw-sheet-close",
    "aria-label": t("player.sheet.close"),
    on: { click: () => set(false) },
  });
  tabs.append(close);
  return {
    open: () => {
      set(true);
      selected = selectedTab();
    },
    close: () => {
      const lay = open() && getComputedStyle(close).display !== "none";
      if (lay) set(false);
      return lay;
    },
  };
}

/** A menu that its button opens; a second press, Escape or a focus elsewhere closes it. */
export interface Menu {
  /** Closes it; true if it was open. */
  close: () => boolean;
}

/** By `mark` the menu bears an attribute while it is open; without one it is hidden while it is closed. */
export function makeMenu(toggle: HTMLElement, menu: HTMLElement, mark?: string): Menu {
  let open = false;
  const show = (on: boolean) => {
    open = on;
    if (mark) setAttr(menu, mark, on ? "true" : null);
    else setHidden(menu, !on);
    setAttr(toggle, "aria-expanded", String(on));
  };
  show(false);
  toggle.addEventListener("click", () => {
    if (toggle.getAttribute("aria-disabled") !== "true") show(!open);
  });
  toggle.parentElement?.addEventListener("focusout", (event) => {
    const to = event.relatedTarget as Node | null;
    if (to && !toggle.parentElement?.contains(to)) show(false);
  });
  return {
    close: () => {
      const was = open;
      show(false);
      return was;
    },
  };
}
