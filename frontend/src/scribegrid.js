// Threats to choose from: a physical card is found by its icons, so they stand in groups by what they ask for.

import { makeCard, paintCard } from "./cards";
import { button, h, setAttr, setText, spoken } from "./dom";
import { iconInline, iconName } from "./icons";
import { t } from "./telling";
import { cardWords } from "./words";

/** What a card of the row asks for, as the name of its group. */
function askedBy(game, id) {
  const card = game.cards?.[id];
  if (card?.kind === "relic") return "relic";
  const icons = card?.icons ?? [];
  return icons.length > 1 ? "either" : `${icons[0]}${card.count > 1 ? `*${card.count}` : ""}`;
}

function groupTitle(game, id) {
  const card = game.cards?.[id];
  if (card?.kind === "relic") return [iconInline("relic"), h("span", { text: iconName("relic") })];
  if (card.icons.length > 1) return [h("span", { text: t("scribe.group.either") })];
  const often = card.count > 1 ? ` x${card.count}` : "";
  return [iconInline(card.icons[0]), h("span", { text: `${iconName(card.icons[0])}${often}` })];
}

/** Touch cards in the order in which they lie; touch one again to take it away. */
export function threatGrid(game, cards, done) {
  const chosen = [];
  const line = h("ol", { class: "sw-scribe-chosen", "aria-label": t("scribe.chosen") });
  const tell = button(t("scribe.row.tell"), {
    class: "sw-button sw-primary",
    disabled: true,
    on: { click: () => done(chosen) },
  });
  const keys = new Map();
  const paint = () => {
    line.replaceChildren(...chosen.map((id) => h("li", {}, paintCard(makeCard(game, id), game, id))));
    if (!chosen.length) line.append(h("li", { class: "sw-hint", text: t("scribe.chosen.none") }));
    setAttr(tell, "disabled", chosen.length === 0);
    for (const [id, key] of keys) {
      const place = chosen.indexOf(id);
      setAttr(key, "aria-pressed", String(place >= 0));
      setText(key.lastChild, place >= 0 ? String(place + 1) : "");
    }
  };
  const groups = new Map();
  for (const id of cards) {
    const name = askedBy(game, id);
    groups.set(name, [...(groups.get(name) ?? []), id]);
  }
  const lists = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, ids]) =>
      h(
        "div",
        { class: "sw-scribe-group" },
        h("p", { class: "sw-scribe-asks" }, ...groupTitle(game, ids[0])),
        h(
          "div",
          { class: "sw-scribe-keys" },
          ...ids.map((id) =>
            keys
              .set(
                id,
                threatKey(game, id, () => {
                  if (chosen.includes(id)) chosen.splice(chosen.indexOf(id), 1);
                  else chosen.push(id);
                  paint();
                }),
              )
              .get(id),
          ),
        ),
      ),
    );
  paint();
  return h(
    "div",
    { class: "sw-scribe-part" },
    line,
    h("div", { class: "sw-scribe-groups" }, ...lists),
    h("div", { class: "sw-line" }, tell),
  );
}

function threatKey(game, id, act) {
  const card = game.cards?.[id];
  const several = (card?.icons?.length ?? 0) > 1;
  return h(
    "button",
    {
      type: "button",
      class: "sw-scribe-key",
      title: cardWords(game, id),
      "data-threat": id,
      "aria-pressed": "false",
      "data-locking": card?.locking ? "true" : null,
      on: { click: act },
    },
    h("span", { text: id }),
    ...(several ? card.icons.map((icon) => iconInline(icon, false)) : []),
    card?.locking ? h("span", { class: "sw-scribe-lock", text: t("scribe.locks") }) : null,
    spoken(cardWords(game, id)),
    h("b", { class: "sw-scribe-number", "aria-hidden": "true" }),
  );
}
