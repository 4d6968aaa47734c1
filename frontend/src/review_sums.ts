// Of a whole line: the sums for each player and the team, its moments, its luck.

import { h, spoken } from "./dom";
import { findingOf, isMistake, luckWords, percent, signedPercent, verdictMark, withError } from "./findings";
import { current, type Hub, type ReviewedLine, type Summary } from "./hub";
import type { Estimate, GameNode } from "./protocol";
import { listed, sentences, t } from "./telling";
import { headOf, onMainLine, parentOf, sayOf } from "./tree";
import { seatName } from "./words";

/** The line that a node is on, by the first node of it that was reviewed. */
function lineOf(hub: Hub, node: GameNode): ReviewedLine | null {
  const { lines } = hub.reviews;
  const heads = new Map(lines.filter((line) => !line.recorded).map((line) => [line.head, line]));
  for (let at: GameNode | null = node; at && !onMainLine(hub.tree, at); at = parentOf(hub.tree, at)) {
    const found = heads.get(at.id);
    if (found) return found;
  }
  return lines.find((line) => line.recorded) ?? null;
}

/** The level that a decision was made in. */
export function levelOf(hub: Hub, node: GameNode): number {
  const parent = parentOf(hub.tree, node);
  return parent ? headOf(hub.tree, parent).level : 1;
}

export function sumParts(hub: Hub, node: GameNode): HTMLElement[] {
  const line = lineOf(hub, node);
  if (!line) return [];
  const title = h("h3", { text: t(line.recorded ? "review.sums" : "review.sums.branch") });
  const parts: HTMLElement[] = [title, sumTable(hub, line.summaries)];
  const moments = (line.summaries.find((each) => each.seat === null) ?? line.summaries[0])?.worst ?? [];
  if (moments.length) parts.push(h("h4", { text: t("review.moments") }), momentList(hub, moments));
  const best = (line.summaries.find((each) => each.seat === null) ?? line.summaries[0])?.best ?? [];
  if (best.length) parts.push(h("h4", { text: t("review.bestMoments") }), momentList(hub, best));
  const turned = line.lost === null || line.lost === undefined ? null : hub.tree.byId.get(line.lost);
  if (turned)
    parts.push(
      h("h4", { text: t("review.lostTitle", { level: levelOf(hub, turned) }) }),
      momentList(hub, [turned.id]),
    );
  const deals = hub.tree.line.filter((at) => at.deal && hub.reviews.nodes[at.id]?.luck);
  if (line.recorded && line.luck && deals.length)
    parts.push(
      h("h4", { text: t("review.deals", { luck: signedPercent(line.luck) }) }),
      dealList(hub, deals),
    );
  parts.push(...luckParts(hub, line.summaries));
  return [...parts, h("p", { class: "sw-hint", text: sentences([t("review.howto"), signsWords()]) })];
}

/** What the cards made of each player's decisions, beside what these cost by what could be known. */
function luckParts(hub: Hub, summaries: Summary[]): HTMLElement[] {
  const words = summaries.flatMap(({ luck, seat }) =>
    luck && seat !== null
      ? [
          t("review.luck.of", {
            name: seatName(hub.game, seat),
            luck: `${luck[0] < 0 ? "" : "+"}${withError(luck)}`,
          }),
        ]
      : [],
  );
  if (!words.length) return [];
  return [
    h("h4", { text: t("review.luck.players") }),
    h("p", { text: listed(words) }),
    h("p", { class: "sw-hint", text: t("review.luck.why") }),
  ];
}

function sumTable(hub: Hub, summaries: Summary[]): HTMLElement {
  const head = ["who", "decisions", "loss", "marks"].map((key) =>
    h("th", { scope: "col", text: t(`review.sum.${key}`) }),
  );
  const rows = summaries.map((sum) =>
    h(
      "tr",
      {},
      h("th", { scope: "row", text: sum.seat === null ? t("review.team") : seatName(hub.game, sum.seat) }),
      h("td", { text: t("review.sum.counted", { count: sum.decisions, forced: sum.forced }) }),
      h("td", {
        text: t("review.sum.mean", {
          loss: percent(Math.max(0, sum.loss[0])),
          low: percent(Math.max(0, sum.interval[0])),
          high: percent(Math.max(0, sum.interval[1])),
        }),
      }),
      h("td", {}, ...sumMarks(sum)),
    ),
  );
  return h("table", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows));
}

const SUM_SIGNS: [sign: string, kind: "grade" | "label", name: string][] = [
  ["??", "grade", "blunder"],
  ["?", "grade", "mistake"],
  ["?!", "grade", "inaccuracy"],
  ["!!", "label", "brilliant"],
  ["\u25be", "label", "unlucky"],
  ["\u2618", "label", "lucky"],
];

/** How often each sign was given: "?? 2" and so on. */
function sumMarks(sum: Summary): HTMLElement[] {
  const counted = SUM_SIGNS.map(([sign, kind, name]): [string, number, string] => [
    sign,
    sum[`${kind}s` as const][name] ?? 0,
    t(`review.${kind}.${name}`),
  ]);
  return counted
    .filter(([, count]) => count > 0)
    .map(([sign, count, word]) =>
      h(
        "span",
        { class: "sw-review-count", title: word },
        h("b", { text: sign }),
        ` ${count}`,
        spoken(` ${word}`),
      ),
    );
}

/** What the signs stand for. */
function signsWords(): string {
  return listed(SUM_SIGNS.map(([sign, kind, name]) => `${sign} ${t(`review.${kind}.${name}`)}`));
}

function momentList(hub: Hub, ids: number[]): HTMLElement {
  const nodes = ids.flatMap((id) => hub.tree.byId.get(id) ?? []);
  return h(
    "ul",
    { class: "sw-review-list" },
    ...nodes.map((node) => {
      const finding = findingOf(hub, node);
      const told = isMistake(finding)
        ? `\u2212${percent(Math.max(0, finding?.loss?.[0] ?? 0))}`
        : finding?.lead
          ? `+${percent(finding.lead[0])}`
          : "";
      const parts = [
        verdictMark(finding),
        h("span", { text: sayOf(node)[0] }),
        h("span", { class: "sw-review-move-value", text: told }),
      ];
      return h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: "sw-review-moment",
            "data-node": String(node.id),
            "aria-current": node === current(hub) ? "step" : null,
          },
          ...parts,
        ),
      );
    }),
  );
}

function dealList(hub: Hub, deals: GameNode[]): HTMLElement {
  return h(
    "ul",
    { class: "sw-review-list sw-review-deals" },
    ...deals.map((node) => {
      const luck: Estimate = hub.reviews.nodes[node.id]?.luck ?? [0, 0];
      return h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "sw-review-moment", "data-node": String(node.id), title: luckWords(luck) },
          h("span", { text: t("review.deal", { level: headOf(hub.tree, node).level }) }),
          h("span", { class: "sw-review-move-value", text: signedPercent(luck) }),
        ),
      );
    }),
  );
}
