// Choosing a move by acting on the table. What is legal comes from Python as move texts; this file only
// finds which of them begin with, or are finished by, what the reader has picked so far. It knows no rules.

/** A fresh choice among the legal moves of a node. */
function makeChoice(moves, position) {
  return { moves, position, mode: null, card: null, picks: [], rotate: false };
}

function movesOfKind(choice, kind) {
  return choice.moves.filter((move) => move.kind === kind);
}

/** Cards that can be picked up now: to play, to keep, to discard by an ability, or to take back. */
function pickableCards(choice) {
  if (choice.mode === "signal") return new Set();
  if (choice.position.phase === "keep") {
    return new Set(choice.moves.flatMap((move) => move.picks.map((pick) => pick.slice(1))));
  }
  if (choice.mode === "ability") return abilityCards(choice);
  return new Set(movesOfKind(choice, "play").map((move) => move.card));
}

function bareCard(pick) {
  return pick.replace(/^[+\-^]/, "").replace(/'$/, "");
}

/** Hand cards that Bajie may discard; the other abilities choose from lists of their own. */
function abilityCards(choice) {
  const discarding = movesOfKind(choice, "ability").filter((move) => move.picks[0]?.startsWith("-"));
  return new Set(discarding.map((move) => bareCard(move.picks[0])));
}

/** What would happen by clicking each target: a map from the target's name to the moves. */
function targetMoves(choice) {
  const found = new Map();
  const add = (target, move) => found.set(target, [...(found.get(target) ?? []), move]);
  if (choice.mode === "signal") movesOfKind(choice, "signal").forEach((move) => add(move.targets[0], move));
  else if (choice.mode === "ability") {
    for (const move of movesOfKind(choice, "ability")) {
      if (/^(spirit|[A-Za-z]+\d+)$/.test(move.picks[0] ?? "")) add(move.picks[0], move);
    }
  } else if (choice.card) {
    for (const move of movesOfKind(choice, "play")) if (move.card === choice.card) add(move.targets.at(-1), move);
  } else movesOfKind(choice, "claim").forEach((move) => add(move.targets[0], move));
  return found;
}

/** The `keep` move that the picks make, complete or not. */
function keepText(choice) {
  const picks = [...choice.picks].sort((a, b) => (a.slice(1) < b.slice(1) ? -1 : 1));
  return ["keep", ...(choice.rotate ? ["~"] : []), ...picks].join(" ");
}

/** The next state of a card in `keep`: kept, discarded, into storage where that is legal, kept again. */
function cycleKeep(choice, id) {
  const storable = choice.moves.some((move) => move.picks.includes(`^${id}`));
  const order = [null, `-${id}`, ...(storable ? [`^${id}`] : [])];
  const now = choice.picks.find((pick) => bareCard(pick) === id) ?? null;
  const next = order[(order.indexOf(now) + 1) % order.length];
  choice.picks = choice.picks.filter((pick) => bareCard(pick) !== id);
  if (next) choice.picks.push(next);
}

function discardsNeeded(choice) {
  return choice.moves[0]?.picks.length ?? 0;
}

/** What stands in the bar under the table: [{words, move?, act?, pressed?, disabled?}]. */
function choiceButtons(choice, game) {
  const { phase } = choice.position;
  if (choice.moves.length === 0) return [];
  if (phase === "keep") return keepButtons(choice);
  if (phase === "take" || phase === "rotate") return choice.moves.map((move) => ({ words: move.words, move }));
  if (choice.mode === "ability") return abilityButtons(choice, game);
  if (choice.mode === "signal") return signalButtons(choice, game);
  return turnButtons(choice);
}

function keepButtons(choice) {
  const ready = choice.moves.find((move) => move.text === keepText(choice));
  const needed = discardsNeeded(choice);
  const rotates = choice.moves.some((move) => move.rotate);
  const buttons = [];
  if (rotates) buttons.push({ words: t("choose.rotate"), act: (c) => { c.rotate = !c.rotate; }, pressed: choice.rotate });
  const count = needed ? t("choose.discards", { picked: choice.picks.length, needed }) : t("choose.discards.none");
  const words = t(ready ? "choose.keep.ready" : "choose.keep", { count });
  buttons.push({ words, move: ready, disabled: !ready, primary: true });
  return buttons;
}

function turnButtons(choice) {
  const buttons = [];
  for (const kind of ["end", "claim", "rest"]) {
    for (const move of movesOfKind(choice, kind)) buttons.push({ words: shortWords(move), move, primary: kind === "end" });
  }
  const abilities = movesOfKind(choice, "ability");
  if (abilities.length === 1) buttons.push({ words: t("choose.ability"), move: abilities[0], title: abilities[0].words });
  else if (abilities.length) buttons.push({ words: t("choose.ability.more"), act: (c) => enterMode(c, "ability") });
  if (movesOfKind(choice, "signal").length) buttons.push({ words: t("choose.marker"), act: (c) => enterMode(c, "signal") });
  if (choice.card) buttons.push(...pairButtons(choice), { words: t("choose.back", { card: choice.card }), act: (c) => { c.card = null; } });
  return buttons;
}

function enterMode(choice, mode) {
  Object.assign(choice, { mode, card: null, picks: [] });
}

/** Targets that two moves end on are told apart by words. */
function pairButtons(choice) {
  const moves = [...targetMoves(choice).values()].filter((list) => list.length > 1).flat();
  return moves.map((move) => ({ words: move.words, move }));
}

function shortWords(move) {
  if (move.kind === "end") return t("choose.end");
  if (move.kind === "rest") return t(move.rotate ? "choose.rest.rotate" : "choose.rest");
  return move.kind === "claim" ? t("choose.claim", { relic: move.targets[0] }) : move.words;
}

function backButton() {
  return { words: t("choose.other"), act: (c) => enterMode(c, null) };
}

function signalButtons(choice, game) {
  const icons = movesOfKind(choice, "signal").filter((move) => move.targets[0].includes("."));
  return [...icons.map((move) => {
    const [character, icon] = move.targets[0].split(".");
    return { words: t("choose.icon", { character: characterName(character), icon: iconName(icon) }), move, icon };
  }), backButton()];
}

/** An ability's choices come one after the other: what has been picked narrows what is left. */
function abilityButtons(choice, game) {
  const moves = movesOfKind(choice, "ability");
  const left = moves.filter((move) => choice.picks.every((pick) => move.picks.includes(pick)));
  const whole = left.find((move) => move.picks.length === choice.picks.length);
  const picks = [...new Set(left.flatMap((move) => move.picks))];
  const offered = picks.filter((pick) => !choice.picks.includes(pick) && leadsOn(left, choice.picks, pick));
  const drop = (pick) => (c) => { c.picks = c.picks.filter((other) => other !== pick); };
  const take = (pick) => (c) => { c.picks.push(pick); };
  const buttons = choice.picks.map((pick) => ({ words: pickWords(game, pick), pressed: true, act: drop(pick) }));
  for (const pick of offered) {
    buttons.push({ words: pickWords(game, pick), act: take(pick), move: onlyMove(left, choice.picks, pick) });
  }
  if (whole) buttons.push({ words: t("choose.do"), move: whole, primary: true });
  return [...buttons, backButton()];
}

/** Bajie's discard comes before the drawer. */
function leadsOn(left, picks, pick) {
  return left.some((move) => move.picks.indexOf(pick) === picks.length || (pick[0] === "+" && move.picks.includes(pick)));
}

/** The move that a last pick completes where nothing else could follow. */
function onlyMove(left, picks, pick) {
  const fitting = left.filter((move) => move.picks.includes(pick));
  return fitting.length === 1 && fitting[0].picks.length === picks.length + 1 ? fitting[0] : undefined;
}

function pickWords(game, pick) {
  const turned = pick.endsWith("'");
  const id = bareCard(pick);
  if (pick === "spirit") return t("choose.spirit");
  if (pick.startsWith("-")) return t("choose.discard", { card: cardLabel(game, id, turned) });
  if (pick.startsWith("+")) return t("choose.take", { card: cardLabel(game, id, turned) });
  if (pick.startsWith("^")) return t("choose.store", { card: cardLabel(game, id, turned) });
  return game.cards?.[pick] ? cardLabel(game, pick) : characterName(pick);
}
