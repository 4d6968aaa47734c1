"""How charts are shown in a notebook: ours are drawn here, those of others as they were before."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any, Final

import altair as alt
from altair.utils.mimebundle import spec_to_mimebundle

MARK: Final = {"silkenweb": "drawn without asking a server"}
"""The `usermeta` of our charts, by which they are known."""

_NAME: Final = "silkenweb"


def draw_ours() -> None:
    """Show our charts as pictures, without asking any server, and all other charts as before.

    Nothing changes where somebody has chosen how Altair shows charts, or where vl-convert is not there.
    """
    if alt.renderers.active != "default" or find_spec("vl_convert") is None:
        return
    others: Any = alt.renderers.get()

    def render(spec: dict[str, Any], **options: Any) -> Any:
        if spec.get("usermeta") == MARK:
            return spec_to_mimebundle(spec, format="svg", mode="vega-lite")
        return others(spec, **options)

    alt.renderers.register(_NAME, render)
    alt.renderers.enable(_NAME)
