// What anywidget calls for a Scribe.

import type { Model } from "./protocol";
import { mountScribe } from "./scribe";

export default () => ({
  render({ model, el }: { model: Model; el: HTMLElement }) {
    return mountScribe(model, el);
  },
});
