"""The catalogues: the same keys in every language, none missing, none unused; no text in the scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

import silkenweb as sw
from silkenweb.edition.icons import ICONS, RELIC
from silkenweb.errors import IllegalMove, NotationError
from silkenweb.game.move import Move
from silkenweb.text import LANGUAGES, Words, chosen, table
from silkenweb.text.catalogue import CharacterName, Keyed
from silkenweb.text.refusals import Cause, Reason, in_english, refusal
from silkenweb.widgets import assets, drawings
from silkenweb.widgets.player import Player
from silkenweb.widgets.scribe_form import ScribeWidget
from silkenweb.widgets.table_setup import filled_in

SCRIPTS = sorted(
    file
    for file in (Path(__file__).parents[2] / "frontend" / "src").iterdir()
    if file.suffix in (".js", ".ts") and not file.name.endswith((".d.ts", ".test.ts"))
)
TEXT = Path(str(files("silkenweb.text")))
PACKAGE = Path(str(files("silkenweb")))
MODULES = sorted(
    file
    for part in ("cli", "game", "study", "teaching", "text", "widgets")
    for file in (PACKAGE / part).rglob("*.py")
)
ENGLISH = table("en")
OTHERS = [language for language in LANGUAGES if language != "en"]
KEY = re.compile(r"[a-z]+(\.[A-Za-z0-9]+)+")


def strings(script: str) -> Iterator[str]:
    """The string literals of a script: texts in double quotes, and templates without `${...}`."""
    place = 0
    stack: list[str] = []  # the current context: a template, or the braces of an expression in one
    pieces: list[str] = []  # the text read so far of each open template
    while place < len(script):
        here, two = script[place], script[place : place + 2]
        if stack and stack[-1] == "`":
            if here == "\\":
                pieces[-1] += two
                place += 1
            elif two == "${":
                pieces[-1] += "${}"
                place += 1
                stack.append("{")
            elif here == "`":
                stack.pop()
                yield pieces.pop()
            else:
                pieces[-1] += here
        elif two == "//":
            place = script.find("\n", place)
        elif two == "/*":
            place = script.find("*/", place) + 1
        elif here == '"':
            end = place + 1
            while script[end] != '"':
                end += 2 if script[end] == "\\" else 1
            yield script[place + 1 : end]
            place = end
        elif here == "`":
            stack.append("`")
            pieces.append("")
        elif stack and here in "{}":
            stack.append("{") if here == "{" else stack.pop()
        place += 1


def literals() -> Iterator[tuple[str, str]]:
    """All string literals of the widgets' scripts and of all modules, with their places."""
    for file in SCRIPTS:
        for text in strings(file.read_text("utf-8")):
            yield file.name, text
    for file in MODULES:
        for text in re.findall(r'"([^"\n]*)"', file.read_text("utf-8")):
            yield file.name, re.sub(r"\{[^{}]*\}", "${}", text)


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def stem(key: str) -> str:
    """The key without the ending for the number."""
    return key.removesuffix(".one").removesuffix(".many")


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_keys_with_the_same_placeholders(language: str) -> None:
    there = table(language)
    assert set(there) == set(ENGLISH)
    assert {key: placeholders(text) for key, text in there.items()} == {
        key: placeholders(text) for key, text in ENGLISH.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_files_hold_each_key_once_and_no_markup(language: str) -> None:
    text = (TEXT / f"{language}.json").read_text("utf-8")
    pairs = json.loads(text, object_pairs_hook=list)
    keys = [key for key, _ in pairs]
    assert len(keys) == len(set(keys))
    assert all(KEY.fullmatch(key) for key in keys), [key for key in keys if not KEY.fullmatch(key)]
    assert not [key for key, said in pairs if re.search(r"[<>]|&\w+;", said)]


def test_forms_for_one_and_many_come_in_pairs() -> None:
    for key in ENGLISH:
        if key.endswith((".one", ".many")):
            assert {f"{stem(key)}.one", f"{stem(key)}.many"} <= set(ENGLISH), key


def test_no_key_is_missing() -> None:
    """Everything in a script or module that looks like a key is one, or the beginning of one."""
    areas = {key.partition(".")[0] for key in ENGLISH}
    known = set(ENGLISH) | set(map(stem, ENGLISH))
    missing = [
        (where, text)
        for where, text in literals()
        if KEY.fullmatch(text)
        and text.partition(".")[0] in areas
        and not text.endswith((".js", ".css", ".json"))
        and not {text, f"why.{text}"} & known
        and not any(key.startswith(f"{text}.") for key in known)
    ]
    assert not missing


def test_no_key_is_unused() -> None:
    """Each key is written in full somewhere, or built from a template (`lens.${kind}`)."""
    written, made = set(), []
    for _, text in literals():
        if "${}" in text and re.fullmatch(r"[a-z]+\.[\w.${}]*", text):
            made.append(re.compile(re.escape(text).replace(r"\$\{\}", r"[\w.]+")))
        written.add(text)
    unused = [
        key
        for key in ENGLISH
        if not {key, stem(key)} & written
        and not any(form.fullmatch(key) or form.fullmatch(stem(key)) for form in made)
    ]
    elsewhere = ("edition.", "why.", "lesson.")  # of an edition, refusals, and practice positions
    assert not [key for key in unused if not key.startswith(elsewhere)]


def test_every_reason_is_the_code_of_a_refusal_in_the_package() -> None:
    """Each `why.CODE` is raised somewhere, either written in full or built from a template."""
    sources = "".join(file.read_text("utf-8") for file in Path(str(files("silkenweb"))).rglob("*.py"))
    written = set(re.findall(r'"([\w.]+)"', sources))
    made = [
        re.compile(re.escape(form).replace("@", r"\w+"))
        for form in re.findall(r'f"([a-z]+\.@)"', re.sub(r"\{[^{}\n]*\}", "@", sources))
    ]
    codes = [key.removeprefix("why.") for key in ENGLISH if key.startswith("why.")]
    assert not [code for code in codes if code not in written and not any(f.fullmatch(code) for f in made)]


# Not texts for people: names of classes, events, keys and attributes, selectors, paths, colours.
_NO_TEXT = re.compile(
    r"(sw-|silkenweb|\.|#|\[|--|M[\d ]|translate|scale|rotate|http|@|change:|msg:|prefers|Cannot)"
    r"|^(Arrow\w+|Page\w+|Home|End|Enter|Escape|Esc|Page (Up|Down)|Shift.*|Tab|Infinity|Error|URL|A|C)$"
    r"|^(Process|Unidentified|Key)$"
)
_FAULTS = ("cannot be read", "is missing", "there are no words", "is damaged")  # for the console


def test_no_text_for_people_stands_in_a_script() -> None:
    """Words come from the catalogues: no literal of a script has a capital letter or a space between
    words.
    """
    found = [
        (file.name, text)
        for file in SCRIPTS
        for text in strings(file.read_text("utf-8"))
        if (re.search(r"[A-Za-z]{2,} [a-z]{2,}", text) or re.match(r"[A-Z][a-z]", text))
        and not _NO_TEXT.search(text)
        and not text.endswith(_FAULTS)
        and text not in _OTHER
    ]
    assert not found


_OTHER = {
    "textarea, input:not([type=range])",
    "button, [role=button], summary",
    "stop review",  # a request
}


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ('t("a.b"); // "no" \n button("Close it")', ["a.b", "Close it"]),
        ("t(`a.${kind}.${x ? `in ${y}` : 2}`)", ["in ${}", "a.${}.${}"]),
        ('/* "no" */ s.replace(/x/, "\\"y")', ['\\"y']),
    ],
)
def test_the_reader_of_scripts_of_this_test_finds_their_texts(script: str, said: list[str]) -> None:
    assert [text for text in strings(script) if text in said] == said


# -- the words themselves ------------------------------------------------------------------------------


def test_an_unknown_language_is_refused_with_those_that_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    for make in (
        lambda: Words("fr"),
        lambda: Player(sw.sample("two-won"), language="fr"),
        lambda: sw.svg(sw.sample("two-won").root, language="fr"),
    ):
        with pytest.raises(sw.SilkenwebError, match=r"no language 'fr'; there are en, zh-Hant$"):
            make()
    monkeypatch.setenv("SILKENWEB_LANGUAGE", "xx")
    with pytest.raises(sw.SilkenwebError, match=r"'xx' \(of the environment variable SILKENWEB_LANGUAGE\)"):
        Words()


def test_the_environment_names_the_language_where_no_other_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("SILKENWEB_LANGUAGE", raising=False)
    assert chosen(None) == "en"
    monkeypatch.setenv("SILKENWEB_LANGUAGE", "zh-Hant")
    assert (chosen(None), chosen("en")) == ("zh-Hant", "en")
    player = Player(sw.sample("two-won"))
    assert player.game["seats"][0]["name"] == Words("zh-Hant")(f"character.{player.replay.characters[0]}")
    assert 'const LANGUAGE = "zh-Hant"' in player._script.text
    assert 'const LANGUAGE = "en"' in Player(sw.sample("two-won"), language="en")._script.text


def test_values_are_put_in_as_they_are() -> None:
    """A name with braces is not filled again, nor read as a plural form."""
    words = Words("en")
    assert words("name.whose", name="{name} {0} {{x}} %s") == "{name} {0} {{x}} %s's"
    with pytest.raises(KeyError):
        words("name.whose")
    with pytest.raises(KeyError):
        words("no.such")


def test_names_in_english_are_those_of_the_edition() -> None:
    edition = sw.Edition.load()
    words = Words("en")
    assert [words(f"icon.{key}") for key in ICONS] == [icon.name for icon in ICONS.values()]
    assert words("icon.relic") == RELIC.name
    assert {key: words(f"icon.{key}") for key in drawings.icons()} == {
        key: drawing.name for key, drawing in drawings.icons().items()
    }
    for key, character in edition.characters.items():
        assert words(f"character.{key}") == character.name == words.character(edition, key)


def test_all_that_the_edition_says_is_known_in_chinese() -> None:
    chinese = Words("zh-Hant")
    sent = Player(sw.sample("three-won"), language="zh-Hant").game
    said = [sent["edition"]["title"], *(rank["title"] for rank in sent["reputation"])]
    said += [part for source in sent["sources"] for part in (source["words"], source["note"])]
    assert not [text for text in said if re.search("[A-Za-z]", text)]
    assert chinese.of_edition("A house rule of our own") == "A house rule of our own"


def test_a_character_that_an_edition_renames_keeps_the_editions_name() -> None:
    data = json.loads(json.dumps(sw.Edition.load().data))
    next(each for each in data["characters"] if each["key"] == "wukong")["name"] = "Monkey"
    edition = sw.Edition.from_dict(data)
    assert Words("zh-Hant").character(edition, "wukong") == "Monkey"
    assert Words("zh-Hant").character(edition, "bajie") == "豬八戒"


# -- refusals ------------------------------------------------------------------------------------------


def illegal(move: str, code: str, legal: list[str]) -> IllegalMove:
    values = {"kind": "play", "phase": "keep"}
    return IllegalMove(move, "T3", in_english(code, values), legal, code=code, parameters=values)


@pytest.mark.parametrize(
    ("move", "code", "legal", "told"),
    [
        (
            Move("rest"), "rest.played", ["play WK2>T01", "end"],
            "A player who has played cards this turn can't rest (T3). "
            "What you can do now: play a card or end the turn.",
        ),
        (
            Move("play WK1>T31"), "next.only",
            ["play WK1>T02", "play WK1>T02+T03", "rest"],
            "Only the next in line can be resolved (T3). WK1 can be played on T02 or T02 and T03.",
        ),
        (
            "play WK1>spirit", "hand.not", ["play WK2>T02", "play WK5>spirit", "rest"],
            "That card is not in the hand (T3). These cards can be played now: WK2 or WK5.",
        ),
        (
            "play WK1>T05", "phase", ["keep -WK1", "keep -WK2"],
            "That is not possible at this point (T3). "
            "What you can do now: choose what to keep and what to discard.",
        ),
        ("end", "over.won", [], "The game is won (T3)."),
    ],
)  # fmt: skip
def test_a_refused_move_is_told_in_a_sentence_for_players(
    move: str, code: str, legal: list[str], told: str
) -> None:
    """The reason, and what would work instead, without Python's texts or a list of move texts."""
    assert refusal(Words("en"), illegal(move, code, legal)) == told


def test_many_cards_are_not_all_listed() -> None:
    """A refusal stays short."""
    legal = [f"play WK{number}>T01" for number in range(1, 30)]
    told = refusal(Words("en"), illegal("play WJ1>T01", "hand.not", legal))
    assert told.endswith("WK11, WK12 or 17 more.")


CODE = re.compile(
    r"sw\.[\w.]+(\(\w+\))?|replay\.node\(path\)\.position|[\w]+=(\"[\w.]+\")?|silkenweb|JSON|None"
    r"|(seats|bots|names)："
)
"""What stays in Latin letters in a Chinese sentence, apart from ids: names of Python and of formats."""


@pytest.mark.parametrize("key", [key for key in ENGLISH if key.startswith(("why.", "refused."))])
def test_every_refusal_is_told_in_chinese(key: str) -> None:
    """Only ids, and names that people type in a cell, are in Latin letters."""
    chinese, terms = Words("zh-Hant"), {"who": CharacterName("bajie", "Bajie"), "icon": Keyed("icon.web")}
    terms["owner"] = terms["who"]
    inner = {"reason": Reason("hand.not", {}), "why": Cause(sw.ReplayError("no", kind="json"))}
    values = {name: {**terms, **inner}.get(name, "WK1") for name in placeholders(ENGLISH[key])}
    told = chinese(key, **values)
    assert not re.search("[A-Za-z]", re.sub("WK1", "", CODE.sub("", told))), told
    assert re.search("[一-鿿]", told.replace("WK1", "")) or key in ("refused.move", "refused.text")


REPORTED = ("event.", "move.", "picture.", "puzzle.", "report.", "solve.", "tell.", "terminal.")


@pytest.mark.parametrize("key", [key for key in ENGLISH if key.startswith(REPORTED)])
def test_what_reports_and_pictures_say_has_no_latin_words_in_chinese(key: str) -> None:
    """Only ids, rules and names of Python are in Latin letters."""
    told = re.sub(r"\{\w+\}|\b[A-Z]\d\b|puzzle\.legal", "", table("zh-Hant")[key])
    assert not re.search("[A-Za-z]", told), told


@pytest.mark.parametrize(
    ("facts", "refused"),
    [
        (["row T02 T12", "keep wukong -WK1 -WK7"], "play WK1>T12"),
        (["row T02 T12"], "play BJ1>T02"),
        (["row T02 T12"], "hand bajie WK1"),
        (["row T02 T12"], "took bajie BJ1 BJ2"),
        (["row T02 T12"], "nonsense"),
        (["row T02 T12"], "keep wukong ^WK3"),
        (["row T02 T12", "hand wukong WK1"], "hand wukong WK1'"),
        (["row T02 T12"], "row T01"),
        (["row T02 T12"], "claim R01"),
        (["row T02 T12"], "rest ~~"),
    ],
)
def test_what_a_scribe_refuses_is_told_in_chinese(facts: list[str], refused: str) -> None:
    """As the form shows it: the reason, and each earlier fact with its level."""
    scribe = sw.Scribe(["wukong", "bajie"])
    for fact in facts:
        scribe.tell(fact)
    widget, sent = ScribeWidget(scribe, language="zh-Hant"), []
    widget.send = sent.append
    widget._receive(None, {"kind": "tell", "texts": [refused], "seq": 1}, None)
    (answer,) = sent
    assert answer["kind"] == "refused"
    for told in (answer["reason"], *answer["against"]):
        shown = re.sub(r"^「.*?」|：(row|keep|hand) .*|：row、?.*|rest 行動", "", told)
        assert not re.search("[A-Za-z]{2,}", re.sub(r"[A-Z]{1,2}\d+", "", CODE.sub("", shown))), told


WUKONG, BAJIE = {"character": "wukong", "bot": None}, {"character": "bajie", "bot": "greedy"}


@pytest.mark.parametrize(
    "form",
    [
        {"seats": []},
        {"seats": [{"character": "wukong", "bot": "greedy"}, BAJIE]},
        {"seats": [WUKONG, {"character": "wukong", "bot": "greedy"}]},
        {"seats": [{**WUKONG, "name": "x" * 999}, BAJIE]},
        {"seats": [WUKONG, BAJIE], "blessings": -1},
        {"seats": [WUKONG, BAJIE], "seed": 7.5},
    ],
)  # fmt: skip
def test_a_seating_that_cannot_be_is_refused_in_chinese(form: dict[str, object]) -> None:
    with pytest.raises(sw.SilkenwebError) as refused:
        filled_in({"edition": "built-in", **form}, {"built-in": sw.Edition.load()}, False)
    told = refusal(Words("zh-Hant"), refused.value)
    shown = re.sub(r"'x+…|[（，].*", "", CODE.sub("", told.replace("「wukong, wukong」", "")))
    assert re.search("[一-鿿]{3}", told)
    assert not re.search("[A-Za-z]", shown), told


def test_an_error_without_a_code_is_named_by_its_kind_in_chinese() -> None:
    """No English appears within a Chinese sentence, whatever Python or the system says."""
    for error in (
        sw.ReplayError("no such node", kind="path"),
        OSError(28, "No space left"),
        sw.SilkenwebError("no"),
    ):
        assert not re.search("[A-Za-z]", refusal(Words("zh-Hant"), error))
        assert refusal(Words("en"), error) == str(error)


def test_a_refused_text_is_told_in_chinese() -> None:
    replay = sw.sample("lesson-what-silence-costs")
    for text in ("hello", "play", "rest ~ ~"):
        with pytest.raises(NotationError) as refused:
            replay.node("6").branch(text)
        told = refusal(Words("zh-Hant"), refused.value)
        assert told.startswith(f"「{text}」：")
        assert re.search("[一-鿿]{4}", told)


def test_a_module_of_one_language_is_made_once() -> None:
    assert assets.player_esm("zh-Hant") is assets.player_esm("zh-Hant")
    words = Words("zh-Hant")("player.moves")
    assert words in assets.player_esm("zh-Hant")
    assert words not in assets.player_esm("en")


def test_a_module_holds_the_words_of_its_own_areas_alone() -> None:
    """Each saved notebook and page stores them, so words of other widgets and of Python are left out."""
    for esm in (assets.player_esm("en"), assets.table_esm("en"), assets.scribe_esm("en")):
        sent = json.loads(esm.split("const WORDS = ")[1].split(";\nconst DRAWINGS")[0])
        script = esm.split("\n", 3)[3]
        written = set(re.findall(r"""["'`]([a-z]+\.[A-Za-z0-9.]+)["'`]""", script))
        assert sent.items() <= ENGLISH.items()
        assert {key for key in ENGLISH if {key, stem(key)} & written} <= set(sent)
        assert not [key for key in sent if key.startswith(("why.", "edition.", "picture."))]
