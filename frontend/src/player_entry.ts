// What anywidget calls. A function, so that each model gets a hub of its own that its views share.

import { createHub, type Hub } from "./hub";
import { mountPlayer } from "./player";
import type { Model } from "./protocol";

/** The reader of position texts, for tests that compare it with the engine's. */
export { parsePosition } from "./notation";

interface Place {
  model: Model;
  el: HTMLElement;
}

export default () => {
  let hub: Hub | null = null;
  return {
    initialize({ model }: Place) {
      hub = createHub(model);
    },
    render({ model, el }: Place) {
      hub ??= createHub(model);
      return mountPlayer(hub, el);
    },
  };
};
