"""Arguments: every public callable accepts the same forms, and names the parameter that it refuses."""

# ruff: noqa: E501 - a table

from __future__ import annotations

import inspect
import json
import math
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import silkenweb as sw
from silkenweb.errors import SilkenwebError
from silkenweb.stats import Run
from silkenweb.study import Belief, Report
from silkenweb.study.review import LineReport

HOME = str(Path(sw.__file__).parent)
NAN = math.nan
THING = object()
PATH = Path("no-such-folder/no-such-file.json")

SEAT: list[Any] = [9, -1, 1.0, NAN, True, "nobody", [], THING, PATH]
WHOLE: list[Any] = ["3", 2.5, NAN, True, -1, [], THING, PATH]
FLAG: list[Any] = [None, 1, "yes", NAN, [], PATH]
TEXT: list[Any] = [None, 7, NAN, [], THING, PATH]
ANY_PATH: list[Any] = [None, 7, NAN, [], THING, b"p.json"]
EDITION: list[Any] = [7, NAN, [], {}, THING]
SEED: list[Any] = [7.5, NAN, True, [], THING, PATH]
LIST: list[Any] = [None, 7, NAN, "wukong", [7], THING, PATH]
OBJECT: list[Any] = [None, 7, NAN, "p.json", [], THING, PATH]
PLACE: list[Any] = [None, 1.0, NAN, True, [], THING, PATH]
LANGUAGE: list[Any] = [7, NAN, [], THING, PATH, "tlh"]
CARDS: list[Any] = [None, 7, NAN, [7], THING, PATH]
WHO: list[Any] = [None, 9, -1, 1.5, NAN, True, "nobody", [], THING, PATH]
LEVEL: list[Any] = ["3", 2.5, NAN, True, -1, [], THING, PATH]
FRAME: list[Any] = [None, 7, NAN, "p.json", [], THING, PATH]


@cache
def replay() -> sw.Replay:
    return sw.play(["wukong", "bajie"], "random", seed="class-7")


@cache
def run() -> Run:
    return sw.simulate(players=2, bots="random", games=2, progress=False)


def scribe() -> sw.Scribe:
    return sw.Scribe(["wukong", "bajie"])


def started() -> sw.Position:
    return sw.Position.start(["wukong", "bajie"])


def reviewed() -> Report:
    return sw.review(replay(), worlds=8, error=0.5, solver=0, keep=False)


_reviewed = cache(reviewed)

Case = tuple[Callable[[], Callable[..., Any]], dict[str, Any], dict[str, list[Any]]]


def one(
    get: Callable[[], Callable[..., Any]], good: dict[str, Any] | None = None, **wrong: list[Any]
) -> Case:
    """A callable, valid arguments, and invalid ones for each parameter."""
    return get, good or {}, wrong


TWO = ["wukong", "bajie"]
FRAMES = {"source": [*OBJECT[:3], [7], THING, {}], "edition": EDITION, "faults": [7, "x", NAN, {}]}

TABLE: dict[str, Case] = {
    "Deal": one(lambda: sw.Deal, {"level": 1, "threats": (), "decks": {}},
                level=["1", 2.5, NAN, None], threats=LIST, decks=OBJECT),
    "Deal.from_dict": one(lambda: sw.Deal.from_dict, data=OBJECT),
    "Edition.from_dict": one(lambda: sw.Edition.from_dict, data=OBJECT),
    "Edition.load": one(lambda: sw.Edition.load, name_or_path=ANY_PATH),
    "Edition.provenance": one(lambda: sw.Edition.load().provenance, what=TEXT),
    "Edition.shows": one(lambda: sw.Edition.load().shows, card=TEXT),
    "Event.seen_by": one(lambda: replay().node(1).events[0].seen_by, seat=["0", None, 1.5, NAN, True]),
    "Move.parse": one(lambda: sw.Move.parse, text=TEXT),
    "Node.branch": one(lambda: replay().node(1).branch, what=[7, NAN, [], THING], luck=[7.5, NAN, [], True]),
    "Node.seen": one(lambda: replay().node(1).seen, seat=[None, *SEAT]),
    "Node.view": one(lambda: replay().node(1).view, seat=[None, *SEAT]),
    "Player": one(lambda: sw.Player, {"replay": replay(), "autosave": False},
                  replay=[*OBJECT[:3], [], THING, "no-such-sample", replay().root],
                  at=PLACE, lens=[9, 1.5, NAN, "nobody", [], THING], lenses=[7, NAN, "all", [1.5], THING],
                  save_to=ANY_PATH[1:], autosave=[None, 7, NAN, [], THING], language=LANGUAGE,
                  edition=[], speed=[None, 3, NAN, True, "fast", [], THING]),
    "Player.link": one(lambda: sw.Player(replay()).link, chart=OBJECT),
    "Player.look_through": one(lambda: sw.Player(replay()).look_through, lens=[None, 9, 1.5, NAN, "nobody", []]),
    "Player.show": one(lambda: sw.Player(replay()).show, node=PLACE),
    "Position.apply": one(lambda: started().apply, what=[None, 7, NAN, [], THING, PATH]),
    "Position.step": one(lambda: started().step, what=[None, 7, NAN, [], THING, PATH]),
    "Position.parse": one(lambda: sw.Position.parse, {"text": started().text}, text=TEXT, edition=EDITION),
    "Position.start": one(lambda: sw.Position.start, {"characters": TWO},
                          characters=LIST, edition=EDITION, blessings=[*WHOLE, 10**6000]),
    "Position.view": one(lambda: started().view, seat=[None, *SEAT]),
    "Puzzle.check": one(lambda: sw.puzzles()[0].check),
    "Puzzle.hint": one(lambda: sw.puzzles()[0].hint, number=[None, *WHOLE, 99]),
    "Puzzle.load": one(lambda: sw.Puzzle.load, path=ANY_PATH, edition=[]),
    "Puzzle.save": one(lambda: sw.puzzles()[0].save, path=ANY_PATH),
    "Puzzle.words": one(lambda: sw.puzzles()[0].words, move=[*TEXT, "hello"]),
    "Recorder": one(lambda: sw.Recorder, {"replay": replay(), "path": "x"}, replay=OBJECT, path=ANY_PATH),
    "Recorder.record": one(lambda: sw.Recorder.record, {"self": None}),
    "Replay.adopt": one(lambda: replay().adopt, other=OBJECT),
    "Replay.annotate": one(lambda: replay().annotate, {"node": 1, "name": "comment", "value": "x"},
                           node=PLACE, name=TEXT, value=[]),
    "Replay.branch": one(lambda: replay().branch, {"node": 1, "what": "rest"},
                         node=PLACE, what=[7, NAN, [], THING], luck=[7.5, NAN, [], True]),
    "Replay.delete": one(lambda: replay().delete, node=PLACE),
    "Replay.find": one(lambda: replay().find, place=PLACE),
    "Replay.link": one(lambda: replay().link, node=PLACE),
    "Replay.load": one(lambda: sw.Replay.load, {"path": "x"}, path=ANY_PATH, edition=EDITION),
    "Replay.loads": one(lambda: sw.Replay.loads, {"text": "{}"}, text=TEXT, edition=EDITION),
    "Replay.node": one(lambda: replay().node, path=PLACE),
    "Replay.promote": one(lambda: replay().promote, node=PLACE),
    "Replay.record": one(lambda: sw.Replay.start(TWO, seed=1).record, what=[7, NAN, [], THING, PATH]),
    "Replay.salvage": one(lambda: sw.Replay.salvage, {"path": "x"}, path=ANY_PATH, edition=EDITION),
    "Replay.save": one(lambda: replay().save, path=ANY_PATH),
    "Replay.start": one(lambda: sw.Replay.start, {"characters": TWO},
                        characters=LIST, names=[7, NAN, "ab", ["Ana"], THING], edition=EDITION,
                        blessings=WHOLE, seed=SEED, meta=[7, NAN, "x", [], THING]),
    "Scribe": one(lambda: sw.Scribe, {"characters": TWO}, characters=LIST, language=LANGUAGE, options=[]),
    "Scribe.ability": one(lambda: scribe().ability, what=TEXT),
    "Scribe.cards_of": one(lambda: scribe().cards_of, seat=[None, *SEAT]),
    "Scribe.claim": one(lambda: scribe().claim, relic=TEXT),
    "Scribe.dealt": one(lambda: scribe().dealt, {"who": 0, "cards": "WK1"}, who=WHO, cards=CARDS, level=LEVEL),
    "Scribe.held": one(lambda: scribe().held, {"who": 0, "cards": "WK1"}, who=WHO, cards=CARDS, level=LEVEL),
    "Scribe.keep": one(lambda: scribe().keep, {"who": 0}, who=WHO, discards=CARDS, stores=CARDS,
                       rotated=[7, "x", NAN, []], level=LEVEL),
    "Scribe.knows": one(lambda: scribe().knows, {"who": 0, "hand": "WK1"}, who=WHO, hand=CARDS[1:],
                        whole_hand=CARDS[1:], deck=CARDS[1:], level=LEVEL, after=LEVEL),
    "Scribe.load": one(lambda: sw.Scribe.load, {"path": "x"}, path=ANY_PATH, edition=EDITION),
    "Scribe.may_store": one(lambda: scribe().may_store, seat=[None, *SEAT]),
    "Scribe.move": one(lambda: scribe().move, text=TEXT),
    "Scribe.play": one(lambda: scribe().play, {"text": "WK1>T01"}, text=TEXT, showing=TEXT[1:]),
    "Scribe.playable": one(lambda: scribe().playable, seat=[None, *SEAT]),
    "Scribe.rest": one(lambda: scribe().rest, rotating=[7, "x", NAN, []]),
    "Scribe.resume": one(lambda: sw.Scribe.resume, replay=OBJECT),
    "Scribe.reveal": one(lambda: scribe().reveal, {"cards": "T01"}, cards=CARDS, after=LEVEL, level=LEVEL),
    "Scribe.row": one(lambda: scribe().row, {"cards": "T01"}, cards=CARDS, level=LEVEL),
    "Scribe.save": one(lambda: scribe().save, path=ANY_PATH),
    "Scribe.signal": one(lambda: scribe().signal, place=TEXT),
    "Scribe.stored_by": one(lambda: scribe().stored_by, seat=[None, *SEAT]),
    "Scribe.tell": one(lambda: lambda texts="row T01", **more: scribe().tell(texts, **more),
                       texts=TEXT, level=LEVEL, after=LEVEL),
    "Scribe.threat_deck": one(lambda: scribe().threat_deck, {"cards": "T01"},
                              cards=CARDS, level=LEVEL, after=LEVEL),
    "Scribe.took": one(lambda: scribe().took, {"who": 0, "card": "WK1"}, who=WHO, card=TEXT, level=LEVEL),
    "Table": one(lambda: sw.Table, {"characters": TWO, "autosave": False},
                 characters=LIST[1:], seat=[None, *SEAT], seats=[7, NAN, "wukong", [9], [True], {"nobody": "A"}, THING],
                 bots=[None, 7, NAN, [7], {9: "greedy"}, THING], seed=SEED, blessings=WHOLE, edition=EDITION,
                 names=[7, NAN, "ab", ["Ana"], THING], pace=[None, "hasty", NAN, -1, True, [], THING],
                 take_back=FLAG, auto_end=FLAG, autosave=[None, 7, NAN, [], THING], language=LANGUAGE),
    "Table.resume": one(lambda: sw.Table.resume, {"path": "x"}, path=ANY_PATH, edition=EDITION, language=[]),
    "belief": one(lambda: sw.belief, {"view": started(), "seat": 0}, view=OBJECT, seat=[None, *SEAT[:6], THING],
                  seen=[7, NAN, "x", [7], THING], by=[7, NAN, "random", [], THING]),
    "bots.game": one(lambda: sw.bots.game, {"position": started(), "bots": sw.bots.seat_bots(TWO, "random", 1),
                                            "seed": 1}, position=OBJECT, bots=[None, 7, NAN, "greedy", [7, 7], []],
                     seed=SEED),
    "bots.make": one(lambda: sw.bots.make, {"spec": "random", "seed": 1}, spec=TEXT, seed=SEED, seat=[None, *WHOLE]),
    "bots.play": one(lambda: sw.bots.play, {"characters": TWO, "bots": "random"}, characters=LIST,
                     bots=[None, 7, NAN, [7, 7], ["random"], THING], seed=SEED, blessings=WHOLE, edition=EDITION,
                     names=[7, NAN, "ab", ["Ana"], THING], meta=[7, NAN, "x", [], THING],
                     record_to=ANY_PATH[1:], told=[7, NAN, "x", [], THING]),
    "bots.register": one(lambda: sw.bots.register, {"name": "mine", "maker": list}, name=[*TEXT, ""],
                         maker=[None, 7, NAN, "x", []]),
    "bots.seat_bots": one(lambda: sw.bots.seat_bots, {"characters": TWO, "bots": "random", "seed": 1},
                          characters=LIST, bots=[None, 7, NAN, [7, 7], ["random"], THING], seed=SEED),
    "charts.blessings": one(lambda: sw.charts.blessings, {"levels": run().levels}, levels=FRAME, by=TEXT, dark=FLAG[1:]),
    "charts.calibration": one(lambda: sw.charts.calibration, {"forecasts": sw.frames.forecasts()}, forecasts=FRAME,
                              dark=FLAG[1:]),
    "charts.card_uses": one(lambda: sw.charts.card_uses, {"cards": run().games}, cards=FRAME, dark=FLAG[1:]),
    "charts.characters": one(lambda: sw.charts.characters, {"games": run().games}, games=FRAME, dark=FLAG[1:]),
    "charts.convergence": one(lambda: sw.charts.convergence, {"games": run().games}, games=FRAME,
                              by=[7, NAN, [7], THING], dark=FLAG[1:]),
    "charts.deals": one(lambda: sw.charts.deals, {"reviews": run().games}, reviews=FRAME, dark=FLAG[1:]),
    "charts.icons": one(lambda: sw.charts.icons, {"levels": run().levels}, levels=FRAME, dark=FLAG[1:]),
    "charts.level_length": one(lambda: sw.charts.level_length, {"levels": run().levels}, levels=FRAME,
                               what=[*TEXT, "x"], dark=FLAG[1:]),
    "charts.losses": one(lambda: sw.charts.losses, {"reviews": run().games}, reviews=FRAME, dark=FLAG[1:]),
    "charts.offline": one(lambda: sw.charts.offline, interactive=FLAG, theme=FLAG),
    "charts.on_click": one(lambda: sw.charts.on_click,
                           {"chart": sw.charts.trajectory(sw.frames.decisions(replay())), "call": print},
                           chart=OBJECT, call=OBJECT),
    "charts.players": one(lambda: sw.charts.players, {"reviews": run().games}, reviews=FRAME, dark=FLAG[1:]),
    "charts.scores": one(lambda: sw.charts.scores, {"games": run().games}, games=FRAME, dark=FLAG[1:]),
    "charts.survival": one(lambda: sw.charts.survival, {"levels": run().levels}, levels=FRAME,
                           by=[7, NAN, [7], THING], dark=FLAG[1:]),
    "charts.together": one(lambda: lambda charts=None, **more: sw.charts.together(
                               charts or sw.charts.survival(run().levels), **more),
                           charts=[7, NAN, "x", THING], columns=[None, *WHOLE], dark=FLAG[1:]),
    "charts.trajectory": one(lambda: sw.charts.trajectory, {"decisions": sw.frames.decisions(replay())},
                             decisions=FRAME, what=LIST, dark=FLAG[1:]),
    "charts.value": one(lambda: sw.charts.value, {"reviews": run().games}, reviews=FRAME, dark=FLAG[1:]),
    "charts.win_rate": one(lambda: sw.charts.win_rate, {"games": run().games}, games=FRAME, by=TEXT,
                           colour=TEXT[1:], dark=FLAG[1:]),
    "deal": one(lambda: sw.deal, {"position": started()}, position=OBJECT, seed=SEED, rng=[7, NAN, "x", [], THING]),
    "export_html": one(lambda: sw.export_html, {"replay": replay(), "path": "x.html"},
                       replay=[*OBJECT[:3], [], THING, "no-such-sample"], path=ANY_PATH,
                       lens=[None, 9, 1.5, NAN, "nobody", [], THING], lenses=[7, NAN, "all", [1.5], THING],
                       at=PLACE, branches=FLAG, notes=FLAG[1:],
                       reviews=FLAG, language=LANGUAGE, edition=[]),
    "frames.cards": one(lambda: sw.frames.cards, {"source": replay()}, **FRAMES),
    "frames.decisions": one(lambda: sw.frames.decisions, {"source": replay()}, branches=FLAG, **FRAMES),
    "frames.describe": one(lambda: sw.frames.describe, table=[*TEXT, "x"]),
    "frames.dtypes": one(lambda: sw.frames.dtypes, {"table": "games"}, table=[*TEXT, "x"], edition=EDITION),
    "frames.games": one(lambda: sw.frames.games, {"source": replay()}, **FRAMES),
    "frames.levels": one(lambda: sw.frames.levels, {"source": replay()}, **FRAMES),
    "frames.read": one(lambda: sw.frames.read, {"source": replay()}, branches=FLAG, **FRAMES),
    "frames.reviews": one(lambda: sw.frames.reviews, {"source": replay()}, branches=FLAG, **FRAMES),
    "frames.survival": one(lambda: sw.frames.survival, {"levels": run().levels}, levels=FRAME, by=[*LIST[:3], [7]]),
    "frames.wilson": one(lambda: sw.frames.wilson, {"wins": 1, "games": 2}, wins=[None, *WHOLE, 3], games=[None, *WHOLE]),
    "frames.win_rates": one(lambda: sw.frames.win_rates, {"games": run().games}, games=FRAME, by=[*LIST[:3], [7]]),
    "practice": one(lambda: sw.practice, {"theme": "locking"}, theme=TEXT[1:], number=WHOLE, language=LANGUAGE),
    "puzzles": one(lambda: sw.puzzles, name=TEXT[1:], players=[*WHOLE, 7], level=WHOLE),
    "review": one(lambda: sw.review, {"replay": replay()}, replay=[*OBJECT[:3], [], THING, "no-such-sample"],
                  bot=TEXT, worlds=[None, *WHOLE, 7], error=[None, "x", NAN, 0, 1, True, [], THING], seed=SEED,
                  full=FLAG, reading=[7, NAN, "x", []], branches=FLAG, solver=[None, *WHOLE], progress=FLAG,
                  keep=FLAG, edition=[]),
    "sample": one(lambda: sw.sample, name=TEXT),
    "simulate": one(lambda: sw.simulate, {"games": 1, "progress": False, "bots": "random"},
                    players=["x", 2.0, NAN, True, 1, 9, [2, "3"], THING], characters=[7, NAN, "wukong", [7], THING],
                    bots=[None, 7, NAN, [7], THING], games=[None, *WHOLE], seed=SEED, blessings=WHOLE,
                    edition=EDITION, executor=[7, "x", NAN, [], THING], jobs=[*WHOLE, 0], out=ANY_PATH[1:],
                    resume=FLAG, tables=[None, 7, NAN, "games", ["x"], [7], THING], name=TEXT[1:],
                    chunk=[*WHOLE, 0], progress=FLAG),
    "solve_level": one(lambda: sw.solve_level, {"position": replay().node(1).position}, position=OBJECT,
                       budget=[None, *WHOLE], seconds=["x", NAN, -1, True, [], THING], pareto=FLAG),
    "svg": one(lambda: sw.svg, {"position": started()}, position=[*OBJECT, replay()], seat=SEAT, language=LANGUAGE),
    "Belief.chance": one(lambda: sw.belief(started(), 0).chance, {"what": bool}, what=OBJECT,
                         worlds=[None, *WHOLE, 0], seed=SEED, weigh=[7, NAN, "x", [], THING]),
    "Belief.draw": one(lambda: sw.belief(started(), 0).draw, rng=OBJECT),
    "Belief.holds": one(lambda: lambda seat=1, cards="WK3": sw.belief(started(), 0).holds(seat, cards),
                        seat=[None, *SEAT], cards=[*TEXT, "ZZ9"]),
    "Belief.in_deck": one(lambda: sw.belief(started(), 0).in_deck, {"seat": 1, "card": "WK3"},
                          seat=[None, *SEAT], card=TEXT),
    "Belief.serves": one(lambda: sw.belief(started(), 0).serves, {"seat": 1, "target": "T01"},
                         seat=[None, *SEAT], target=[*TEXT, "x"]),
    "Belief.worlds": one(lambda: sw.belief(started(), 0).worlds, seed=SEED),
    "Report.finding": one(lambda: _reviewed().finding, node=OBJECT),
    "LineReport.summary": one(lambda: _reviewed().main.summary, seat=SEAT),
    "Run.open": one(lambda: Run.open, path=ANY_PATH),
    "Run.replay": one(lambda: run().replay, number=[None, *WHOLE]),
    "Run.table": one(lambda: run().table, name=[*TEXT, "x"]),
}  # fmt: skip
TABLE["play"] = TABLE["bots.play"]

OTHERS: dict[str, str] = {
    **dict.fromkeys(
        ("Edition", "Event", "Node", "Puzzle", "Replay", "View", "Step", "bots.Taken", "frames.Frames"),
        "made by other callables, which are in the table",
    ),
    "Move": "the text itself; Move.parse reads one",
    "Position": "raises: it is made by start and parse",
    "Player.review": "takes the options of review",
    "bots.Bot": "a protocol",
    **{f"bots.{bot}Bot": "made by bots.make" for bot in ("Convention", "Greedy", "Random", "Search")},
    **{
        f"bots.{bot}Bot.choose": "called by the game"
        for bot in ("", "Convention", "Greedy", "Random", "Search")
    },
    **dict.fromkeys(
        ("Table.continue_game", "Table.show_setup", "Table.sit_down", "Table.speak", "Table.uncover"),
        "called for the browser",
    ),
}
"""Public callables that the table leaves out, and why."""

FREE = {
    ("Puzzle.check", "move"), ("Recorder.record", "what"), ("Replay.one_step", "label"),
    ("Player", "widget"), ("Table", "widget"), ("Table.resume", "widget"),
}  # fmt: skip
"""Parameters that take anything (`check` answers what is no move), or that another callable reads; a label is
the package's own, and ipywidgets checks the arguments of every widget."""

SAYS = {"source": "source|replay", "node": "node|place"}
"""What else names a parameter."""


def methods(kind: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The public methods that the package defines for a class."""
    for name in dir(kind):
        owner = next((each for each in kind.__mro__ if name in vars(each)), kind)
        found = inspect.getattr_static(owner, name)
        found = getattr(found, "__func__", found)
        if (
            not name.startswith("_")
            and owner.__module__.startswith("silkenweb")
            and inspect.isfunction(found)
        ):
            yield name, found


def public() -> Iterator[tuple[str, Any]]:
    """Every public callable by its name."""
    found: list[tuple[str, Any]] = []
    for name in sw.__all__:
        value = getattr(sw, name)
        inside = inspect.ismodule(value)
        found += (
            [(f"{name}.{each}", getattr(value, each)) for each in value.__all__]
            if inside
            else [(name, value)]
        )
    for kind in (Belief, LineReport, Report, Run):
        yield from ((f"{kind.__name__}.{each}", method) for each, method in methods(kind))
    for name, value in found:
        if inspect.isclass(value) and not issubclass(value, Exception):
            yield name, value
            yield from ((f"{name}.{each}", method) for each, method in methods(value))
        elif inspect.isfunction(value):
            yield name, value


def parameters(value: Any) -> list[str]:
    """The parameters of a callable; those of a builtin type are not known."""
    try:
        return [name for name in inspect.signature(value).parameters if name not in ("self", "cls")]
    except ValueError:
        return []


def test_the_table_has_every_parameter_of_every_public_callable() -> None:
    """A new one must be added, or listed with a reason among the others."""
    missing = {}
    for name, value in public():
        if name in OTHERS:
            continue
        wrong = TABLE[name][2] if name in TABLE else {}
        lacking = [each for each in parameters(value) if each not in wrong and (name, each) not in FREE]
        if lacking:
            missing[name] = lacking
    assert not missing
    assert not set(TABLE) - {name for name, _ in public()}


@pytest.mark.parametrize("name", TABLE)
def test_a_wrong_argument_is_refused_by_name(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None, a wrong type, out of range, nan, a path, a number: the project's own error names the parameter."""
    monkeypatch.chdir(tmp_path)
    get, good, wrong = TABLE[name]
    bad = []
    for parameter, values in wrong.items():
        for value in values:
            fault = refusal(get(), {**good, parameter: value}, parameter)
            if fault:
                bad.append(f"{name}({parameter}={value!r:.40}): {fault}")
    assert not bad, "\n".join(bad)
    assert not list(tmp_path.iterdir())


def refusal(call: Callable[..., Any], given: dict[str, Any], parameter: str) -> str:
    """What is wrong with the way a call is refused; empty if nothing is."""
    try:
        result = call(**given)
        if inspect.isgenerator(result):
            next(result)
    except (SilkenwebError, TypeError, ValueError) as error:
        last = inspect.getinnerframes(error.__traceback__)[-1].filename if error.__traceback__ else ""
        frame = parameter in ("games", "levels", "cards", "decisions", "reviews", "forecasts")
        words = SAYS.get(parameter, parameter) + ("|frame" if frame else "")
        if not last.startswith(HOME):
            return f"raised by {last}: {error}"
        if given[parameter] is not None and re.search(r"got (a )?None", str(error)):
            return f"{type(error).__name__} names another value: {error}"
        return "" if re.search(rf"\b({words})", str(error)) else f"{type(error).__name__} says only: {error}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "is accepted"


# -- what is accepted ------------------------------------------------------------------------------


class Whole:
    """A whole number of another library, like numpy's."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


SAMPLE = "lesson-what-silence-costs"


@pytest.mark.parametrize("seed", [7, Whole(7)])
def test_a_number_is_the_seed_of_its_digits(seed: Any, tmp_path: Path) -> None:
    """In every function with a seed, including numpy's numbers."""
    quick = {"worlds": 8, "error": 0.5, "solver": 0, "keep": False}
    assert sw.deal(started(), seed) == sw.deal(started(), "7")
    assert sw.play(TWO, "random", seed=seed).dumps() == sw.play(TWO, "random", seed="7").dumps()
    assert sw.Replay.start(TWO, seed=seed).seed == sw.Table(TWO, seed=seed, autosave=False).replay.seed == "7"
    assert sw.review(replay(), seed=seed, **quick).parameters.seed == "7"
    assert sw.simulate(players=2, bots="random", games=1, seed=seed, progress=False).seed == "7"
    assert sw.Scribe(TWO, seed=seed).seed == "7"
    assert next(sw.belief(started(), 0).worlds(seed)) == next(sw.belief(started(), 0).worlds("7"))
    assert sw.bots.make("random", seed).rng.random() == sw.bots.make("random", "7").rng.random()


def test_without_a_seed_there_is_a_new_one_that_is_reported() -> None:
    """Two games, two runs, two tables and two reviews have different seeds, and each seed reproduces its
    own.
    """
    games = [sw.play(TWO, "random") for _ in range(2)]
    assert games[0].seed
    assert games[0].seed != games[1].seed
    assert sw.play(TWO, "random", seed=games[0].seed).dumps() == games[0].dumps()
    runs = [sw.simulate(players=2, bots="random", games=1, seed=None, progress=False) for _ in range(2)]
    assert runs[0].seed != runs[1].seed
    assert runs[0].replay(0).seed == f"{runs[0].seed}|0"
    assert sw.deal(started()) != sw.deal(started())
    tables = [sw.Table(TWO, autosave=False).replay.seed for _ in range(2)]
    assert tables[0] != tables[1]
    quick = {"worlds": 8, "error": 0.5, "solver": 0, "keep": False}
    reviews = [sw.review(replay(), seed=None, **quick).parameters.seed for _ in range(2)]
    assert reviews[0] != reviews[1]


def test_a_replay_may_be_a_path_or_a_sample(tmp_path: Path) -> None:
    """In the player, pages, reviews and frames, as text or as a Path."""
    path = tmp_path / "game.json"
    replay().save(path)
    for given in (path, str(path)):
        assert sw.Player(given, autosave=False).replay.dumps() == replay().dumps()
        assert sw.review(given, worlds=8, error=0.5, solver=0).replay.dumps() != replay().dumps()
        assert sw.export_html(given, tmp_path / "game.html").stat().st_size > 10_000
    assert sw.Player(SAMPLE).replay.dumps() == sw.sample(SAMPLE).dumps()
    assert sw.frames.games(SAMPLE).height == sw.frames.games([SAMPLE]).height == 1
    sw.export_html(SAMPLE, tmp_path / "sample.html")


def test_a_seat_may_be_a_character(tmp_path: Path) -> None:
    """In every function with a seat."""
    node = replay().node(1)
    assert node.view("bajie") == node.view(1) == node.position.view("bajie")
    assert node.seen("bajie") == node.seen(1)
    assert sw.svg(node, "bajie") == sw.svg(node, 1)
    assert sw.belief(node, "bajie").count == sw.belief(node.view(1), node.seen(1)).count
    assert sw.belief(node.position, "bajie").view == node.view(1)
    assert sw.belief(node, 1).holds("wukong", "WK3") == sw.belief(node, 1).holds(0, "WK3")
    assert sw.Table(TWO, seat="bajie", autosave=False).sitting.seating.people == (1,)
    table = sw.Table(TWO, seats={"wukong": "Ana"}, bots={"bajie": "random"}, autosave=False)
    assert (table.sitting.seating.people, table.sitting.seating.bots) == ((0,), (None, "random"))
    assert _reviewed().main.summary("bajie") == _reviewed().main.summary(1)
    player = sw.Player(replay(), lens="bajie", autosave=False)
    assert player.game["lens"] == "seat:1"
    for lens, name in (("infer:wukong", "infer:0"), (1, "seat:1"), ("all", "all")):
        player.look_through(lens)
        assert player.game["lens"] == name
    pages = [
        sw.export_html(replay(), tmp_path / f"{n}.html", lens) for n, lens in enumerate(("bajie", "seat:1"))
    ]
    assert pages[0].read_bytes() == pages[1].read_bytes()


def test_a_node_may_be_its_number() -> None:
    """In every function with a node."""
    node = replay().node("3")
    assert replay().node(3) is replay().find(3) is replay().node(Whole(3)) is node
    assert sw.Player(replay(), at=3, autosave=False).node is node
    player = sw.Player(replay(), at=node, autosave=False)
    player.show(2)
    assert player.node.path == "2"


def test_an_edition_may_be_its_path(tmp_path: Path) -> None:
    """As text or as a Path; a custom edition is needed to read its games."""
    data = {**sw.Edition.load().data, "edition": "mine"}
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(data))
    for edition in (path, str(path), sw.Edition.load(path)):
        game = sw.play(TWO, "random", seed=1, edition=edition)
        assert game.edition.name == "mine"
        game.save(tmp_path / "game.json")
        assert sw.Replay.load(tmp_path / "game.json", edition).dumps() == game.dumps()
        assert (
            sw.Player(tmp_path / "game.json", edition=edition, autosave=False).replay.edition == game.edition
        )
        assert sw.Position.parse(game.end.position.text, edition) == game.end.position
        assert sw.Table(TWO, edition=edition, autosave=False).replay.edition.name == "mine"
        run = sw.simulate(players=2, bots="random", games=1, edition=edition, progress=False)
        assert run.task.edition.name == "mine"
        assert sw.frames.games(game, edition=edition).height == 1
        assert sw.Scribe(TWO, edition=edition).replay.edition.name == "mine"


def test_names_for_too_few_seats_say_how_many_are_needed() -> None:
    """Two players, one name."""
    with pytest.raises(SilkenwebError, match=r"names: expected a list of 2 names, one per seat.*, got 1$"):
        sw.Replay.start(TWO, names=["Ana"])


@pytest.mark.parametrize("given", [
    {"games": 10**30}, {"jobs": 10**30}, {"out": "a\0b"}, {"out": "\ud800"}, {"name": "\ud800"},
])  # fmt: skip
def test_what_no_computer_can_play_or_save_is_refused_by_simulate(given: dict[str, Any]) -> None:
    """Before anything is played, in text that can be printed."""
    with pytest.raises(SilkenwebError, match=rf"^{next(iter(given))}: expected .*, got ") as refused:
        sw.simulate(players=2, bots="random", **{"games": 1, "progress": False, **given})
    str(refused.value).encode()


def test_a_number_that_python_cannot_write_is_no_note() -> None:
    """The error names the note and says how long the number is."""
    replay = sw.Replay.start(TWO, seed="a")
    node = replay.record()
    with pytest.raises(SilkenwebError, match=r"comment.*a number of more than 60 digits"):
        node.comment = 10**5000  # type: ignore[assignment]
    with pytest.raises(SilkenwebError, match=r"x_a.*a number of more than 60 digits"):
        replay.annotate(node, "x_a", 10**5000)
    with pytest.raises(SilkenwebError, match="x_a"):
        replay.annotate(node, "x_a", [{"b": 10**5000}])
    assert node.extra == {}


def test_who_is_told_of_nodes_must_take_one() -> None:
    """A class or function with other parameters is refused before the game."""
    for told in (sw.Replay, lambda: None, lambda node, more: None):
        with pytest.raises(SilkenwebError, match=r"^told: expected a function of a node, or None, got "):
            sw.play(TWO, "random", seed="a", told=told)
    seen: list[Any] = []
    sw.play(TWO, "random", seed="a", told=seen.append)
    assert seen
