"""Traditional Chinese: one word for each concept, labels that can't be misread, spaces, and how it is set."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import pytest

import silkenweb as sw
from silkenweb.game.move import Move
from silkenweb.teaching import practice
from silkenweb.text import Words, table
from silkenweb.text.refusals import refusal
from silkenweb.widgets.payload import sentences

ENGLISH, CHINESE = table("en"), table("zh-Hant")

AVOIDED = {
    "聖物": "法寶",
    "行動能力": "主動能力",
    "合規": "合法",
    "儲存(?!格)": "存放 (cards) or 保存 (files)",
    "放下": "棄掉, 蓋棄 or 存放",
    "指示物": "標記",
    "打到|打不到|打在": "對付",
    "下一節|(?<![區階兩這])段": "區段",
    "(?<!通)過關|通關|破關": "通過",
    "輸(?!入)": "落敗",
    "釘住": "釘選",
    "提前": "移到最前",
    "印載": "規則書明載",
    "機器人": "電腦玩家",
    "不精確": "小失誤",
    "腳本": "指令碼",
    "旋轉": "倒轉",
    "解決": "化解",
    "封鎖": "鎖定",
    "個祝福": "枚祝福",
    "棋局": "對局",
    r"\} 個決定": "次決定",
}
"""Other words for the concept, and its own one."""

TERMS = {
    r"\bRelics?\b(?!\})": "法寶",
    r"\bAction Abilit": "主動能力",
    r"\bbots?\b(?!:)": "電腦玩家",
    r"\bmarker\b": "標記",
    r"\b[Rr]otat(e|ed|es|ing)\b": "倒轉",
    r"\bpin(ned)?\b": "釘選",
    r"\blegal\b(?! of)": "合法",
    r"\b[Ee]dition\b": "牌組版本",
    r"\b[Pp]romot": "移到最前",
}
"""English terms, and the word that a Chinese text with this term has."""


@pytest.mark.parametrize("avoided", AVOIDED)
def test_no_text_has_another_word_for_a_term(avoided: str, root: Path) -> None:
    """In the catalogue and in the notebook in Chinese."""
    notebook = json.loads((root / "notebooks" / "zh-Hant" / "00_start_here.ipynb").read_text("utf-8"))
    texts = dict(CHINESE) | {cell["id"]: "".join(cell["source"]) for cell in notebook["cells"]}
    found = {key: text for key, text in texts.items() if re.search(avoided, text)}
    assert not found, f"use {AVOIDED[avoided]}"


@pytest.mark.parametrize("term", TERMS)
def test_a_term_is_translated_by_its_word(term: str) -> None:
    """Wherever the English text of a key has the term."""
    word = TERMS[term]
    texts = {key: text for key, text in ENGLISH.items() if re.search(term, re.sub(r"\{\w+\}", "", text))}
    assert texts
    assert not {key: CHINESE[key] for key in texts if word not in CHINESE[key] and key not in OWN_WORDS}


OWN_WORDS = {"puzzle.check.untried"}
"""Keys whose term is a name of Python."""


def test_the_glossary_names_the_words_that_are_used(root: Path) -> None:
    """Each Chinese word of the table in CONTRIBUTING is one of the catalogue."""
    text = (root / "CONTRIBUTING.md").read_text("utf-8").split("## Glossary")[1].split("\n## ")[0]
    words = re.findall(r"^\| [^|]+ \| ([一-鿿]+)", text, re.MULTILINE)
    assert len(words) > 12
    assert not [word for word in words if not any(word in told for told in CHINESE.values())]


def test_labels_cannot_be_misread() -> None:
    """An arrow key is no mouse button, back is not forward, and a count says what it counts."""
    assert {key: CHINESE[key] for key in LABELS} == LABELS


LABELS = {
    "go.back": "上一步（←）",
    "go.forward": "下一步（→）",
    "keys.back": "上一個決定",
    "compare.back": "‹ 上一回合",
    "event.rested": "{who}休息（全隊連續 {count}/{players}）。",
    "setup.title": "開新局",
    "sit.cover.pass": "請把螢幕交給{who}",
    "count.rest.many": "{count} 次休息",
    "picture.team": "祝福：{blessings}；連續休息：{rests}/{players}。",
    "event.took": "{who}將{card}收入手牌。",
    "move.take": "以{card}朝上收入手牌",
    "bots.done.many": "電腦玩家又做了 {number} 次決定。",
    "act.still": "這個網頁沒有連接核心：可以閱讀，但不能試走新行動。",
    "seat.relics": "另有 {relics}（位置未公開）",
    "picture.taking": "正在收下 {card}（或倒轉）",
    "row.locked.many": "後方鎖住 {count} 張",
    "go.where.words": "第 {level} 關，第 {at}/{all} 次決定：{words}",
    "review.move.show": "顯示這個替代走法",
}


# -- spaces --------------------------------------------------------------------------------------------


def test_no_space_follows_a_chinese_mark() -> None:
    """Neither in a text of the catalogue, nor where sentences are joined: events, refusals, pictures."""
    words = Words("zh-Hant")
    told = list(CHINESE.values())
    replay = sw.sample("three-won")
    for node in replay.main_line():
        told.append("".join(sentences(words, node, None)))
        told.append(ElementTree.fromstring(sw.svg(node, language="zh-Hant"))[1].text or "")
    with pytest.raises(sw.SilkenwebError) as refused:
        replay.node("20").branch(Move.parse("play WK1>T31"))
    told.append(refusal(words, refused.value))
    assert not [text for text in told if re.search(r"[。，、：；！？）」] (?!\{)|[。，、；] \S", text)]


def test_a_value_has_a_space_on_both_sides_or_on_none() -> None:
    """Between Chinese characters. A counted thing ("9 件法寶") brings its own first space."""
    odd = {}
    for key, text in CHINESE.items():
        for found in re.finditer(r"\{(\w+)\}", text):
            before, after = text[: found.start()], text[found.end() :]
            between = re.search("[一-鿿] ?$", before) and re.match(" ?[一-鿿]", after)
            if between and found[1] != "relics" and before.endswith(" ") != after.startswith(" "):
                odd[key] = text
    assert not odd


# -- how it is set -------------------------------------------------------------------------------------

SERIFS = re.compile(r"(?:[^;{}=]|&quot;)*Georgia[^;{}=]*\bserif\b")


def test_no_stack_of_fonts_ends_in_a_serif_of_another_script() -> None:
    """Where a stack has a serif for Latin letters, a sans-serif of Windows precedes the last resort."""
    replay = sw.sample("three-won")
    texts = [
        (files("silkenweb.widgets") / "static" / name).read_text("utf-8")
        for name in ("widgets.css", "page.css")
    ]
    texts += [(files("silkenweb.teaching") / "lesson.css").read_text("utf-8")]
    texts += [(files("silkenweb.teaching") / "classroom" / "class.css").read_text("utf-8")]
    texts.append(sw.svg(replay.root, language="zh-Hant"))
    for text in texts:
        assert "PMingLiU" not in text
        stacks = SERIFS.findall(text)
        assert stacks
        assert all("Microsoft JhengHei" in stack for stack in stacks), stacks


def test_the_start_label_of_a_picture_stands_upright() -> None:
    """Its characters are below each other; nothing is turned on its side."""
    picture = sw.svg(sw.sample("three-won").root, language="zh-Hant")
    assert "rotate(-90)" not in picture
    texts = [text.text for text in ElementTree.fromstring(picture).iter() if text.tag.endswith("text")]
    first = texts.index("起")
    assert texts[first : first + 2] == ["起", "始"]
    assert "rotate(-90)" in sw.svg(sw.sample("three-won").root, language="en")


def test_a_lesson_says_its_language() -> None:
    """So that its style sheet sets Chinese upright and breaks its lines by the rules."""
    for language in ("en", "zh-Hant"):
        box = f'class="sw-lesson sw-practice" lang="{language}"'
        assert box in practice("locking", language=language)._repr_html_()
        assert box in practice(language=language)._repr_html_()
