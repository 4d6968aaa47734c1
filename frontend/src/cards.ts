// Cards as drawings: one SVG a card in a box of 60 x 84, so that they scale as a whole.

import { h, s, setAttr, setText, spoken, type Painted, type Props } from "./dom";
import type { Cost, Equipment, Game, Provenance, SourceGroup, Threat } from "./protocol";
import { iconGroup, iconLetter } from "./icons";
import { t } from "./telling";
import { cardWords } from "./words";

type PaintedCard = Painted & { swGame?: Game };

/** A button that opens a pile; `swCount` shows how many cards lie in it. */
export type PileButton = HTMLButtonElement & { swCount: HTMLElement };

const CARD_BOX = "0 0 60 84";

function cardText(className: string, x: number, y: number, text: string, props: Props = {}): SVGTextElement {
  return s("text", { class: className, x, y, text, ...props });
}

/** An icon of `size` with its top left corner at x, y, and its letter to the right of or below it. */
function iconAt(name: string, x: number, y: number, size: number): SVGGElement {
  return iconGroup(name, `translate(${x} ${y}) scale(${size / 24})`);
}

function cardSheet(className: string): SVGRectElement {
  return s("rect", { class: className, x: 1, y: 1, width: 58, height: 82, rx: 5 });
}

/** The index at the upper left: letter and icon, which an overlapping card leaves in sight. */
function indexOf(icon: string, size = 14): SVGElement[] {
  return [
    cardText(`sw-letter sw-tone-${icon}`, 10.5, 17, iconLetter(icon), { "text-anchor": "middle" }),
    iconAt(icon, 10.5 - size / 2, 20, size),
  ];
}

/** The face that is upright, large; the other one upside down at the foot, as on the printed card. */
function equipmentDrawing(id: string, card: Equipment, turned: boolean): SVGElement[] {
  const [up, down] = turned ? [card.faces[1], card.faces[0]] : card.faces;
  return [
    cardSheet("sw-sheet"),
    ...indexOf(up, 13),
    cardText("sw-id", 55, 11.5, id, { "text-anchor": "end" }),
    iconAt(up, 22, 22, 30),
    s("path", { class: "sw-thread", d: "M5 58H55" }),
    s(
      "g",
      { class: "sw-other", transform: "rotate(180 30 70)" },
      cardText(`sw-letter-small sw-tone-${down}`, 49.5, 75, iconLetter(down), { "text-anchor": "middle" }),
      iconAt(down, 16, 61.5, 17),
    ),
  ];
}

function relicDrawing(id: string): SVGElement[] {
  return [
    cardSheet("sw-sheet sw-jade"),
    ...indexOf("relic"),
    cardText("sw-id", 54, 12.5, id, { "text-anchor": "end" }),
    iconAt("relic", 18, 36, 36),
  ];
}

/** Where the icons of a Threat go: one in the middle, two as halves with a slash, more as a stair. */
export function threatIcons(card: Cost & { locking?: boolean }): SVGElement[] {
  const { icons, count } = card;
  const [first = "", second = ""] = icons;
  if (icons.length === 1 && count === 2) return [iconAt(first, 17, 26, 24), iconAt(first, 32, 50, 24)];
  if (icons.length === 1) return [iconAt(first, 18, 37, 36)];
  if (icons.length === 2)
    return [
      iconAt(first, 19, 27, 23),
      iconAt(second, 33, 54, 23),
      s("path", { class: "sw-slash", d: "M20 72 54 32" }),
    ];
  const size = icons.length > 4 ? 13 : 18;
  const perLine = 2;
  return icons.map((icon, i) =>
    iconAt(icon, 19 + (i % perLine) * (size + 2), 26 + Math.floor(i / perLine) * (size + 2), size),
  );
}

/** The index of a Threat: each of its letters, or "2x" before the one that is needed twice. */
function threatIndex(card: Threat): SVGElement[] {
  const [first = ""] = card.icons;
  if (card.icons.length === 1 && card.count === 1) return indexOf(first);
  const size = card.icons.length > 3 ? 10 : 13;
  const letters = card.icons.length === 1 ? [first, first] : card.icons.slice(0, 6);
  return letters.flatMap((icon, i) => [
    cardText(`sw-index sw-tone-${icon}`, 8.5, 16 + i * (size + 1.5), iconLetter(icon), {
      "text-anchor": "middle",
      "font-size": size,
    }),
  ]);
}

export function threatLetters(card: Cost): SVGTextElement {
  const letters = card.icons.map(iconLetter);
  const start = card.count > 1 ? `${card.count}x` : "";
  const text = s("text", { class: "sw-letter", x: 30, y: 76, "text-anchor": "middle" });
  if (start) text.append(s("tspan", { class: "sw-count", text: `${start} ` }));
  card.icons.forEach((icon, i) => {
    if (i) text.append(s("tspan", { class: "sw-count", text: "/" }));
    text.append(s("tspan", { class: `sw-tone-${icon}`, text: letters[i] }));
  });
  return text;
}

/** Crossed bars over the icon and a thick double edge: the dam of the row is seen before it is read. */
function lockDrawing(): SVGElement[] {
  return [
    s("rect", { class: "sw-lock-edge", x: 2, y: 2, width: 56, height: 80, rx: 5 }),
    s("rect", { class: "sw-lock-inner", x: 6, y: 6, width: 48, height: 72, rx: 3 }),
    s("path", { class: "sw-bars-halo", d: "M20 34 53 77M53 34 20 77" }),
    s("path", { class: "sw-bars", d: "M20 34 53 77M53 34 20 77" }),
  ];
}

function threatDrawing(id: string, card: Threat): SVGElement[] {
  return [
    cardSheet("sw-sheet sw-threat"),
    ...threatIcons(card),
    ...(card.locking ? lockDrawing() : []),
    ...threatIndex(card),
    cardText("sw-id", 54, 12.5, id, { "text-anchor": "end" }),
  ];
}

function unknownDrawing(id: string): SVGElement[] {
  return [
    cardSheet("sw-sheet"),
    cardText("sw-letter", 30, 46, "?", { "text-anchor": "middle" }),
    cardText("sw-id", 55, 13, id, { "text-anchor": "end" }),
  ];
}

function faceDrawing(game: Game, id: string, turned: boolean): SVGElement[] {
  const card = game.cards?.[id];
  if (card?.kind === "equipment") return equipmentDrawing(id, card, turned);
  if (card?.kind === "relic") return relicDrawing(id);
  if (card?.kind === "threat") return threatDrawing(id, card);
  return unknownDrawing(id);
}

export const SOURCE_NAMES: Record<Provenance, string> = {
  printed: t("source.printed"),
  ruling: t("source.ruling"),
  reconstructed: t("source.reconstructed"),
};
const SOURCE_MARKS: Partial<Record<Provenance, string>> = {
  ruling: t("source.mark.ruling"),
  reconstructed: t("source.mark.reconstructed"),
};

/** A small mark beside a value that is not printed; it is seen while the sources are shown. */
export function sourceChip(source: Provenance | undefined): HTMLSpanElement | null {
  if (!source || !SOURCE_MARKS[source]) return null;
  return h("span", { class: "sw-source-chip", title: SOURCE_NAMES[source], text: SOURCE_MARKS[source] });
}

export function sourceOf(game: Game, what: string): SourceGroup | null {
  return (game.sources ?? []).find((group) => group.what.includes(what)) ?? null;
}

function sourceMark(game: Game, id: string): SVGGElement | null {
  const source = game.cards?.[id]?.source;
  const mark = source && SOURCE_MARKS[source];
  if (!mark) return null;
  return s(
    "g",
    { class: "sw-source" },
    s("circle", { cx: 28, cy: 9, r: 5 }),
    cardText("sw-source-letter", 28, 12, mark, { "text-anchor": "middle" }),
  );
}

/** A card that lies face up. `paintCard` keeps it up to date. */
export function makeCard(_game: Game, id: string): HTMLElement {
  const element = h("div", { class: "sw-card", "data-card": id, role: "img" });
  element.append(s("svg", { viewBox: CARD_BOX, "aria-hidden": "true", focusable: "false" }), spoken());
  return element;
}

/** A card is a picture with a name, or while it can be picked a button named by the words in it. */
export function setCardRole(element: HTMLElement, role: string | null): void {
  setAttr(element, "role", role);
  setAttr(element, "aria-label", role === "img" ? element.title : null);
}

export function paintCard(element: PaintedCard, game: Game, id: string, turned = false): HTMLElement {
  const state = `${id}${turned ? "'" : ""}`;
  if (element.swState === state && element.swGame === game) return element;
  element.swState = state;
  element.swGame = game;
  const card = game.cards?.[id];
  const kind = card?.kind ?? "unknown";
  setAttr(element, "data-kind", kind);
  setAttr(element, "data-locking", card?.kind === "threat" && card.locking ? "true" : null);
  setAttr(element, "data-turned", turned ? "true" : null);
  setAttr(element, "title", cardWords(game, id, turned));
  if (element.lastChild) setText(element.lastChild, element.title);
  setCardRole(element, element.getAttribute("role"));
  element.firstElementChild?.replaceChildren(
    ...faceDrawing(game, id, turned),
    ...[sourceMark(game, id)].filter((mark) => mark !== null),
  );
  return element;
}

export const SILK_THREADS =
  "M30 8V76M8 24 52 60M52 24 8 60" +
  "M30 22Q38 33 49 32 43 42 49 52 38 51 30 62 22 51 11 52 17 42 11 32 22 33 30 22Z";

/** A hidden card: a silk back. What it could show is a fact about the whole hand, and said there. */
export function makeBack(): HTMLElement {
  const words = t("back.hidden");
  return h(
    "div",
    { class: "sw-card sw-card-back", role: "img", "aria-label": words, title: words },
    s(
      "svg",
      { viewBox: CARD_BOX, "aria-hidden": "true", focusable: "false" },
      cardSheet("sw-back"),
      s("path", { class: "sw-back-threads", d: SILK_THREADS }),
    ),
  );
}

/** A face-down or face-up pile: a small card with a count and a caption. */
export function makePile(caption: string, icon: string, whose = ""): PileButton {
  const count = h("b", { class: "sw-pile-count" });
  const label = h(
    "span",
    { class: "sw-pile-caption", text: caption },
    whose ? spoken(t("pile.of", { whose })) : null,
  );
  const element = h(
    "button",
    { type: "button", class: `sw-pile sw-pile-${icon}`, "aria-expanded": "false" },
    count,
    label,
  );
  return Object.assign(element, { swCount: count });
}

export function paintPile(element: PileButton, count: number, words: string): void {
  setText(element.swCount, String(count));
  setAttr(element, "data-empty", count === 0 ? "true" : null);
  setAttr(element, "title", words);
}
