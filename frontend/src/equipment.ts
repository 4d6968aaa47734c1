// The eight Equipment Cards of each character: which of them this page sees, and where. It knows only what the
// position of the page says: a card that is in no open place is in a hand or an Equipment Deck.

import type { Position } from "./notation";
import type { Game } from "./protocol";

/** Where a card is; `unseen` is in the hand or the Equipment Deck, and `deck` in one's own Equipment Deck. */
export type Place = "hand" | "row" | "discard" | "storage" | "chosen" | "taking" | "deck" | "unseen";

export interface Located {
  id: string;
  turned: boolean;
  place: Place;
}

/** The order in which places are listed: what can still be played first. */
const ORDER: Place[] = ["hand", "taking", "storage", "unseen", "deck", "row", "chosen", "discard"];

/** The cards that a position names, by id. */
function openCards(position: Position): Map<string, Located> {
  const found = new Map<string, Located>();
  const add = (place: Place, cards: readonly { id: string; turned: boolean }[]) => {
    for (const { id, turned } of cards) found.set(id, { id, turned, place });
  };
  for (const seat of position.seats) {
    add("hand", seat.hand.cards);
    add("deck", seat.deck.cards);
    add("discard", seat.discard.cards);
    add("storage", seat.storage.cards);
    add("chosen", seat.chosen.cards);
  }
  for (const target of position.row) add("row", target.committed);
  add("row", position.spirit?.committed ?? []);
  if (position.taking && position.taking !== "?") add("taking", [{ id: position.taking, turned: false }]);
  return found;
}

/** The Equipment Cards of a seat's character, each with its place, those that can still be played first. */
export function equipmentOf(game: Game, position: Position, seat: number): Located[] {
  const character = position.seats[seat]?.character;
  const open = openCards(position);
  const hidden: Place = position.viewer === seat ? "deck" : "unseen";
  return Object.entries(game.cards ?? {})
    .filter(([, card]) => card?.kind === "equipment" && card.owner === character)
    .map(([id]) => open.get(id) ?? { id, turned: false, place: hidden })
    .sort((a, b) => ORDER.indexOf(a.place) - ORDER.indexOf(b.place) || (a.id < b.id ? -1 : 1));
}
