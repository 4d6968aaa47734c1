// Lenses: everything, as one seat sees it, or what that seat could infer. Python sends what each may show.

import { h, keyed, setAttr } from "./dom";
import { ask, forgetLegal, hasKernel } from "./hub";
import { announce } from "./player";
import { t } from "./telling";
import { seatName } from "./words";

function lensWords(game, lens) {
  const [kind, seat] = String(lens).split(":");
  if (kind === "seat") return t("lens.seat", { name: seatName(game, Number(seat)) });
  if (kind === "infer") return t("lens.infer", { name: seatName(game, Number(seat)) });
  return kind === "all" ? t("lens.all") : String(lens);
}

export function makeLenses(view) {
  const select = h("select", { class: "sw-select", "aria-label": t("lens.title"), title: t("lens.key") });
  select.addEventListener("change", () => chooseLens(view, select.value));
  return h("label", { class: "sw-lens" }, h("span", { text: t("lens.title") }), select);
}

function lensesOf(game) {
  return Array.isArray(game.lenses) && game.lenses.length ? game.lenses : ["all"];
}

export function paintLenses(view) {
  const { game } = view.hub;
  const lenses = lensesOf(game);
  const select = view.lenses.lastChild;
  keyed(
    select,
    lenses,
    (lens) => `${lens}`,
    (lens) => h("option", { value: lens, text: lensWords(game, lens) }),
  );
  select.value = game.lens ?? lenses[0];
  setAttr(select, "disabled", !canChoose(view.hub));
}

/** Python sends another view; an exported page has those that its exporter chose, and shows them itself. */
function canChoose(hub) {
  return lensesOf(hub.game).length > 1 && (hasKernel(hub) || Boolean(hub.model.show));
}

async function chooseLens(view, lens) {
  if (view.hub.model.show) return view.hub.model.show(lens);
  try {
    await ask(view.hub, { kind: "lens", lens });
    forgetLegal(view.hub);
  } catch (fault) {
    paintLenses(view);
    announce(view, fault.message);
  }
}

export function flipLens(view) {
  const lenses = lensesOf(view.hub.game);
  if (!canChoose(view.hub)) return;
  const now = lenses.indexOf(view.hub.game.lens ?? lenses[0]);
  chooseLens(view, lenses[(now + 1) % lenses.length]);
}
