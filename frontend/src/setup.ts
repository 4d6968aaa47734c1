// Setting up a game as at a real table: who sits where, what is agreed, and then everybody sits down.

import { button, h, setAttr, setHidden, setText } from "./dom";
import { ask } from "./hub";
import { markInline } from "./icons";
import { keepShortcutsAway } from "./shell";
import type { Part, SeatDraft, Setup, SetupEdition, Sit } from "./stage";
import { t } from "./telling";

const MOST_SEATS = 5;
const LEAST_SEATS = 2;

/** The setup with what has been filled in so far. */
interface View {
  sit: Sit;
  data: Setup;
  form: Setup["draft"];
  rows: HTMLOListElement;
  add: HTMLButtonElement;
  rules: HTMLElement;
  fault: HTMLElement;
  start: HTMLButtonElement;
  root: HTMLElement;
}

/** Values of a list with the words that are shown for them. */
type Entries = [value: string, words: string][];

type Typed = Event & { target: HTMLInputElement };

export function buildSetup(sit: Sit): Part {
  const data = sit.hub.model.get("setup") as Setup;
  const form = { ...data.draft, seats: (data.draft?.seats ?? []).map((row) => ({ ...row })) };
  const view = { sit, data, form } as View;
  view.rows = h("ol", { class: "sw-setup-rows" });
  view.add = button(t("setup.add"), { class: "sw-button sw-small", on: { click: () => addSeatRow(view) } });
  view.rules = h("div", { class: "sw-setup-rules" });
  view.fault = h("p", { class: "sw-hint", "data-fault": "true", role: "alert" });
  view.start = button(t("setup.start"), {
    class: "sw-button sw-primary",
    on: { click: () => sitDown(view) },
  });
  const back = data.take_back ? h("p", { class: "sw-hint", text: t("setup.back.allowed") }) : null;
  view.root = h(
    "section",
    { class: "silkenweb sw-player sw-setup", lang: LANGUAGE, role: "region", "aria-label": t("setup.title") },
    h(
      "div",
      { class: "sw-setup-body" },
      h(
        "header",
        { class: "sw-top" },
        h("h2", { class: "sw-title", text: t("setup.title") }),
        languageChoice(view),
      ),
      unfinishedGames(view),
      h("p", { class: "sw-hint", text: t("setup.clockwise") }),
      view.rows,
      h("div", { class: "sw-line" }, view.add),
      view.rules,
      back,
      h("div", { class: "sw-line" }, view.start, h("span", { class: "sw-kept", text: data.kept })),
      view.fault,
    ),
  );
  keepShortcutsAway(view.root);
  paintSetup(view);
  if (sit.hub.saved) stillPage(view.root, view.fault);
  const nothing = () => undefined;
  return { root: view.root, update: nothing, close: nothing };
}

/** On a page without a kernel nothing can be pressed, and it says so. */
export function stillPage(root: HTMLElement, fault: HTMLElement): void {
  for (const control of root.querySelectorAll("button, select, input")) setAttr(control, "disabled", true);
  setText(fault, t("hub.still"));
}

function editionOf(view: View): SetupEdition {
  return (
    view.data.editions.find((edition) => edition.key === view.form.edition) ??
    (view.data.editions[0] as SetupEdition)
  );
}

function paintSetup(view: View): void {
  view.rows.replaceChildren(...view.form.seats.map((row, index) => seatRow(view, row, index)));
  setAttr(
    view.add,
    "disabled",
    view.form.seats.length >= Math.min(MOST_SEATS, editionOf(view).characters.length),
  );
  view.rules.replaceChildren(
    blessingChoice(view),
    seedChoice(view),
    paceChoice(view),
    endChoice(view),
    editionChoice(view),
  );
}

export function optionList(entries: Entries, chosen: string): HTMLOptionElement[] {
  return entries.map(([value, words]) => h("option", { value, text: words, selected: value === chosen }));
}

function choose(
  label: string,
  entries: Entries,
  chosen: string,
  act: (value: string) => void,
): HTMLSelectElement {
  return h(
    "select",
    { class: "sw-select", "aria-label": label, on: { change: (event: Typed) => act(event.target.value) } },
    ...optionList(entries, chosen),
  );
}

function field(label: string, control: HTMLElement, ...more: HTMLElement[]): HTMLElement {
  return h(
    "div",
    { class: "sw-setup-field" },
    h("span", { class: "sw-setup-label", text: label }),
    control,
    ...more,
  );
}

// ---- Seats ----

function seatRow(view: View, row: SeatDraft, index: number): HTMLLIElement {
  const seat = index + 1;
  const names: Entries = editionOf(view).characters.map(({ key, name }) => [key, name]);
  const who: Entries = [
    ["", t("setup.person")],
    ...view.data.bots.map((bot): [string, string] => [bot, t("setup.bot", { bot })]),
  ];
  if (row.bot && !view.data.bots.includes(row.bot)) who.push([row.bot, t("setup.bot", { bot: row.bot })]);
  const name = h("input", {
    class: "sw-filter sw-setup-name",
    maxlength: 200,
    value: row.name,
    autocomplete: "off",
    "aria-label": t("setup.name", { seat }),
    placeholder: t("setup.name.hint"),
    on: {
      input: (event: Typed) => {
        row.name = event.target.value;
      },
    },
  });
  const about = h("p", { class: "sw-hint sw-setup-about" });
  const paint = () => {
    setHidden(name, Boolean(row.bot));
    setHidden(about, !row.bot);
    setText(about, row.bot ? aboutBot(view, row.bot) : "");
  };
  paint();
  const playedBy = choose(t("setup.who", { seat }), who, row.bot ?? "", (value) => {
    row.bot = value || null;
    paint();
  });
  const last = view.form.seats.length - 1;
  return h(
    "li",
    { class: "sw-setup-row" },
    h(
      "span",
      { class: "sw-setup-seat" },
      markInline(row.character),
      h("b", { text: t("setup.seat", { seat }) }),
    ),
    choose(t("setup.character", { seat }), names, row.character, (key) => takeCharacter(view, index, key)),
    playedBy,
    name,
    about,
    h(
      "span",
      { class: "sw-setup-moves" },
      rowButton("\u2191", t("setup.up", { seat }), index === 0, () => moveSeatRow(view, index, -1)),
      rowButton("\u2193", t("setup.down", { seat }), index === last, () => moveSeatRow(view, index, 1)),
      rowButton("\u00d7", t("setup.remove", { seat }), last + 1 <= LEAST_SEATS, () =>
        removeSeatRow(view, index),
      ),
    ),
  );
}

/** How a bot plays; one with parameters plays as the bot of that name. */
function aboutBot(view: View, bot: string): string {
  return view.data.about?.[bot] ?? view.data.about?.[bot.split(":")[0] as string] ?? "";
}

function rowButton(sign: string, words: string, disabled: boolean, act: () => void): HTMLButtonElement {
  return button(sign, {
    class: "sw-button sw-small",
    title: words,
    "aria-label": words,
    disabled,
    on: { click: act },
  });
}

/** A seat that takes another's character gives up its own to that seat. */
function takeCharacter(view: View, index: number, key: string): void {
  const { seats } = view.form;
  const other = seats.find((row) => row.character === key);
  const own = seats[index] as SeatDraft;
  if (other) other.character = own.character;
  own.character = key;
  paintSetup(view);
  view.rows.children[index]?.querySelector("select")?.focus();
}

function addSeatRow(view: View): void {
  const taken = new Set(view.form.seats.map((row) => row.character));
  const free = editionOf(view).characters.find(({ key }) => !taken.has(key));
  if (!free) return;
  const bot =
    view.form.seats.find((row) => row.bot)?.bot ??
    (view.data.bots.includes("convention") ? "convention" : (view.data.bots[0] ?? null));
  view.form.seats.push({ character: free.key, bot, name: "" });
  paintSetup(view);
  view.rows.lastElementChild?.querySelector("select")?.focus();
}

function moveSeatRow(view: View, index: number, by: number): void {
  const { seats } = view.form;
  [seats[index], seats[index + by]] = [seats[index + by] as SeatDraft, seats[index] as SeatDraft];
  paintSetup(view);
  const buttons =
    view.rows.children[index + by]?.querySelectorAll<HTMLButtonElement>(".sw-setup-moves button");
  [...(buttons ?? [])].find((each) => !each.disabled)?.focus();
}

function removeSeatRow(view: View, index: number): void {
  view.form.seats.splice(index, 1);
  paintSetup(view);
  view.add.focus();
}

// ---- What is agreed ----

function blessingChoice(view: View): HTMLElement {
  const printed = editionOf(view).blessings[view.form.seats.length] ?? 0;
  const own = view.form.blessings;
  const known = new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ...(own === null ? [] : [own])]);
  const entries: Entries = [
    ["", t("setup.blessings.printed", { count: printed })],
    ...[...known].map((count): [string, string] => [String(count), t("setup.blessings.house", { count })]),
  ];
  const mark = h("span", { class: "sw-setup-mark", text: t("setup.blessings.mark"), hidden: own === null });
  const select = choose(t("setup.blessings"), entries, own === null ? "" : String(own), (value) => {
    view.form.blessings = value === "" ? null : Number(value);
    setHidden(mark, value === "");
  });
  return field(t("setup.blessings"), select, mark);
}

function seedChoice(view: View): HTMLElement {
  const input = h("input", {
    class: "sw-filter",
    maxlength: 200,
    value: view.form.seed,
    autocomplete: "off",
    spellcheck: "false",
    "aria-label": t("setup.seed"),
    placeholder: t("setup.seed.hint"),
    on: {
      input: (event: Typed) => {
        view.form.seed = event.target.value;
      },
    },
  });
  const draw = button(t("setup.seed.draw"), {
    class: "sw-button sw-small",
    on: {
      click: () => {
        view.form.seed = Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) =>
          byte.toString(16).padStart(2, "0"),
        ).join("");
        input.value = view.form.seed;
      },
    },
  });
  return field(
    t("setup.seed"),
    h("span", { class: "sw-line" }, input, draw),
    h("span", { class: "sw-hint", text: t("setup.seed.words") }),
  );
}

/** Whether a turn ends as soon as ending it is all that is left. */
function endChoice(view: View): HTMLElement {
  const box = h("input", {
    type: "checkbox",
    checked: view.form.auto_end,
    on: {
      change: (event: Typed) => {
        view.form.auto_end = event.target.checked;
      },
    },
  });
  return field(
    t("setup.end"),
    h("label", { class: "sw-check" }, box, h("span", { text: t("sit.end.auto") })),
    h("span", { class: "sw-hint", text: t("sit.end.auto.why") }),
  );
}

function paceChoice(view: View): HTMLElement {
  const { paces } = view.data;
  const entries: Entries = paces.map(({ words, pace }) => [String(pace), words]);
  if (!paces.some(({ pace }) => pace === view.form.pace)) {
    entries.push([String(view.form.pace), t("sit.pace.seconds", { seconds: view.form.pace })]);
  }
  return field(
    t("sit.pace"),
    choose(t("sit.pace"), entries, String(view.form.pace), (value) => {
      view.form.pace = Number(value);
    }),
  );
}

function editionChoice(view: View): HTMLElement {
  const entries: Entries = view.data.editions.map(({ key, title }) => [key, title]);
  return field(
    t("setup.edition"),
    choose(t("setup.edition"), entries, editionOf(view).key, (key) => {
      view.form.edition = key;
      const known = new Set(editionOf(view).characters.map((character) => character.key));
      view.form.seats = view.form.seats.filter((row) => known.has(row.character));
      while (view.form.seats.length < LEAST_SEATS && view.form.seats.length < known.size) addSeatRow(view);
      paintSetup(view);
    }),
  );
}

function languageChoice(view: View): HTMLElement {
  const entries: Entries = view.data.languages.map(({ key, name }) => [key, name]);
  const select = choose(t("setup.language"), entries, view.data.language, (language) => {
    ask(view.sit.hub, { kind: "language", language, form: view.form }).catch((fault: Error) =>
      setText(view.fault, fault.message),
    );
  });
  return h("label", { class: "sw-lens" }, h("span", { text: t("setup.language") }), select);
}

/** The games of the folder that can be continued; null if there are none. */
function unfinishedGames(view: View): HTMLElement | null {
  const games = view.data.unfinished ?? [];
  if (!games.length) return null;
  return h(
    "section",
    { class: "sw-unfinished", "aria-label": t("setup.unfinished") },
    h("h3", { text: t("setup.unfinished") }),
    h(
      "ul",
      {},
      ...games.map((game) =>
        h(
          "li",
          {},
          h(
            "span",
            { class: "sw-unfinished-words" },
            h("span", { text: t("setup.unfinished.game", { level: game.level, who: game.who }) }),
            h("span", {
              class: "sw-hint",
              text: t("setup.unfinished.file", {
                file: game.file,
                changed: new Date(game.changed).toLocaleString(LANGUAGE, {
                  dateStyle: "medium",
                  timeStyle: "short",
                }),
              }),
            }),
          ),
          button(t("setup.continue"), {
            class: "sw-button sw-small",
            "aria-label": t("setup.continue.file", { file: game.file }),
            on: {
              click: (event: Event & { currentTarget: HTMLButtonElement }) =>
                sitDown(view, event.currentTarget, { kind: "continue", file: game.file }),
            },
          }),
        ),
      ),
    ),
  );
}

async function sitDown(
  view: View,
  pressed = view.start,
  message: { kind: string; form?: unknown; file?: string } = { kind: "start", form: view.form },
): Promise<void> {
  setText(view.fault, "");
  setAttr(pressed, "disabled", true);
  try {
    await ask(view.sit.hub, message);
  } catch (fault) {
    setText(view.fault, (fault as Error).message);
  } finally {
    setAttr(pressed, "disabled", null);
  }
}
