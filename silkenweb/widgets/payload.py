"""The data sent to the browser: plain dicts made from a replay, through a lens.

A lens is `all`, `seat:N` (as seat N sees it) or `infer:N` (the same, with what N could infer). Through a
seat's lens, nothing leaves Python that the seat cannot know: positions are Views, moves and events are as the
seat saw them, and comments of the file are left out, since people write about hidden hands in comments.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from silkenweb import arguments
from silkenweb.edition import Edition, Equipment, Threat
from silkenweb.edition.provenance import SOURCES, Provenance
from silkenweb.errors import SilkenwebError, quote
from silkenweb.game.choice import move_words
from silkenweb.game.view import seen_events, seen_move
from silkenweb.replay import Node, Replay
from silkenweb.replay.assumed import assumed, guessed_in, sight_of
from silkenweb.replay.game_record import Place, node_of
from silkenweb.study.chances import HandChances, hand_chances
from silkenweb.text import Words, sentence
from silkenweb.text.refusals import refused

ALL, EVERYTHING = "all", "everything"
MAX_SHOWN = 20_000  # nodes; the browser has a position for each


def check_size(nodes: int) -> None:
    """Raise SilkenwebError if this is more nodes than a browser gets."""
    if nodes > MAX_SHOWN:
        raise refused("size", most=f"{MAX_SHOWN:,}", nodes=f"{nodes:,}")


class Lens:
    """What the browser sees. `viewer` is the seat that looks, or None if everything is visible."""

    def __init__(self, name: str, players: int) -> None:
        """Create the lens with a name that `lens_of` returns. Raises SilkenwebError for any other name."""
        kind, _, seat = name.partition(":")
        known = name == ALL or (kind in ("seat", "infer") and seat in map(str, range(players)))
        if not known:
            offered = ", ".join(lens_names(players))
            raise refused("lens.none", found=quote(name), known=offered)
        self.name = name
        self.viewer = None if name == ALL else int(seat)
        self.infers = kind == "infer"


def lens_of(value: str | int, characters: Sequence[str], name: str = "lens") -> str:
    """Return the name of a lens given as an argument.

    A seat means what it sees, a character means its seat, and `everything` is the same as `all`.

    >>> lens_of("wukong", ["bajie", "wukong"]), lens_of(0, ["bajie"]), lens_of("infer:bajie", ["bajie"])
    ('seat:1', 'seat:0', 'infer:0')
    """
    if not isinstance(value, str):
        return f"seat:{arguments.seat(value, characters, name)}"
    if value == EVERYTHING:
        return ALL
    kind, colon, seat = value.rpartition(":")
    if seat not in characters:
        return value
    return f"{kind if colon else 'seat'}:{characters.index(seat)}"


def lens_names(players: int) -> list[str]:
    """Return the names of all lenses of a game, `all` first."""
    seats = range(players)
    return [ALL, *(f"seat:{seat}" for seat in seats), *(f"infer:{seat}" for seat in seats)]


def game(
    replay: Replay, lens: Lens, words: Words, *, lenses: list[str], kernel: bool, bots: Iterable[str] = ()
) -> dict[str, Any]:
    """Return what does not change while the lens stays the same: cards, levels, seats, lenses and bots."""
    edition = replay.edition
    title = replay.meta.get("title")
    return {
        "seats": [
            {
                "character": seat.character,
                "name": words.character(edition, seat.character),
                "ability": edition.characters[seat.character].effect,
                "player": seat.name,
            }
            for seat in replay.players
        ],
        "cards": cards(edition),
        "levels": [_level(edition, level.level) for level in edition.levels],
        "reputation": [
            {"least": r.least, "most": r.most, "title": words.of_edition(r.title)} for r in edition.reputation
        ],
        "edition": {"name": edition.name, "title": words.of_edition(edition.title)},
        "sources": _sources(replay, words),
        "title": title if isinstance(title, str) else None,
        "lens": lens.name,
        "lenses": lenses,
        "kernel": kernel,
        "bots": list(bots),
    }


def _sources(replay: Replay, words: Words) -> list[dict[str, Any]]:
    """Return where the values come from; `what` names the values that share a source and a note."""
    edition = replay.edition
    asked = [*edition.cards, *(f"levels.{level.level}" for level in edition.levels)]
    asked += [f"{key}.{what}" for key in replay.characters for what in ("ability", "seniority")]
    asked += ["blessings", "reputation"]
    groups: dict[Provenance, list[str]] = {}
    for what in asked:
        groups.setdefault(edition.provenance(what), []).append(what)
    return [
        {
            "source": found.source,
            "words": words.of_edition(found.words),
            "note": words.of_edition(found.note),
            "what": what,
        }
        for found, what in sorted(groups.items(), key=lambda group: SOURCES.index(group[0].source))
    ]


def cards(edition: Edition) -> dict[str, dict[str, Any]]:
    """Return what a browser needs to draw each card of an edition, by its id."""
    return {key: {**_card(edition, key), "source": edition.provenance(key).source} for key in edition.cards}


def _card(edition: Edition, key: str) -> dict[str, Any]:
    card = edition.cards[key]
    if isinstance(card, Equipment):
        return {"kind": "equipment", "owner": card.owner, "faces": list(card.faces)}
    if isinstance(card, Threat):
        return {"kind": "threat", "icons": list(card.icons), "count": card.count, "locking": card.locking}
    return {"kind": "relic"}


def _level(edition: Edition, number: int) -> dict[str, Any]:
    level = edition.levels[number - 1]
    return {
        "level": number,
        "draw": level.draw,
        "discard": level.discard,
        "segments": [{"icons": list(segment.icons), "count": segment.count} for segment in level.segments],
        "source": edition.provenance(f"levels.{number}").source,
    }


def shown(replay: Replay, viewer: int | None, branches: bool = True) -> Iterator[Node]:
    """Iterate over the nodes that may be shown, the recorded line first, each after its parent.

    A seat's lens leaves out alternatives that begin with another player's decision, with everything after
    them, since they reveal that player's cards.
    """
    yield replay.root
    yield from replay.main_line()
    if not branches:
        return
    left_out: set[Node] = set()
    for node in replay.nodes():
        if node.recorded:
            continue
        if node.parent in left_out or _reveals_another(node, viewer):
            left_out.add(node)
        else:
            yield node


def may_show(node: Node, viewer: int | None) -> bool:
    """Return whether `shown` includes this node."""
    at: Node | None = node
    while at is not None and not at.recorded:
        if _reveals_another(at, viewer):
            return False
        at = at.parent
    return True


def find(replay: Replay, place: Place, viewer: int | None) -> Node:
    """Return the node of an argument `at`. Raises ReplayError or IllegalMove if there is none.

    For a seat, the error is the same SilkenwebError whether the node does not exist or is hidden from it.
    """
    if viewer is None or not isinstance(place, str):
        return node_of(replay, place, "at")
    try:
        node: Node | None = node_of(replay, place, "at")
    except SilkenwebError:
        node = None
    if node is None or not may_show(node, viewer):
        expected = f"the path of a node that seat {viewer} can see, as in 12 or 12/1/3"
        raise SilkenwebError(f"expected {expected}, found {quote(place)}")
    return node


def _reveals_another(node: Node, viewer: int | None) -> bool:
    """Return whether an alternative begins here with another player's decision."""
    begins = node.parent is not None and node.parent.next is not node
    return begins and viewer is not None and node.seat not in (None, viewer)


def node(at: Node, lens: Lens, words: Words) -> dict[str, Any]:
    """Return the data of a node that no edit of the tree changes."""
    viewer = lens.viewer
    sent: dict[str, Any] = {"move": _move(at, viewer)}
    if at.deal is not None:
        sent["deal"] = True
    if viewer is None:
        sent["text"] = at.position.text
    else:
        sent["text"] = at.view(viewer).text
    sent["say"] = sentences(words, at, viewer)
    if viewer in (None, at.seat) and guessed_in(at):
        sent["say"] = [*sent["say"], words("assumed.decision")]
    if assumed(at) is not None and (cards := sight_of(at, viewer).assumed):
        sent["assumed"] = sorted(cards)
    if lens.infers and viewer is not None:
        sent["infer"] = _inferred(at, viewer)
    return sent


def _move(at: Node, viewer: int | None) -> str | None:
    if at.move is None:
        return None
    seat = at.seat
    assert seat is not None
    return str(at.move if viewer is None else seen_move(at.move, seat, viewer))


def _inferred(at: Node, viewer: int) -> dict[str, Any]:
    found = hand_chances(at.view(viewer), at.seen(viewer))
    return {str(seat): _rounded(chances) for seat, chances in found.items()}


def _rounded(chances: HandChances) -> dict[str, Any]:
    """Return chances rounded to a tenth of a percent, the precision shown."""
    return {
        "card": {icon: round(chance, 3) for icon, chance in chances.card.items() if chance},
        "some": {icon: round(chance, 3) for icon, chance in chances.some.items() if chance},
        "known": list(chances.known),
        "unseen": list(chances.unseen),
    }


def notes(at: Node) -> dict[str, str]:
    """Return the `comment` and `glyph` of a node, if it has them."""
    texts = {"comment": at.comment, "glyph": at.glyph}
    return {key: text for key, text in texts.items() if text}


def legal(at: Node, lens: Lens, words: Words) -> list[dict[str, str]]:
    """Return the legal moves after a node with their words, if the lens may know them."""
    position = at.position
    if lens.viewer is not None and position.seat != lens.viewer:
        return []
    state = position.state
    return [{"text": str(move), "words": move_words(words, state, move)} for move in position.legal_moves()]


NOBODY = -1
"""The viewer who sees only what all see."""


def sentences(words: Words, node: Node, viewer: int | None = None) -> list[str]:
    """Return what happened as a node was decided or dealt, one sentence per event.

    The sentences are as the seat `viewer` saw it, as all saw it (NOBODY), or with all cards visible (None).
    """
    if node.parent is None:
        return []
    events = node.events if viewer is None else seen_events(node.events, viewer)
    scene = node.parent.state.scene(words)
    return [sentence(event, scene) for event in events]
