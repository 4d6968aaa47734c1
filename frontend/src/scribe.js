// The Scribe's form: what happened next, asked step by step; below it the table, with what is only assumed marked.

import { button, h, setAttr, setHidden, setText } from "./dom";
import { isSavedPage } from "./model";
import { parsePosition } from "./notation";
import { threatGrid } from "./scribegrid";
import { keepForm, rotateForm, turnForm } from "./scribeturn";
import { makeTable, paintTable } from "./table";
import { t } from "./telling";
import { seatName } from "./words";

export function mountScribe(model, el) {
  const view = { model, seq: 0, table: null };
  const fault = h("div", { class: "sw-scribe-fault", role: "alert" });
  const title = h("h2", { class: "sw-title" });
  const step = h("div", { class: "sw-scribe-step" });
  const share = h("p", { class: "sw-hint" });
  const undo = button(t("scribe.undo"), {
    class: "sw-button sw-small",
    on: { click: () => send(view, { kind: "undo" }) },
  });
  const holder = h("div", { class: "sw-scribe-table" });
  const facts = h("ol", { class: "sw-scribe-facts" });
  const root = h(
    "section",
    { class: "silkenweb sw-scribe", role: "region", "aria-label": t("scribe.title") },
    h("header", { class: "sw-scribe-head" }, title, undo),
    step,
    typedFact(view),
    fault,
    share,
    holder,
    h("details", {}, h("summary", { text: t("scribe.facts") }), facts),
  );
  Object.assign(view, { fault, title, step, share, undo, holder, facts, root });
  root.setAttribute("data-lm-suppress-shortcuts", "true"); // what is typed here is no key of the notebook
  el.append(root);
  if (isSavedPage(model)) {
    for (const part of [step, undo, root.querySelector(".sw-scribe-typed")]) setHidden(part, true);
    fault.append(h("p", { text: t("hub.still") }));
  }
  const paint = () => paintScribe(view);
  const answer = (content) => {
    if (content.kind === "refused") showRefusal(view, content);
  };
  model.on("change:desk", paint);
  model.on("msg:custom", answer);
  paint();
  return () => {
    model.off("change:desk", paint);
    model.off("msg:custom", answer);
    root.remove();
  };
}

function send(view, message) {
  view.fault.replaceChildren();
  view.seq += 1;
  view.model.send({ ...message, seq: view.seq });
}

function showRefusal(view, { reason, rule, against }) {
  const because = rule ? t("scribe.refused.rule", { rule, reason }) : t("scribe.refused", { reason });
  view.fault.replaceChildren(h("p", { text: because }));
  if (!against?.length) return;
  view.fault.append(
    h("p", { text: t("scribe.against") }),
    h("ul", {}, ...against.map((fact) => h("li", { text: fact }))),
  );
}

/** Any fact at all, as text: a hand that somebody remembers, a drawn card, an ability. */
function typedFact(view) {
  const input = h("input", {
    class: "sw-filter",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: 400,
    "aria-label": t("scribe.typed"),
    placeholder: t("scribe.typed.hint"),
  });
  const form = h(
    "form",
    {
      class: "sw-line sw-scribe-typed",
      on: {
        submit: (event) => {
          event.preventDefault();
          if (!input.value.trim()) return;
          send(view, { kind: "tell", texts: [input.value.trim()] });
          input.value = "";
        },
      },
    },
    input,
    h("button", { type: "submit", class: "sw-button", text: t("scribe.typed.tell") }),
  );
  return form;
}

function paintScribe(view) {
  const game = view.model.get("game");
  const desk = view.model.get("desk");
  const position = parsePosition(desk.text);
  const { asked } = desk;
  const tell = (texts) => send(view, { kind: "tell", texts });
  setText(view.title, askedWords(game, asked));
  view.step.replaceChildren(...stepForm(game, desk, position, tell));
  setText(view.share, desk.share);
  setAttr(view.undo, "disabled", desk.facts.length === 0);
  view.facts.replaceChildren(...desk.facts.map((group) => h("li", { text: group.join(t("list.comma")) })));
  if (position.phase === "deal") {
    view.holder.replaceChildren();
    view.table = null;
    return;
  }
  if (!view.table || view.table.position?.level !== position.level) {
    view.table = makeTable(game, position);
    view.holder.replaceChildren(view.table.element);
  }
  paintTable(view.table, position, {}, desk.assumed);
}

function askedWords(game, asked) {
  const name = asked.seat === undefined || asked.seat < 0 ? "" : seatName(game, asked.seat);
  return t(`scribe.asks.${asked.kind}`, { level: asked.level, name });
}

/** What asks for the next fact; where nobody remembers it, what comes after it may be told at once. */
function stepForm(game, desk, position, tell) {
  const { asked } = desk;
  if (asked.kind === "row" || asked.kind === "reveal") {
    const otherwise = stepForm(game, { ...desk, asked: asked.otherwise }, position, tell);
    return [
      threatGrid(game, asked.cards, (cards) => tell([`${asked.kind} ${cards.join(" ")}`])),
      h(
        "details",
        { class: "sw-scribe-otherwise" },
        h("summary", { text: t("scribe.skip") }),
        h("p", { class: "sw-scribe-next", text: askedWords(game, asked.otherwise) }),
        ...otherwise,
      ),
    ];
  }
  if (asked.kind === "keep") return [keepForm(game, asked, tell)];
  if (asked.kind === "rotate") return [rotateForm(tell)];
  return asked.kind === "turn" ? [turnForm(game, desk, position, tell)] : [];
}
