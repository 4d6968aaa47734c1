// Whose eyes: everything, what one seat sees, or what that seat could infer. Python sends what each may show.

import { h, keyed, setHidden } from "./dom";
import { ask, forgetLegal, hasKernel, type Hub } from "./hub";
import type { Game } from "./protocol";
import { t } from "./telling";
import { seatName } from "./words";

export interface Lenses {
  hub: Hub;
  element: HTMLElement;
  select: HTMLSelectElement;
  /** Says what went wrong. */
  say: (text: string) => void;
}

function lensWords(game: Game, lens: string): string {
  const [kind, seat] = lens.split(":");
  if (kind === "seat") return t("lens.seat", { name: seatName(game, Number(seat)) });
  if (kind === "infer") return t("lens.infer", { name: seatName(game, Number(seat)) });
  return kind === "all" ? t("lens.all") : lens;
}

export function makeLenses(hub: Hub, say: (text: string) => void): Lenses {
  const select = h("select", { class: "sw-select", "aria-label": t("lens.title"), title: t("lens.key") });
  const element = h("label", { class: "sw-lens" }, h("span", { text: t("lens.title") }), select);
  const lenses = { hub, element, select, say };
  select.addEventListener("change", () => void chooseLens(lenses, select.value));
  return lenses;
}

function lensesOf(game: Game): string[] {
  return Array.isArray(game.lenses) && game.lenses.length ? game.lenses : ["all"];
}

/** Whether another view can be had: from Python, or from a page that holds several. */
function mayChoose(hub: Hub): boolean {
  return lensesOf(hub.game).length > 1 && (hasKernel(hub) || hub.otherView !== undefined);
}

export function paintLenses(lenses: Lenses): void {
  const { hub, select } = lenses;
  const all = lensesOf(hub.game);
  keyed(
    select,
    all,
    (lens) => lens,
    (lens) => h("option", { value: lens, text: lensWords(hub.game, lens) }),
  );
  select.value = hub.game.lens ?? all[0] ?? "all";
  setHidden(lenses.element, !mayChoose(hub));
}

/** Asks for another view; a page without Python that holds several shows its own. */
export async function chooseLens(lenses: Lenses, lens: string): Promise<void> {
  const { hub } = lenses;
  if (lens === hub.game.lens) return;
  try {
    if (hub.otherView) hub.otherView(lens);
    else await ask(hub, { kind: "lens", lens });
    forgetLegal(hub);
  } catch (fault) {
    paintLenses(lenses);
    lenses.say((fault as Error).message);
  }
}

/** The next view, with `by` -1 the one before. */
export function nextLens(lenses: Lenses, by = 1): void {
  const { hub } = lenses;
  const all = lensesOf(hub.game);
  if (!mayChoose(hub)) return;
  const now = all.indexOf(hub.game.lens ?? all[0] ?? "all");
  void chooseLens(lenses, all[(now + by + all.length) % all.length] ?? "all");
}

/** Whether a view is offered that is not the one shown. */
export function offersLens(hub: Hub, lens: string): boolean {
  return mayChoose(hub) && lens !== hub.game.lens && lensesOf(hub.game).includes(lens);
}

/** The view of a seat, or everything again if it is that one already; any other where neither is offered. */
export function flipSeat(lenses: Lenses, seat: number | null): void {
  const { hub } = lenses;
  const wanted = hub.game.lens === "all" ? `seat:${seat}` : "all";
  if (offersLens(hub, wanted)) void chooseLens(lenses, wanted);
  else nextLens(lenses);
}

/** The view of a seat; a second press on its name shows everything again. */
export function lookThrough(lenses: Lenses, seat: number): void {
  const own = `seat:${seat}`;
  const wanted = lenses.hub.game.lens === own ? "all" : own;
  if (offersLens(lenses.hub, wanted)) void chooseLens(lenses, wanted);
}
