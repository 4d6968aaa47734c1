"""Write README's table of notebooks, with a link to each on Binder.

    python3 binder/links.py [OWNER/NAME]

Run it after adding or renaming a notebook, and for each new version. Name the repository on GitHub once; it
is kept. The links lead to the tag of the version, so that the notebooks behind a link never change.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[1]
BINDER = "https://mybinder.org/v2/gh/"
TABLE = re.compile(r"^\| Notebook \|.*?\n(?!\|)", re.DOTALL | re.MULTILINE)
LITE = ("00", "01", "02", "04")  # as in binder/lite/build


def main(arguments: list[str]) -> None:
    """Write README.md again with the current table."""
    readme = ROOT / "README.md"
    text = readme.read_text("utf-8")
    named = arguments[0] if arguments else repository(text)
    readme.write_text(TABLE.sub(lambda _: table(named), text, count=1), "utf-8")


def repository(readme: str) -> str:
    """Return the repository that README's links lead to."""
    return readme.partition(BINDER)[2].partition("/v")[0]


def table(repository: str) -> str:
    """Return the table, one line per notebook."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    start = f"{BINDER}{repository}/v{project['version']}?urlpath="
    lines = ["| Notebook | | On Binder | In JupyterLite |", "| --- | --- | --- | --- |"]
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        where = quote(f"lab/tree/notebooks/{path.name}")
        lite = "yes" if path.name[:2] in LITE else ""
        lines.append(f"| `{path.stem}` | {title(path)} | [open]({start}{where}) | {lite} |")
    return "\n".join(lines) + "\n"


def title(notebook: Path) -> str:
    """Return the first heading of a notebook."""
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    return "".join(cells[0]["source"]).splitlines()[0].removeprefix("# ")


if __name__ == "__main__":
    main(sys.argv[1:])
