// Tabs over panels, by click and by arrow keys.

import { button, h, setAttr, setHidden } from "./dom";

export interface Tab {
  name: string;
  words: string;
  element: HTMLElement;
  /** Called whenever the panel comes into sight. */
  shown?: () => void;
}

export interface Tabs {
  element: HTMLElement;
  buttons: Map<string, HTMLButtonElement>;
  show: (name: string) => void;
  shown: () => string;
}

/** `changed` hears the name of each tab that is opened. */
export function makeTabs(
  title: string,
  tabs: readonly Tab[],
  className = "sw-panel",
  changed: (name: string) => void = () => undefined,
): Tabs {
  const bar = h("div", { class: "sw-tabs", role: "tablist", "aria-label": title });
  const element = h("section", { class: className }, bar);
  const buttons = new Map<string, HTMLButtonElement>();
  const panels = new Map<string, HTMLElement>();
  let shown = "";
  const show = (name: string) => {
    shown = name;
    for (const [each, panel] of panels) {
      setHidden(panel, each !== name);
      const tab = buttons.get(each);
      if (!tab) continue;
      setAttr(tab, "aria-selected", String(each === name));
      setAttr(tab, "tabindex", each === name ? "0" : "-1");
    }
    tabs.find((tab) => tab.name === name)?.shown?.();
    changed(name);
  };
  for (const { name, words, element: content } of tabs) {
    const tab = button(words, { class: "sw-tab", role: "tab", on: { click: () => show(name) } });
    const panel = h("div", {
      class: `sw-tab-panel sw-panel-${name}`,
      role: "tabpanel",
      "aria-label": words,
      hidden: true,
    });
    panel.append(content);
    bar.append(tab);
    element.append(panel);
    buttons.set(name, tab);
    panels.set(name, panel);
  }
  bar.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const at = tabs.findIndex((tab) => buttons.get(tab.name) === event.target);
    const to = by && at >= 0 ? tabs[(at + by + tabs.length) % tabs.length] : undefined;
    if (!to) return;
    show(to.name);
    buttons.get(to.name)?.focus();
    event.preventDefault();
    event.stopPropagation();
  });
  return { element, buttons, show, shown: () => shown };
}
