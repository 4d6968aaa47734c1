// Comments, marks and the upkeep of branches. The recorded line itself is never changed from here.

import { button, h, keyed, setAttr, setHidden, setText } from "./dom";
import { ask, changeTree, current, goTo, hasKernel, letBotsGoOn, step } from "./hub";
import { t } from "./telling";
import { setOff } from "./transport";
import {
  branchBy,
  branchPoint,
  commentOf,
  glyphOf,
  headOf,
  mayPromote,
  onMainLine,
  sayOf,
  siblingsOf,
} from "./tree";

const GLYPHS = [
  ["", t("mark.none")],
  ["!!", t("mark.brilliant")],
  ["!", t("mark.good")],
  ["!?", t("mark.interesting")],
  ["?!", t("mark.doubtful")],
  ["?", t("mark.mistake")],
  ["??", t("mark.blunder")],
];

export function makeNotes(view) {
  const where = h("p", { class: "sw-notes-where" });
  const comment = h("p", { class: "sw-comment" });
  const text = h("textarea", {
    class: "sw-note-text",
    rows: 4,
    maxlength: 20000,
    "aria-label": t("notes.comment"),
    placeholder: t("notes.comment.hint"),
  });
  const marks = GLYPHS.map(([value, words]) => h("option", { value, text: words }));
  const glyph = h("select", { class: "sw-select", "aria-label": t("notes.mark") }, ...marks);
  const keep = button(t("notes.keep"), { on: { click: () => keepComment(notes) } });
  const form = h("div", { class: "sw-note-form" }, text, h("div", { class: "sw-line" }, glyph, keep));
  const reply = h("p", { class: "sw-hint", role: "status" });
  const element = h("div", { class: "sw-notes" }, where, comment, form, reply);
  const notes = { view, element, where, comment, text, glyph, form, reply, node: null };
  glyph.addEventListener("change", () => notesAct(notes, { kind: "glyph", glyph: glyph.value }));
  text.addEventListener("input", () => draftComment(notes));
  return notes;
}

/** What is being typed belongs to its node, and is not given up before it is kept. */
function draftComment(notes) {
  const { hub } = notes.view;
  const node = current(hub);
  if (notes.text.value === commentOf(hub.tree, node)) hub.drafts.delete(node.id);
  else hub.drafts.set(node.id, notes.text.value);
  replyNote(notes, draftWords(hub, node));
}

function draftWords(hub, node) {
  return hub.drafts.has(node.id) ? t("notes.draft") : "";
}

async function keepComment(notes) {
  const { hub } = notes.view;
  const node = current(hub);
  const text = notes.text.value;
  const kept = await notesAct(notes, { kind: "comment", text });
  if (kept && hub.drafts.get(node.id) === text) hub.drafts.delete(node.id);
}

/** True if Python has taken it. A reader who has gone on meanwhile hears nothing, unless it was refused. */
async function notesAct(notes, message) {
  const { hub } = notes.view;
  const { id } = current(hub);
  try {
    await changeTree(hub, { ...message, node: id });
    if (current(hub).id === id) replyNote(notes, t("notes.kept"));
    return true;
  } catch (fault) {
    replyNote(notes, fault.message, true);
    return false;
  }
}

function replyNote(notes, text, fault = false) {
  setText(notes.reply, text);
  setAttr(notes.reply, "data-fault", fault ? "true" : null);
}

export function paintNotes(notes) {
  if (notes.element.closest("[hidden]")) return;
  const { hub } = notes.view;
  const node = current(hub);
  const comment = commentOf(hub.tree, node);
  const writable = hub.game.kernel !== false; // also when the kernel has gone: what was typed can be copied
  const main = onMainLine(hub.tree, node);
  const where = t(main ? "notes.where.game" : "notes.where.branch", { path: node.path ?? node.id });
  setText(notes.where, node.move ? t("notes.where.move", { where, move: node.move }) : where);
  setHidden(notes.comment, writable || !comment);
  setText(notes.comment, comment);
  setHidden(notes.form, !writable);
  const words = hub.drafts.get(node.id) ?? comment;
  if (notes.text.value !== words) notes.text.value = words;
  notes.glyph.value = glyphOf(hub.tree, node);
  if (notes.node === node.id) return;
  notes.node = node.id;
  replyNote(notes, draftWords(hub, node));
}

/** The bar that says where the reader is in the tree, and what can be done with the branch. */
export function makeBranchBar(view) {
  const where = h("p", { class: "sw-branch-where" });
  const others = h("div", { class: "sw-others", role: "group", "aria-label": t("branch.others") });
  const act = (kind) => ({ on: { click: () => branchAct(bar, kind) } });
  const tools = {
    leave: button(t("branch.leave"), {
      class: "sw-button sw-small",
      title: "b",
      on: { click: () => step(view.hub, "leave") },
    }),
    promote: button(t("branch.promote"), { class: "sw-button sw-small", ...act("promote") }),
    delete: button(t("branch.delete"), {
      class: "sw-button sw-small",
      title: t("branch.delete.why"),
      ...act("delete"),
    }),
    undo: button(t("branch.undo"), { class: "sw-button sw-small", ...act("undo") }),
    redo: button(t("branch.redo"), { class: "sw-button sw-small", ...act("redo") }),
    save: button(t("branch.save"), {
      class: "sw-button sw-small",
      title: t("branch.save.why"),
      ...act("save"),
    }),
  };
  const bots = makeBots(view);
  const kept = h("p", { class: "sw-kept", hidden: true });
  const reply = h("p", { class: "sw-hint", role: "status" });
  const line = h("div", { class: "sw-line" }, ...Object.values(tools), bots.element);
  const element = h(
    "section",
    { class: "sw-branch", "aria-label": t("branch.title") },
    where,
    others,
    line,
    reply,
    kept,
  );
  const bar = { view, element, where, others, tools, bots, reply, kept, said: 0 };
  bots.act = (message) => replyTo(bar, letBotsGoOn(view.hub, message));
  others.addEventListener("click", (event) => {
    const chosen = event.target.closest?.("[data-node]");
    if (chosen) goTo(view.hub, chosen.swNode);
  });
  return bar;
}

/** "Let the bots go on": which bot, and how far; while they do, a button that stops them. */
function makeBots(view) {
  const lengths = ["turn", "level", "game"].map((value) =>
    h("option", { value, text: t(`bots.until.${value}`) }),
  );
  const bot = h("select", { class: "sw-select", "aria-label": t("bots.which") });
  const until = h("select", { class: "sw-select", "aria-label": t("bots.until") }, ...lengths);
  const go = button(t("bots.go"), { class: "sw-button sw-small" });
  const stop = button(t("bots.stop"), { class: "sw-button sw-small sw-primary", hidden: true });
  const words = h("span", { class: "sw-hint" });
  const element = h("span", { class: "sw-bots", hidden: true }, go, bot, until, stop, words);
  const bots = { element, bot, until, go, stop, words, act: () => {} };
  go.addEventListener("click", () => {
    if (go.getAttribute("aria-disabled") !== "true") bots.act({ bot: bot.value, until: until.value });
  });
  stop.addEventListener("click", () => ask(view.hub, { kind: "stop" }).catch(() => {}));
  return bots;
}

function branchAct(bar, kind) {
  const { hub } = bar.view;
  if (bar.tools[kind].getAttribute("aria-disabled") === "true") return Promise.resolve();
  return replyTo(bar, changeTree(hub, { kind, node: current(hub).id }));
}

/** What came of a request, in words. */
export async function replyTo(bar, answering) {
  try {
    const answer = await answering;
    replyBranch(bar, answer.words ?? "");
  } catch (fault) {
    replyBranch(bar, fault.message, true);
  }
}

function replyBranch(bar, text, fault = false) {
  setText(bar.reply, text);
  setAttr(bar.reply, "data-fault", fault ? "true" : null);
  bar.said = performance.now();
}

const OWN_CHANGES = 600; // milliseconds within which what a request has changed may still arrive after its answer

/** What was said is about the last request: with another step or another change it goes. */
export function forgetReply(bar) {
  if (bar.reply.textContent && performance.now() - bar.said > OWN_CHANGES) replyBranch(bar, "");
}

function branchWords(hub, node) {
  const from = branchPoint(hub.tree, node);
  if (!from) return t("branch.main");
  return t(node.by === "reader" ? "branch.reader" : "branch.file", { path: from.path ?? from.id });
}

export function paintBranchBar(bar) {
  const { hub } = bar.view;
  const node = current(hub);
  const kernel = hasKernel(hub);
  const main = onMainLine(hub.tree, node);
  setAttr(bar.element, "data-by", branchBy(hub.tree, node));
  setText(bar.where, branchWords(hub, node));
  setHidden(bar.tools.leave, branchPoint(hub.tree, node) === null);
  for (const name of ["promote", "delete"]) setHidden(bar.tools[name], !kernel || main);
  const first = !mayPromote(hub.tree, node);
  setOff(bar.tools.promote, first);
  setAttr(bar.tools.promote, "title", t(first ? "branch.promote.first" : "branch.promote.why"));
  for (const name of ["undo", "redo", "save"]) setHidden(bar.tools[name], !kernel);
  paintBots(bar.bots, hub, kernel);
  paintKept(bar);
  const siblings = siblingsOf(hub.tree, node);
  setHidden(bar.others, siblings.length < 2);
  keyed(
    bar.others,
    siblings.length < 2 ? [] : siblings,
    (other) => other.id,
    (other) => {
      const choice = button(sayOf(other)[0], {
        class: "sw-button sw-small sw-other-branch",
        "data-node": "",
      });
      choice.swNode = other.id;
      return choice;
    },
    (choice, other) => {
      setAttr(choice, "aria-pressed", String(other === node));
      setAttr(choice, "data-by", branchBy(hub.tree, other));
    },
  );
}

function isOver(hub) {
  const { phase } = headOf(hub.tree, current(hub));
  return phase === "won" || phase === "lost";
}

export function paintBots(bots, hub, kernel) {
  const names = hub.game.bots ?? [];
  setHidden(bots.element, !kernel || names.length === 0);
  const running = hub.running !== null;
  const stopped = bots.stop.matches(":focus");
  for (const part of [bots.go, bots.bot, bots.until]) setHidden(part, running);
  const why = isOver(hub) ? t("bots.over") : hub.closed.get(current(hub).id);
  setOff(bots.go, Boolean(why));
  setAttr(bots.go, "title", why || null);
  setHidden(bots.stop, !running);
  setText(bots.words, hub.running ?? "");
  if (stopped && !running) bots.go.focus({ preventScroll: true });
  keyed(
    bots.bot,
    names,
    (name) => name,
    (name) => h("option", { value: name, text: name }),
  );
}

/** Where branches and notes are kept, or why they are not; and what can be undone. */
export function paintKept(bar) {
  const { words, fault, undo, redo, undoes, redoes } = bar.view.hub.model.get("keeping") ?? {};
  setOff(bar.tools.undo, undo === false);
  setOff(bar.tools.redo, redo === false);
  setAttr(bar.tools.undo, "title", undoes ? t("branch.undo.what", { what: undoes }) : t("branch.undo.why"));
  setAttr(bar.tools.redo, "title", redoes ? t("branch.redo.what", { what: redoes }) : null);
  setHidden(bar.kept, !words || bar.view.hub.game.kernel === false);
  setText(bar.kept, words ?? "");
  setAttr(bar.kept, "data-fault", fault ? "true" : null);
}
