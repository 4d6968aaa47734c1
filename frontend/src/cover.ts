// Between two people at one screen: everything is hidden, and was taken out of the page, until the next is ready.

import { SILK_THREADS } from "./cards";
import { button, h, s, setText } from "./dom";
import { ask } from "./hub";
import { keepShortcutsAway } from "./shell";
import { stillPage } from "./setup";
import type { CoverStage, Part, Sit } from "./stage";
import { t } from "./telling";

function nothing(): void {
  // A cover stays as it is.
}

export function buildCover(sit: Sit): Part {
  const { hub } = sit;
  const { seat, who, said } = hub.model.get("stage") as CoverStage;
  const fault = h("p", { class: "sw-hint", "data-fault": "true", role: "alert" });
  const ready = button(t("sit.cover.ready", { who }), {
    class: "sw-button sw-primary",
    on: {
      click: () => {
        sit.takesFocus = true;
        ask(hub, { kind: "ready", seat }).catch((error: Error) => setText(fault, error.message));
      },
    },
  });
  const sentences = said.map((sentence) => h("li", { class: "sw-sentence", text: sentence }));
  const root = h(
    "section",
    {
      class: "silkenweb sw-player sw-cover",
      lang: LANGUAGE,
      role: "region",
      "aria-label": t("sit.cover.label"),
    },
    h(
      "div",
      { class: "sw-cover-body" },
      s(
        "svg",
        { class: "sw-cover-web", viewBox: "0 0 60 84", "aria-hidden": "true" },
        s("path", { class: "sw-back-threads", d: SILK_THREADS }),
      ),
      h("h2", { class: "sw-title", text: t("sit.cover.pass", { who }) }),
      h("p", { class: "sw-hint", text: t("sit.cover.words") }),
      ready,
      fault,
      sentences.length
        ? h(
            "div",
            { class: "sw-cover-said" },
            h("h3", { text: t("sit.cover.said") }),
            h("ol", {}, ...sentences),
          )
        : null,
    ),
  );
  keepShortcutsAway(root);
  if (hub.saved) stillPage(root, fault);
  return {
    root,
    update: nothing,
    close: nothing,
    opened: () => {
      if (sit.takesFocus) ready.focus({ preventScroll: true });
    },
  };
}
