// What is asked of the host's model beyond get, set, save_changes and send.

import type { Model } from "./protocol";

/** Listens for changes of several traits; a host need not understand several names in one call. */
export function onChanges(model: Model, names: readonly string[], act: () => void): void {
  for (const name of names) model.on(`change:${name}`, act);
}

/**
 * Whether this is a saved page without a kernel. anywidget does not say so itself, but in Jupyter the widget's
 * layout is a model that knows whether it has a comm. Other hosts have no such layout; there a kernel is assumed.
 */
export function isSavedPage(model: Model): boolean {
  const layout = model.get("layout") as { comm_live?: boolean } | null | undefined;
  return layout?.comm_live === false;
}
