// The project's own icons: line drawings in a 24 x 24 box, one stroke weight, the colour of the text.
// Each has a letter as a second sign, so that nothing hangs on shape or colour alone.

const ICONS = {
  combat: { letter: "C", name: "Combat", paths: [
    "M20 4 19 8.6 11 16.2 7.8 13 15.4 5Z", "M5.4 12.4 11.6 18.6", "M8 16 4.2 19.8"] },
  combat2: { letter: "2", name: "Combat x2", paths: [
    "M4 4 16.6 16.6", "M20 4 7.4 16.6", "M13.6 19.4 19.4 13.6", "M10.4 19.4 4.6 13.6",
    "M16.6 16.6 20.4 20.4", "M7.4 16.6 3.6 20.4"] },
  ranged: { letter: "R", name: "Ranged Combat", paths: [
    "M8 2.8C19.5 6.5 19.5 17.5 8 21.2", "M8 2.8V21.2", "M2.8 12H21", "M17.8 8.8 21 12 17.8 15.2"] },
  web: { letter: "W", name: "Web", paths: [
    "M12 2.5V21.5", "M3.8 7.2 20.2 16.8", "M20.2 7.2 3.8 16.8",
    "M12 5.2Q13.6 8.4 17.9 8.6 16 12 17.9 15.4 13.6 15.6 12 18.8 10.4 15.6 6.1 15.4 8 12 6.1 8.6 10.4 8.4 12 5.2Z"] },
  door: { letter: "D", name: "Door", paths: [
    "M5 21V10.5C5 6 8 3 12 3S19 6 19 10.5V21Z", "M9.6 3.8V21", "M14.4 3.8V21", "M5 13H19"] },
  fire: { letter: "F", name: "Fire", paths: [
    "M12.4 2.8C13 7 18.4 9.4 18.4 15.2A6.4 6.2 0 0 1 5.6 15.2C5.6 12 7.8 10.8 8.2 7.8 9.9 8.8 10.4 10 10.4 11.4 12.4 9.2 13 6.2 12.4 2.8Z",
    "M12 21.2C9.6 19.6 9.8 17.4 12 15.2 14.2 17.4 14.4 19.6 12 21.2Z"] },
  relic: { letter: "\u2605", name: "Relic", paths: [
    "M12 2.8A9.2 9.2 0 1 1 11.99 2.8Z", "M12 8.6A3.4 3.4 0 1 1 11.99 8.6Z", "M5.2 8.4 8 9.8", "M16 14.2 18.8 15.6"] },
  lock: { letter: "", name: "Locking", paths: ["M4 4 20 20", "M20 4 4 20"] },
  spider: { letter: "", name: "Spider Spirit", paths: [
    "M12 9A4 4.6 0 1 1 11.99 9Z", "M12 5A2 2 0 1 1 11.99 5Z", "M8.6 11.5 4 9 3 5", "M15.4 11.5 20 9 21 5",
    "M8.2 15 3.6 17 3 21", "M15.8 15 20.4 17 21 21"] },
  blessing: { letter: "", name: "Blessing", paths: [
    "M12 20C6 17 3.5 13.5 3.5 10 7 10 9 11 12 15 15 11 17 10 20.5 10 20.5 13.5 18 17 12 20Z",
    "M12 15C8.8 11 9 7 12 3.5 15 7 15.2 11 12 15Z"] },
  marker: { letter: "", name: "Tang Sanzang's marker", paths: ["M12 21.5 6 12.4A7 7 0 1 1 18 12.4Z", "M12 6.4A2.2 2.2 0 1 1 11.99 6.4Z"] },
};

// Small marks by which seats are told apart: a monk's crown, a circlet, a rake, a spade, a horse's head.
const MARKS = {
  tang: ["M4.5 17.5V9L8.2 12 12 4.5 15.8 12 19.5 9V17.5Z", "M4.5 20.8H19.5"],
  wukong: ["M12 6.4A6.6 7 0 1 1 11.99 6.4Z", "M5.6 12H18.4", "M5.4 14.6A2.4 2.4 0 1 1 4.6 10.2", "M18.6 14.6A2.4 2.4 0 1 0 19.4 10.2", "M9.4 3 12 6.4 14.6 3"],
  bajie: ["M12 8V21.5", "M3.5 8H20.5", "M3.5 8V3", "M9.2 8V3", "M14.8 8V3", "M20.5 8V3"],
  wujing: ["M12 9V21.5", "M4.5 2.8C4.5 11.5 19.5 11.5 19.5 2.8 16.5 7.6 7.5 7.6 4.5 2.8Z", "M8 21.2H16"],
  bailoong: ["M6.5 21.2C7 16.6 10.4 15.8 10.6 12.4L6.4 13.8 3.8 10.8 9.8 6 10.8 2.8 13 5.2C18.4 6.4 19.4 13 17.8 21.2Z", "M11.6 8.6V9"],
};

function iconLetter(name) {
  return ICONS[name]?.letter ?? "?";
}

function iconName(name) {
  return ICONS[name]?.name ?? name;
}

function drawPaths(paths) {
  return paths.map((d) => s("path", { d }));
}

/** The drawing of one icon as an SVG group in a box of 24 x 24, in its own colour. */
function iconGroup(name, transform) {
  return s("g", { class: `sw-ink sw-ink-${ICONS[name] ? name : "other"}`, transform }, ...drawPaths(ICONS[name]?.paths ?? []));
}

/** An icon with its letter, for running text and buttons. Hidden from screen readers: say it in words. */
function iconInline(name, withLetter = true) {
  const letter = withLetter ? iconLetter(name) : "";
  return h("span", { class: `sw-icon sw-tone-${ICONS[name] ? name : "other"}`, "aria-hidden": "true" },
    s("svg", { viewBox: "0 0 24 24" }, iconGroup(name)), letter ? h("b", { text: letter }) : null);
}

function markGroup(character, transform) {
  const paths = MARKS[character];
  if (paths) return s("g", { class: "sw-ink", transform }, ...drawPaths(paths));
  return s("g", { transform }, s("text", { x: 12, y: 18, class: "sw-initial", text: (character ?? "?").slice(0, 1).toUpperCase() }));
}

function markInline(character) {
  return h("span", { class: "sw-mark", "aria-hidden": "true" }, s("svg", { viewBox: "0 0 24 24" }, markGroup(character)));
}
