// The log: what has happened up to the node shown, newest last; click to jump back there.

import { button, h, keyed, setAttr, setHidden, setText } from "./dom";
import { current, currentPath, goTo } from "./hub";
import { t } from "./telling";
import { branchBy, commentOf, glyphOf, sayOf } from "./tree";

const LOG_LENGTH = 50;

export function makeLog(view) {
  const list = h("ol", { class: "sw-log-list" });
  const earlier = button("", { class: "sw-button sw-small sw-log-earlier", hidden: true });
  const props = { class: "sw-log-scroll", tabindex: 0, role: "group", "aria-label": t("log.title") };
  const scroller = h("div", props, earlier, list);
  const log = {
    view,
    element: scroller,
    list,
    earlier,
    shown: [],
    length: LOG_LENGTH,
    followed: null,
    top: 0,
  };
  list.addEventListener("click", (event) => {
    const entry = event.target.closest?.("[data-entry]");
    if (entry) goTo(view.hub, entry.swNode);
  });
  earlier.addEventListener("click", () => {
    log.length += 400;
    paintLog(log);
  });
  // Lab gives the player its place on the page only after it was first painted.
  new ResizeObserver(() => showLatest(log, scroller.scrollTop === log.top)).observe(scroller);
  return log;
}

/** Only what differs from the path shown before is made or taken away. */
export function paintLog(log) {
  const whole = currentPath(log.view.hub);
  const first = Math.max(0, whole.at + 1 - log.length);
  const path = whole.path.slice(first, whole.at + 1);
  setHidden(log.earlier, first === 0);
  setText(log.earlier, t("log.earlier", { count: first }));
  keyed(
    log.list,
    path,
    (node) => node.id,
    (node) => makeEntry(log, node),
    (entry, node) => paintEntry(log, entry, node, node === path.at(-1)),
  );
  showLatest(log);
}

/**
 * The entry of the node shown begins in sight, and ends there if it is not too long: if it is another node than
 * before, or the log has got another size and the reader has not scrolled it.
 */
function showLatest(log, unscrolled = false) {
  const { element } = log;
  const last = log.list.lastElementChild;
  const { id } = current(log.view.hub);
  if (!last || !element.clientHeight || (log.followed === id && !unscrolled)) return;
  log.followed = id;
  const top = last.getBoundingClientRect().top - element.getBoundingClientRect().top + element.scrollTop;
  element.scrollTop = Math.min(element.scrollHeight - element.clientHeight, top);
  log.top = element.scrollTop;
}

function makeEntry(log, node) {
  const entry = h("li", { class: "sw-entry", "data-entry": "" });
  entry.swNode = node.id;
  return entry;
}

function paintEntry(log, entry, node, isLast) {
  const { tree } = log.view.hub;
  setAttr(entry, "aria-current", isLast ? "step" : null);
  setAttr(entry, "data-by", branchBy(tree, node));
  const state = `${commentOf(tree, node)}|${glyphOf(tree, node)}`;
  if (entry.swState === state) return;
  entry.swState = state;
  setAttr(entry, "data-deal", node.deal ? "true" : null);
  const sentences = sayOf(node).map((sentence) => h("span", { class: "sw-sentence", text: sentence }));
  const comment = commentOf(tree, node);
  const glyph = glyphOf(tree, node);
  const said = h(
    "button",
    { type: "button", class: "sw-entry-button", tabindex: -1 },
    ...sentences,
    glyph ? h("b", { class: "sw-glyph", text: glyph }) : null,
  );
  entry.replaceChildren(said, ...(comment ? [h("p", { class: "sw-comment", text: comment })] : []));
}
