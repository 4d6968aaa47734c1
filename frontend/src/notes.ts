// Comments and marks of the node shown. They are kept beside the recorded game, which itself never changes.

import { button, h, setAttr, setHidden, setText } from "./dom";
import { changeTree, current, type Hub, type Message } from "./hub";
import type { GameNode } from "./protocol";
import { t } from "./telling";
import { commentOf, glyphOf, onMainLine } from "./tree";

const GLYPHS: [glyph: string, words: string][] = [
  ["", t("mark.none")],
  ["!!", t("mark.brilliant")],
  ["!", t("mark.good")],
  ["!?", t("mark.interesting")],
  ["?!", t("mark.doubtful")],
  ["?", t("mark.mistake")],
  ["??", t("mark.blunder")],
];

export interface NotesPanel {
  hub: Hub;
  element: HTMLElement;
  where: HTMLElement;
  comment: HTMLElement;
  text: HTMLTextAreaElement;
  glyph: HTMLSelectElement;
  form: HTMLElement;
  reply: HTMLElement;
  node: number | null;
}

export function makeNotes(hub: Hub): NotesPanel {
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
  const keep = button(t("notes.keep"), { on: { click: () => void keepComment(notes) } });
  const form = h("div", { class: "sw-note-form" }, text, h("div", { class: "sw-line" }, glyph, keep));
  const reply = h("p", { class: "sw-hint", role: "status" });
  const element = h("div", { class: "sw-notes" }, where, comment, form, reply);
  const notes: NotesPanel = { hub, element, where, comment, text, glyph, form, reply, node: null };
  glyph.addEventListener("change", () => void notesAct(notes, { kind: "glyph", glyph: glyph.value }));
  text.addEventListener("input", () => draftComment(notes));
  return notes;
}

/** What is being typed belongs to its node, and is not given up before it is kept. */
function draftComment(notes: NotesPanel): void {
  const { hub } = notes;
  const node = current(hub);
  if (notes.text.value === commentOf(hub.tree, node)) hub.drafts.delete(node.id);
  else hub.drafts.set(node.id, notes.text.value);
  replyNote(notes, draftWords(hub, node));
}

function draftWords(hub: Hub, node: GameNode): string {
  return hub.drafts.has(node.id) ? t("notes.draft") : "";
}

async function keepComment(notes: NotesPanel): Promise<void> {
  const { hub } = notes;
  const node = current(hub);
  const text = notes.text.value;
  const kept = await notesAct(notes, { kind: "comment", text });
  if (kept && hub.drafts.get(node.id) === text) hub.drafts.delete(node.id);
}

/** True if Python has taken it. A reader who has gone on meanwhile hears nothing, unless it was refused. */
async function notesAct(notes: NotesPanel, message: Message): Promise<boolean> {
  const { hub } = notes;
  const { id } = current(hub);
  try {
    await changeTree(hub, { ...message, node: id });
    if (current(hub).id === id) replyNote(notes, t("notes.kept"));
    return true;
  } catch (fault) {
    replyNote(notes, (fault as Error).message, true);
    return false;
  }
}

function replyNote(notes: NotesPanel, text: string, fault = false): void {
  setText(notes.reply, text);
  setAttr(notes.reply, "data-fault", fault ? "true" : null);
}

export function paintNotes(notes: NotesPanel): void {
  if (notes.element.closest("[hidden]")) return;
  const { hub } = notes;
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
