// Making and patching elements. Text from a replay only ever becomes a text node; nothing here takes HTML.

const SVG_NAMES = "http://www.w3.org/2000/svg";

export type Child = Node | string | null | undefined;

/** Attributes by name, besides `text`, the text content, and `on`, listeners by event type. */
export interface Props {
  text?: string;
  // A listener names the event that it expects, as `addEventListener` allows for known types.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  on?: Record<string, (event: any) => unknown>;
  [attribute: string]: unknown;
}

function applyProps<E extends Element>(element: E, { text, on, ...attributes }: Props): E {
  if (text !== undefined) element.textContent = text;
  for (const [type, act] of Object.entries(on ?? {})) element.addEventListener(type, act);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  return element;
}

function present(children: Child[]): (Node | string)[] {
  return children.filter((child) => child !== null && child !== undefined);
}

/** An HTML element: h("p", {class: "x", text: "y", on: {click: f}}, child, ...). */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = applyProps(document.createElement(tag), props);
  element.append(...present(children));
  return element;
}

/** The same for SVG. */
export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = applyProps(document.createElementNS(SVG_NAMES, tag), props);
  element.append(...present(children));
  return element;
}

export function button(text: string, props: Props = {}, ...children: Child[]): HTMLButtonElement {
  return h(
    "button",
    { type: "button", class: "sw-button", ...props },
    ...children,
    text === "" ? null : text,
  );
}

/** An element with what was painted on it last. */
export type Painted = HTMLElement & { swState?: string; swCount?: number };

/** Setters that leave the DOM alone where nothing changes, so that a step touches only what moved. */
export function setText(element: Node, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function setAttr(element: Element, name: string, value: unknown): void {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else {
    const text = value === true ? "" : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

export function setHidden(element: HTMLElement, hidden: boolean): void {
  if (element.hidden !== hidden) element.hidden = hidden;
}

type Key = string | number;

const keyedChildren = new WeakMap<Element, Map<Key, Element>>();

/**
 * Makes the children of `parent` those of `items`, in order, keeping the element of each key.
 * make(item) gives a new element; update(element, item, index) patches one.
 */
export function keyed<T, E extends Element>(
  parent: Element,
  items: readonly T[],
  keyOf: (item: T, index: number) => Key,
  make: (item: T, index: number) => E,
  update?: (element: E, item: T, index: number) => void,
): void {
  const before = (keyedChildren.get(parent) ?? new Map()) as Map<Key, E>;
  const after = new Map<Key, E>();
  items.forEach((item, index) => {
    const key = keyOf(item, index);
    const element = before.get(key) ?? make(item, index);
    after.set(key, element);
    update?.(element, item, index);
  });
  for (const [key, element] of before) if (!after.has(key)) element.remove();
  let place = parent.firstChild;
  for (const element of after.values()) {
    if (element === place) place = place.nextSibling;
    else parent.insertBefore(element, place);
  }
  keyedChildren.set(parent, after);
}

/** A hidden sentence for screen readers. */
export function spoken(text = ""): HTMLSpanElement {
  return h("span", { class: "sw-spoken", text });
}

export function reducedMotion(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
