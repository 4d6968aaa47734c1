// What anywidget calls for a table: the setup, the cover between two people, a seat, or a look at the finished game.

import { buildCover } from "./cover";
import { button, h, setHidden } from "./dom";
import { ask, createHub, hasKernel, laterOnce, listen, readTree } from "./hub";
import { onChanges } from "./model";
import { keepShortcutsAway } from "./shell";
import type { Model } from "./protocol";
import { buildSetup } from "./setup";
import { buildSeat } from "./sit";
import type { Hub, Part, Sit, Stage } from "./stage";
import { t } from "./telling";

const STAGES = { setup: buildSetup, cover: buildCover, table: buildSeat, look: buildLook };

const nothing = () => undefined;

function stageOf(hub: Hub): Stage {
  return (hub.model.get("stage") ?? {}) as Stage;
}

/** A part is built anew where it is another one, or another person's. */
function stageKey(stage: Stage): string {
  const { viewer, seat, player } = stage as { viewer?: number; seat?: number; player?: string };
  return `${stage.name} ${viewer ?? seat ?? player ?? ""}`;
}

function paintStage(sit: Sit): void {
  const stage = stageOf(sit.hub);
  const key = stageKey(stage);
  if (sit.built && sit.key === key) return sit.built.update();
  sit.built?.close();
  sit.host.replaceChildren();
  sit.key = key;
  sit.built = (stage.name ? STAGES[stage.name] : buildNothing)(sit);
  sit.host.append(sit.built.root);
  sit.built.opened?.();
  sit.takesFocus = false;
}

function buildNothing(): Part {
  return { root: h("p", { class: "silkenweb sw-fault" }), update: nothing, close: nothing };
}

/** The player of the finished game is a widget of its own, shown in the table's place. */
function buildLook(sit: Sit): Part {
  const { hub } = sit;
  const place = h(
    "div",
    { class: "sw-look-place" },
    h("p", { class: "sw-fault", role: "status", text: t("sit.end.looking") }),
  );
  const act = (kind: string) => () => (ask(hub, { kind }) as Promise<unknown>).catch(nothing);
  const small = { class: "sw-button sw-small" };
  const bar = h(
    "div",
    { class: "silkenweb sw-player sw-look-bar" },
    h(
      "div",
      { class: "sw-line" },
      button(t("sit.end.table"), { ...small, on: { click: act("table") } }),
      button(t("sit.new"), { ...small, on: { click: act("new") } }),
    ),
  );
  keepShortcutsAway(bar);
  setHidden(bar, !hasKernel(hub));
  let closed = false;
  let inner: WidgetView | null = null;
  const stage = stageOf(hub);
  showWidget(hub.model, stage.name === "look" ? stage.player : "").then(
    (view) => {
      inner = view;
      if (closed) view.remove();
      else place.replaceChildren(view.el);
    },
    (fault: unknown) => {
      console.warn("silkenweb:", fault);
      place.replaceChildren(h("p", { class: "silkenweb sw-fault", text: t("sit.end.manual") }));
    },
  );
  return {
    root: h("div", {}, bar, place),
    update: nothing,
    close: () => {
      closed = true;
      inner?.remove();
    },
  };
}

interface WidgetView {
  el: HTMLElement;
  remove: () => void;
}

interface WidgetManager {
  get_model: (id: string) => Promise<unknown>;
  create_view: (model: unknown) => Promise<WidgetView>;
}

/** A view of another widget, by the reference that Jupyter gives to widgets. */
async function showWidget(model: Model, reference: string): Promise<WidgetView> {
  const manager = (model as unknown as { widget_manager: WidgetManager }).widget_manager;
  return manager.create_view(await manager.get_model(reference.replace("IPY_MODEL_", "")));
}

function mountSitting(hub: Hub, el: HTMLElement): () => void {
  const host = h("div", { class: "sw-sit" });
  const sit: Sit = { hub, host, key: null, built: null, takesFocus: false };
  el.append(sit.host);
  const quiet = listen(hub, (kind: string) => {
    if (kind === "tree") paintStage(sit);
  }) as () => void;
  paintStage(sit);
  (ask(hub, { kind: "here" }) as Promise<unknown>).catch(nothing);
  return () => {
    quiet();
    sit.built?.close();
    sit.host.remove();
  };
}

/**
 * A table's hub also reads the stage. What changes together is read together, in whatever order it is told of:
 * a stage must not be set before the line that is shown on it has been read.
 */
function createSittingHub(model: Model): Hub {
  const hub = createHub(model) as unknown as Hub;
  // Between two people nothing of a seat stays in the page, but how the game is continued is known to all.
  const noteResume = () => {
    const stage = stageOf(hub);
    const resume = stage.name === "table" ? stage.resume : undefined;
    hub.resume = resume ?? (stage.name === "setup" ? "" : hub.resume);
  };
  hub.lostWords = (key) => {
    if (!hub.resume) return t(key);
    return key === "hub.gone"
      ? t("sit.gone", { call: hub.resume })
      : t("sit.silent", { silent: t(key), call: hub.resume });
  };
  noteResume();
  onChanges(model, ["stage"], noteResume);
  onChanges(model, ["stage", "setup", "keeping"], () => laterOnce(hub, "tree", () => readTree(hub)));
  return hub;
}

interface Place {
  model: Model;
  el: HTMLElement;
}

export default () => {
  let hub: Hub | null = null;
  return {
    initialize({ model }: Place) {
      hub = createSittingHub(model);
    },
    render({ model, el }: Place) {
      hub ??= createSittingHub(model);
      return mountSitting(hub, el);
    },
  };
};
