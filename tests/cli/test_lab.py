"""`lab` opens a copy of the notebooks, and never changes what the user has changed there."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import ClassVar

import pytest
from traitlets import Unicode
from traitlets.config.loader import KVArgParseConfigLoader

from silkenweb.cli import lab, run

SHIPPED = {
    "_notebooks/00_start_here.ipynb": "first",
    "_notebooks/01_more.ipynb": "second",
    "_notebooks/data/x.json": "x",
    "_notebooks/.ipynb_checkpoints/00_start_here-checkpoint.ipynb": "not this",
}


def lay_out(folder: Path, files: dict[str, str]) -> Path:
    """Create a folder with these files."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)
    return folder


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The relevant files that a wheel installs."""
    return lay_out(tmp_path / "site-packages" / "silkenweb", SHIPPED)


def names(folder: Path) -> set[str]:
    """All files of a folder."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_notebooks_are_copied_once(package: Path, tmp_path: Path) -> None:
    """With the files beside them; the second time nothing is copied."""
    target = tmp_path / "mine"
    copied, differing = lab.copy(package / "_notebooks", target)
    assert names(target) == {"00_start_here.ipynb", "01_more.ipynb", "data/x.json"}
    assert len(copied) == 3
    assert differing == []
    assert lab.copy(package / "_notebooks", target) == ([], [])


def test_what_the_user_has_changed_stays(package: Path, tmp_path: Path) -> None:
    """A new version adds missing files, and lists the files that it left alone."""
    target = tmp_path / "mine"
    lab.copy(package / "_notebooks", target)
    (target / "00_start_here.ipynb").write_text("my own")
    (target / "notes.ipynb").write_text("my own")
    (target / "01_more.ipynb").unlink()
    lay_out(package, {"_notebooks/02_new.ipynb": "new", "_notebooks/data/x.json": "changed"})
    copied, differing = lab.copy(package / "_notebooks", target)
    assert {path.name for path in copied} == {"01_more.ipynb", "02_new.ipynb"}
    assert {path.name for path in differing} == {"00_start_here.ipynb", "x.json"}
    assert (target / "00_start_here.ipynb").read_text() == "my own"
    assert (target / "notes.ipynb").read_text() == "my own"
    assert (target / "data/x.json").read_text() == "x"


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links need rights there")
def test_a_link_that_leads_nowhere_is_not_written_through(package: Path, tmp_path: Path) -> None:
    """The link may belong to the user."""
    target = tmp_path / "mine"
    target.mkdir(parents=True)
    (target / "00_start_here.ipynb").symlink_to(tmp_path / "elsewhere.ipynb")
    lab.copy(package / "_notebooks", target)
    assert not (tmp_path / "elsewhere.ipynb").exists()


def test_a_checkout_has_its_own(root: Path, package: Path) -> None:
    """An installed package has none, even if a folder `notebooks` is beside it."""
    (package.parent / "notebooks").mkdir()
    assert lab.own_notebooks(package) is None
    assert lab.own_notebooks(root / "silkenweb") == root / "notebooks"


def test_without_jupyterlab_it_says_what_to_do(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """And it makes no copy."""
    monkeypatch.setattr(lab.importlib.util, "find_spec", lambda name: None)
    monkeypatch.chdir(tmp_path)
    assert run(["lab", "--folder", "mine"]) == 1
    assert "pip install 'silkenweb[lab]'" in capsys.readouterr().err
    assert names(tmp_path) == set()


def test_an_installation_without_notebooks_says_so(
    package: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """And it leaves no folder behind."""
    shutil.rmtree(package / "_notebooks")
    monkeypatch.setattr(lab, "PACKAGE", package)
    monkeypatch.setattr(lab.importlib.util, "find_spec", lambda name: object())
    monkeypatch.chdir(tmp_path)
    assert run(["lab"]) == 1
    assert "contains no notebooks" in capsys.readouterr().err
    assert not (tmp_path / lab.FOLDER).exists()


@pytest.fixture
def installed(root: Path, tmp_path: Path) -> Path:
    """A folder for the path, with this package as installed by a wheel, and a JupyterLab that prints its
    arguments.
    """
    folder = tmp_path / "site-packages"
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(root / "silkenweb", folder / "silkenweb", ignore=ignore)
    told = "import sys\nprint(*sys.argv[1:], sep='\\n')\n"
    return lay_out(folder, {"jupyterlab/__init__.py": "", "jupyterlab/__main__.py": told}) and lay_out(
        folder, {f"silkenweb/{name}": content for name, content in SHIPPED.items()}
    )


def call(installed: Path, cwd: Path, *words: str) -> list[str]:
    """Run the installed command, and return the printed lines."""
    done = subprocess.run(
        [sys.executable, "-m", "silkenweb", "lab", *words],
        env={"PYTHONPATH": str(installed), "PYTHONUTF8": "1", "PYTHONSAFEPATH": "1"},
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def opening(folder: PurePath) -> list[str]:
    """JupyterLab's options for a folder."""
    return [f"--ServerApp.root_dir={folder}", "--LabApp.default_url=/lab/tree/00_start_here.ipynb"]


def test_from_a_wheel_lab_opens_the_user_s_copy(installed: Path, tmp_path: Path) -> None:
    """In the current folder; options are passed on to JupyterLab."""
    home = tmp_path / "home"
    home.mkdir()
    there = opening(home / "silkenweb-notebooks")
    assert call(installed, home) == ["Copied three files to silkenweb-notebooks", *there]
    assert call(installed, home, "--no-browser", "--port", "8899") == [
        *there,
        "--no-browser",
        "--port",
        "8899",
    ]


def test_another_folder_may_be_named(installed: Path, tmp_path: Path) -> None:
    """Its existing files are left alone and listed."""
    home = lay_out(tmp_path / "home", {"mine/00_start_here.ipynb": "my own"})
    assert call(installed, home, "--folder", "mine", "--", "--no-browser") == [
        "Copied two files to mine",
        "Kept your own versions of: 00_start_here.ipynb. (Rename a file to get the new version.)",
        *opening(home / "mine"),
        "--no-browser",
    ]
    assert (home / "mine/00_start_here.ipynb").read_text() == "my own"


def test_in_a_checkout_too_lab_opens_a_copy(installed: Path) -> None:
    """A copy of the project's own notebooks, which are only opened directly if their folder is named."""
    lay_out(installed, {"pyproject.toml": "", "notebooks/00_start_here.ipynb": "own"})
    there = opening(installed / "silkenweb-notebooks")
    assert call(installed, installed) == ["Copied one file to silkenweb-notebooks", *there]
    assert (installed / "silkenweb-notebooks/00_start_here.ipynb").read_text() == "own"
    assert call(installed, installed, "--folder", "notebooks") == opening(installed / "notebooks")


def test_any_folder_can_be_opened(installed: Path, tmp_path: Path) -> None:
    """JupyterLab gets the name unchanged, whatever it contains."""
    for name in ("with spaces", "Zoë's Übungen 絲", "100% #1 & [co]; $HOME", "a=b"):
        home = tmp_path / name
        home.mkdir()
        assert call(installed, home, "--folder", name)[1:] == opening(home / name)


@pytest.mark.parametrize(
    "folder",
    [
        PureWindowsPath(r"C:\Zoë Müller\silken web"),
        PureWindowsPath("D:/"),
        PureWindowsPath(r"\\server\share\絲"),
        PurePosixPath("/Volumes/Macintosh HD/Übungen"),
    ],
)
def test_jupyterlab_understands_paths_of_every_system(folder: PurePath) -> None:
    """JupyterLab reads the same folder from its command line."""
    config = KVArgParseConfigLoader(lab.opening(folder, "00 ä.ipynb")).load_config()
    assert config.ServerApp.root_dir.get_value(Unicode()) == str(folder)
    assert config.LabApp.default_url.get_value(Unicode()) == "/lab/tree/00%20%C3%A4.ipynb"


def test_ctrl_c_is_left_to_jupyterlab() -> None:
    """If Ctrl-C reaches both, the command waits until JupyterLab has ended."""

    class Asked:
        answers: ClassVar = [KeyboardInterrupt, KeyboardInterrupt, 7]

        def wait(self) -> int:
            answer = self.answers.pop(0)
            if answer is KeyboardInterrupt:
                raise KeyboardInterrupt
            return answer

    assert lab.to_its_end(Asked()) == 7
