// All legal moves in words, with a filter.

import type { Acting } from "./choice";
import { h, keyed, setText } from "./dom";
import { paintValues } from "./findings";
import { t, tn } from "./telling";

const MOST_SHOWN = 200;

type List = Pick<Acting, "panel" | "list" | "count" | "fault" | "filter">;

export function makeLegalList(): List {
  const filter = h("input", {
    type: "search",
    class: "sw-filter",
    maxlength: 200,
    "aria-label": t("act.filter"),
    placeholder: t("act.filter.hint"),
  });
  const list = h("ul", { class: "sw-legal-list" });
  const count = h("p", { class: "sw-legal-count", "aria-live": "polite" });
  const fault = h("p", { class: "sw-hint sw-legal-fault", "data-fault": "true", hidden: true });
  const tools = h("div", { class: "sw-moves-tools" }, filter);
  return { panel: h("div", { class: "sw-legal" }, tools, count, fault, list), list, count, fault, filter };
}

export function paintLegalList(acting: Acting): void {
  if (acting.panel.closest("[hidden]")) return;
  const moves = acting.choice?.moves ?? [];
  const words = acting.filter.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = moves.filter((move) =>
    words.every((word) => `${move.text} ${move.words}`.toLowerCase().includes(word)),
  );
  const shown = fitting.slice(0, MOST_SHOWN);
  const count = tn("act.count", moves.length, { fitting: fitting.length });
  const told = shown.length < fitting.length ? t("act.count.first", { words: count }) : count;
  setText(acting.count, moves.length ? told : acting.choice?.why || t("act.count.none"));
  keyed(
    acting.list,
    shown,
    (move) => move.text,
    (move) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "sw-legal-move", "data-move": move.text },
          h("code", { text: move.text }),
          h("span", { text: move.words === move.text ? "" : move.words }),
        ),
      ),
  );
  paintValues(acting);
}
