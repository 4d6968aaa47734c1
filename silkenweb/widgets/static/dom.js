// Making and patching elements. Text from a replay only ever becomes a text node; nothing here takes HTML.

const SVG_NAMES = "http://www.w3.org/2000/svg";

function applyProps(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") element.textContent = value;
    else if (name === "on") for (const [type, act] of Object.entries(value)) element.addEventListener(type, act);
    else element.setAttribute(name, value === true ? "" : value);
  }
  return element;
}

/** An HTML element: h("p", {class: "x", text: "y", on: {click: f}}, child, ...). */
function h(tag, props = {}, ...children) {
  const element = applyProps(document.createElement(tag), props);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** The same for SVG. */
function s(tag, props = {}, ...children) {
  const element = applyProps(document.createElementNS(SVG_NAMES, tag), props);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function button(text, props = {}, ...children) {
  return h("button", { type: "button", class: "sw-button", ...props }, ...children, text === "" ? null : text);
}

/** Setters that leave the DOM alone where nothing changes, so that a step touches only what moved. */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function setAttr(element, name, value) {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else {
    const text = value === true ? "" : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

function setHidden(element, hidden) {
  if (element.hidden !== hidden) element.hidden = hidden;
}

const keyedChildren = new WeakMap();

/**
 * Makes the children of `parent` those of `items`, in order, keeping the element of each key.
 * make(item) gives a new element; update(element, item, index) patches one.
 */
function keyed(parent, items, keyOf, make, update) {
  const before = keyedChildren.get(parent) ?? new Map();
  const after = new Map();
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
function spoken(text = "") {
  return h("span", { class: "sw-spoken", text });
}

function reducedMotion() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function clamp(value, low, high) {
  return Math.min(high, Math.max(low, value));
}
