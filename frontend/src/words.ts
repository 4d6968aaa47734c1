// Sentences for people and screen readers. Words beat symbols where a newcomer would stumble.

import { iconName } from "./icons";
import type { Position } from "./notation";
import type { Game } from "./protocol";
import { hasWords, listed, sentences, t, tn } from "./telling";

export function characterName(character: string | undefined): string {
  return hasWords(`character.${character}`) ? t(`character.${character}`) : String(character);
}

/** How a seat is called: its character, with the player's name where there is one. */
export function seatName(game: Game, seat: number | null): string {
  const entry = seat === null ? undefined : game.seats?.[seat];
  if (!entry) return t("name.seat", { seat });
  return entry.name ?? characterName(entry.character);
}

export function possessive(name: string): string {
  return t(name.endsWith("s") ? "name.whose.s" : "name.whose", { name });
}

export function needWords(icons: readonly string[], count: number): string {
  const names = icons.map(iconName).join(t("list.or"));
  return count > 1 ? t("needs.times", { icons: names, count }) : names;
}

/** "T20: needs Door, locking" or "WK3: Combat upright, Door when rotated". */
export function cardWords(game: Game, id: string, turned = false): string {
  const card = game.cards?.[id];
  if (!card) return t("card.unknown", { id });
  if (card.kind === "relic") return t("card.relic", { id });
  if (card.kind === "threat") {
    return t(card.locking ? "card.threat.locking" : "card.threat", {
      id,
      needs: needWords(card.icons, card.count),
    });
  }
  const [up, down] = turned ? [card.faces[1], card.faces[0]] : card.faces;
  return t("card.equipment", { id, up: iconName(up), down: iconName(down) });
}

export function cardLabel(game: Game, id: string, turned = false): string {
  const card = game.cards?.[id];
  if (card?.kind === "equipment")
    return t("label.equipment", { id, icon: iconName(card.faces[turned ? 1 : 0]) });
  if (card?.kind === "threat") return t("label.threat", { id, needs: needWords(card.icons, card.count) });
  return card?.kind === "relic" ? t("label.relic", { id }) : id;
}

/** Whose decision it is, in a sentence. */
export function decidesWords(game: Game, position: Position): string {
  if (position.phase === "deal") return t("decides.deal", { level: position.level });
  if (position.phase === "won") return escapedWords(game, position);
  if (position.phase === "lost") return t("decides.lost");
  const name = seatName(game, position.seat);
  if (position.phase === "turn" && position.turn.played) return t("decides.again", { name });
  return t(hasWords(`decides.${position.phase}`) ? `decides.${position.phase}` : "decides.turn", { name });
}

/** Relics in all player areas: the score where the game is won. */
function relicsHeld(game: Game, position: Position): number {
  const isRelic = (id: string) => game.cards?.[id]?.kind === "relic";
  let held = 0;
  for (const seat of position.seats) {
    const known = [seat.hand, seat.deck, seat.discard, seat.storage, seat.chosen].flatMap(
      (pile) => pile.cards,
    );
    held += known.filter((card) => isRelic(card.id)).length + seat.relics.length;
  }
  return held;
}

/** The end: the score, and the reputation where the game names it. */
function escapedWords(game: Game, position: Position): string {
  const held = relicsHeld(game, position);
  const rank = (game.reputation ?? []).find((entry) => entry.least <= held && held <= entry.most);
  const ended = tn("ended.won", held);
  return rank ? t("ended.reputation", { ended, title: rank.title }) : ended;
}

/** A chance for people: never 0% or 100% unless it is exactly that. */
export function percentWords(chance: number): string {
  if (chance > 0 && chance < 0.01) return t("chance.under");
  if (chance < 1 && chance > 0.99) return t("chance.over");
  return `${Math.round(chance * 100)}%`;
}

export function restsWords(position: Position, players: number): string {
  if (position.phase === "won" || position.phase === "deal") return t("rests.none");
  const left = players - position.rests;
  const price = position.blessings > 0 ? "blessing" : "game";
  if (position.rests === 0) return t(`rests.before.${price}`, { players });
  return t(`rests.now.${price}`, { rests: tn("count.rest", position.rests), left });
}

export function markerWords(game: Game, position: Position): string {
  const marker = position.marker;
  if (marker === "x") return t("marker.gone");
  if (marker === "-") return t("marker.home");
  const [character, icon] = marker.split(".");
  if (icon) return t("marker.points", { icon: iconName(icon), whose: possessive(characterName(character)) });
  return t("marker.lies", { card: cardLabel(game, marker) });
}

/** The whole table in a few sentences, for those who cannot see it. */
export function tableWords(game: Game, position: Position): string {
  const row = position.row.map((target) => cardLabel(game, target.id));
  const parts = [
    t("table.summary.level", { level: position.level, decides: decidesWords(game, position) }),
    row.length ? t("table.summary.row", { cards: listed(row) }) : t("table.summary.row.empty"),
    t("table.summary.down", { cards: tn("count.card", position.deck.cards.length + position.deck.hidden) }),
    t("table.summary.team", {
      blessings: tn("count.blessing", position.blessings),
      rests: restsWords(position, position.seats.length),
    }),
  ];
  if (position.spirit) parts.push(t("table.summary.spirit", { ...position.spirit }));
  return sentences(parts);
}
