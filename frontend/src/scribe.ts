// The Scribe's form in the frame of the player: what happened next is asked step by step beside the table, on which
// what is only assumed is marked.

import { button, h, setAttr, setHidden, setText } from "./dom";
import { isSavedPage } from "./model";
import { parsePosition, type Position } from "./notation";
import { keepShortcutsAway } from "./shell";
import type { Game, Model } from "./protocol";
import type { Asked, Desk, Tell } from "./scribe_desk";
import { threatGrid } from "./scribegrid";
import { keepForm, rotateForm, turnForm } from "./scribeturn";
import { makeTable, paintTable, type Table } from "./table";
import { makeTabs } from "./tabs";
import { t } from "./telling";
import { seatName } from "./words";

interface View {
  model: Model;
  seq: number;
  table: Table | null;
  root: HTMLElement;
  title: HTMLElement;
  kept: HTMLElement;
  save: HTMLButtonElement;
  undo: HTMLButtonElement;
  step: HTMLElement;
  fault: HTMLElement;
  share: HTMLElement;
  board: HTMLElement;
  facts: HTMLElement;
}

/** What Python answers where it refuses a fact. */
interface Refusal {
  kind: string;
  reason: string;
  rule?: string;
  against?: string[];
}

export function mountScribe(model: Model, el: HTMLElement): () => void {
  const view = makeView(model);
  el.append(view.root);
  const paint = () => paintScribe(view);
  const answer = (content: Refusal) => {
    if (content.kind === "refused") showRefusal(view, content);
  };
  model.on("change:desk", paint);
  model.on("msg:custom", answer);
  paint();
  return () => {
    model.off("change:desk", paint);
    model.off("msg:custom", answer);
    view.root.remove();
  };
}

function makeView(model: Model): View {
  const view = { model, seq: 0, table: null } as unknown as View;
  view.title = h("h2", { class: "sw-title" });
  view.kept = h("span", { class: "sw-kept" });
  view.fault = h("div", { class: "sw-scribe-fault", role: "alert" });
  view.step = h("div", { class: "sw-scribe-step" });
  view.share = h("p", { class: "sw-hint" });
  view.facts = h("ol", {
    class: "sw-scribe-facts",
    tabindex: 0,
    role: "group",
    "aria-label": t("scribe.facts"),
  });
  view.board = h("div", { class: "sw-board sw-scribe-board" });
  const small = { class: "sw-button sw-small" };
  view.undo = button(t("scribe.undo"), { ...small, on: { click: () => send(view, { kind: "undo" }) } });
  view.save = button(t("scribe.save"), { ...small, on: { click: () => send(view, { kind: "save" }) } });
  const tools = h("div", { class: "sw-tools" }, view.kept, view.save, view.undo);
  const typed = typedFact(view);
  const enter = h("div", { class: "sw-panel-enter" }, view.step, typed);
  const facts = h("div", { class: "sw-panel-facts" }, view.share, view.facts);
  const tabs = makeTabs(t("player.tabs"), [
    { name: "enter", words: t("scribe.enter"), element: enter },
    { name: "facts", words: t("scribe.facts"), element: facts },
  ]);
  tabs.show("enter");
  const side = h("aside", { class: "sw-side" }, tabs.element, view.fault);
  view.root = h(
    "section",
    {
      class: "silkenweb sw-player sw-scribe",
      lang: LANGUAGE,
      role: "region",
      "aria-label": t("scribe.title"),
    },
    h(
      "div",
      { class: "sw-frame" },
      h("header", { class: "sw-head-bar" }, view.title, tools),
      view.board,
      side,
    ),
  );
  keepShortcutsAway(view.root); // what is typed here is no key of the notebook
  if (isSavedPage(model)) {
    for (const part of [view.step, view.undo, view.save, typed]) setHidden(part, true);
    view.fault.append(h("p", { text: t("hub.still") }));
  }
  return view;
}

function send(view: View, message: Record<string, unknown>): void {
  view.fault.replaceChildren();
  view.seq += 1;
  view.model.send({ ...message, seq: view.seq });
}

function showRefusal(view: View, { reason, rule, against }: Refusal): void {
  const because = rule ? t("scribe.refused.rule", { rule, reason }) : t("scribe.refused", { reason });
  view.fault.replaceChildren(h("p", { text: because }));
  if (!against?.length) return;
  view.fault.append(
    h("p", { text: t("scribe.against") }),
    h("ul", {}, ...against.map((fact) => h("li", { text: fact }))),
  );
}

/** Any fact at all, as text: a hand that somebody remembers, a drawn card, an ability. */
function typedFact(view: View): HTMLElement {
  const input = h("input", {
    class: "sw-filter",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: 400,
    "aria-label": t("scribe.typed"),
    placeholder: t("scribe.typed.hint"),
  });
  const submit = (event: Event) => {
    event.preventDefault();
    if (!input.value.trim()) return;
    send(view, { kind: "tell", texts: [input.value.trim()] });
    input.value = "";
  };
  return h(
    "form",
    { class: "sw-line sw-scribe-typed", on: { submit } },
    input,
    h("button", { type: "submit", class: "sw-button", text: t("scribe.typed.tell") }),
  );
}

function paintScribe(view: View): void {
  const game = view.model.get("game") as Game;
  const desk = view.model.get("desk") as Desk;
  const position = parsePosition(desk.text);
  const tell: Tell = (texts) => send(view, { kind: "tell", texts });
  setText(view.title, askedWords(game, desk.asked));
  view.step.replaceChildren(...stepForm(game, desk, position, tell));
  setText(view.share, desk.share);
  setText(view.kept, desk.kept);
  setAttr(view.undo, "disabled", desk.facts.length === 0);
  setAttr(view.save, "disabled", desk.saved || desk.facts.length === 0);
  view.facts.replaceChildren(...desk.facts.map((group) => h("li", { text: group.join(t("list.comma")) })));
  if (position.phase === "deal") {
    view.board.replaceChildren(h("p", { class: "sw-hint", text: t("scribe.board.empty") }));
    view.table = null;
    return;
  }
  if (!view.table || view.table.position?.level !== position.level) {
    view.table = makeTable(game, position);
    view.board.replaceChildren(h("div", { class: "sw-felt" }, view.table.element));
  }
  paintTable(view.table, position, {}, desk.assumed);
}

function askedWords(game: Game, asked: Asked): string {
  const name = asked.seat === undefined || asked.seat < 0 ? "" : seatName(game, asked.seat);
  return t(`scribe.asks.${asked.kind}`, { level: asked.level, name });
}

/** What asks for the next fact; where nobody remembers it, what comes after it may be entered at once. */
function stepForm(game: Game, desk: Desk, position: Position, tell: Tell): HTMLElement[] {
  const { asked } = desk;
  if (asked.otherwise) {
    const otherwise = stepForm(game, { ...desk, asked: asked.otherwise }, position, tell);
    return [
      threatGrid(game, asked.cards ?? [], (cards) => tell([`${asked.kind} ${cards.join(" ")}`])),
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
