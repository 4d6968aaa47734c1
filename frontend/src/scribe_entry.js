// What anywidget calls for a Scribe.

import { mountScribe } from "./scribe";

export default () => ({
  render({ model, el }) {
    return mountScribe(model, el);
  },
});
