// A practice position: a small table, the moves to choose from, and at once what became of the last one.

import { makeCard, paintCard, setCardRole } from "./cards";
import { button, h, keyed, setAttr, setHidden, setText } from "./dom";
import { onChanges } from "./model";
import type { Card, Game, Model } from "./protocol";
import { t } from "./telling";

interface Target {
  card: string;
  committed: string[];
}

interface Hand {
  name: string;
  moves: boolean;
  hand: string[];
  storage: string[];
}

interface Choice {
  text: string;
  words: string;
}

/** What `silkenweb/teaching/practice_widget.py` sends. */
export interface PracticeState {
  title: string;
  task: string;
  partner: string;
  notes: string[];
  table: string[];
  progress: string;
  row: Target[];
  deck: number;
  seats: Hand[];
  moves: Choice[];
  feedback: string;
  tone: string;
  solved: boolean;
}

/** The cards that a move names, without what says how they lie. */
export function named(move: string): string[] {
  return move.match(/[A-Z]{1,2}\d+/g) ?? [];
}

/** The moves that name all of the picked cards. */
export function fitting(moves: readonly Choice[], picked: ReadonlySet<string>): Choice[] {
  return moves.filter((move) => {
    const cards = named(move.text);
    return [...picked].every((card) => cards.includes(card));
  });
}

/** What a click on a card means: a move to send, or the cards that are picked then. */
export function pick(
  state: PracticeState,
  picked: ReadonlySet<string>,
  card: string,
): { move?: string; picked: Set<string> } {
  const next = new Set(picked);
  if (!next.delete(card)) next.add(card);
  const left = fitting(state.moves, next);
  const [only] = left;
  if (next.size > 1 && left.length === 1 && only) return { move: only.text, picked: new Set() };
  if (left.length > 0 || next.size < 2) return { picked: next };
  const [source] = picked;
  const isTarget = state.row.some((target) => target.card === card);
  // A play that is not allowed is sent all the same: Python says why not.
  if (source && picked.size === 1 && isTarget) return { move: `play ${source}>${card}`, picked: new Set() };
  return { picked: new Set([card]) };
}

const bare = (card: string) => card.replace("'", "");

function cardButton(game: Game, card: string, picked: ReadonlySet<string>, act: (id: string) => void) {
  const id = bare(card);
  const drawing = paintCard(makeCard(game, id), game, id, card.endsWith("'"));
  setCardRole(drawing, null);
  return h(
    "button",
    {
      type: "button",
      class: "sw-practice-card",
      "data-pick": id,
      "aria-pressed": picked.has(id) ? "true" : "false",
      on: { click: () => act(id) },
    },
    drawing,
  );
}

export function mountPractice(model: Model, el: HTMLElement): () => void {
  const game: Game = { cards: model.get("cards") as Record<string, Card | undefined> };
  let picked: ReadonlySet<string> = new Set();
  const state = () => model.get("state") as PracticeState;
  const send = (kind: string, move?: string) => {
    picked = new Set();
    model.send({ kind, move });
  };
  const touch = (card: string) => {
    const found = pick(state(), picked, card);
    picked = found.picked;
    if (found.move) send("play", found.move);
    else paint();
  };

  const title = h("h3");
  const progress = h("span", { class: "sw-practice-progress" });
  const task = h("p", { class: "sw-practice-task" });
  const partner = h("p", { class: "sw-practice-partner" });
  const notes = h("ul", { class: "sw-practice-notes" });
  const table = h("ul", { class: "sw-practice-table" });
  const row = h("div", { class: "sw-practice-row", role: "group", "aria-label": t("practice.group.row") });
  const seats = h("div", { class: "sw-practice-seats" });
  const feedback = h("p", { class: "sw-practice-feedback", role: "status" });
  const moves = h("div", { class: "sw-practice-moves", role: "group", "aria-label": t("practice.moves") });
  const hint = button(t("practice.hint"), { on: { click: () => send("hint") } });
  const reset = button(t("practice.reset"), { on: { click: () => send("reset") } });
  const next = button(t("practice.next"), {
    class: "sw-button sw-primary",
    on: { click: () => send("next") },
  });

  function paint(): void {
    const now = state();
    const focus = root.querySelector("[data-pick]:focus")?.getAttribute("data-pick");
    setText(title, now.title);
    setText(progress, now.progress);
    setText(task, now.task);
    setText(partner, now.partner);
    setHidden(partner, !now.partner);
    notes.replaceChildren(...now.notes.map((line) => h("li", { text: line })));
    table.replaceChildren(...now.table.map((line) => h("li", { text: line })));
    const back = now.deck ? h("span", { class: "sw-practice-deck", text: `+${now.deck}` }) : "";
    row.replaceChildren(
      ...now.row.map((target) =>
        h(
          "div",
          { class: "sw-practice-target" },
          cardButton(game, target.card, picked, touch),
          ...target.committed.map((card) =>
            paintCard(makeCard(game, bare(card)), game, bare(card), card.endsWith("'")),
          ),
        ),
      ),
      back,
    );
    seats.replaceChildren(...now.seats.map((seat) => handOf(seat)));
    setText(feedback, now.feedback);
    setAttr(feedback, "data-tone", now.tone || null);
    keyed(
      moves,
      fitting(now.moves, picked),
      (move) => move.text,
      (move) => button(move.words, { "data-move": move.text, on: { click: () => send("play", move.text) } }),
    );
    setHidden(hint, now.solved);
    setHidden(next, !now.solved);
    if (focus) root.querySelector<HTMLElement>(`[data-pick="${focus}"]`)?.focus();
  }

  function handOf(seat: Hand): HTMLElement {
    const cards = [...seat.hand, ...seat.storage];
    return h(
      "div",
      { class: "sw-practice-seat", role: "group", "aria-label": seat.name, "data-moves": seat.moves },
      h("span", { class: "sw-practice-name", text: seat.name }),
      h("div", { class: "sw-practice-hand" }, ...cards.map((card) => cardButton(game, card, picked, touch))),
    );
  }

  // An element of its own: the loader has put the stylesheet into `el`.
  const root = h(
    "div",
    { class: "silkenweb sw-practice", lang: LANGUAGE },
    h("header", { class: "sw-line" }, title, progress),
    task,
    partner,
    notes,
    row,
    seats,
    feedback,
    moves,
    h("div", { class: "sw-line" }, hint, reset, next),
    h("details", {}, h("summary", { text: t("practice.words") }), table),
  );
  paint();
  el.append(root);
  onChanges(model, ["state"], paint);
  return () => {
    model.off("change:state", paint);
    root.remove();
  };
}
