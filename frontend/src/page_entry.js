// An exported page: the player without a kernel.

import { createHub, goTo } from "./hub";
import { PageModel, nodeAt, unpackView } from "./page_model";
import { mountPlayer } from "./player";

/** `game.html#12/1/3` opens the page at that node. */
function linkedNode(view) {
  const path = location.hash.slice(1);
  return path ? nodeAt(view, path)?.id : undefined;
}

function openPage() {
  const data = JSON.parse(document.getElementById("silkenweb-data").textContent);
  const [first, ...others] = (data.views ?? [data]).map(unpackView);
  const model = new PageModel([{ ...first, cursor: linkedNode(first) ?? first.cursor }, ...others]);
  const hub = createHub(model);
  const main = document.getElementById("silkenweb");
  const focus = () => main.querySelector(".sw-player")?.focus({ preventScroll: true });
  mountPlayer(hub, main);
  focus();
  setTimeout(focus, 100); // a very large game is laid out a moment later
  window.addEventListener("hashchange", () => {
    const id = linkedNode(model.view);
    if (id !== undefined) goTo(hub, id);
  });
}

openPage();
