// A move in compact notation: the icon of its card, the card and its target; a word for a move without a card.

import { h } from "./dom";
import type { Hub } from "./hub";
import { iconInline, iconName } from "./icons";
import { parseMove, type Move } from "./notation";
import type { GameNode } from "./protocol";
import { t } from "./telling";
import { parentOf, positionOf, sayOf } from "./tree";

/** A move in a few signs: its icon, card and target; a word for a move without a card. */
export function moveSigns(hub: Hub, node: GameNode): (Node | string)[] {
  const move = parseMove(node.move ?? "");
  if (move.kind === "end") return [];
  if (move.kind !== "play" || !move.card) return [h("span", { text: otherWords(move) })];
  const face = playedFace(hub, node, move.card);
  const where = move.targets.map((target) => (target === "spirit" ? t("row.spirit") : target)).join(" + ");
  return [face ? iconInline(face) : "", h("span", { text: ` ${move.card} \u2192 ${where}` })];
}

/** A word for a move that plays no card, and what it is about, if that says more. */
function otherWords(move: Move): string {
  const kept = move.kind === "keep" ? keptWords(move) : "";
  if (kept) return kept;
  const about = ["ability", "claim", "signal"].includes(move.kind)
    ? [...move.picks.map((pick) => pick.replace(/^[+\-^]/, "")), ...move.targets]
    : [];
  return [t(moveKey(move.kind, move.rotate)), ...about].join(" ");
}

/** Which cards a player discards and stores, as far as the page knows them. */
function keptWords({ rotate, picks }: Move): string {
  const picked = (sign: string) => picks.filter((pick) => pick[0] === sign).map((pick) => pick.slice(1));
  const [discards, stored] = [picked("-"), picked("^")];
  return [
    rotate ? t("moves.keep.rotated") : "",
    discards.length ? t("moves.keep.discarded", { cards: discards.join(" ") }) : "",
    stored.length ? t("moves.keep.stored", { cards: stored.join(" ") }) : "",
  ]
    .filter(Boolean)
    .join(" \u00b7 ");
}

function moveKey(kind: string, rotates: boolean): string {
  if (kind === "rest") return rotates ? "sit.chip.rest.rotating" : "sit.chip.rest";
  return ["ability", "claim", "signal", "keep", "take", "hold", "rotate"].includes(kind)
    ? `sit.chip.${kind}`
    : "sit.chip.other";
}

/** The icon that a played card showed: that of its place before or after the move, wherever the page sees it. */
function playedFace(hub: Hub, node: GameNode, card: string): string | null {
  const known = hub.game.cards?.[card];
  if (known?.kind === "relic") return "relic";
  if (known?.kind !== "equipment") return null;
  const parent = parentOf(hub.tree, node);
  const places = [node, parent].map((each) => each && positionOf(hub.tree, each));
  for (const position of places) {
    if (!position) continue;
    const seen = [
      ...position.row.flatMap((target) => target.committed),
      ...(position.spirit?.committed ?? []),
      ...position.seats.flatMap((seat) => [...seat.hand.cards, ...seat.storage.cards]),
    ].find((each) => each.id === card);
    if (seen) return known.faces[seen.turned ? 1 : 0];
  }
  // Resolved at once: the sentence names the icon, since all at the table saw it.
  const said = sayOf(node).join(" ");
  const named = known.faces.filter(
    (face) => said.includes(`(${iconName(face)})`) || said.includes(`（${iconName(face)}）`),
  );
  return named.length === 1 ? (named[0] ?? null) : null;
}
