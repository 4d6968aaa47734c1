// The data of an exported page: one or several views of a game, and a model that holds the one that is shown.

import type { Game, GameNode, Model, Notes } from "./protocol";

/** What the page has of one view: ids count up, and each node says only which fields of its position changed. */
export interface PackedView {
  game: Game;
  line: Omit<GameNode, "id" | "parent" | "path">[];
  branches: Omit<GameNode, "id" | "by">[];
  notes: Notes;
  reviews: unknown;
  cursor: number;
}

/** The traits of a player. */
export interface View extends Omit<PackedView, "line" | "branches"> {
  line: GameNode[];
  branches: GameNode[];
}

/** A position text from its parent's and the fields that differ. */
function mergeFields(before: string, changes: string): string {
  const name = (field: string) => field.slice(0, field.indexOf("="));
  const changed = new Map(changes.split(" ").map((field) => [name(field), field]));
  return before
    .split(" ")
    .map((field) => changed.get(name(field)) ?? field)
    .join(" ");
}

export function unpackView({ line, branches, ...rest }: PackedView): View {
  const recorded = line.map((node, i): GameNode => ({
    id: i,
    parent: i ? i - 1 : null,
    path: String(i),
    ...node,
  }));
  const others = branches.map((node, i): GameNode => ({ id: line.length + i, by: "file", ...node }));
  const nodes = [...recorded, ...others];
  for (const node of nodes) {
    const parent = node.parent === null ? undefined : nodes[node.parent];
    if (parent) node.text = mergeFields(parent.text, node.text);
  }
  return { ...rest, line: recorded, branches: others };
}

/** The node of a path, if the view shows it. */
export function nodeAt({ line, branches }: View, path: string): GameNode | undefined {
  return [...line, ...branches].find((node) => node.path === path);
}

/** The node of a path or, in a view that does not show it, the last node before it. */
function nearest(view: View, from: View, id: number): number {
  const nodes = [...from.line, ...from.branches];
  for (let at: number | null = id; at !== null; at = nodes[at]?.parent ?? null) {
    const found = nodeAt(view, nodes[at]?.path ?? "");
    if (found) return found.id;
  }
  return 0;
}

/** A model that is only a box of values; no kernel is behind it. */
export class PageModel implements Model {
  readonly #views: View[];
  readonly #acts = new Map<string, (() => void)[]>();
  #values: Record<string, unknown>;

  constructor(views: readonly [View, ...View[]]) {
    this.#views = [...views];
    this.#values = { ...views[0] };
  }

  /** The view that is shown, as it is in the page. */
  get view(): View {
    const { lens } = this.get("game") as Game;
    const found = this.#views.find(({ game }) => game.lens === lens);
    if (!found) throw new Error(`view ${lens} is missing`);
    return found;
  }

  get(name: string): unknown {
    return this.#values[name];
  }

  set(name: string, value: unknown): void {
    if (Object.is(this.#values[name], value)) return;
    this.#values[name] = value;
    for (const act of [...(this.#acts.get(`change:${name}`) ?? [])]) act();
  }

  /** Shows another view of the page, at the same place of the game. */
  show(lens: string): void {
    const view = this.#views.find(({ game }) => game.lens === lens);
    if (!view || view === this.view) return;
    const cursor = nearest(view, this.view, Number(this.get("cursor")));
    const changed = Object.entries({ ...view, cursor });
    for (const [name, value] of changed) this.#values[name] = value; // together, before anybody reads one
    for (const [name] of changed) for (const act of [...(this.#acts.get(`change:${name}`) ?? [])]) act();
  }

  save_changes(): void {
    // there is nobody to tell
  }

  send(): void {
    // as above
  }

  on(name: string, act: () => void): void {
    this.#acts.set(name, [...(this.#acts.get(name) ?? []), act]);
  }

  off(name?: string | null, act?: () => void): void {
    if (name)
      this.#acts.set(
        name,
        (this.#acts.get(name) ?? []).filter((each) => each !== act),
      );
  }
}
