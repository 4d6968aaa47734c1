"""Every channel through which something leaves for one seat.

A channel is a function from a game and a seat to all the text that it sends to that seat. `CHANNELS` has all
of them by name. tests/widgets/test_channels.py compares each in twin worlds, and fails if a message kind, a
synced trait, an exporter, a command with `--seat` or `--lens`, or a public name that takes one is missing.
`OPEN` names those that belong to no seat, and says why.
"""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import silkenweb as sw
from silkenweb.cli.entry import run
from silkenweb.study import acted
from silkenweb.study.puzzles.finder import promising
from silkenweb.study.review import Parameters
from silkenweb.study.review.decision import try_move
from silkenweb.study.review.evaluation import Evaluator
from silkenweb.widgets.export import page
from silkenweb.widgets.player import Player
from tests.widgets.helpers import TRAITS as PLAYER_TRAITS
from tests.widgets.helpers import Asked
from tests.widgets.seated import TRAITS as TABLE_TRAITS
from tests.widgets.test_table_hidden import ANSWERS as TABLE_REQUESTS
from tests.widgets.test_table_hidden import NEW, UNDO, told

Channel = Callable[[sw.Replay, int], str]
CHANNELS: dict[str, Channel] = {}
QUICK = Parameters(worlds=16, error=0.5)

OPEN = {
    "scribe: tell": "whoever enters a finished game looks back on all of it",
    "scribe: undo": "as above",
    "scribe: save": "as above",
    "practice: play": "a practice position is made up, and shows every hand",
    "practice: hint": "as above",
    "practice: reset": "as above",
    "practice: next": "as above",
    "trait: ScribeWidget.desk": "as for the Scribe's requests",
    "trait: ScribeWidget.game": "as above",
    "name: ReplayError": "says where a file fails, to whoever reads the file",
    "name: Table": "the seat of the person who plays; what it gets are the requests and traits of the table",
    "name: Table.uncover": "sends the traits of the table",
    "name: Scribe.cards_of": "as of the Scribe's requests",
    "name: Scribe.may_store": "as above",
    "name: Scribe.playable": "as above",
    "name: Scribe.stored_by": "as above",
}
"""What is no channel of a seat, with the reason."""


def channel(name: str) -> Callable[[Channel], Channel]:
    """Add a function to the list."""

    def put(act: Channel) -> Channel:
        assert name not in CHANNELS
        CHANNELS[name] = act
        return act

    return put


def own_decisions(replay: sw.Replay, seat: int) -> list[sw.Node]:
    """The decisions of a seat on the recorded line."""
    return [node for node in replay.main_line() if node.seat == seat]


# -- the player --------------------------------------------------------------------------------------------


def asked_through(replay: sw.Replay, lens: str) -> Asked:
    """A player of a copy of the game."""
    return Asked(sw.Replay.loads(replay.dumps()), lens=lens, autosave=False)


def everything(asked: Asked) -> str:
    return json.dumps([asked.sent, asked.traits()], sort_keys=True)


def _trait(name: str) -> Channel:
    def sent(replay: sw.Replay, seat: int) -> str:
        players = [asked_through(replay, f"{kind}:{seat}").player for kind in ("seat", "infer")]
        return json.dumps([getattr(player, name) for player in players])

    return sent


for _name in (*PLAYER_TRAITS, "speed"):
    CHANNELS[f"trait: Player.{_name}"] = _trait(_name)


def _request(kind: str, ask: Callable[[Asked, int], None]) -> None:
    """The answers to a request, and its changes of the traits, in a seat's player."""

    def sent(replay: sw.Replay, seat: int) -> str:
        asked = asked_through(replay, f"seat:{seat}")
        ask(asked, seat)
        return everything(asked)

    CHANNELS[f"player: {kind}"] = sent


def on_every_node(kind: str, **message: Any) -> Callable[[Asked, int], None]:
    """The same request for each shown node, and for numbers of no node."""

    def ask(asked: Asked, _seat: int) -> None:
        ids = [sent["id"] for sent in (*asked.player.line, *asked.player.branches)]
        for node in (*ids, len(ids) + 1, len(ids) + 40, -1):
            asked.ask(kind, node=node, **message)

    return ask


def _moves(asked: Asked, _seat: int) -> None:
    """The answers to playing, keeping, taking and claiming every card. Only refusals: a legal move reveals
    cards to everybody.
    """
    for sent in asked.player.line[-6:]:
        for card in asked.player.replay.edition.cards:
            for move in (f"play {card}>Z99", f"keep -{card} -Z99", f"take {card}^", f"claim Z{card}"):
                asked.ask("move", node=sent["id"], move=move)


def _bots(asked: Asked, seat: int) -> None:
    """The first move of a bot at the seat's own decisions, and the refusal of an unknown bot."""
    for path in [node.path for node in own_decisions(asked.player.replay, seat)][-3:]:
        before = asked.player.replay.node(path).parent
        assert before is not None
        going = len(asked.sent)
        asked.ask("bots", node=asked.player.showing.number(before), bot="greedy", until="turn")
        del asked.sent[going:]
        chosen = [str(child.move) for child in before.children]
        asked.ask("undo")
        asked.sent.append({"chosen": chosen})
    asked.ask("bots", node=0, bot="nobody", until="turn")


def _weigh(asked: Asked, _seat: int) -> None:
    """Every reviewed decision, the seat's own and others'."""
    for sent in asked.player.line[1:]:
        for move in ("rest", "rest ~", "end"):
            asked.ask("weigh", node=sent["id"], move=move)


def _review(asked: Asked, _seat: int) -> None:
    """A review made here, including variations; it uses the parameters in the file."""
    asked.ask("review", branches=True)


def _better(asked: Asked, _seat: int) -> None:
    """Only the first move of each better line, since others' later moves show their cards."""
    before = len(asked.player.branches)
    asked.ask("better")
    heads = [sent["move"] for sent in asked.player.branches[before:] if sent["path"].endswith("/1")]
    asked.ask("undo")
    asked.sent = [{"heads": heads}]


def _lenses(asked: Asked, seat: int) -> None:
    """Changes of the lens, there and back, and to lenses that are not offered."""
    for lens in (f"infer:{seat}", f"seat:{seat}", "seat:9", "nothing"):
        asked.ask("lens", lens=lens)


_request("legal", on_every_node("legal"))
_request("move", _moves)
_request("deal", on_every_node("deal"))
_request("bots", _bots)
_request("stop", on_every_node("stop"))
_request("review", _review)
_request("stop review", on_every_node("stop review"))
_request("better", _better)
_request("weigh", _weigh)
_request("delete", on_every_node("delete"))
_request("promote", on_every_node("promote"))
_request("comment", on_every_node("comment", text="mine"))
_request("glyph", on_every_node("glyph", glyph="?"))
_request("undo", on_every_node("undo"))
_request("redo", on_every_node("redo"))
_request("save", on_every_node("save"))
_request("lens", _lenses)


# -- the table ---------------------------------------------------------------------------------------------


@cache
def _played_again(text: str, seat: int) -> str:
    return "\n".join(told(sw.Replay.loads(text), (seat,)))


def at_the_table(replay: sw.Replay, seat: int) -> str:
    """All traffic of a table on which this game is replayed, with every request that a page can make."""
    return _played_again(replay.dumps(), seat)


for _name in (*TABLE_REQUESTS, NEW, UNDO):
    CHANNELS[f"table: {_name}"] = at_the_table
for _name in TABLE_TRAITS:
    CHANNELS[f"trait: Table.{_name}"] = at_the_table


# -- pictures, pages, the command line ---------------------------------------------------------------------


@channel("name: svg")
def _svg(replay: sw.Replay, seat: int) -> str:
    return "".join(sw.svg(node, seat) for node in (replay.root, *replay.main_line()))


@channel("name: export_html")
def _export(replay: sw.Replay, seat: int) -> str:
    with TemporaryDirectory() as folder:
        paths = [sw.export_html(replay, Path(folder, kind), f"{kind}:{seat}") for kind in ("seat", "infer")]
        both = [f"infer:{seat}", seat]
        paths.append(sw.export_html(replay, Path(folder, "both"), lenses=both))
        return "".join(path.read_text("utf-8") for path in paths)


@channel("name: export page")
def _page(replay: sw.Replay, seat: int) -> str:
    return page(replay, f"seat:{seat}", branches=False)


@channel("name: Player")
def _stored(replay: sw.Replay, seat: int) -> str:
    """What a notebook stores of the cell."""
    told = []
    for node in (replay.root, *replay.main_line()):
        player = Player(replay, at=node, lens=f"seat:{seat}", autosave=False)
        data = player._repr_mimebundle_()[0]
        told.append({form: text for form, text in data.items() if "widget-view" not in form})
    return json.dumps(told)


@channel("name: Player.look_through")
def _looked(replay: sw.Replay, seat: int) -> str:
    """A change from the open view: nothing of it remains in the traits."""
    asked = asked_through(replay, "all")
    asked.player.look_through(f"seat:{seat}")
    return everything(asked)


def output(*words: str) -> str:
    """The output of a command, including errors."""
    out = io.TextIOWrapper(io.BytesIO(), "utf-8")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = run(words)
    out.flush()
    return f"{code} {out.buffer.getvalue().decode()}"  # type: ignore[attr-defined]


@contextlib.contextmanager
def filed(replay: sw.Replay) -> Iterator[str]:
    """The game in a file whose name is the same for all games."""
    with TemporaryDirectory() as folder, contextlib.chdir(folder):
        replay.save("game.json")
        yield "game.json"


@channel("command: show")
def _show(replay: sw.Replay, seat: int) -> str:
    """Every node of the line, and paths of alternatives whether or not they exist."""
    paths = [node.path for node in replay.main_line()]
    with filed(replay) as file:
        told = [output("show", file, "--seat", str(seat), "--at", path) for path in paths]
        others = [f"{node.path}/1/1" for node in replay.main_line() if node.seat not in (None, seat)]
        return "".join([*told, *(output("show", file, "--seat", str(seat), "--at", path) for path in others)])


@channel("command: log")
def _log(replay: sw.Replay, seat: int) -> str:
    with filed(replay) as file:
        return output("log", file, "--seat", str(seat))


@channel("command: export")
def _exported(replay: sw.Replay, seat: int) -> str:
    others = [f"{node.path}/1/1" for node in replay.main_line() if node.seat not in (None, seat)]
    with filed(replay) as file:
        told = [output("export", file, "--lens", f"seat:{seat}", "-o", "-")]
        told.append(output("export", file, "--view", str(seat), "--view", f"infer:{seat}", "-o", "-"))
        return "".join(
            told + [output("export", file, "--lens", f"seat:{seat}", "--at", each) for each in others]
        )


# -- study -------------------------------------------------------------------------------------------------


@channel("study: weigh")
def _weighed(replay: sw.Replay, seat: int) -> str:
    told = []
    for node in own_decisions(replay, seat):
        assert node.parent is not None
        for move in node.parent.position.legal_moves()[:2]:
            told.append(try_move(node, str(move), str(node.move), QUICK))
    return repr(told)


@channel("name: puzzles")
def _puzzles(replay: sw.Replay, seat: int) -> str:
    """The decisions of the seat that may make a puzzle, with everything that a puzzle is made from."""
    judge = Evaluator(replay.root.state.tables, Parameters(worlds=48, seed="puzzles"))
    told: list[object] = []
    for node in own_decisions(replay, seat):
        scene = promising(judge, node)
        told.append(scene and (scene.view.text, scene.legal, scene.bots, repr(scene.seen)))
    return repr(told)


@channel("name: belief")
def _belief(replay: sw.Replay, seat: int) -> str:
    told = []
    for node in replay.main_line()[-6:]:
        if node.position.phase == "turn":
            known = sw.belief(node.view(seat), node.seen(seat))
            worlds = [world.text for world, _ in zip(known.worlds(), range(3), strict=False)]
            told.append((known.count, known.threats, worlds, repr(known.hands)))
    return repr(told)


@channel("name: Event.seen_by")
def _events(replay: sw.Replay, seat: int) -> str:
    return "\n".join(repr(event.seen_by(seat)) for node in replay.main_line() for event in node.events)


@channel("name: View")
def _made_views(replay: sw.Replay, seat: int) -> str:
    return "\n".join(repr(sw.View(node.position.state, seat)) for node in replay.main_line())


@channel("name: Node.view")
def _views(replay: sw.Replay, seat: int) -> str:
    return "\n".join(node.view(seat).text for node in replay.main_line())


@channel("name: Node.seen")
def _seen(replay: sw.Replay, seat: int) -> str:
    return "\n".join(repr(node.seen(seat)) for node in replay.main_line())


@channel("name: Position.view")
def _position_views(replay: sw.Replay, seat: int) -> str:
    return "\n".join(node.position.view(seat).text for node in replay.main_line())


@channel("study: acted")
def _acted(replay: sw.Replay, seat: int) -> str:
    """The likelihood of worlds, given the others' actions."""
    node = replay.end
    known = sw.belief(node.view(seat), node.seen(seat))
    told = []
    for bot in ("convention", "greedy"):
        weight = acted(node, seat, bot)
        told.append([weight(world) for world, _ in zip(known.worlds(), range(6), strict=False)])
    return repr(told)
