// The tree of the game: the recorded line, and the branches that leave it. Positions are read when they are first shown.

/** Nodes by id with their children in order; the recorded child always comes first. */
function makeTree(line, branches, notes = {}) {
  const byId = new Map();
  const children = new Map();
  const index = new Map();
  const add = (node) => {
    byId.set(node.id, node);
    if (node.parent === null || node.parent === undefined) return;
    if (!children.has(node.parent)) children.set(node.parent, []);
    children.get(node.parent).push(node);
  };
  line.forEach((node, i) => { add(node); index.set(node.id, i); });
  branches.forEach(add);
  return { line, byId, children, index, notes, root: line[0], heads: new Map(), positions: new Map() };
}

function childrenOf(tree, node) {
  return tree.children.get(node.id) ?? [];
}

function parentOf(tree, node) {
  return node.parent === null || node.parent === undefined ? null : tree.byId.get(node.parent) ?? null;
}

function onMainLine(tree, node) {
  return tree.index.has(node.id);
}

/** Whose branch a node is on: null on the recorded line, "file" for recorded alternatives, "reader". */
function branchBy(tree, node) {
  if (onMainLine(tree, node)) return null;
  return node.by === "reader" ? "reader" : "file";
}

function headOf(tree, node) {
  let head = tree.heads.get(node.id);
  if (!head) tree.heads.set(node.id, head = positionHead(node.text));
  return head;
}

/** The position of a node; an unreadable text gives null, and the player says so. */
function positionOf(tree, node) {
  if (!tree.positions.has(node.id)) {
    let position = null;
    try { position = parsePosition(node.text); } catch (fault) { console.error("silkenweb:", fault.message); }
    tree.positions.set(node.id, position);
  }
  return tree.positions.get(node.id);
}

function commentOf(tree, node) {
  return tree.notes?.[node.id]?.comment ?? node.comment ?? "";
}

function glyphOf(tree, node) {
  return tree.notes?.[node.id]?.glyph ?? node.glyph ?? "";
}

/** From the root to a node. */
function pathTo(tree, node) {
  const path = [];
  for (let at = node; at; at = parentOf(tree, at)) path.push(at);
  return path.reverse();
}

/** From a node on to the end: the recorded line as long as it goes on, within a branch the child last visited. */
function onwards(tree, node, preferred) {
  const next = (at) => (onMainLine(tree, at) ? childrenOf(tree, at)[0] : nextOf(tree, at, preferred));
  const path = [];
  for (let at = next(node); at; at = next(at)) path.push(at);
  return path;
}

function nextOf(tree, node, preferred) {
  const children = childrenOf(tree, node);
  const kept = preferred?.get(node.id);
  return children.find((child) => child.id === kept) ?? children[0] ?? null;
}

/** True where a turn, a level or the game begins or ends: the places at which stepping by turn stops. */
function startsTurn(tree, node) {
  const head = headOf(tree, node);
  if (node.deal || head.phase === "deal" || head.phase === "won" || head.phase === "lost") return true;
  return head.phase === "turn" && head.turn === "-";
}

/** The node at which the branch of a node leaves what comes before; null on the recorded line. */
function branchPoint(tree, node) {
  for (let at = node; at; at = parentOf(tree, at)) {
    const parent = parentOf(tree, at);
    if (parent && childrenOf(tree, parent)[0] !== at) return parent;
  }
  return null;
}

/** The alternatives at a node's place: itself and its siblings. */
function siblingsOf(tree, node) {
  const parent = parentOf(tree, node);
  return parent ? childrenOf(tree, parent) : [node];
}

/** Whether the branch of a node has another branch before it, or within a branch the line that it leaves. */
function mayPromote(tree, node) {
  let head = node;
  while (parentOf(tree, head) && childrenOf(tree, parentOf(tree, head))[0] === head) head = parentOf(tree, head);
  const siblings = siblingsOf(tree, head);
  return siblings.indexOf(head) > (onMainLine(tree, siblings[0]) ? 1 : 0);
}

/** Who decided to go to this node: the seat of the position before it. */
function deciderOf(tree, node) {
  const parent = parentOf(tree, node);
  return parent && !node.deal ? headOf(tree, parent).seat : null;
}

/** What happened, in the sentences that came with the node, or else its move text. */
function sayOf(node) {
  if (Array.isArray(node.say) && node.say.length) return node.say;
  if (node.move) return [node.move];
  return [node.deal ? t("say.dealt") : t("say.begins")];
}

/** The rows of the move list: levels, moves, and alternatives after the move that they replace. */
function moveRows(tree) {
  const rows = [];
  const seen = { level: null, turn: 0 };
  if (tree.root) lineRows(tree, tree.root, 0, rows, seen);
  return rows;
}

function lineRows(tree, first, depth, rows, state) {
  for (let node = first; node; ) {
    addRow(tree, node, depth, rows, state);
    const parent = parentOf(tree, node);
    if (parent && childrenOf(tree, parent)[0] === node) {
      for (const other of childrenOf(tree, parent).slice(1)) lineRows(tree, other, depth + 1, rows, { ...state.before });
    }
    node = childrenOf(tree, node)[0];
  }
}

function addRow(tree, node, depth, rows, state) {
  const parent = parentOf(tree, node);
  const head = headOf(tree, node);
  state.before = { level: state.level, turn: state.turn };
  if (node.deal || !parent) {
    // The heading of a level over nothing would stand over the line that goes on below it: there it is a row.
    const heading = depth === 0 || childrenOf(tree, node).length > 0;
    if (parent && heading) rows.push({ kind: "level", node, depth, level: head.level });
    else if (parent) rows.push({ kind: "move", node, depth, turn: null, first: false });
    state.level = head.level;
    state.turn = 0;
    if (!parent) rows.push({ kind: "move", node, depth, turn: null, first: true });
    return;
  }
  const before = headOf(tree, parent);
  const first = before.phase === "turn" && before.turn === "-";
  if (first) state.turn += 1;
  rows.push({ kind: "move", node, depth, turn: before.phase === "keep" ? null : state.turn, first });
}
