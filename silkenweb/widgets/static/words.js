// Sentences for people and screen readers. Words beat symbols where a newcomer would stumble.

const CHARACTER_NAMES = {
  tang: "Tang Sanzang", wukong: "Wukong", bajie: "Bajie", wujing: "Wujing", bailoong: "Bailoong Horse",
};

function characterName(character) {
  return CHARACTER_NAMES[character] ?? character;
}

/** How a seat is called: its character, with the player's name where there is one. */
function seatName(game, seat) {
  const entry = game.seats?.[seat];
  if (!entry) return `Seat ${seat}`;
  return entry.name ?? characterName(entry.character);
}

function possessive(name) {
  return name.endsWith("s") ? `${name}'` : `${name}'s`;
}

function needWords(icons, count) {
  const names = icons.map(iconName).join(" or ");
  return count > 1 ? `${names} x${count}` : names;
}

/** "T20: needs Door, locking" or "WK3: Combat upright, Door when rotated". */
function cardWords(game, id, turned = false) {
  const card = game.cards?.[id];
  if (!card) return `${id}: a card this edition does not name`;
  if (card.kind === "relic") return `${id}: Relic`;
  if (card.kind === "threat") return `${id}: needs ${needWords(card.icons, card.count)}${card.locking ? ", locking" : ""}`;
  const [up, down] = turned ? [card.faces[1], card.faces[0]] : card.faces;
  return `${id}: ${iconName(up)} upright, ${iconName(down)} when rotated`;
}

function cardLabel(game, id, turned = false) {
  const card = game.cards?.[id];
  if (card?.kind === "equipment") return `${id} ${iconName(card.faces[turned ? 1 : 0])}`;
  if (card?.kind === "threat") return `${id} ${needWords(card.icons, card.count)}`;
  return card?.kind === "relic" ? `Relic ${id}` : id;
}

const PHASE_WORDS = {
  keep: "chooses what to keep",
  turn: "decides",
  take: "takes the drawn card",
  rotate: "may rotate",
};

/** Whose decision it is, in a sentence. */
function decidesWords(game, position) {
  if (position.phase === "deal") return `Level ${position.level} is about to be dealt`;
  if (position.phase === "won") return escapedWords(game, position);
  if (position.phase === "lost") return "The team is caught in the web";
  const name = seatName(game, position.seat);
  if (position.phase === "turn" && position.turn.played) return `${name} may play on or end`;
  return `${name} ${PHASE_WORDS[position.phase] ?? "decides"}`;
}

/** Relics in all player areas: the score where the game is won. */
function relicsHeld(game, position) {
  const isRelic = (id) => game.cards?.[id]?.kind === "relic";
  let held = 0;
  for (const seat of position.seats) {
    const known = [seat.hand, seat.deck, seat.discard, seat.storage, seat.chosen].flatMap((pile) => pile.cards);
    held += known.filter((card) => isRelic(card.id)).length + seat.relics.length;
  }
  return held;
}

/** The end: the score, and the reputation where the game names it. */
function escapedWords(game, position) {
  const held = relicsHeld(game, position);
  const rank = (game.reputation ?? []).find((entry) => entry.least <= held && held <= entry.most);
  return `The team has escaped with ${plural(held, "Relic")}${rank ? `: ${rank.title}` : ""}`;
}

/** A chance for people: never 0% or 100% unless it is exactly that. */
function percentWords(chance) {
  if (chance > 0 && chance < 0.01) return "under 1%";
  if (chance < 1 && chance > 0.99) return "over 99%";
  return `${Math.round(chance * 100)}%`;
}

function restsWords(position, players) {
  if (position.phase === "won" || position.phase === "deal") return "No Rests";
  const left = players - position.rests;
  const price = position.blessings > 0 ? "a Blessing is lost" : "the game is lost";
  if (position.rests === 0) return `No Rests in a row; ${players} in a row, and ${price}`;
  return `${plural(position.rests, "Rest")} in a row; ${left} more, and ${price}`;
}

function markerWords(game, position) {
  const marker = position.marker;
  if (marker === "x") return "Tang Sanzang's marker is gone for good";
  if (marker === "-") return "Tang Sanzang's marker is on his sheet";
  const [character, icon] = marker.split(".");
  if (icon) return `Tang Sanzang's marker points at ${iconName(icon)} on ${possessive(characterName(character))} sheet`;
  return `Tang Sanzang's marker lies on ${cardLabel(game, marker)}`;
}

/** The whole table in a few sentences, for those who cannot see it. */
function tableWords(game, position) {
  const row = position.row.map((target) => cardLabel(game, target.id));
  const parts = [
    `Level ${position.level}. ${decidesWords(game, position)}.`,
    row.length ? `The row from the left: ${row.join(", ")}.` : "The row is empty.",
    `${plural(position.deck.cards.length + position.deck.hidden, "card")} face down.`,
    `${plural(position.blessings, "Blessing")}. ${restsWords(position, position.seats.length)}.`,
  ];
  if (position.spirit) parts.push(`Spider Spirit: ${position.spirit.resolved} of ${position.spirit.segments} segments resolved.`);
  return parts.join(" ");
}
