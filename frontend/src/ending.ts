// The end of a game: what came of it, what each player did, and the way to look at it again. The board shows all hands.

import { lastPlay } from "./cleared";
import { button, h, setHidden } from "./dom";
import { markInline } from "./icons";
import type { SeatView } from "./seat_view";
import { seatTitle } from "./seat_view";
import type { Final } from "./stage";
import { t } from "./telling";

export function makeEnding(): HTMLElement {
  return h("section", { class: "sw-end", hidden: true, "aria-label": t("sit.end.title") });
}

export function paintEnding(element: HTMLElement, view: SeatView): void {
  const { final } = view.stage;
  const folded = element.dataset.folded === "true";
  setHidden(element, !final || folded);
  if (!final || element.childElementCount) return;
  const fold = () => {
    element.dataset.folded = "true";
    setHidden(element, true);
  };
  element.replaceChildren(
    h(
      "div",
      { class: "sw-seal", "data-lost": String(!final.won), "aria-hidden": "true" },
      h("b", { text: String(final.won ? final.levels : final.cleared + 1) }),
      t(final.won ? "sit.end.won" : "sit.end.lost"),
    ),
    h(
      "div",
      { class: "sw-end-body" },
      h("h3", {
        class: "sw-end-words",
        text: final.won ? t("sit.end.heading.won") : t("sit.end.heading.lost", { level: final.cleared + 1 }),
      }),
      h("p", { text: final.words }),
      h("p", { class: "sw-end-figures", text: figures(final) }),
      final.won && view.shown ? lastPlay(view, view.shown.node) : null,
      counts(view, final),
      h("p", { class: "sw-hint", text: t("sit.end.hands") }),
      h(
        "div",
        { class: "sw-line" },
        ...(view.hub.saved ? [] : requests(view)),
        button(t("sit.end.fold"), { on: { click: fold } }),
      ),
    ),
  );
}

function requests(view: SeatView): HTMLElement[] {
  return [
    button(t("sit.end.look"), {
      class: "sw-button sw-primary",
      on: { click: () => view.request("look") },
    }),
    button(t("sit.new"), { on: { click: () => view.request("new") } }),
  ];
}

function figures(final: Final): string {
  return t("sit.end.figures", {
    cleared: final.cleared,
    levels: final.levels,
    decisions: final.decisions,
    blessings: final.blessings,
  });
}

const COUNTED = ["played", "resolved", "relics", "rests"] as const;

/** A line per player, a column per count. */
function counts(view: SeatView, final: Final): HTMLElement {
  const head = h(
    "tr",
    {},
    h("th", { scope: "col", text: t("sit.count.player") }),
    ...COUNTED.map((name) => h("th", { scope: "col", text: t(`sit.count.${name}`) })),
    h("th", { scope: "col", text: t("sit.count.ability") }),
  );
  const rows = final.seats.map((seat, index) =>
    h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        markInline(view.hub.game.seats?.[index]?.character ?? ""),
        ` ${seatTitle(view, index, true)}`,
      ),
      ...COUNTED.map((name) => h("td", { text: String(seat[name]) })),
      h("td", { text: t(seat.ability ? "sit.count.yes" : "sit.count.no") }),
    ),
  );
  return h(
    "div",
    { class: "sw-counts", tabindex: 0, role: "group", "aria-label": t("sit.count.title") },
    h("table", {}, h("thead", {}, head), h("tbody", {}, ...rows)),
  );
}
