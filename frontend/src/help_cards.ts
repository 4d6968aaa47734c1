// Cards that explain a term where it stands: on hover, on focus, and on a long press or a tap.

import { sourceOf, SOURCE_NAMES } from "./cards";
import { h, setAttr, setHidden } from "./dom";
import { t } from "./telling";
import type { ActingView } from "./choice";

const AFTER = 300; // milliseconds of hovering
const GAP = 8; // pixels between a term and its card

interface Help {
  title: string;
  words: string;
  aside?: string;
}

/** Shows help for all that bears `data-help`; what it returns closes the card that is open, true if there was one. */
export function makeHelpCards(view: ActingView): () => boolean {
  const { root } = view;
  const card = h("div", { class: "sw-help-card", role: "tooltip", id: `sw-help-${++cards}`, hidden: true });
  root.append(card);
  let timer: number | undefined;
  let on: HTMLElement | null = null;
  let under: HTMLElement | null = null;
  const hide = () => {
    clearTimeout(timer);
    const was = !card.hidden;
    setHidden(card, true);
    if (on) setAttr(on, "aria-describedby", null);
    on = null;
    return was;
  };
  const show = (term: HTMLElement) => {
    hide();
    const help = helpOf(view, term);
    if (!help) return;
    on = term;
    card.replaceChildren(
      h("b", { text: help.title }),
      h("p", { text: help.words }),
      ...(help.aside ? [h("small", { text: help.aside })] : []),
    );
    setAttr(term, "aria-describedby", card.id);
    setHidden(card, false);
    place(root, term, card);
  };
  const termOf = (event: Event) => (event.target as Element).closest<HTMLElement>("[data-help]");
  // No card opens for a word that a change of the page has moved under a resting pointer.
  root.addEventListener("pointermove", (event) => {
    const term = termOf(event);
    if (event.pointerType === "touch" || term === under) return;
    hide();
    under = term;
    if (term) timer = window.setTimeout(() => show(term), AFTER);
  });
  root.addEventListener("pointerleave", () => {
    under = null;
    hide();
  });
  root.addEventListener("focusin", (event) => {
    const term = termOf(event);
    if (term?.matches(":focus-visible")) show(term);
    else hide();
  });
  root.addEventListener("focusout", hide);
  root.addEventListener("contextmenu", (event) => {
    const term = termOf(event); // a long press on a touch screen
    if (!term || (event as PointerEvent).pointerType !== "touch") return;
    event.preventDefault();
    show(term);
  });
  root.addEventListener("click", (event) => {
    const term = termOf(event);
    if (term && !term.matches("button")) show(term);
    else hide();
  });
  return hide;
}

let cards = 0;

/** Above the term where there is room, else below it; never beyond the frame. */
function place(root: HTMLElement, term: HTMLElement, card: HTMLElement): void {
  const frame = root.getBoundingClientRect();
  const box = term.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = card;
  const middle = box.left + box.width / 2 - frame.left - width / 2;
  const left = Math.max(GAP, Math.min(middle, frame.width - width - GAP));
  const above = box.top - frame.top - height - GAP;
  const top = above > GAP ? above : box.bottom - frame.top + GAP;
  Object.assign(card.style, { left: `${left}px`, top: `${top}px` });
}

function helpOf({ hub, table }: ActingView, term: HTMLElement): Help | null {
  const name = term.dataset.help ?? "";
  if (name === "ability") return abilityHelp(hub.game, Number(term.dataset.seatOf));
  const players = table.position?.seats.length ?? 0;
  const known = ["lock", "next", "marker", "bots", "blessings", "rests", "silence", "error", "held"];
  if (!known.includes(name)) return null;
  return { title: t(`help.${name}.title`), words: t(`help.${name}`, { players }) };
}

/** The words for each effect that an ability can have. */
const EFFECTS: Partial<Record<string, string>> = {
  "others-may-rotate": t("help.ability.rotate"),
  "resolve-next": t("help.ability.resolve"),
  "discard-then-other-draws": t("help.ability.draw"),
  storage: t("help.ability.storage"),
  "recover-two": t("help.ability.recover"),
};

/** What an ability does in this edition, and where that comes from. */
function abilityHelp(game: ActingView["hub"]["game"], seat: number): Help | null {
  const entry = game.seats?.[seat];
  if (!entry?.ability) return null;
  const found = sourceOf(game, `${entry.character}.ability`);
  const aside = found && found.source !== "printed" ? `${SOURCE_NAMES[found.source]}: ${found.words}` : "";
  const words = EFFECTS[entry.ability] ?? "";
  return { title: t("help.ability.title", { name: entry.name ?? entry.character }), words, aside };
}
