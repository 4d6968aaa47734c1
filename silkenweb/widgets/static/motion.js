// Motion: after a step each card that moved slides from where it lay (first, last, invert, play).
// 150-250 ms, only what moved, and nothing at all when reduced motion is asked for.

const MOTION_MS = 220;

/** Where every card lies now, by card id. */
function cardPlaces(root) {
  const places = new Map();
  for (const element of root.querySelectorAll("[data-card]")) {
    const box = element.getBoundingClientRect();
    if (box.width) places.set(element.dataset.card, { element, box, turned: element.hasAttribute("data-turned") });
  }
  return places;
}

function slideFrom(element, from, to, spin) {
  const dx = from.left + from.width / 2 - to.left - to.width / 2;
  const dy = from.top + from.height / 2 - to.top - to.height / 2;
  const scale = clamp(from.height / to.height, 0.3, 3);
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1 && !spin) return;
  const start = `translate(${dx}px, ${dy}px) scale(${scale})${spin ? " rotate(180deg)" : ""}`;
  element.animate([{ transform: start, zIndex: 5 }, { transform: "none", zIndex: 5 }], { duration: MOTION_MS, easing: "ease-out" });
}

/** The pile in which a card that is no longer on show has ended, or from which a new one came. */
function pileElement(table, position, id) {
  if (position.done.includes(id)) return table.row.swParts.done;
  if (position.deck.cards.some((card) => card.id === id)) return table.row.swParts.deck;
  const index = position.seats.findIndex((seat) => seat.discard.cards.some((card) => card.id === id));
  if (index >= 0) return table.seats[index].swParts.discard;
  const decked = position.seats.findIndex((seat) => seat.deck.cards.some((card) => card.id === id));
  return decked >= 0 ? table.seats[decked].swParts.deck : null;
}

/** A copy of a card that has left its place flies to its pile, by way of its target, and is gone. */
function flyAway(layer, place, pile, via) {
  const to = pile.getBoundingClientRect();
  const base = layer.getBoundingClientRect();
  const ghost = place.element.cloneNode(true);
  ghost.removeAttribute("data-card");
  ghost.setAttribute("aria-hidden", "true");
  ghost.classList.add("sw-ghost");
  Object.assign(ghost.style, { left: `${place.box.left - base.left}px`, top: `${place.box.top - base.top}px`,
    width: `${place.box.width}px`, height: `${place.box.height}px` });
  layer.append(ghost);
  const shift = (box) => `translate(${box.left + box.width / 2 - place.box.left - place.box.width / 2}px, ${box.top + box.height / 2 - place.box.top - place.box.height / 2}px)`;
  const flight = ghost.animate([{ transform: "none", opacity: 1 },
    ...(via ? [{ transform: `${shift(via)} scale(0.9)`, opacity: 1, offset: 0.6 }] : []),
    { transform: `${shift(to)} scale(0.5) rotateY(90deg)`, opacity: 0.4 }], { duration: via ? 250 : MOTION_MS, easing: via ? "linear" : "ease-in" });
  flight.onfinish = flight.oncancel = () => ghost.remove();
}

function placeOf(table, target) {
  const places = [...table.element.querySelectorAll("[data-target]")];
  return places.find((place) => place.dataset.target === target && (target !== "spirit" || place.dataset.next))?.getBoundingClientRect() ?? null;
}

/**
 * Runs `paint` and animates what it moved. `before` and `after` are the positions; too many
 * moves at once (a jump through the game) are not animated. A card played by `move` goes to its target first.
 */
function withMotion(table, layer, before, after, move, paint) {
  if (!before || reducedMotion()) return paint();
  const first = cardPlaces(table.element);
  const played = move?.startsWith("play ") ? parseMove(move) : null;
  const target = played && placeOf(table, played.targets[0]);
  paint();
  const last = cardPlaces(table.element);
  for (const [id, now] of last) {
    const was = first.get(id);
    if (was) slideFrom(now.element, was.box, now.box, was.turned !== now.turned && was.box.height > 40);
    else {
      const pile = pileElement(table, before, id);
      if (pile) slideFrom(now.element, pile.getBoundingClientRect(), now.box, false);
    }
  }
  for (const [id, was] of first) {
    if (last.has(id)) continue;
    const pile = pileElement(table, after, id);
    if (pile) flyAway(layer, was, pile, played?.card === id ? target : null);
  }
}
