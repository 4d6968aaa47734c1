// The legal moves of the node shown, offered on the table, in a bar under it, and as a list to filter.

import { setCardRole } from "./cards";
import { button, h, keyed, setAttr, setHidden, setText } from "./dom";
import { paintValues } from "./findings";
import { current, dealNext, hasKernel, legalMoves, lostWords, playMove } from "./hub";
import { iconInline } from "./icons";
import {
  bareCard,
  choiceButtons,
  makeChoice,
  mayStore,
  pairMoves,
  pickToKeep,
  pickableCards,
  targetMoves,
} from "./legal";
import { liesTurned } from "./notation";
import { announce } from "./player";
import { tryAgain } from "./retry";
import { t, tn } from "./telling";
import { headOf, positionOf } from "./tree";
import { cardLabel, possessive, seatName } from "./words";

export function makeActing(view) {
  const say = h("p", { class: "sw-hint" });
  const bar = h("div", { class: "sw-choice-buttons", role: "group", "aria-label": t("act.bar") });
  const element = h("section", { class: "sw-choices", "aria-label": t("act.title") }, say, bar);
  const filter = h("input", {
    type: "search",
    class: "sw-filter",
    maxlength: 200,
    "aria-label": t("act.filter"),
    placeholder: t("act.filter.hint"),
  });
  const attempt = button(t("act.try"), {
    class: "sw-button sw-small",
    title: t("act.try.why"),
  });
  const list = h("ul", { class: "sw-legal-list" });
  const count = h("p", { class: "sw-legal-count", "aria-live": "polite" });
  const fault = h("p", { class: "sw-hint sw-legal-fault", "data-fault": "true", hidden: true });
  const panel = h(
    "div",
    { class: "sw-legal" },
    h("div", { class: "sw-moves-tools" }, filter, attempt),
    count,
    fault,
    list,
  );
  const acting = {
    view,
    element,
    panel,
    say,
    bar,
    list,
    count,
    fault,
    filter,
    choice: null,
    node: null,
    timer: null,
    confirming: null,
  };
  // A key that is held down presses its button once: it must not confirm what it has just asked for.
  bar.addEventListener("keydown", (event) => {
    if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
  });
  filter.addEventListener("input", () => {
    setHidden(fault, true);
    paintLegalList(acting);
  });
  filter.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) tryTyped(acting);
  });
  attempt.addEventListener("click", () => tryTyped(acting));
  list.addEventListener("click", (event) => {
    const text = event.target.closest?.("[data-move]")?.dataset.move;
    if (text) submitMove(acting, text, event);
  });
  view.table.element.addEventListener("click", (event) => clickTable(acting, event));
  view.table.element.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && event.target.matches(".sw-card[role=button]")) {
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) clickTable(acting, event);
    } else if (event.key === "Tab") tabToTarget(acting, event);
  });
  return acting;
}

/** Called at each step: what was offered goes at once, what is legal here is asked for when the reader rests. */
export function moveOffers(acting, node) {
  clearTimeout(acting.timer);
  if (acting.node === node.id && acting.choice) return;
  acting.node = node.id;
  acting.choice = null;
  acting.confirming = null;
  acting.failed = null;
  acting.seat = headOf(acting.view.hub.tree, node).seat;
  paintActing(acting);
  if (!hasKernel(acting.view.hub)) return;
  acting.timer = setTimeout(() => askOffers(acting, node), acting.view.hub.playing ? 900 : 120);
}

async function askOffers(acting, node) {
  const { hub } = acting.view;
  try {
    const { moves, why } = await legalMoves(hub, node);
    if (acting.node !== node.id) return;
    const closed = hub.retry ? "" : why;
    acting.choice = { ...makeChoice(closed ? [] : moves, positionOf(hub.tree, node)), why: closed };
    paintActing(acting);
  } catch (fault) {
    if (acting.node !== node.id) return;
    acting.failed = fault.message;
    say(acting, fault.message, true);
  }
}

export function say(acting, text, fault = false) {
  setText(acting.say, text);
  setAttr(acting.say, "data-fault", fault ? "true" : null);
  setText(acting.fault, fault ? text : "");
  setHidden(acting.fault, !fault);
  if (fault) announce(acting.view, text);
}

function hintWords(acting) {
  const { choice, view } = acting;
  const { game } = view.hub;
  const node = current(view.hub);
  const position = positionOf(view.hub.tree, node);
  const own = view.hint?.() ?? null;
  if (own !== null) return own;
  if (view.hub.gone) return lostWords(view.hub, "hub.gone");
  if (!hasKernel(view.hub)) return t("act.still");
  if (position.phase === "won" || position.phase === "lost") return t("act.over");
  if (acting.failed) return acting.failed;
  if (choice?.why) return choice.why;
  if (position.phase === "deal") return t("act.deal");
  if (!choice) return t("act.asking");
  if (acting.confirming) return t("act.confirm", { what: acting.confirming.final });
  const name = seatName(game, position.seat);
  if (choice.moves.length === 0 && position.viewer !== null && position.viewer !== position.seat) {
    return t("act.other", { name, other: seatName(game, position.viewer) });
  }
  if (choice.moves.length === 0) return t("act.nothing");
  if (choice.mode === "signal") return t("act.signal");
  if (choice.mode === "ability") return t("act.ability", { whose: possessive(name) });
  if (choice.card) {
    const card = cardLabel(game, choice.card, liesTurned(position, choice.card));
    if (choice.target) return t("act.pair", { card, target: choice.target });
    return t(targetMoves(choice).size ? "act.target" : "act.nowhere", { card });
  }
  if (position.phase === "keep") return t(mayStore(choice) ? "act.keep.stores" : "act.keep", { name });
  if (position.phase === "take" || position.phase === "rotate") return t("act.chooses", { name });
  return t(pickableCards(choice).size ? "act.card" : "act.none", { name });
}

export function paintActing(acting) {
  setText(acting.say, hintWords(acting));
  setAttr(acting.say, "data-fault", null);
  setHidden(acting.fault, true);
  paintChoiceBar(acting);
  paintLegalList(acting);
  lightTable(acting);
  paintValues(acting);
  acting.view.afterChoice?.(acting);
}

function paintChoiceBar(acting) {
  const { choice, view } = acting;
  const offers = choice ? confirmingButtons(acting, choiceButtons(choice, view.hub.game)) : [];
  if (choice?.position.phase === "deal" && !choice.why)
    offers.push({ words: t("act.deal.level", { level: choice.position.level }), deal: true, primary: true });
  acting.bar.replaceChildren(
    ...offers.map((offer) =>
      button(
        offer.words,
        {
          class: `sw-button sw-choice${offer.primary ? " sw-primary" : ""}`,
          title: offer.title ?? offer.move?.words,
          disabled: offer.disabled,
          "aria-pressed": offer.pressed === undefined ? null : String(offer.pressed),
          "data-move": offer.move?.text,
          on: { click: (event) => takeOffer(acting, offer, event) },
        },
        offer.icon ? iconInline(offer.icon) : null,
      ),
    ),
  );
}

/** While a move waits to be confirmed, its button asks for it; a move without a button gets one. */
function confirmingButtons(acting, offers) {
  const { confirming } = acting;
  if (!confirming) return offers;
  const words = (offer) => t("choose.confirm", { words: offer?.words ?? confirming.words });
  const shown = offers.some((offer) => offer.move === confirming)
    ? offers.map((offer) =>
        offer.move === confirming ? { ...offer, words: words(offer), primary: true } : offer,
      )
    : [{ words: words(), move: confirming, primary: true }, ...offers];
  return [...shown, { words: t("choose.cancel"), act: () => {} }];
}

function takeOffer(acting, offer, event) {
  if (offer.move) return submitMove(acting, offer.move.text, event);
  acting.confirming = null;
  if (offer.deal) return submit(acting, (hub, node) => dealNext(hub, node));
  offer.act(acting.choice);
  paintActing(acting);
  acting.bar.querySelector("button")?.focus({ preventScroll: true });
}

function typedWords(acting) {
  return acting.filter.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
}

/** The legal moves in which all typed words stand. */
function fittingMoves(acting) {
  const words = typedWords(acting);
  const says = (move, word) => `${move.text} ${move.words}`.toLowerCase().includes(word);
  return (acting.choice?.moves ?? []).filter((move) => words.every((word) => says(move, word)));
}

/** Plays what is typed: a legal move, the only one that fits, or else whatever it is, for Python to judge. */
function tryTyped(acting) {
  const typed = acting.filter.value.trim();
  if (!typed || !acting.choice) return;
  if (acting.choice.why) return say(acting, acting.choice.why, true);
  const fitting = fittingMoves(acting);
  const exact = fitting.find((move) => move.text === typed);
  submitMove(acting, (exact ?? (fitting.length === 1 ? fitting[0] : { text: typed })).text);
}

export function paintLegalList(acting) {
  if (acting.panel.closest("[hidden]")) return;
  const moves = acting.choice?.moves ?? [];
  const fitting = fittingMoves(acting);
  const shown = fitting.slice(0, 200);
  const count = tn("act.count", moves.length, { fitting: fitting.length });
  const told = shown.length < fitting.length ? t("act.count.first", { words: count }) : count;
  setText(acting.count, moves.length ? told : acting.choice?.why || t("act.count.none"));
  keyed(
    acting.list,
    shown,
    (move) => move.text,
    (move) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "sw-legal-move", "data-move": move.text },
          h("code", { text: move.text }),
          h("span", { text: move.words === move.text ? "" : move.words }),
        ),
      ),
  );
  paintValues(acting);
}

/** Marks what can be picked up and where it can go; the rest of the table stays quiet. */
function lightTable(acting) {
  const { choice, view } = acting;
  const cards = choice ? pickableCards(choice) : new Set();
  const targets = choice ? targetMoves(choice) : new Map();
  const picked = new Map((choice?.picks ?? []).map((pick) => [bareCard(pick), pick[0]]));
  for (const card of view.table.element.querySelectorAll(".sw-holding [data-card]")) {
    const id = card.dataset.card;
    const state =
      choice?.card === id ? "picked" : picked.has(id) ? (picked.get(id) === "^" ? "stored" : "picked") : null;
    light(card, cards.has(id) ? "pick" : null, state);
    const goes = picked.has(id) ? picked.get(id) : null;
    setAttr(
      card,
      "data-goes",
      { "-": t("choose.goes.discard"), "^": t("choose.goes.store") }[
        choice && mayStore(choice) ? goes : null
      ],
    );
    setAttr(card, "aria-description", card.dataset.goes);
  }
  const pairs = choice?.card ? pairMoves(choice) : [];
  for (const place of view.table.element.querySelectorAll("[data-target]")) {
    const { target, done, next } = place.dataset;
    const legal = targets.has(target) && done === undefined && (target !== "spirit" || next === "true");
    light(place, legal ? "target" : choice?.card ? "forbidden" : null, null);
    const paired = legal && pairs.some((move) => move.targets.includes(target));
    setAttr(place.querySelector(".sw-card"), "data-goes", paired ? t("choose.goes.both") : null);
  }
}

function light(element, can, state) {
  setAttr(element, "data-can", can);
  setAttr(element, "data-picked", state);
  const card = element.matches(".sw-card") ? element : element.querySelector(".sw-card");
  const active = can === "pick" || can === "target";
  setAttr(card, "tabindex", active ? "0" : null);
  setAttr(card, "aria-pressed", can === "pick" ? String(Boolean(state)) : null);
  setCardRole(card, active ? "button" : "img");
}

function clickTable(acting, event) {
  const { choice } = acting;
  if (!choice || choice.why) return;
  if (acting.confirming) {
    if (event.detail > 1) return;
    if (!confirmsByTarget(acting, event)) acting.confirming = null;
  }
  const card = event.target.closest?.(".sw-holding [data-card]");
  const place = event.target.closest?.("[data-target]");
  if (card && mayTry(choice, card)) pickCard(acting, card.dataset.card);
  else if (place) pickTarget(acting, place);
}

/** In a turn every card may be picked up, also another's: where it may not be played the rule is named. */
function mayTry(choice, card) {
  return card.dataset.can === "pick" || (choice.position.phase === "turn" && choice.mode === null);
}

function pickCard(acting, id) {
  const { choice } = acting;
  if (choice.position.phase === "keep") pickToKeep(choice, id);
  else if (choice.mode === "ability") choice.picks = [`-${id}`];
  else Object.assign(choice, { card: choice.card === id ? null : id, target: null });
  paintActing(acting);
}

/** A lit target plays; another one is tried all the same, so that Python can say which rule forbids it. */
function pickTarget(acting, place) {
  const { choice } = acting;
  const target = place.dataset.target;
  const moves = place.dataset.can === "target" ? (targetMoves(choice).get(target) ?? []) : [];
  if (moves.length === 1) submitMove(acting, moves[0].text);
  else if (moves.length) askWhich(acting, target);
  else if (choice.mode === "signal") submitMove(acting, `signal ${target}`);
  else if (choice.card) submitMove(acting, `play ${choice.card}>${target}`);
  else if (acting.view.hub.game.cards?.[target]?.kind === "relic") submitMove(acting, `claim ${target}`);
}

/** One card can be played on this target alone or on it and another: the bar asks which. */
function askWhich(acting, target) {
  acting.choice.target = target;
  paintActing(acting);
  acting.bar.querySelector("button")?.focus({ preventScroll: true });
}

/** Whether this is a second press on the target that a move waits for. */
function confirmsByTarget(acting, event) {
  const place = event.target.closest?.("[data-target]");
  const moves =
    place?.dataset.can === "target" ? (targetMoves(acting.choice).get(place.dataset.target) ?? []) : [];
  return moves.length === 1 && moves[0] === acting.confirming;
}

/** After a card is picked, Tab leads through the places where it can go, then to the buttons. */
function tabToTarget(acting, event) {
  const { choice, view, bar } = acting;
  if (!choice?.card) return;
  const all = (selector) => [...view.table.element.querySelectorAll(selector)];
  const stops = [
    ...all(".sw-holding .sw-card[data-picked]"),
    ...all("[data-can=target] .sw-card[role=button]"),
    bar.querySelector("button"),
  ];
  const to = stops[stops.indexOf(event.target) + (event.shiftKey ? -1 : 1)];
  if (!stops.includes(event.target) || !to) return;
  event.preventDefault();
  to.focus();
}

/** What cannot be undone at a real table is asked about first; the same press once more confirms it. */
function mustConfirm(acting, text, event) {
  const move = acting.choice?.moves.find((each) => each.text === text);
  if (!move?.final) return false;
  if (acting.confirming === move) {
    if (event?.detail > 1) return true; // the second half of a double click
    acting.confirming = null;
    return false;
  }
  acting.confirming = move;
  const inBar = acting.bar.contains(document.activeElement);
  paintActing(acting);
  announce(acting.view, hintWords(acting));
  if (inBar)
    [...acting.bar.children].find((each) => each.dataset.move === text)?.focus({ preventScroll: true });
  return true;
}

function submitMove(acting, text, event = null) {
  if (acting.view.hub.retry) return tryAgain(acting.view, text);
  if (mustConfirm(acting, text, event)) return null;
  return submit(acting, (hub, node) => playMove(hub, node, text));
}

async function submit(acting, act) {
  const { hub } = acting.view;
  try {
    await act(hub, current(hub));
  } catch (fault) {
    say(acting, fault.message, true);
  }
}
