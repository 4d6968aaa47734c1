// Keeps and turns, told by touching a player's cards and then what they were for.

import { makeCard, paintCard } from "./cards";
import { button, h, setAttr, setText } from "./dom";
import { t } from "./telling";
import { cardLabel, cardWords, possessive, seatName } from "./words";

/** A player's cards with both faces; a touch calls `act`. */
function ownCards(game, cards, label, act) {
  const list = h("ul", { class: "sw-scribe-own", "aria-label": label });
  const faces = new Map();
  for (const id of cards) {
    const card = paintCard(makeCard(game, id), game, id);
    const key = h(
      "button",
      {
        type: "button",
        class: "sw-scribe-card",
        "data-own": id,
        "aria-pressed": "false",
        on: { click: () => act(id) },
      },
      card,
      h("span", { class: "sw-scribe-said" }),
    );
    card.setAttribute("aria-hidden", "true");
    key.setAttribute("aria-label", card.title);
    faces.set(id, key);
    list.append(h("li", {}, key));
  }
  const mark = (id, words) => {
    setAttr(faces.get(id), "aria-pressed", String(Boolean(words)));
    setText(faces.get(id).lastChild, words);
    setAttr(faces.get(id), "aria-label", words ? `${cardWords(game, id)}: ${words}` : cardWords(game, id));
  };
  return { list, mark };
}

/** Which cards a player laid away: touched once discarded, twice stored where that may be. */
export function keepForm(game, asked, tell) {
  const laid = new Map();
  const who = seatName(game, asked.seat);
  const character = game.seats[asked.seat].character;
  const ways = asked.stores ? ["-", "^", null] : ["-", null];
  const said = { "-": t("scribe.keep.discarded"), "^": t("scribe.keep.stored") };
  const turned = h(
    "select",
    { class: "sw-select", "aria-label": t("scribe.keep.rotated") },
    h("option", { value: "", text: t("scribe.keep.rotated.unknown") }),
    h("option", { value: "=", text: t("scribe.keep.rotated.no") }),
    h("option", { value: "~", text: t("scribe.keep.rotated.yes") }),
  );
  const own = ownCards(game, asked.cards, possessive(who), (id) => {
    const way = ways[ways.indexOf(laid.get(id) ?? null) + 1] ?? ways[0];
    const next = laid.has(id) ? ways[(ways.indexOf(laid.get(id)) + 1) % ways.length] : way;
    if (next) laid.set(id, next);
    else laid.delete(id);
    own.mark(id, next ? said[next] : "");
  });
  const send = () =>
    tell([
      [
        "keep",
        character,
        turned.value,
        ...[...laid].map(([id, way]) => `${way}${id}${way === "^" ? "?" : ""}`),
      ]
        .filter(Boolean)
        .join(" "),
    ]);
  return h(
    "div",
    { class: "sw-scribe-part" },
    h("p", {
      class: "sw-hint",
      text: t(asked.stores ? "scribe.keep.hint.stores" : "scribe.keep.hint", { count: asked.count }),
    }),
    own.list,
    h(
      "div",
      { class: "sw-line" },
      turned,
      button(t("scribe.keep.tell"), { class: "sw-button sw-primary", on: { click: send } }),
    ),
  );
}

function targetWords(game, position) {
  const row = position.row.map(({ id }) => [id, cardLabel(game, id)]);
  if (position.row.length > 1) {
    const [a, b] = position.row;
    row.push([`${a.id}+${b.id}`, t("scribe.both", { first: a.id, second: b.id })]);
  }
  if (position.spirit && position.spirit.resolved < position.spirit.segments)
    row.push(["spirit", t("row.spirit")]);
  return row;
}

/** A turn: a card and then its target; or a Rest, an end, or one of the other moves. */
export function turnForm(game, desk, position, tell) {
  const { asked } = desk;
  let picked = null;
  const targets = h("div", { class: "sw-scribe-targets", role: "group", "aria-label": t("scribe.target") });
  const own = ownCards(game, asked.cards, possessive(seatName(game, asked.seat)), (id) => {
    if (picked) own.mark(picked, "");
    picked = picked === id ? null : id;
    if (picked) own.mark(id, t("scribe.played"));
    paint();
  });
  const paint = () =>
    targets.replaceChildren(
      ...(picked
        ? targetWords(game, position).map(([target, words]) =>
            button(words, {
              class: "sw-button",
              "data-onto": target,
              on: { click: () => tell([`play ${picked}>${target}`]) },
            }),
          )
        : [h("span", { class: "sw-hint", text: t(asked.cards.length ? "scribe.pick" : "scribe.none") })]),
    );
  paint();
  const plain = (words, text) => button(words, { class: "sw-button", on: { click: () => tell([text]) } });
  const rests = [
    plain(t("scribe.rest"), "rest"),
    plain(t("scribe.rest.rotating"), "rest ~"),
    plain(t("scribe.rest.unknown"), "rest ?"),
  ];
  return h(
    "div",
    { class: "sw-scribe-part" },
    own.list,
    targets,
    h(
      "div",
      { class: "sw-line" },
      ...(position.turn.played ? [plain(t("scribe.end"), "end")] : rests),
      otherMoves(desk, tell),
    ),
  );
}

function otherMoves(desk, tell) {
  if (!desk.moves.length) return null;
  return h(
    "select",
    {
      class: "sw-select",
      "aria-label": t("scribe.other"),
      on: {
        change: (event) => {
          if (event.target.value) tell([event.target.value]);
        },
      },
    },
    h("option", { value: "", text: t("scribe.other") }),
    ...desk.moves.map(({ text, words }) => h("option", { value: text, text: words })),
  );
}

export function rotateForm(tell) {
  const plain = (words, text) => button(words, { class: "sw-button", on: { click: () => tell([text]) } });
  return h(
    "div",
    { class: "sw-line" },
    plain(t("scribe.rotate.yes"), "rotate"),
    plain(t("scribe.rotate.no"), "hold"),
    plain(t("scribe.rotate.unknown"), "rotate ?"),
  );
}
