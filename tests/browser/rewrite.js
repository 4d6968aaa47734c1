// Writes a position that `parsePosition` has read as text again, so that tests can compare it with the engine's own.
window.rewrite = (p) => {
  const none = (value) => (value === null ? "-" : value);
  const card = (c) => c.id + (c.turned ? "'" : "");
  const list = (items) => (items.length ? items.join(",") : "-");
  const pile = (held) => (held.hidden ? `?${held.hidden}` : list(held.cards.map(card)));
  const paid = (cards) => (cards.length ? `(${cards.map((c) => `${card(c)}@${c.seat}`).join("+")})` : "");
  const chosen = (held) => held.cards.map((c) => (c.stored ? "^" : "-") + card(c)).join("") || "-";
  const seat = (s) => [s.unflipped ? "A" : "u", pile(s.hand), pile(s.deck), pile(s.discard), pile(s.storage),
    s.chosen.hidden ? `?${s.chosen.hidden}` : chosen(s.chosen), ...(p.viewer === null ? [] : [list(s.relics)])].join("/");
  const flags = { p: p.turn.played, s: p.turn.signalled, w: p.turn.stored };
  const fields = {
    ...(p.viewer === null ? {} : { view: p.viewer }),
    level: p.level, phase: p.phase, seat: none(p.seat), start: p.start, blessings: p.blessings, rests: p.rests,
    turn: Object.keys(flags).filter((flag) => flags[flag]).join("") || "-",
    row: list(p.row.map((target) => target.id + paid(target.committed))), deck: pile(p.deck), done: list(p.done),
    spirit: p.spirit ? `${p.spirit.resolved}/${p.spirit.segments}${paid(p.spirit.committed)}` : "-",
    marker: p.marker, queue: list(p.queue), taking: none(p.taking),
    ...Object.fromEntries(p.seats.map((s) => [s.character, seat(s)])),
  };
  return Object.entries(fields).map(([name, value]) => `${name}=${value}`).join(" ");
};
