// The project's own icons: line drawings in a 24 x 24 box, one stroke weight, the colour of the text. Each has a
// letter as a second sign, so that nothing hangs on shape or colour alone. The drawings are in drawings.json, names
// and letters of the icons with the rules; Python joins them to `DRAWINGS`.

import { h, s } from "./dom";
import { hasWords, t } from "./telling";

const ICONS = DRAWINGS.icons;

/** Small marks by which seats are told apart: a monk's crown, a circlet, a rake, a spade, a horse's head. */
const MARKS = DRAWINGS.marks;

export function iconLetter(name: string): string {
  return ICONS[name]?.letter ?? "?";
}

export function iconName(name: string): string {
  return hasWords(`icon.${name}`) ? t(`icon.${name}`) : (ICONS[name]?.name ?? name);
}

/** The drawing of one icon as an SVG group in a box of 24 x 24, in its own colour. */
export function iconGroup(name: string, transform?: string): SVGGElement {
  return s(
    "g",
    { class: `sw-ink sw-ink-${ICONS[name] ? name : "other"}`, transform },
    s("path", { d: ICONS[name]?.path ?? "" }),
  );
}

/** An icon with its letter, for running text and buttons. Hidden from screen readers: say it in words. */
export function iconInline(name: string, withLetter = true): HTMLSpanElement {
  const letter = withLetter ? iconLetter(name) : "";
  return h(
    "span",
    { class: `sw-icon sw-tone-${ICONS[name] ? name : "other"}`, "aria-hidden": "true" },
    s("svg", { viewBox: "0 0 24 24" }, iconGroup(name)),
    letter ? h("b", { text: letter }) : null,
  );
}

export function markGroup(character: string | undefined, transform?: string): SVGGElement {
  const path = MARKS[character ?? ""];
  if (path) return s("g", { class: "sw-ink", transform }, s("path", { d: path }));
  return s(
    "g",
    { transform },
    s("text", { x: 12, y: 18, class: "sw-initial", text: (character ?? "?").slice(0, 1).toUpperCase() }),
  );
}

export function markInline(character: string | undefined): HTMLSpanElement {
  return h(
    "span",
    { class: "sw-mark", "aria-hidden": "true" },
    s("svg", { viewBox: "0 0 24 24" }, markGroup(character)),
  );
}
