"""The published files are complete: the wheel is built from the sdist and inspected."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from email.parser import HeaderParser
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import silkenweb as sw

SHIPPED = {"silkenweb": "silkenweb", "notebooks": "silkenweb/_notebooks", "replays": "silkenweb/_replays"}
LEFT_BEHIND = {
    "__pycache__",
    ".ipynb_checkpoints",
    "silkenweb-progress.json",
    "silkenweb-progress.damaged.json",
}
"""What use leaves in a checkout; git ignores it, and the wheel leaves it out."""


@pytest.fixture(scope="module")
def built(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist of this project, and the wheel built from that sdist."""
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(root)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


@pytest.fixture(scope="module")
def project(root: Path) -> dict[str, Any]:
    """The `project` table of pyproject.toml."""
    return tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]


def shipped(root: Path) -> set[str]:
    """The names, inside the wheel, of all files of the package, the notebooks and the replays."""
    return {
        f"{place}/{path.relative_to(root / folder).as_posix()}"
        for folder, place in SHIPPED.items()
        for path in (root / folder).rglob("*")
        if path.is_file() and not LEFT_BEHIND & set(path.parts)
    }


def test_the_wheel_holds_package_notebooks_and_replays_and_nothing_else(built: Path, root: Path) -> None:
    """Including scripts, styles and data files of the package."""
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert names == shipped(root)


def test_the_wheel_works_where_the_project_is_not(built: Path, tmp_path: Path) -> None:
    """The package imports from the unpacked wheel, and declares that it is typed."""
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        wheel.extractall(tmp_path)
    code = "import silkenweb, sys; print(silkenweb.__file__)"
    environment = {"PYTHONPATH": str(tmp_path), "PYTHONSAFEPATH": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stdout.strip() == str(tmp_path / "silkenweb" / "__init__.py"), done.stderr
    assert (tmp_path / "silkenweb" / "py.typed").exists()


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new venv with the wheel. It gets the dependencies from the tests' environment, but not this
    project.
    """
    folder = tmp_path_factory.mktemp("elsewhere") / "venv"
    venv.create(folder, with_pip=False)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    wheel = next(built.glob("*.whl"))
    pip = [sys.executable, "-m", "pip", "--python", str(scripts / "python"), "--disable-pip-version-check"]
    done = subprocess.run(
        [*pip, "install", "--no-deps", "--no-index", str(wheel)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    own = next(folder.rglob("site-packages"))
    (own / "others.pth").write_text(f"{sysconfig.get_path('purelib')}\n{sysconfig.get_path('platlib')}\n")
    return scripts


def told(folder: Path, *command: str | Path) -> str:
    """The output of a command, run in a folder unrelated to this project."""
    ours = ("PYTHON", "SILKENWEB", "VIRTUAL_ENV")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return done.stdout


LOOK = """
import silkenweb as sw, sys
from pathlib import Path
from silkenweb.widgets import assets, drawings
from silkenweb.text import Words

here = Path(sw.__file__).parent
assert here.is_relative_to(sys.prefix), here
replay = sw.sample("lesson-what-silence-costs")
player = sw.Player(replay)
table = sw.Table(["wukong", "bajie"], seed="1", autosave=False)
assert table.replay.characters == ("wukong", "bajie")
for name in ("en", "zh-Hant"):
    assert Words(name)("sit.label") in assets.table_esm(name)
    assert " as default" in assets.player_esm(name)
assert ".silkenweb" in assets.css() and drawings.as_json()
assert sw.Edition.load().characters["wukong"].name
notebooks = sorted(path.name for path in (here / "_notebooks").glob("*.ipynb"))
print(len(sw.samples()), len(sw.puzzles()), notebooks[0], "<svg" in sw.svg(replay.end))
"""


def test_installed_elsewhere_it_has_all_that_it_needs(installed: Path, tmp_path: Path) -> None:
    """Scripts, styles, words, drawings, the edition, recorded games, puzzles and notebooks."""
    samples, puzzles, first, drawn = told(tmp_path, installed / "python", "-c", LOOK).split()
    assert int(samples) == len(sw.samples())
    assert int(puzzles) == len(sw.puzzles())
    assert (first, drawn) == ("00_start_here.ipynb", "True")


def test_installed_elsewhere_it_plays_and_makes_a_page(installed: Path, tmp_path: Path) -> None:
    """With its command, in another folder; the game is the same as here."""
    silkenweb = installed / "silkenweb"
    game, page = tmp_path / "my game.json", tmp_path / "my game.html"
    told(tmp_path, silkenweb, "play", "--players", "2", "--seed", "class-7", "-o", game.name)
    told(tmp_path, silkenweb, "export", game.name)
    replay = sw.Replay.load(game)
    assert replay.end.position.over
    text = page.read_text("utf-8")
    assert str(replay.end.move) in text
    assert "https://" not in text.replace("https://www.w3.org", "")


def test_the_metadata_name_licence_and_command(built: Path) -> None:
    """What an installer and an index show."""
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        info = next(name.split("/")[0] for name in wheel.namelist() if ".dist-info/" in name)
        metadata = HeaderParser().parsestr(wheel.read(f"{info}/METADATA").decode())
        commands = wheel.read(f"{info}/entry_points.txt").decode()
        assert f"{info}/licenses/LICENSE" in wheel.namelist()
    assert (metadata["Name"], metadata["License-Expression"]) == ("silkenweb", "MIT")
    assert "silkenweb = silkenweb.cli:main" in commands


def test_the_sdist_holds_the_tests_and_the_notes(built: Path) -> None:
    """Anyone who unpacks it can run the tests."""
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        names = {name.split("/", 1)[1] for name in sdist.getnames()}
    assert {"README.md", "CHANGELOG.md", "LICENSE", "run.py", "tests/test_package.py"} <= names


def test_the_pins_for_the_browser_keep_the_bounds(root: Path, project: dict[str, Any]) -> None:
    """Each wheel of the JupyterLite site has an exact version and a digest."""
    lines = (root / "binder" / "lite" / "kernel.txt").read_text("utf-8").splitlines()
    versions = {}
    for line in (line for line in lines if not line.startswith("#")):
        pin, _, digest = line.partition(" --hash=sha256:")
        name, _, version = pin.partition("==")
        versions[canonicalize_name(name)] = version
        assert len(digest) == 64
    for need in map(Requirement, project["dependencies"]):
        assert versions[canonicalize_name(need.name)] in need.specifier


def test_the_pins_for_binder_cover_what_the_notebooks_need(root: Path, project: dict[str, Any]) -> None:
    """Every package has an exact version and no source, and each dependency is within its bounds."""
    lines = (root / "binder" / "requirements.txt").read_text("utf-8").splitlines()
    pins = [Requirement(line) for line in lines if line and not line.startswith("#")]
    assert all(pin.url is None and [s.operator for s in pin.specifier] == ["=="] for pin in pins)
    versions = {canonicalize_name(pin.name): next(iter(pin.specifier)).version for pin in pins}
    assert len(versions) == len(pins)
    assert "silkenweb" not in versions
    needed = map(Requirement, project["dependencies"] + project["optional-dependencies"]["lab"])
    bad = [
        str(need)
        for need in needed
        if versions.get(canonicalize_name(need.name), "none") not in need.specifier
    ]
    assert bad == []


def test_a_script_such_as_a_user_writes_runs(root: Path) -> None:
    """The script that the type checkers read is also right."""
    done = subprocess.run([sys.executable, root / "tests/user_script.py"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("8/1/1 turn\n")
