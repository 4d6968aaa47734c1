// Variations: the legend on the board's edge that says where one left the game, what can be done with it, the
// alternatives at its place, undo and redo, and where all of it is kept.

import { button, h, keyed, setAttr, setHidden, setText } from "./dom";
import { changeTree, current, goTo, hasKernel, step, type Hub } from "./hub";
import type { GameNode } from "./protocol";
import { makeMenu, type Menu } from "./shell";
import { t } from "./telling";
import { setOff } from "./transport";
import { branchBy, branchPoint, mayPromote, onMainLine, sayOf, siblingsOf } from "./tree";

type Tool = "promote" | "delete" | "undo" | "redo" | "save";

export interface Branches {
  hub: Hub;
  /** On the board's edge. */
  legend: HTMLElement;
  where: HTMLElement;
  leave: HTMLButtonElement;
  /** In the strip: what can be done with the variation. */
  upkeep: HTMLElement;
  /** In the list of moves: the alternatives at this place. */
  others: HTMLElement;
  /** In the transport: undo, redo, save, and what came of the last request. */
  element: HTMLElement;
  edit: HTMLElement;
  tools: Record<Tool, HTMLButtonElement>;
  reply: HTMLElement;
  kept: HTMLElement;
  menu: Menu;
  said: number;
}

export function makeBranches(hub: Hub): Branches {
  const small = { class: "sw-button sw-small" };
  const where = h("span", { class: "sw-branch-where" });
  const leave = button(t("branch.leave"), {
    ...small,
    title: `${t("branch.leave.why")} (b)`,
    on: { click: () => step(hub, "leave") },
  });
  const legend = h("p", { class: "sw-legend sw-legend-branch", hidden: true }, where, leave);
  const act = (kind: Tool) => ({ on: { click: () => void branchAct(branches, kind) } });
  const tools = {
    promote: button(t("branch.promote"), { ...small, title: t("branch.promote.why"), ...act("promote") }),
    delete: button(t("branch.delete"), { ...small, title: t("branch.delete.why"), ...act("delete") }),
    undo: button(t("branch.undo"), { ...small, ...act("undo") }),
    redo: button(t("branch.redo"), { ...small, ...act("redo") }),
    save: button(t("branch.save"), { ...small, title: t("branch.save.why"), ...act("save") }),
  };
  const upkeep = h(
    "div",
    { class: "sw-upkeep", role: "group", "aria-label": t("branch.title"), hidden: true },
    tools.promote,
    tools.delete,
  );
  const others = h("div", { class: "sw-others", role: "group", "aria-label": t("branch.others") });
  const kept = h("p", { class: "sw-kept", hidden: true });
  const reply = h("p", { class: "sw-hint sw-reply", role: "status" });
  const more = button("\u22ef", { class: "sw-button sw-small sw-edit-more", "aria-label": t("branch.more") });
  const edit = h("div", { class: "sw-edit" }, tools.redo, tools.save);
  const element = h(
    "section",
    { class: "sw-branch", "aria-label": t("branch.edit") },
    reply,
    tools.undo,
    edit,
    more,
  );
  const branches: Branches = {
    ...{ hub, legend, where, leave, upkeep, others, element, edit, tools, reply, kept },
    menu: makeMenu(more, edit, "data-open"),
    said: 0,
  };
  others.addEventListener("click", (event) => {
    const chosen = (event.target as Element).closest<HTMLElement>("[data-node]");
    if (chosen) goTo(hub, Number(chosen.dataset.node));
  });
  return branches;
}

function branchAct(branches: Branches, kind: Tool): Promise<void> {
  const { hub } = branches;
  if (branches.tools[kind].getAttribute("aria-disabled") === "true") return Promise.resolve();
  return replyTo(branches, changeTree(hub, { kind, node: current(hub).id }));
}

/** The last change is taken back, or made again, as by its button. */
export function pressTool(branches: Branches, kind: "undo" | "redo"): boolean {
  if (branches.tools[kind].hidden) return false;
  void branchAct(branches, kind);
  return true;
}

/** What came of a request, in words. */
export async function replyTo(branches: Branches, answering: Promise<unknown>): Promise<void> {
  try {
    const answer = (await answering) as { words?: string } | undefined;
    replyBranch(branches, answer?.words ?? "");
  } catch (fault) {
    replyBranch(branches, (fault as Error).message, true);
  }
}

function replyBranch(branches: Branches, text: string, fault = false): void {
  setText(branches.reply, text);
  setAttr(branches.reply, "title", text);
  setAttr(branches.reply, "data-fault", fault ? "true" : null);
  branches.said = performance.now();
}

const OWN_CHANGES = 600; // milliseconds within which what a request has changed may still arrive after its answer

/** What was said is about the last request: with another step or another change it goes. */
export function forgetReply(branches: Branches): void {
  if (branches.reply.textContent && performance.now() - branches.said > OWN_CHANGES)
    replyBranch(branches, "");
}

function branchWords(hub: Hub, node: GameNode): string {
  const from = branchPoint(hub.tree, node);
  if (!from) return "";
  return t(node.by === "reader" ? "branch.reader" : "branch.file", { path: from.path ?? from.id });
}

export function paintBranches(branches: Branches, root: HTMLElement): void {
  const { hub, tools } = branches;
  const node = current(hub);
  const kernel = hasKernel(hub);
  const main = onMainLine(hub.tree, node);
  const by = branchBy(hub.tree, node);
  for (const part of [root, branches.legend]) setAttr(part, "data-by", by);
  setHidden(branches.legend, main);
  setText(branches.where, branchWords(hub, node));
  setHidden(branches.upkeep, !kernel || main || Boolean(hub.retry));
  setHidden(tools.promote, !mayPromote(hub.tree, node));
  for (const name of ["undo", "redo", "save"] as const) setHidden(tools[name], !kernel);
  setHidden(branches.element, hub.game.kernel === false);
  paintKept(branches);
  const siblings = siblingsOf(hub.tree, node);
  setHidden(branches.others, siblings.length < 2);
  keyed(
    branches.others,
    siblings.length < 2 ? [] : siblings,
    (other) => other.id,
    (other) =>
      button(sayOf(other)[0] ?? "", {
        class: "sw-button sw-small sw-other-branch",
        "data-node": String(other.id),
      }),
    (choice, other) => {
      setAttr(choice, "aria-pressed", String(other === node));
      setAttr(choice, "data-by", branchBy(hub.tree, other));
    },
  );
}

interface Keeping {
  words?: string;
  fault?: boolean;
  undo?: boolean;
  redo?: boolean;
  undoes?: string;
  redoes?: string;
}

/** Where variations and notes are kept, or why they are not; and what can be undone. */
export function paintKept({ hub, tools, kept }: Branches): void {
  const { words, fault, undo, redo, undoes, redoes } = (hub.model.get("keeping") ?? {}) as Keeping;
  setOff(tools.undo, undo === false);
  setOff(tools.redo, redo === false);
  setAttr(tools.undo, "title", undoes ? t("branch.undo.what", { what: undoes }) : t("branch.undo.why"));
  setAttr(tools.redo, "title", redoes ? t("branch.redo.what", { what: redoes }) : null);
  setHidden(kept, !words || hub.game.kernel === false);
  setText(kept, words ?? "");
  setAttr(kept, "title", words);
  setAttr(kept, "data-fault", fault ? "true" : null);
}
