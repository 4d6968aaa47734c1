// What anywidget calls. A function, so that each model gets a hub of its own that its views share.

import { createHub } from "./hub";
import { mountPlayer } from "./player";

/** The reader of position texts, for tests that compare it with the engine's. */
export { parsePosition } from "./notation";

export default () => {
  let hub = null;
  return {
    initialize({ model }) {
      hub = createHub(model);
    },
    render({ model, el }) {
      hub ??= createHub(model);
      return mountPlayer(hub, el);
    },
  };
};
