// An exported page: the player without a kernel.

import { createHub, goTo } from "./hub";
import { PageModel, nodeAt, unpackView } from "./page_model";
import { mountPlayer } from "./player";

type View = ReturnType<typeof unpackView>;

/** `game.html#12/1/3` opens the page at that node. */
function linkedNode(view: View): number | undefined {
  const path = location.hash.slice(1);
  return path ? nodeAt(view, path)?.id : undefined;
}

function openPage(): void {
  const data = JSON.parse(document.getElementById("silkenweb-data")?.textContent ?? "{}");
  const [first, ...others] = (data.views ?? [data]).map(unpackView) as [View, ...View[]];
  const model = new PageModel([{ ...first, cursor: linkedNode(first) ?? first.cursor }, ...others]);
  const hub = createHub(model);
  if (others.length) hub.otherView = (lens) => model.show(lens);
  const main = document.getElementById("silkenweb") ?? document.body;
  const focus = () => main.querySelector<HTMLElement>(".sw-player")?.focus({ preventScroll: true });
  mountPlayer(hub, main);
  focus();
  setTimeout(focus, 100); // a very large game is laid out a moment later
  window.addEventListener("hashchange", () => {
    const id = linkedNode(model.view);
    if (id !== undefined) goTo(hub, id);
  });
}

openPage();
