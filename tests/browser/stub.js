// The model interface that anywidget gives to a widget, without a kernel; what is sent is kept in `sent`.
class StubModel {
  #state; #handlers = new Map();
  sent = [];
  saves = 0;
  constructor(state, answer) { this.#state = structuredClone(state); this.answer = answer ?? (() => {}); }
  get(name) { return this.#state[name]; }
  set(name, value) {
    if (Object.is(this.#state[name], value)) return;
    this.#state[name] = value;
    this.emit(`change:${name}`, value);
    this.emit("change");
  }
  save_changes() { this.saves += 1; }
  send(content) { this.sent.push(content); queueMicrotask(() => this.answer(content, this)); }
  // As hosts other than Jupyter have it: one event for each call.
  on(name, act) { this.#handlers.set(oneEvent(name), (this.#handlers.get(name) ?? new Set()).add(act)); }
  off(name, act) { this.#handlers.get(oneEvent(name))?.delete(act); }
  emit(name, ...args) { for (const act of [...(this.#handlers.get(name) ?? [])]) act(...args); }
  message(content) { this.emit("msg:custom", content, []); }
}

function oneEvent(name) {
  if (/\s/.test(name)) throw new Error(`not one event: ${name}`);
  return name;
}

/** Lets Python itself answer, where a test has exposed it to the page: first what changed, then the messages. */
async function answerByPython(message, model) {
  const { traits, messages } = await window.askPython(JSON.stringify(message));
  for (const [name, value] of Object.entries(traits)) model.set(name, value);
  for (const content of messages) model.message(content);
}

/** Answers as Python would: legal moves from a list by node, moves by adding a node with a made-up position. */
function makeAnswers(legal) {
  let nextId = 100000;
  return (message, model) => {
    const { kind, node, seq } = message;
    const all = [...model.get("line"), ...model.get("branches")];
    const reply = (body) => model.message({ seq, node, ...body });
    if (kind === "legal") return reply({ kind: "legal", moves: legal[node] ?? [] });
    if (kind === "move") {
      if (!(legal[node] ?? []).some((move) => move.text === message.move)) return reply({ kind: "error", reason: `${message.move} is not legal here (T3)` });
      const id = nextId++;
      const known = all.find((other) => other.parent === node && other.move === message.move);
      const follow = known ?? all.find((other) => other.parent === node) ?? all.find((other) => other.id === node);
      model.set("branches", [...model.get("branches"), { id, parent: node, path: `x${id}`, move: message.move, text: follow.text, say: [`The reader tried ${message.move}.`], by: "reader" }]);
      return reply({ kind: "ok", node: id });
    }
    if (kind === "delete") {
      const gone = new Set([node]);
      for (const other of model.get("branches")) if (gone.has(other.parent)) gone.add(other.id);
      model.set("branches", model.get("branches").filter((other) => !gone.has(other.id)));
      return reply({ kind: "ok", node: null });
    }
    if (kind === "comment" || kind === "glyph") {
      const notes = { ...model.get("notes") };
      notes[node] = { ...notes[node], [kind]: kind === "comment" ? message.text : message.glyph };
      model.set("notes", notes);
    }
    return reply({ kind: "ok", node: null });
  };
}
