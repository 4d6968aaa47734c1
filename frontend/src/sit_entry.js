// What anywidget calls for a table: the setup, the cover between two people, a seat, or a look at the finished game.

import { buildCover } from "./cover";
import { button, h, setHidden } from "./dom";
import { ask, createHub, hasKernel, laterOnce, listen, readTree } from "./hub";
import { onChanges } from "./model";
import { keepShortcutsAway } from "./player";
import { buildSetup } from "./setup";
import { buildSeat } from "./sit";
import { t } from "./telling";

const STAGES = { setup: buildSetup, cover: buildCover, table: buildSeat, look: buildLook };

/** A stage is built anew where it is another one, or another person's. */
function stageKey(stage) {
  return `${stage.name} ${stage.viewer ?? stage.seat ?? stage.player ?? ""}`;
}

function paintStage(sit) {
  const stage = sit.hub.model.get("stage") ?? {};
  const key = stageKey(stage);
  if (sit.key === key) return sit.built.update();
  sit.built?.close();
  sit.host.replaceChildren();
  sit.key = key;
  sit.built = (STAGES[stage.name] ?? buildNothing)(sit);
  sit.host.append(sit.built.root);
  sit.built.opened?.();
  sit.takesFocus = false;
}

function buildNothing() {
  return { root: h("p", { class: "silkenweb sw-fault" }), update: () => {}, close: () => {} };
}

/** The player of the finished game is a widget of its own, shown in the table's place. */
function buildLook(sit) {
  const { hub } = sit;
  const place = h(
    "div",
    { class: "sw-look-place" },
    h("p", { class: "sw-fault", role: "status", text: t("sit.end.looking") }),
  );
  const act = (kind) => () => ask(hub, { kind }).catch(() => {});
  const bar = h(
    "div",
    { class: "silkenweb sw-player sw-look-bar" },
    h(
      "div",
      { class: "sw-line" },
      button(t("sit.end.table"), { class: "sw-button sw-small", on: { click: act("table") } }),
      button(t("sit.new"), { class: "sw-button sw-small", on: { click: act("new") } }),
    ),
  );
  keepShortcutsAway(bar);
  setHidden(bar, !hasKernel(hub));
  let closed = false;
  let inner = null;
  showWidget(hub.model, hub.model.get("stage").player).then(
    (view) => {
      inner = view;
      if (closed) return view.remove();
      place.replaceChildren(view.el);
    },
    (fault) => {
      console.warn("silkenweb:", fault);
      place.replaceChildren(h("p", { class: "silkenweb sw-fault", text: t("sit.end.manual") }));
    },
  );
  return {
    root: h("div", {}, bar, place),
    update: () => {},
    close: () => {
      closed = true;
      inner?.remove();
    },
  };
}

/** A view of another widget, by the reference that Jupyter gives to widgets. */
async function showWidget(model, reference) {
  const child = await model.widget_manager.get_model(reference.replace("IPY_MODEL_", ""));
  return model.widget_manager.create_view(child);
}

function mountSitting(hub, el) {
  const sit = { hub, host: h("div", { class: "sw-sit" }), key: null, built: null, takesFocus: false };
  el.append(sit.host);
  const quiet = listen(hub, (kind) => {
    if (kind === "tree") paintStage(sit);
  });
  paintStage(sit);
  ask(hub, { kind: "here" }).catch(() => {});
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
function createSittingHub(model) {
  const hub = createHub(model);
  // Between two people nothing of a seat stays in the page, but how the game is continued is known to all.
  const noteResume = () => {
    const { name, resume } = model.get("stage") ?? {};
    hub.resume = resume ?? (name === "setup" ? "" : hub.resume);
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

export default () => {
  let hub = null;
  return {
    initialize({ model }) {
      hub = createSittingHub(model);
    },
    render({ model, el }) {
      hub ??= createSittingHub(model);
      return mountSitting(hub, el);
    },
  };
};
