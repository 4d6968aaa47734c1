// The legal moves of the node shown, offered on the table, in a bar under it, and as a list to filter.

function makeActing(view) {
  const say = h("p", { class: "sw-hint" });
  const bar = h("div", { class: "sw-choice-buttons", role: "group", "aria-label": t("act.bar") });
  const element = h("section", { class: "sw-choices", "aria-label": t("act.title") }, say, bar);
  const filter = h("input", {
    type: "search", class: "sw-filter", maxlength: 200, "aria-label": t("act.filter"),
    placeholder: t("act.filter.hint"),
  });
  const attempt = button(t("act.try"), {
    class: "sw-button sw-small", title: t("act.try.why"),
  });
  const list = h("ul", { class: "sw-legal-list" });
  const count = h("p", { class: "sw-legal-count", "aria-live": "polite" });
  const fault = h("p", { class: "sw-hint sw-legal-fault", "data-fault": "true", hidden: true });
  const panel = h("div", { class: "sw-legal" }, h("div", { class: "sw-moves-tools" }, filter, attempt), count, fault, list);
  const acting = { view, element, panel, say, bar, list, count, fault, filter, choice: null, node: null, timer: null };
  filter.addEventListener("input", () => { setHidden(fault, true); paintLegalList(acting); });
  filter.addEventListener("keydown", (event) => { if (event.key === "Enter" && !event.isComposing) tryTyped(acting); });
  attempt.addEventListener("click", () => tryTyped(acting));
  list.addEventListener("click", (event) => {
    const text = event.target.closest?.("[data-move]")?.dataset.move;
    if (text) submitMove(acting, text);
  });
  view.table.element.addEventListener("click", (event) => clickTable(acting, event));
  view.table.element.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && event.target.matches(".sw-card[role=button]")) {
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) clickTable(acting, event);
    }
  });
  return acting;
}

/** Called at each step: what was offered goes at once, what is legal here is asked for when the reader rests. */
function moveOffers(acting, node) {
  clearTimeout(acting.timer);
  if (acting.node === node.id && acting.choice) return;
  acting.node = node.id;
  acting.choice = null;
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

function say(acting, text, fault = false) {
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
  if (view.hub.gone) return t("hub.gone");
  if (!hasKernel(view.hub)) return t("act.still");
  if (position.phase === "won" || position.phase === "lost") return t("act.over");
  if (acting.failed) return acting.failed;
  if (choice?.why) return choice.why;
  if (position.phase === "deal") return t("act.deal");
  if (!choice) return t("act.asking");
  const name = seatName(game, position.seat);
  if (choice.moves.length === 0 && position.viewer !== null && position.viewer !== position.seat) {
    return t("act.other", { name, other: seatName(game, position.viewer) });
  }
  if (choice.moves.length === 0) return t("act.nothing");
  if (choice.mode === "signal") return t("act.signal");
  if (choice.mode === "ability") return t("act.ability", { whose: possessive(name) });
  if (choice.card) {
    const card = cardLabel(game, choice.card, liesTurned(position, choice.card));
    return t(targetMoves(choice).size ? "act.target" : "act.nowhere", { card });
  }
  if (position.phase === "keep") return t("act.keep", { name });
  if (position.phase === "take" || position.phase === "rotate") return t("act.chooses", { name });
  return t(pickableCards(choice).size ? "act.card" : "act.none", { name });
}

function paintActing(acting) {
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
  const offers = choice ? choiceButtons(choice, view.hub.game) : [];
  if (choice?.position.phase === "deal" && !choice.why) offers.push({ words: t("act.deal.level", { level: choice.position.level }), deal: true, primary: true });
  acting.bar.replaceChildren(...offers.map((offer) => button(offer.words, {
    class: `sw-button sw-choice${offer.primary ? " sw-primary" : ""}`,
    title: offer.title ?? offer.move?.words, disabled: offer.disabled,
    "aria-pressed": offer.pressed === undefined ? null : String(offer.pressed),
    "data-move": offer.move?.text,
    on: { click: () => takeOffer(acting, offer) },
  }, offer.icon ? iconInline(offer.icon) : null)));
}

function takeOffer(acting, offer) {
  if (offer.move) return submitMove(acting, offer.move.text);
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

function paintLegalList(acting) {
  if (acting.panel.closest("[hidden]")) return;
  const moves = acting.choice?.moves ?? [];
  const fitting = fittingMoves(acting);
  const shown = fitting.slice(0, 200);
  const count = tn("act.count", moves.length, { fitting: fitting.length });
  const told = shown.length < fitting.length ? t("act.count.first", { words: count }) : count;
  setText(acting.count, moves.length ? told : acting.choice?.why || t("act.count.none"));
  keyed(acting.list, shown, (move) => move.text,
    (move) => h("li", {}, h("button", { type: "button", class: "sw-legal-move", "data-move": move.text },
      h("code", { text: move.text }), h("span", { text: move.words === move.text ? "" : move.words }))));
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
    const state = choice?.card === id ? "picked" : picked.has(id) ? (picked.get(id) === "^" ? "stored" : "picked") : null;
    light(card, cards.has(id) ? "pick" : null, state);
  }
  for (const place of view.table.element.querySelectorAll("[data-target]")) {
    const { target, done, next } = place.dataset;
    const legal = targets.has(target) && done === undefined && (target !== "spirit" || next === "true");
    light(place, legal ? "target" : choice?.card ? "forbidden" : null, null);
    const paired = legal && targets.get(target).some((move) => move.targets.length > 1);
    setAttr(place, "data-pair", paired ? "true" : null);
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
  if (choice.position.phase === "keep") cycleKeep(choice, id);
  else if (choice.mode === "ability") choice.picks = [`-${id}`];
  else choice.card = choice.card === id ? null : id;
  paintActing(acting);
}

/** A lit target plays; another one is tried all the same, so that Python can say which rule forbids it. */
function pickTarget(acting, place) {
  const { choice } = acting;
  const target = place.dataset.target;
  const moves = place.dataset.can === "target" ? targetMoves(choice).get(target) ?? [] : [];
  if (moves.length === 1) submitMove(acting, moves[0].text);
  else if (moves.length) return;
  else if (choice.mode === "signal") submitMove(acting, `signal ${target}`);
  else if (choice.card) submitMove(acting, `play ${choice.card}>${target}`);
  else if (acting.view.hub.game.cards?.[target]?.kind === "relic") submitMove(acting, `claim ${target}`);
}

function submitMove(acting, text) {
  if (acting.view.hub.retry) return tryAgain(acting.view, text);
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
