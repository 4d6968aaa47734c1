// Keeps and turns, entered by touching a player's cards and then what they were for.

import { makeCard, paintCard } from "./cards";
import { button, h, setAttr, setText } from "./dom";
import type { Position } from "./notation";
import type { Game } from "./protocol";
import type { Asked, Desk, Tell } from "./scribe_desk";
import { t } from "./telling";
import { cardLabel, cardWords, possessive, seatName } from "./words";

/** A player's cards with both faces; a touch calls `act`. */
function ownCards(game: Game, cards: readonly string[], label: string, act: (id: string) => void) {
  const list = h("ul", { class: "sw-scribe-own", "aria-label": label });
  const faces = new Map<string, HTMLElement>();
  for (const id of cards) {
    const card = paintCard(makeCard(game, id), game, id);
    const key = h(
      "button",
      {
        type: "button",
        class: "sw-scribe-card",
        "data-own": id,
        "aria-pressed": "false",
        "aria-label": card.title,
        on: { click: () => act(id) },
      },
      card,
      h("span", { class: "sw-scribe-said" }),
    );
    card.setAttribute("aria-hidden", "true");
    faces.set(id, key);
    list.append(h("li", {}, key));
  }
  const mark = (id: string, words: string) => {
    const key = faces.get(id);
    if (!key) return;
    setAttr(key, "aria-pressed", String(Boolean(words)));
    if (key.lastChild) setText(key.lastChild, words);
    setAttr(key, "aria-label", words ? `${cardWords(game, id)}: ${words}` : cardWords(game, id));
  };
  return { list, mark };
}

export type Sign = "-" | "^";

/** A touch puts a card away as `sign` says; a second one keeps it after all. */
export function putAway(laid: Map<string, Sign>, id: string, sign: Sign): void {
  if (laid.get(id) === sign) laid.delete(id);
  else laid.set(id, sign);
}

/** The fact that says which cards a player put away: `keep wujing ~ -WJ1 ^WJ4?`. */
export function keepText(character: string, turned: string, laid: ReadonlyMap<string, Sign>): string {
  const cards = [...laid].map(([id, sign]) => `${sign}${id}${sign === "^" ? "?" : ""}`);
  return ["keep", character, turned, ...cards].filter(Boolean).join(" ");
}

/** Which cards a player put away: discarded, or for a player who may store, one of two piles. */
export function keepForm(game: Game, asked: Asked, tell: Tell): HTMLElement {
  const laid = new Map<string, Sign>();
  const seat = asked.seat ?? 0;
  const needed = asked.count ?? 0;
  const said = { "-": t("scribe.keep.discarded"), "^": t("scribe.keep.stored") };
  let sign: Sign = "-";
  const count = h("p", { class: "sw-scribe-count", "aria-live": "polite" });
  const turned = rotatedChoice();
  const own = ownCards(game, asked.cards ?? [], possessive(seatName(game, seat)), (id) => {
    putAway(laid, id, sign);
    const now = laid.get(id);
    own.mark(id, now ? said[now] : "");
    paint();
  });
  const piles = asked.stores ? (["-", "^"] as const).map((each) => pileButton(each)) : [];
  function pileButton(each: Sign): HTMLButtonElement {
    const act = () => {
      sign = each;
      paint();
    };
    return button("", { "data-pile-sign": each, on: { click: act } });
  }
  const done = () => tell([keepText(game.seats?.[seat]?.character ?? "", turned.value, laid)]);
  const send = button(t("scribe.keep.tell"), { class: "sw-button sw-primary", on: { click: done } });
  const paint = () => {
    setText(count, t("scribe.keep.count", { entered: laid.size, needed }));
    setAttr(count, "data-complete", laid.size === needed ? "true" : null);
    setAttr(send, "disabled", laid.size > needed);
    for (const pile of piles) {
      const each = pile.dataset.pileSign as Sign;
      const number = [...laid.values()].filter((one) => one === each).length;
      setText(pile, t(each === "^" ? "choose.put.store" : "choose.put.discard", { count: number }));
      setAttr(pile, "aria-pressed", String(each === sign));
    }
  };
  paint();
  const hint = t(asked.stores ? "scribe.keep.hint.stores" : "scribe.keep.hint", { count: needed });
  return h(
    "div",
    { class: "sw-scribe-part" },
    h("p", { class: "sw-hint", text: hint }),
    piles.length ? h("div", { class: "sw-line", role: "group", "aria-label": hint }, ...piles) : null,
    own.list,
    h("div", { class: "sw-line" }, count, turned, send),
  );
}

function rotatedChoice(): HTMLSelectElement {
  const option = (value: string, words: string) => h("option", { value, text: words });
  return h(
    "select",
    { class: "sw-select", "aria-label": t("scribe.keep.rotated") },
    option("", t("scribe.keep.rotated.unknown")),
    option("=", t("scribe.keep.rotated.no")),
    option("~", t("scribe.keep.rotated.yes")),
  );
}

function targetWords(game: Game, position: Position): [target: string, words: string][] {
  const row = position.row.map(({ id }): [string, string] => [id, cardLabel(game, id)]);
  const [first, second] = position.row;
  if (first && second) {
    const words = t("scribe.both", { first: first.id, second: second.id });
    row.push([`${first.id}+${second.id}`, words]);
  }
  const { spirit } = position;
  if (spirit && spirit.resolved < spirit.segments) row.push(["spirit", t("row.spirit")]);
  return row;
}

/** A turn: a card and then its target; or a Rest, an end, or one of the other moves. */
export function turnForm(game: Game, desk: Desk, position: Position, tell: Tell): HTMLElement {
  const cards = desk.asked.cards ?? [];
  let picked: string | null = null;
  const targets = h("div", { class: "sw-scribe-targets", role: "group", "aria-label": t("scribe.target") });
  const whose = possessive(seatName(game, desk.asked.seat ?? 0));
  const own = ownCards(game, cards, whose, (id) => {
    if (picked) own.mark(picked, "");
    picked = picked === id ? null : id;
    if (picked) own.mark(id, t("scribe.played"));
    paint();
  });
  const target = (card: string, onto: string, words: string) =>
    button(words, { "data-onto": onto, on: { click: () => tell([`play ${card}>${onto}`]) } });
  const paint = () => {
    const card = picked;
    const hint = h("span", { class: "sw-hint", text: t(cards.length ? "scribe.pick" : "scribe.none") });
    const shown = card
      ? targetWords(game, position).map(([onto, words]) => target(card, onto, words))
      : [hint];
    targets.replaceChildren(...shown);
  };
  paint();
  const plain = (words: string, text: string) => button(words, { on: { click: () => tell([text]) } });
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

function otherMoves(desk: Desk, tell: Tell): HTMLElement | null {
  if (!desk.moves.length) return null;
  const act = (event: Event & { target: HTMLSelectElement }) => {
    if (event.target.value) tell([event.target.value]);
  };
  return h(
    "select",
    { class: "sw-select", "aria-label": t("scribe.other"), on: { change: act } },
    h("option", { value: "", text: t("scribe.other") }),
    ...desk.moves.map(({ text, words }) => h("option", { value: text, text: words ?? text })),
  );
}

export function rotateForm(tell: Tell): HTMLElement {
  const plain = (words: string, text: string) => button(words, { on: { click: () => tell([text]) } });
  return h(
    "div",
    { class: "sw-line" },
    plain(t("scribe.rotate.yes"), "rotate"),
    plain(t("scribe.rotate.no"), "hold"),
    plain(t("scribe.rotate.unknown"), "rotate ?"),
  );
}
