// What reviews found, as Python sent it: by node, and in words that a newcomer understands. Nothing is reckoned here.

import type { Acting } from "./choice";
import { h, setAttr } from "./dom";
import { currentPath, type Hub, type Reviews } from "./hub";
import { targetMoves } from "./legal";
import type { Estimate, Finding, GameNode, WeighedMove } from "./protocol";
import { t } from "./telling";
import { childrenOf } from "./tree";

const NO_REVIEWS: Omit<Reviews, "any"> = { nodes: {}, lines: [], game: [0, 0], branches: [0, 0], grades: {} };

export function readReviews(hub: Hub): void {
  const found = { ...NO_REVIEWS, ...((hub.model.get("reviews") as Partial<Reviews> | undefined) ?? {}) };
  hub.reviews = { ...found, any: Object.keys(found.nodes).length > 0 };
}

/** While a decision is tried again, what came of it is hidden: all that does not lie before it. */
export function isHidden(hub: Hub, node: GameNode): boolean {
  return hub.retry !== null && !hub.retry.before.has(node.id);
}

/** What was found of a node: {value, loss, moves, ...}; null where nothing was, or where it is hidden now. */
export function findingOf(hub: Hub, node: GameNode | null | undefined): Finding | null {
  if (!node || isHidden(hub, node)) return null;
  return hub.reviews.nodes[node.id] ?? null;
}

export function hasReviews(hub: Hub): boolean {
  return hub.reviews.any;
}

/** Wrong by what could be known, beyond doubt. What was forced or is too close to call has no such grade. */
const MISTAKES = new Set<string | null | undefined>(["inaccuracy", "mistake", "blunder"]);

export function isMistake(finding: Finding | null | undefined): boolean {
  return MISTAKES.has(finding?.grade);
}

/** The next mistake after the node shown on the way on, or the last one before it. */
export function seekMistake(hub: Hub, forward: boolean): GameNode | undefined {
  const { path, at } = currentPath(hub);
  const places = forward ? path.slice(at + 1) : path.slice(0, at).reverse();
  return places.find((node) => isMistake(findingOf(hub, node)));
}

/** What had the keyboard and was put away or taken out passes it on, so that keys still reach the player. */
export function passFocusOn(view: { root: HTMLElement }, held: Element | null, to: HTMLElement): void {
  if (held && (!view.root.contains(held) || held.closest("[hidden]"))) to.focus({ preventScroll: true });
}

/** The element within `part` that has the keyboard, or null. */
export function focusIn(part: Node): HTMLElement | null {
  const active = (part.getRootNode() as Document | ShadowRoot).activeElement as HTMLElement | null;
  return active && part.contains(active) ? active : null;
}

// ---- Numbers ----

/** Decimal places of a share in percent: of small ones a tenth is told, which 0 and 1 do not need. */
function places(share: number): number {
  const value = Math.abs(100 * share);
  return value >= 0.05 && value < 9.95 ? 1 : 0;
}

/** A chance or a difference of chances in percent; of small ones a tenth is told. */
export function percent(share: number): string {
  const value = (100 * share).toFixed(places(share)).replace("-", "\u2212");
  return t("review.percent", { value });
}

/** "54% ± 2". */
export function withError([value, error]: Estimate): string {
  return t("review.withError", { value: percent(value), error: (100 * error).toFixed(places(value)) });
}

/** A loss: never below nothing, however the chances of the sample fell. */
export function lossWords([value, error]: Estimate): string {
  return withError([Math.max(0, value), error]);
}

export function signedPercent([value]: Estimate): string {
  return `${value < 0 ? "" : "+"}${percent(value)}`;
}

// ---- Verdicts ----

const GRADE_SIGNS: Partial<Record<string, string>> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export interface Verdict {
  sign: string;
  word: string;
  key: string;
}

/** The sign and the short word of what was found: {sign, word, key}; null where there is nothing to remark. */
export function verdictOf(finding: Finding | null | undefined): Verdict | null {
  if (!finding) return null;
  const { grade, label } = finding;
  if (label === "brilliant") return { sign: "!!", word: t("review.label.brilliant"), key: "brilliant" };
  if (label === "unlucky") return { sign: "\u25be", word: t("review.label.unlucky"), key: "unlucky" };
  const sign = GRADE_SIGNS[grade ?? ""];
  if (!sign || !grade) return null;
  if (label === "lucky") return { sign, word: t("review.label.lucky"), key: "lucky" };
  return { sign, word: t(`review.grade.${grade}`), key: grade };
}

/** The sign and the word beside a move in the list. */
export function verdictMark(finding: Finding | null | undefined): HTMLElement | null {
  const verdict = verdictOf(finding);
  if (!verdict || !finding) return null;
  return h(
    "span",
    { class: "sw-verdict", "data-verdict": verdict.key, title: gradeWords(finding) },
    h("b", { text: verdict.sign }),
    h("span", { text: verdict.word }),
  );
}

/** What the grade says, in a sentence. */
export function gradeWords(finding: Finding): string {
  if (finding.forced) return t("review.say.forced");
  if (!finding.loss) return "";
  if (finding.close) return t("review.say.close");
  if (finding.grade === "best") return t("review.say.best");
  return finding.grade ? t(`review.say.${finding.grade}`, { loss: lossWords(finding.loss) }) : "";
}

/** Why it went as it did, in a sentence; "" where there is nothing to add to the grade. */
export function labelWords(finding: Finding): string {
  const { label } = finding;
  if (label === "brilliant")
    return t("review.say.brilliant", { lead: finding.lead ? withError(finding.lead) : "" });
  if (label === "unlucky" && finding.hindsight)
    return t("review.say.unlucky", { loss: lossWords(finding.hindsight) });
  if (label === "lucky") return t("review.say.lucky");
  return "";
}

export function luckWords(luck: Estimate): string {
  const [value, error] = luck;
  if (Math.abs(value) <= 2 * error)
    return t("review.luck.none", { luck: withError([Math.abs(value), error]) });
  return t(value > 0 ? "review.luck.good" : "review.luck.bad", { luck: withError([Math.abs(value), error]) });
}

// ---- Moves whose values are known ----

/** The values of moves at a node, by move text: what the reviewed decisions after it were and could have been. */
function valuesAt(hub: Hub, node: GameNode): Map<string, WeighedMove> {
  const values = new Map<string, WeighedMove>();
  for (const child of childrenOf(hub.tree, node)) {
    const finding = findingOf(hub, child);
    for (const each of finding?.moves ?? []) if (!values.has(each.move)) values.set(each.move, each);
    if (finding?.forced && child.move) values.set(child.move, { move: child.move, value: finding.value });
  }
  return values;
}

/** A small sign with the value of a move, for lists, buttons and targets; null where none is known. */
function valueChip(known: WeighedMove | undefined): HTMLElement | null {
  if (!known) return null;
  const title = t("review.chip", { value: withError(known.value) });
  return h("span", {
    class: "sw-value",
    title,
    "data-best": known.loss?.[0] === 0 ? "true" : null,
    text: percent(known.value[0]),
  });
}

/** Beside each move that is offered, in the bar, in the list and on the table, its value where it is known. */
export function paintValues(acting: Acting): void {
  const { hub, table } = acting.view;
  const node = acting.node === null ? undefined : hub.tree.byId.get(acting.node);
  const values = node && !isHidden(hub, node) ? valuesAt(hub, node) : new Map<string, WeighedMove>();
  for (const offer of [
    ...acting.bar.querySelectorAll<HTMLElement>("[data-move]"),
    ...acting.list.querySelectorAll<HTMLElement>("[data-move]"),
  ]) {
    offer.querySelector(".sw-value")?.remove();
    const chip = valueChip(values.get(offer.dataset.move ?? ""));
    if (chip) offer.append(chip);
  }
  const targets = acting.choice ? targetMoves(acting.choice) : new Map<string, { text: string }[]>();
  for (const place of table.element.querySelectorAll<HTMLElement>("[data-target]")) {
    const moves = targets.get(place.dataset.target ?? "") ?? [];
    const known = moves.flatMap((move) => values.get(move.text) ?? []);
    const best = Math.max(...known.map((each) => each.value[0]));
    setAttr(place, "data-value", known.length && place.dataset.can === "target" ? percent(best) : null);
  }
}
