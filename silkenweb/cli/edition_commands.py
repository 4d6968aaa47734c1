"""The commands for card data: `edition check` and `edition show`. Every value has its source before it."""

from __future__ import annotations

from collections.abc import Sequence

import click
from rich.text import Text

from silkenweb.cli.root import example, silkenweb
from silkenweb.cli.table_text import BOLD, DIM, behind, held, in_columns, requirement, wrap
from silkenweb.cli.terminal import Look, console, look_of, plain, say
from silkenweb.edition import Edition, Level, Relic, Threat
from silkenweb.edition import check as faults_of
from silkenweb.edition.cards import EFFECTS
from silkenweb.edition.provenance import SOURCES, Provenance
from silkenweb.text import english
from silkenweb.text.names import counted

SOURCE = 16  # columns of the word that names the source of a value


@silkenweb.group(
    epilog=example(
        "silkenweb edition show", "silkenweb edition show mine.json", "silkenweb edition check mine.json"
    )
)
def edition() -> None:
    """Check or show card data, including your own."""


@edition.command(epilog=example("silkenweb edition check mine.json"))
@click.argument("file", type=click.Path())
def check(file: str) -> int:
    """List the errors of an edition, and its differences from print.

    Exits with 1 if the edition cannot be played.
    """
    out = console()
    look = look_of(out)
    faults = faults_of(file)
    errors = [fault for fault in faults if fault.severity == "error"]
    rest = len(faults) - len(errors)
    verdict = f"{counted(len(errors), 'error')}: it cannot be played" if errors else "it can be played"
    told = f"; {counted(rest, 'difference')} from print" if rest else ""
    if not faults:
        told = "; as printed in all that is legible"
    lines = wrap(Text(f"{plain(file)}: {verdict}{told}", BOLD), look.width)
    for fault in faults:
        label = "error" if fault.severity == "error" else "differs"
        lines += behind(f"  {label}", wrap(Text(plain(str(fault))), look.width - 11), 11)
    say(out, lines)
    return 1 if errors else 0


@edition.command("show", epilog=example("silkenweb edition show", "silkenweb edition show mine.json"))
@click.argument("file", type=click.Path(), default="reconstructed")
def show_edition(file: str) -> None:
    """List the cards, levels and numbers of an edition, with the source of each."""
    out = console()
    say(out, draw_edition(Edition.load(file), look_of(out)))


def draw_edition(edition: Edition, look: Look) -> list[Text]:
    """Return an edition as lines of at most the look's width."""
    return _Listing(edition, look).lines()


class _Listing:
    """The values of an edition in sections, grouped by source."""

    def __init__(self, edition: Edition, look: Look) -> None:
        self.edition, self.look = edition, look
        self.inside = look.width - SOURCE
        self.meanings: dict[str, str] = {}  # of the sources that occur
        self.noted: set[str] = set()

    def lines(self) -> list[Text]:
        edition = self.edition
        head = wrap(Text(plain(edition.title), BOLD), self.look.width)
        head.append(Text(f"{edition.name}, version {edition.version}, sha256 {edition.sha256[:16]}", DIM))
        cards = edition.cards.values()
        threats = [card for card in cards if isinstance(card, Threat)]
        relics = [card for card in cards if isinstance(card, Relic)]
        lines = self._characters() + self._equipment()
        lines += self._section(f"{len(threats)} Threats", [(card.id, _threat(card)) for card in threats])
        lines += self._section(f"{len(relics)} Relics", [(card.id, Text(card.id)) for card in relics])
        levels = [(f"levels.{level.level}", _level(level)) for level in edition.levels]
        lines += self._section(f"{len(levels)} levels", levels) + self._numbers()
        return head + self._legend() + lines

    def _legend(self) -> list[Text]:
        lines = [Text(), Text("Where each value comes from", BOLD)]
        for source in SOURCES:
            if source in self.meanings:
                meaning = Text(plain(self.meanings[source]))
                lines += behind(f"  {source}", wrap(meaning, self.inside), SOURCE)
        return lines

    def _characters(self) -> list[Text]:
        lines = [Text(), Text(f"{len(self.edition.characters)} characters", BOLD)]
        for key, character in self.edition.characters.items():
            lines += [Text(), Text(f"  {key}", BOLD)]
            effect = EFFECTS[character.effect]
            lines += self._values([(f"{key}.name", Text(f"name: {plain(character.name)}"))])
            lines += self._values([(f"{key}.seniority", Text(f"seniority: {character.seniority}"))])
            lines += self._values([(f"{key}.ability", Text(f"ability: {effect.words}"))])
        return lines

    def _equipment(self) -> list[Text]:
        edition = self.edition
        lines: list[Text] = []
        for character in edition.characters.values():
            title = f"{plain(character.name)}, {counted(len(character.cards), 'Equipment Card')}"
            lines += self._section(
                title, [(card, held(english(), edition, card)) for card in character.cards]
            )
        return lines

    def _numbers(self) -> list[Text]:
        edition = self.edition
        blessings = [
            (f"blessings.{players}", Text(f"{players} players: {number}"))
            for players, number in edition.blessings.items()
        ]
        titles = [
            ("reputation", Text(f"{title.least}-{title.most} Relics: {plain(title.title)}"))
            for title in edition.reputation
        ]
        return self._section("Blessings", blessings) + self._section("Reputation", titles)

    def _section(self, title: str, values: Sequence[tuple[str, Text]]) -> list[Text]:
        return [Text(), Text(title, BOLD), *self._values(values)]

    def _values(self, values: Sequence[tuple[str, Text]]) -> list[Text]:
        """Return values grouped by source: each group after the name of its source, its note below."""
        groups: dict[Provenance, list[Text]] = {}
        for what, shown in values:
            groups.setdefault(self.edition.provenance(what), []).append(shown)
        lines = []
        for given in sorted(groups, key=lambda given: SOURCES.index(given.source)):
            self.meanings[given.source] = given.words
            group = groups[given]
            told = in_columns(group, self.inside) if len(group) > 1 else wrap(group[0], self.inside)
            lines += behind(f"  {given.source}", told, SOURCE)
            if given.note not in {"", *self.noted}:
                self.noted.add(given.note)
                lines += behind("", wrap(Text(plain(given.note), DIM), self.inside), SOURCE)
        return lines


def _threat(card: Threat) -> Text:
    shown = Text(f"{card.id} ") + requirement(english(), card)
    return shown.append(", locks") if card.locking else shown


def _level(level: Level) -> Text:
    shown = Text(f"level {level.level}: draw {level.draw}, discard {level.discard}")
    if level.segments:
        shown.append("; Spider Spirit: ")
        shown.append_text(Text(", ").join(requirement(english(), segment) for segment in level.segments))
    return shown
