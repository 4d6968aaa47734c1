// "Where does this value come from?" Printed, ruling and reconstructed are never told in one breath.

import { SOURCE_NAMES, sourceChip, sourceOf } from "./cards";
import { button, h, setAttr, setHidden, setText } from "./dom";
import { levelWords } from "./head";
import type { Hub } from "./hub";
import type { Position } from "./notation";
import type { Provenance } from "./protocol";
import { listed, t } from "./telling";
import { cardWords, characterName, possessive } from "./words";

/** A view whose values can be asked for. */
export interface SourcedView {
  hub: Hub;
  root: HTMLElement;
  shown: { position: Position } | null;
}

export interface Sources {
  view: SourcedView;
  element: HTMLElement;
  picked: HTMLElement;
  lists: HTMLElement;
  /** The button that shows them. */
  toggle: HTMLButtonElement;
  state: string | null;
}

/** What a name in the list of sources stands for, in words. */
function sourcedWords(what: string): string {
  const [name = "", part = ""] = what.split(".");
  if (name === "levels") return t("sources.level", { level: part });
  if (what === "blessings") return t("sources.blessings");
  if (what === "reputation") return t("sources.reputation");
  if (part === "ability") return t("sources.ability", { whose: possessive(characterName(name)) });
  if (part === "seniority") return t("sources.seniority", { name: characterName(name) });
  return what;
}

export function makeSources(view: SourcedView): Sources {
  const toggle = button(t("player.sources"), {
    class: "sw-button sw-small",
    title: t("player.sources.why"),
    "aria-pressed": "false",
    on: { click: () => showSources(sources, Boolean(element.hidden)) },
  });
  const picked = h("p", { class: "sw-source-picked", role: "status" });
  const lists = h("div", { class: "sw-source-lists" });
  const element = h(
    "section",
    { class: "sw-sources", hidden: true, "aria-label": t("sources.title") },
    h("h3", { text: t("sources.question") }),
    h("p", { class: "sw-hint", text: t("sources.hint") }),
    picked,
    lists,
  );
  const sources: Sources = { view, element, picked, lists, toggle, state: null };
  view.root.addEventListener("click", (event) => pickSource(sources, event));
  return sources;
}

/** A click while the sources are shown also tells of what was clicked. */
function pickSource(sources: Sources, event: Event): void {
  if (sources.element.hidden) return;
  const { game } = sources.view.hub;
  const target = event.target as Element;
  const card = target.closest<HTMLElement>(".sw-table [data-card], .sw-table [data-shown]");
  const level = target.closest<HTMLElement>(".sw-level");
  const entry = game.levels?.find((each) => String(each.level) === level?.dataset.level);
  const what = card ? (card.dataset.card ?? card.dataset.shown) : entry ? `levels.${entry.level}` : "";
  const found = what ? sourceOf(game, what) : null;
  if (!found || !what) return;
  const words = card ? cardWords(game, what) : entry ? levelWords(entry) : "";
  const said = { words, source: SOURCE_NAMES[found.source], meaning: found.words, note: found.note };
  setText(sources.picked, t(found.note ? "sources.picked.note" : "sources.picked", said));
}

/** The names of all values that lie open now. */
function openValues(position: Position): Set<string> {
  const piles = position.seats.flatMap((seat) => [
    ...seat.hand.cards,
    ...seat.storage.cards,
    ...seat.chosen.cards,
  ]);
  const paid = [...position.row, position.spirit ?? { committed: [] }].flatMap((target) => target.committed);
  const cards = [...position.row, ...paid, ...piles].map((card) => card.id);
  const people = position.seats.flatMap(({ character }) => [
    `${character}.ability`,
    `${character}.seniority`,
  ]);
  const rank = position.phase === "won" ? ["reputation"] : [];
  return new Set([...cards, `levels.${position.level}`, ...people, "blessings", ...rank]);
}

export function paintSources(sources: Sources, position: Position): void {
  if (sources.element.hidden) return;
  const { game } = sources.view.hub;
  const open = openValues(position);
  const groups = (game.sources ?? []).map((group) => ({
    ...group,
    what: group.what.filter((what) => open.has(what)),
  }));
  const state = JSON.stringify(groups);
  if (sources.state === state) return;
  sources.state = state;
  sources.lists.replaceChildren(
    ...(Object.keys(SOURCE_NAMES) as Provenance[]).flatMap((source) => {
      const of = groups.filter((group) => group.source === source && group.what.length);
      if (!of.length) return [];
      const items = of.map((group) =>
        h(
          "li",
          {},
          h("b", { text: listed(group.what.map((what) => sourcedWords(what))) }),
          group.note ? h("span", { text: t("sources.note", { note: group.note }) }) : null,
        ),
      );
      return [
        h(
          "section",
          { "data-source": source },
          h(
            "h4",
            {},
            SOURCE_NAMES[source],
            sourceChip(source),
            h("span", { class: "sw-source-words", text: of[0]?.words ?? "" }),
          ),
          h("ul", {}, ...items),
        ),
      ];
    }),
  );
}

export function showSources(sources: Sources, shown: boolean): void {
  const { view, element, toggle, picked } = sources;
  setHidden(element, !shown);
  view.root.classList.toggle("sw-show-sources", shown);
  setAttr(toggle, "aria-pressed", String(shown));
  setText(picked, "");
  if (view.shown) paintSources(sources, view.shown.position);
}
