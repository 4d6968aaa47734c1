// The buttons of the strip, and above them a sheet with what an ability or the marker can choose from.

import { submit } from "./acting";
import { makeCard, paintCard } from "./cards";
import type { Acting, Choice, Offer, OfferedMove } from "./choice";
import { button, h, setAttr, setHidden } from "./dom";
import { dealNext } from "./hub";
import { iconInline, iconLetter, iconName, markInline } from "./icons";
import { bareCard, choiceButtons } from "./legal";
import { t } from "./telling";
import { cardWords, characterName } from "./words";

export function paintOffers(acting: Acting): void {
  // The main one comes first: where the strip has no room for all of them, it is in sight.
  const offers = offersOf(acting).sort((a, b) => Number(b.primary ?? false) - Number(a.primary ?? false));
  const onSheet = (offer: Offer) => !acting.confirming && (offer.pick ?? offer.character) !== undefined;
  acting.bar.replaceChildren(
    ...offers.filter((offer) => !onSheet(offer)).map((offer) => offerButton(acting, offer)),
  );
  paintSheet(acting, offers.filter(onSheet));
}

function offersOf(acting: Acting): Offer[] {
  const { choice, confirming, view } = acting;
  const extra = view.extra?.(choice) ?? [];
  if (!choice) return extra;
  if (confirming) return confirmingOffers(confirming, choiceButtons(choice, view.hub.game) as Offer[]);
  const offers = choice.position.phase === "take" ? takingOffers(choice, view.hub.game) : null;
  const found = offers ?? (choiceButtons(choice, view.hub.game) as Offer[]);
  if (choice.position.phase === "deal" && !choice.why)
    found.push({ words: t("act.deal.level", { level: choice.position.level }), deal: true, primary: true });
  return choice.mode ? found : [...found, ...extra];
}

/** A move that waits to be confirmed leaves two things to do. */
function confirmingOffers(move: OfferedMove, offers: Offer[]): Offer[] {
  const words = offers.find((offer) => offer.move === move)?.words ?? move.words;
  return [
    { words: t("choose.confirm", { words }), move, primary: true },
    { words: t("choose.cancel"), act: () => undefined },
  ];
}

/** The drawn card can be turned around on the table before it is taken; a Relic has one way up. */
function takingOffers(choice: Choice, game: Parameters<typeof cardWords>[0]): Offer[] | null {
  if (choice.moves.length !== 2) return null;
  const move = choice.moves.find((each) => each.text.endsWith("'") === Boolean(choice.turned));
  const card = game.cards?.[choice.position.taking ?? ""];
  if (!move || card?.kind !== "equipment") return null;
  const icon = iconName(card.faces[choice.turned ? 1 : 0]);
  return [
    {
      words: t("choose.turn"),
      pressed: Boolean(choice.turned),
      act: (made) => {
        made.turned = !made.turned;
      },
    },
    { words: t("choose.way", { icon }), move, primary: true },
  ];
}

function offerButton(acting: Acting, offer: Offer): HTMLButtonElement {
  return button(
    offer.words,
    {
      class: `sw-button sw-choice${offer.primary ? " sw-primary" : offer.quiet ? " sw-quiet" : ""}`,
      title: offer.title ?? offer.move?.words,
      disabled: offer.disabled,
      "aria-pressed": offer.pressed === undefined ? null : String(offer.pressed),
      "aria-keyshortcuts": offer.keys,
      "data-move": offer.move?.text,
      on: { click: (event: UIEvent) => takeOffer(acting, offer, event) },
    },
    offer.icon ? iconInline(offer.icon) : null,
  );
}

function takeOffer(acting: Acting, offer: Offer, event: UIEvent): void {
  const { choice } = acting;
  if (offer.move) return void acting.submit(offer.move.text, event);
  if (offer.ask) return void offer.ask();
  acting.confirming = null;
  if (offer.deal) return void submit(acting, (hub, node) => dealNext(hub, node));
  if (choice) offer.act?.(choice);
  acting.paint();
  const first = acting.sheet.hidden ? acting.bar : acting.sheet;
  first.querySelector("button")?.focus({ preventScroll: true });
}

// ---- The sheet ----

function paintSheet(acting: Acting, offers: Offer[]): void {
  const { sheet } = acting;
  setHidden(sheet, offers.length === 0);
  if (!offers.length) return sheet.replaceChildren();
  const icons = offers.some((offer) => offer.character !== undefined);
  setAttr(sheet, "aria-label", t(icons ? "choose.sheet.icons" : "choose.sheet.picks"));
  sheet.replaceChildren(...(icons ? iconGroups(acting, offers) : [pickGroup(acting, offers)]));
}

/** The icons of each character's sheet, which the marker can point at. */
function iconGroups(acting: Acting, offers: Offer[]): HTMLElement[] {
  const characters = [...new Set(offers.map((offer) => offer.character as string))];
  return characters.map((character) =>
    h(
      "div",
      { class: "sw-sheet-group" },
      h("span", { class: "sw-sheet-name" }, markInline(character), characterName(character)),
      ...offers
        .filter((offer) => offer.character === character)
        .map((offer) =>
          h(
            "button",
            {
              type: "button",
              class: "sw-button sw-choice sw-sheet-icon",
              title: offer.words,
              "aria-label": offer.words,
              "data-move": offer.move?.text,
              on: { click: (event: UIEvent) => takeOffer(acting, offer, event) },
            },
            iconInline(offer.icon as string, false),
            h("b", { "aria-hidden": "true", text: iconLetter(offer.icon as string) }),
          ),
        ),
    ),
  );
}

/** Cards as pictures, and players by their names. */
function pickGroup(acting: Acting, offers: Offer[]): HTMLElement {
  return h("div", { class: "sw-sheet-group" }, ...offers.map((offer) => pickButton(acting, offer)));
}

function pickButton(acting: Acting, offer: Offer): HTMLElement {
  const { game } = acting.view.hub;
  const id = bareCard(offer.pick as string) as string;
  const known = game.cards?.[id];
  const card = known ? paintCard(makeCard(game, id), game, id, offer.pick?.endsWith("'")) : null;
  card?.setAttribute("aria-hidden", "true");
  card?.removeAttribute("data-card"); // a picture, which takes no part in what happens on the table
  const mark = known || id === "spirit" ? null : markInline(id);
  return h(
    "button",
    {
      type: "button",
      class: "sw-button sw-choice sw-sheet-pick",
      title: offer.move?.words,
      "aria-pressed": offer.pressed === undefined ? null : String(offer.pressed),
      "data-move": offer.move?.text,
      on: { click: (event: UIEvent) => takeOffer(acting, offer, event) },
    },
    card ?? mark,
    h("span", { text: offer.words }),
  );
}
