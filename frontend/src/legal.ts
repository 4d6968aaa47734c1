// Choosing a move by acting on the table. What is legal comes from Python as move texts; this file only
// finds which of them begin with, or are finished by, what the reader has picked so far. It knows no rules.

import type { Choice, Offer, OfferedMove } from "./choice";
import { iconName } from "./icons";
import type { Position } from "./notation";
import type { Game } from "./protocol";
import { t } from "./telling";
import { cardLabel, characterName } from "./words";

/** A fresh choice among the legal moves of a node. */
export function makeChoice(moves: OfferedMove[], position: Position, why = ""): Choice {
  const nothing = { mode: null, card: null, target: null };
  return { moves, position, ...nothing, picks: [], putting: "-", rotate: false, why };
}

function movesOfKind(choice: Choice, kind: string): OfferedMove[] {
  return choice.moves.filter((move) => move.kind === kind);
}

/** Cards that can be picked up now: to play, to keep, to discard by an ability, or to take back. */
export function pickableCards(choice: Choice): Set<string | null> {
  if (choice.mode === "signal") return new Set();
  if (choice.position.phase === "keep") {
    return new Set(choice.moves.flatMap((move) => move.picks.map((pick) => pick.slice(1))));
  }
  if (choice.mode === "ability") return abilityCards(choice);
  return new Set(movesOfKind(choice, "play").map((move) => move.card));
}

export function bareCard(pick: string): string {
  return pick.replace(/^[+\-^]/, "").replace(/'$/, "");
}

/** Hand cards that Bajie may discard; the other abilities choose from lists of their own. */
function abilityCards(choice: Choice): Set<string> {
  const discarding = movesOfKind(choice, "ability").filter((move) => move.picks[0]?.startsWith("-"));
  return new Set(discarding.map((move) => bareCard(move.picks[0] ?? "")));
}

/** What would happen by clicking each target: a map from the target's name to the moves. */
export function targetMoves(choice: Choice): Map<string, OfferedMove[]> {
  const found = new Map<string, OfferedMove[]>();
  const add = (target: string | undefined, move: OfferedMove) => {
    if (target !== undefined) found.set(target, [...(found.get(target) ?? []), move]);
  };
  if (choice.mode === "signal") movesOfKind(choice, "signal").forEach((move) => add(move.targets[0], move));
  else if (choice.mode === "ability") {
    for (const move of movesOfKind(choice, "ability")) {
      if (/^(spirit|[A-Za-z]+\d+)$/.test(move.picks[0] ?? "")) add(move.picks[0], move);
    }
  } else if (choice.card) {
    for (const move of movesOfKind(choice, "play")) {
      if (move.card === choice.card) move.targets.forEach((target) => add(target, move));
    }
  } else movesOfKind(choice, "claim").forEach((move) => add(move.targets[0], move));
  return found;
}

/** The `keep` move that the picks make, complete or not. */
function keepText(choice: Choice): string {
  const picks = [...choice.picks].sort((a, b) => (a.slice(1) < b.slice(1) ? -1 : 1));
  return ["keep", ...(choice.rotate ? ["~"] : []), ...picks].join(" ");
}

/** Whether cards can go into storage here instead of the Discard Pile. */
export function mayStore(choice: Choice): boolean {
  return choice.moves.some((move) => move.picks.some((pick) => pick[0] === "^"));
}

/** Discards a card in `keep`, or stores it, as `putting` says; a second press keeps it after all. */
export function pickToKeep(choice: Choice, id: string): void {
  const pick = `${choice.putting}${id}`;
  const again = choice.picks.includes(pick);
  choice.picks = choice.picks.filter((each) => bareCard(each) !== id);
  if (!again) choice.picks.push(pick);
}

function discardsNeeded(choice: Choice): number {
  return choice.moves[0]?.picks.length ?? 0;
}

/** What stands in the bar under the table: [{words, move?, act?, pressed?, disabled?}]. */
export function choiceButtons(choice: Choice, game: Game): Offer[] {
  const { phase } = choice.position;
  if (choice.moves.length === 0) return [];
  if (phase === "keep") return keepButtons(choice);
  if (phase === "take" || phase === "rotate")
    return choice.moves.map((move) => ({ words: move.words, move }));
  if (choice.mode === "ability") return abilityButtons(choice, game);
  if (choice.mode === "signal") return signalButtons(choice);
  return turnButtons(choice, game);
}

function keepButtons(choice: Choice): Offer[] {
  const ready = choice.moves.find((move) => move.text === keepText(choice));
  const needed = discardsNeeded(choice);
  const rotates = choice.moves.some((move) => move.rotate);
  const buttons: Offer[] = [];
  if (rotates)
    buttons.push({
      words: t("choose.rotate"),
      act: (c) => {
        c.rotate = !c.rotate;
      },
      pressed: choice.rotate,
    });
  if (mayStore(choice))
    buttons.push(putButton(choice, "-", "choose.put.discard"), putButton(choice, "^", "choose.put.store"));
  const key = needed === 0 ? "choose.keep.none" : mayStore(choice) ? "choose.keep.stores" : "choose.keep";
  const words = t(key, { picked: choice.picks.length, needed });
  buttons.push({ words, move: ready, disabled: !ready, primary: true });
  return buttons;
}

/** Says where the cards go that are touched next, and how many go there already. */
function putButton(choice: Choice, sign: "-" | "^", key: string): Offer {
  const count = choice.picks.filter((pick) => pick[0] === sign).length;
  return {
    words: t(key, { count }),
    act: (c) => {
      c.putting = sign;
    },
    pressed: choice.putting === sign,
  };
}

function turnButtons(choice: Choice, game: Game): Offer[] {
  const buttons: Offer[] = [];
  for (const kind of ["end", "claim", "rest"]) {
    for (const move of movesOfKind(choice, kind))
      buttons.push({ words: shortWords(move), move, primary: kind === "end" });
  }
  const abilities = movesOfKind(choice, "ability");
  const [only] = abilities;
  if (only && abilities.length === 1)
    buttons.push({ words: abilityWords(abilities, game), move: only, title: only.words });
  else if (abilities.length)
    buttons.push({
      words: t("choose.more", { words: abilityWords(abilities, game) }),
      act: (c) => enterMode(c, "ability"),
    });
  if (movesOfKind(choice, "signal").length)
    buttons.push({ words: t("choose.marker"), act: (c) => enterMode(c, "signal") });
  const back: Offer = {
    words: t("choose.back", { card: choice.card }),
    act: (c) => void Object.assign(c, { card: null, target: null }),
  };
  if (choice.target) return [...whichButtons(choice), back];
  if (choice.card) buttons.push(...pairButtons(choice), back);
  return buttons;
}

function enterMode(choice: Choice, mode: Choice["mode"]): void {
  Object.assign(choice, { mode, card: null, target: null, picks: [] });
}

/** What an ability does, by the shape of its moves. */
function abilityWords(moves: OfferedMove[], game: Game): string {
  const pick = moves[0]?.picks[0] ?? "";
  if (!pick) return t("choose.ability.rotate");
  if (pick[0] === "-") return t("choose.ability.draw");
  if (pick[0] === "+") return t("choose.ability.take");
  return moves.length === 1
    ? t("choose.ability.resolve", { target: pickWords(game, pick, true) })
    : t("choose.ability.choose");
}

/** Plays of the picked card on two targets at once. */
export function pairMoves(choice: Choice): OfferedMove[] {
  return movesOfKind(choice, "play").filter((move) => move.card === choice.card && move.targets.length > 1);
}

function pairButtons(choice: Choice): Offer[] {
  return pairMoves(choice).map((move) => ({ words: bothWords(move), move }));
}

function bothWords(move: OfferedMove): string {
  return t("choose.both", { first: move.targets[0], second: move.targets[1] });
}

/** The ways to play the picked card on the target that was touched. */
function whichButtons(choice: Choice): Offer[] {
  const moves = targetMoves(choice).get(choice.target ?? "") ?? [];
  return moves.map((move) => ({
    words: move.targets.length > 1 ? bothWords(move) : t("choose.only", { target: move.targets[0] }),
    move,
  }));
}

function shortWords(move: OfferedMove): string {
  if (move.kind === "end") return t("choose.end");
  return move.kind === "claim" ? t("choose.claim", { relic: move.targets[0] }) : move.words;
}

function backButton(): Offer {
  return { words: t("choose.other"), act: (c) => enterMode(c, null) };
}

function signalButtons(choice: Choice): Offer[] {
  const icons = movesOfKind(choice, "signal").filter((move) => move.targets[0]?.includes("."));
  return [
    ...icons.map((move) => {
      const [character, icon = ""] = (move.targets[0] ?? "").split(".");
      return {
        words: t("choose.icon", { character: characterName(character), icon: iconName(icon) }),
        move,
        icon,
        character,
      };
    }),
    backButton(),
  ];
}

/** An ability's choices come one after the other: what has been picked narrows what is left. */
function abilityButtons(choice: Choice, game: Game): Offer[] {
  const moves = movesOfKind(choice, "ability");
  const left = moves.filter((move) => choice.picks.every((pick) => move.picks.includes(pick)));
  const whole = left.find((move) => move.picks.length === choice.picks.length);
  const picks = [...new Set(left.flatMap((move) => move.picks))];
  const offered = picks.filter((pick) => !choice.picks.includes(pick) && leadsOn(left, choice.picks, pick));
  const drop = (pick: string) => (c: Choice) => {
    c.picks = c.picks.filter((other) => other !== pick);
  };
  const take = (pick: string) => (c: Choice) => {
    c.picks.push(pick);
  };
  const buttons: Offer[] = choice.picks.map((pick) => ({
    words: pickWords(game, pick),
    pick,
    pressed: true,
    act: drop(pick),
  }));
  for (const pick of offered) {
    buttons.push({
      words: pickWords(game, pick),
      pick,
      act: take(pick),
      move: onlyMove(left, choice.picks, pick),
    });
  }
  if (whole) buttons.push({ words: t("choose.do"), move: whole, primary: true });
  return [...buttons, backButton()];
}

/** Bajie's discard comes before the drawer. */
function leadsOn(left: OfferedMove[], picks: string[], pick: string): boolean {
  return left.some(
    (move) => move.picks.indexOf(pick) === picks.length || (pick[0] === "+" && move.picks.includes(pick)),
  );
}

/** The move that a last pick completes where nothing else could follow. */
function onlyMove(left: OfferedMove[], picks: string[], pick: string): OfferedMove | undefined {
  const [only, ...others] = left.filter((move) => move.picks.includes(pick));
  return others.length === 0 && only?.picks.length === picks.length + 1 ? only : undefined;
}

export function pickWords(game: Game, pick: string, short = false): string {
  const turned = pick.endsWith("'");
  const id = bareCard(pick);
  if (pick === "spirit") return t("choose.spirit");
  if (pick.startsWith("-")) return t("choose.discard", { card: cardLabel(game, id, turned) });
  if (pick.startsWith("+")) return t("choose.take", { card: cardLabel(game, id, turned) });
  if (pick.startsWith("^")) return t("choose.store", { card: cardLabel(game, id, turned) });
  if (short) return pick;
  return game.cards?.[pick] ? cardLabel(game, pick) : characterName(pick);
}
