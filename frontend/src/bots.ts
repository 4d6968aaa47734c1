// "Let bots continue": a menu with which bot, and how far; while they play, a button that stops them.

import { button, h, keyed, setAttr, setHidden, setText } from "./dom";
import { ask, current, hasKernel, continueWithBots, type Hub } from "./hub";
import { makeMenu, type Menu } from "./shell";
import { t } from "./telling";
import { setOff } from "./transport";
import { headOf } from "./tree";

export interface BotsMenu {
  hub: Hub;
  element: HTMLElement;
  open: HTMLButtonElement;
  bot: HTMLSelectElement;
  until: HTMLSelectElement;
  go: HTMLButtonElement;
  stop: HTMLButtonElement;
  words: HTMLElement;
  menu: Menu;
}

/** `reply` says what came of it. */
export function makeBots(hub: Hub, reply: (answering: Promise<unknown>) => Promise<void>): BotsMenu {
  const lengths = ["turn", "level", "game"].map((value) =>
    h("option", { value, text: t(`bots.until.${value}`) }),
  );
  const bot = h("select", { class: "sw-select", "aria-label": t("bots.which") });
  const until = h("select", { class: "sw-select", "aria-label": t("bots.until") }, ...lengths);
  const small = { class: "sw-button sw-small" };
  const open = button(t("bots.go"), { ...small, "aria-haspopup": "true", "data-help": "bots" });
  const go = button(t("bots.start"), { class: "sw-button sw-small sw-primary" });
  const stop = button(t("bots.stop"), { class: "sw-button sw-small sw-primary", hidden: true });
  const words = h("span", { class: "sw-hint" });
  const field = (text: string, control: HTMLElement) => h("label", {}, h("span", { text }), control);
  const menuBox = h(
    "div",
    { class: "sw-bots-menu", role: "group", "aria-label": t("bots.go") },
    field(t("bots.which"), bot),
    field(t("bots.until"), until),
    go,
  );
  const element = h("div", { class: "sw-bots", hidden: true }, words, open, stop, menuBox);
  const menu = makeMenu(open, menuBox);
  go.addEventListener("click", () => {
    if (go.getAttribute("aria-disabled") === "true") return;
    menu.close();
    void reply(continueWithBots(hub, { bot: bot.value, until: until.value }));
    stop.focus({ preventScroll: true });
  });
  stop.addEventListener("click", () => void ask(hub, { kind: "stop" }).catch(() => undefined));
  return { hub, element, open, bot, until, go, stop, words, menu };
}

function isOver(hub: Hub): boolean {
  const { phase } = headOf(hub.tree, current(hub));
  return phase === "won" || phase === "lost";
}

export function paintBots(bots: BotsMenu): void {
  const { hub } = bots;
  const names = hub.game.bots ?? [];
  setHidden(bots.element, !hasKernel(hub) || names.length === 0);
  const running = hub.running !== null;
  const stopped = bots.stop.matches(":focus");
  if (running) bots.menu.close();
  setHidden(bots.open, running);
  const why = isOver(hub) ? t("bots.over") : hub.closed.get(current(hub).id);
  for (const each of [bots.open, bots.go]) {
    setOff(each, Boolean(why));
    setAttr(each, "title", why || null);
  }
  setHidden(bots.stop, !running);
  setText(bots.words, hub.running ?? "");
  if (stopped && !running) bots.open.focus({ preventScroll: true });
  keyed(
    bots.bot,
    names,
    (name) => name,
    (name) => h("option", { value: name, text: name }),
  );
}
