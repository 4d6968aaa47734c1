// Compare: a pinned node beside the one shown. Where they part, what each has, and what differs, in words.

function makeCompare(view) {
  const pin = button("Pin this node", { class: "sw-button sw-small", on: { click: () => pinNode(compare, current(view.hub).id) } });
  const swap = button("Go to the pinned one", { class: "sw-button sw-small", on: { click: () => swapPinned(compare) } });
  const drop = button("Unpin", { class: "sw-button sw-small", on: { click: () => pinNode(compare, null) } });
  const body = h("div", { class: "sw-compare-body", tabindex: 0, role: "group", "aria-label": "Comparison" });
  const element = h("div", { class: "sw-compare" }, h("div", { class: "sw-line" }, pin, swap, drop), body);
  const compare = { view, element, pin, swap, drop, body, pinned: null, state: null };
  return compare;
}

function pinNode(compare, id) {
  compare.pinned = id;
  compare.state = null;
  paintCompare(compare);
}

/** The pinned and the shown node change places. */
function swapPinned(compare) {
  const { hub } = compare.view;
  const shown = current(hub).id;
  const pinned = compare.pinned;
  compare.pinned = shown;
  goTo(hub, pinned);
}

function paintCompare(compare) {
  if (compare.element.closest("[hidden]")) return;
  const { hub } = compare.view;
  const node = current(hub);
  const pinned = hub.tree.byId.get(compare.pinned) ?? null;
  setHidden(compare.swap, !pinned);
  setHidden(compare.drop, !pinned);
  const state = `${pinned?.id}/${node.id}/${hub.tree.byId.size}`;
  if (compare.state === state) return;
  compare.state = state;
  if (!pinned) return compare.body.replaceChildren(h("p", { class: "sw-hint", text: "Pin a node, then go to another one: here stands what differs between them." }));
  if (pinned === node) return compare.body.replaceChildren(h("p", { class: "sw-hint", text: "This node is pinned. Go to another one to compare." }));
  compare.body.replaceChildren(...comparison(hub, pinned, node));
}

function comparison(hub, pinned, node) {
  const { tree, game } = hub;
  const { common, left, right } = partWays(tree, pinned, node);
  const differences = differencesOf(game, positionOf(tree, pinned), positionOf(tree, node));
  return [
    h("p", { class: "sw-compare-part", text: partWords(common, left, right) }),
    h("h3", { text: "What differs" }),
    differences.length ? differenceTable(differences) : h("p", { class: "sw-hint", text: "Nothing: the two positions are the same." }),
    h("h3", { text: "Turn by turn since they parted" }),
    turnTable(tree, game, left, right),
  ];
}

/** The last node that both paths share, and what each goes through after it. */
function partWays(tree, a, b) {
  const left = pathTo(tree, a);
  const right = pathTo(tree, b);
  let shared = 0;
  while (shared < left.length && shared < right.length && left[shared] === right[shared]) shared += 1;
  return { common: left[shared - 1], left: left.slice(shared), right: right.slice(shared) };
}

function partWords(common, left, right) {
  const place = `node ${common.path ?? common.id}`;
  if (!left.length) return `The one shown comes ${plural(right.length, "decision")} after the pinned one (${place}).`;
  if (!right.length) return `The pinned one comes ${plural(left.length, "decision")} after the one shown (${place}).`;
  return `They part after ${place}: ${plural(left.length, "decision")} to the pinned one, ${right.length} to the one shown.`;
}

function cardsWords(game, pile) {
  const cards = pile.cards.map((card) => cardLabel(game, card.id, card.turned));
  if (pile.hidden) cards.push(`${pile.hidden} hidden`);
  return cards.length ? cards.join(", ") : "none";
}

function targetWords(game, target) {
  const paid = target.committed.map((card) => cardLabel(game, card.id, card.turned));
  return cardLabel(game, target.id) + (paid.length ? ` with ${paid.join(" and ")}` : "");
}

/** What a reader compares two positions by: [what, how it stands]. */
function standingOf(game, position) {
  const rows = [
    ["Level", String(position.level)],
    ["Decision", decidesWords(game, position)],
    ["Row", position.row.map((target) => targetWords(game, target)).join(", ") || "empty"],
    ["Cards in the row", String(position.row.length)],
    ["Face down", String(pileSize(position.deck))],
    ["Resolved", String(position.done.length)],
    ["Spider Spirit", position.spirit ? `${position.spirit.resolved} of ${position.spirit.segments} resolved` : "none"],
    ["Blessings", String(position.blessings)],
    ["Rests in a row", String(position.rests)],
    ["Marker", markerWords(game, position)],
  ];
  position.seats.forEach((seat, i) => {
    const name = possessive(seatName(game, i));
    rows.push([`${name} hand`, cardsWords(game, seat.hand)], [`${name} discards`, cardsWords(game, seat.discard)],
      [`${name} deck`, plural(pileSize(seat.deck), "card")], [`${name} storage`, cardsWords(game, seat.storage)],
      [`${name} sheet`, sheetWords(seat)]);
  });
  return rows;
}

function differencesOf(game, a, b) {
  if (!a || !b) return [];
  const other = new Map(standingOf(game, b));
  return standingOf(game, a).map(([what, before]) => [what, before, other.get(what) ?? "none"]).filter(([, before, after]) => before !== after);
}

function differenceTable(differences) {
  const rows = differences.map(([what, pinned, shown]) => h("tr", {}, h("th", { scope: "row", text: what }), h("td", { text: pinned }), h("td", { text: shown })));
  return compareTable(["What", "Pinned", "Shown"], rows);
}

function compareTable(titles, rows) {
  return h("div", { class: "sw-compare-scroll" }, h("table", {}, h("thead", {}, h("tr", {}, ...titles.map((title) => h("th", { scope: "col", text: title })))), h("tbody", {}, ...rows)));
}

/** Decisions gathered by turn: [{title, says}]. */
function turnsOf(tree, game, path) {
  const turns = [];
  for (const node of path) {
    const seat = deciderOf(tree, node);
    const parent = parentOf(tree, node);
    const begins = !turns.length || node.deal || (parent && startsTurn(tree, parent));
    if (begins) turns.push({ title: node.deal ? `Level ${headOf(tree, node).level}` : seatName(game, seat), says: [] });
    turns.at(-1).says.push(sayOf(node)[0]);
  }
  return turns;
}

function turnTable(tree, game, left, right) {
  const pinned = turnsOf(tree, game, left);
  const shown = turnsOf(tree, game, right);
  const count = Math.max(pinned.length, shown.length);
  const cell = (turn) => h("td", {}, ...(turn ? [h("b", { text: turn.title }), ...turn.says.map((text) => h("p", { text }))] : []));
  const rows = Array.from({ length: Math.min(count, 60) }, (_unused, i) => h("tr", {}, h("th", { scope: "row", text: String(i + 1) }), cell(pinned[i]), cell(shown[i])));
  if (count > 60) rows.push(h("tr", {}, h("td", { colspan: 3, text: `${count - 60} more turns` })));
  return compareTable(["Turn", "Pinned", "Shown"], rows);
}
