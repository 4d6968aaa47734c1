// What anywidget calls for a practice position.

import { mountPractice } from "./practice";
import type { Model } from "./protocol";

export default () => ({
  render({ model, el }: { model: Model; el: HTMLElement }) {
    return mountPractice(model, el);
  },
});
