// A tour of a minute for who has never seen the player: what each part of the frame is for, one after another. Where
// there is no Python to ask it leaves out what needs it.

import { button, h, setAttr, setHidden, setText } from "./dom";
import type { Shell } from "./shell";
import { t } from "./telling";

const STEPS = ["row", "hands", "strip", "time", "foot", "side"] as const;
type Step = (typeof STEPS)[number];
const PARTS: Record<Step, string> = {
  row: ".sw-row",
  hands: ".sw-seats",
  strip: ".sw-strip",
  time: ".sw-time",
  foot: ".sw-foot",
  side: ".sw-side",
};
const TAKEN = "silkenweb.tour";

export interface Tour {
  shell: Shell;
  element: HTMLElement;
  offer: HTMLElement;
  start: () => void;
  /** Ends it; true if it was going on. */
  end: () => boolean;
}

export function makeTour(shell: Shell): Tour {
  const words = h("p", { class: "sw-tour-words", "aria-live": "polite" });
  const count = h("span", { class: "sw-tour-count" });
  const next = button(t("tour.next"), { class: "sw-button sw-small sw-primary" });
  const skip = button(t("tour.skip"), { class: "sw-button sw-small" });
  const element = h(
    "section",
    { class: "sw-tour", hidden: true, "aria-label": t("tour.title"), tabindex: -1 },
    words,
    h("div", { class: "sw-line" }, count, next, skip),
  );
  const yes = button(t("tour.start"), { class: "sw-button sw-small sw-primary" });
  const no = button(t("tour.no"), { class: "sw-button sw-small" });
  const offer = h(
    "div",
    { class: "sw-tour-offer", hidden: true, role: "group", "aria-label": t("tour.title") },
    h("p", { text: t("tour.offer") }),
    h("div", { class: "sw-line" }, yes, no),
  );
  shell.root.append(element);
  shell.side.append(offer);
  let at = -1;
  let steps: readonly Step[] = STEPS;
  const isStill = () => !shell.root.hasAttribute("data-kernel");
  const show = (step: number) => {
    shell.root.querySelector("[data-toured]")?.removeAttribute("data-toured");
    at = step;
    const name = steps[step];
    setHidden(element, !name);
    if (!name) return;
    const still = name !== "row" && name !== "time" && isStill();
    setText(words, t(still ? `tour.${name}.still` : `tour.${name}`));
    setText(count, t("tour.count", { at: step + 1, all: steps.length }));
    setText(next, t(step + 1 < steps.length ? "tour.next" : "tour.done"));
    const part = shell.root.querySelector<HTMLElement>(PARTS[name]);
    if (part) setAttr(part, "data-toured", "true");
    placeBeside(shell.root, part, element);
    element.focus({ preventScroll: true });
  };
  const tour: Tour = {
    shell,
    element,
    offer,
    start: () => {
      remember();
      setHidden(offer, true);
      steps = STEPS.filter((name) => name !== "strip" || !isStill());
      show(0);
    },
    end: () => {
      if (at < 0) return false;
      show(-1);
      at = -1;
      shell.root.focus({ preventScroll: true });
      return true;
    },
  };
  next.addEventListener("click", () => (at + 1 < steps.length ? show(at + 1) : tour.end()));
  skip.addEventListener("click", () => tour.end());
  yes.addEventListener("click", () => tour.start());
  no.addEventListener("click", () => {
    remember();
    setHidden(offer, true);
  });
  return tour;
}

/** Beside the part that is explained, within the frame. */
function placeBeside(root: HTMLElement, part: HTMLElement | null, card: HTMLElement): void {
  const frame = root.getBoundingClientRect();
  const box = (part ?? root).getBoundingClientRect();
  const left = box.left - frame.left + box.width / 2 - card.offsetWidth / 2;
  const below = box.bottom - frame.top + 8;
  const above = box.top - frame.top - card.offsetHeight - 8;
  const inside = box.top - frame.top + box.height / 2 - card.offsetHeight / 2;
  const top = below + card.offsetHeight < frame.height ? below : above > 0 ? above : inside;
  const most = frame.width - card.offsetWidth - 8;
  Object.assign(card.style, { left: `${Math.max(8, Math.min(left, most))}px`, top: `${Math.max(8, top)}px` });
}

/** Offered once in a browser; where nothing can be stored it is not offered at all. */
export function offerTour({ offer }: Tour): void {
  try {
    setHidden(offer, localStorage.getItem(TAKEN) !== null);
  } catch {
    setHidden(offer, true);
  }
}

function remember(): void {
  try {
    localStorage.setItem(TAKEN, "1");
  } catch {
    // it is offered again another time
  }
}
