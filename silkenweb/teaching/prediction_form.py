"""The form of a prediction in a notebook: an answer, how sure the reader is, and a button that reveals it."""

from __future__ import annotations

from typing import Any

import ipywidgets

from silkenweb.teaching.predictions import SURE, Prediction
from silkenweb.teaching.results import Misread


def form(prediction: Prediction) -> Any:
    """Return the widget. The button saves the answer, locks the form and shows the verdict below it."""
    if prediction.choices:
        answer = ipywidgets.RadioButtons(options=prediction.choices, value=None, description="Prediction")
    else:
        answer = ipywidgets.Text(placeholder=prediction.number, description="Prediction")
    options = [("a guess", None), *((f"{sure:.0%}", sure) for sure in SURE)]
    sure = ipywidgets.ToggleButtons(options=options, description="How sure?")
    button = ipywidgets.Button(description="Reveal")
    said = ipywidgets.HTML()

    def answered(_button: object) -> None:
        if answer.value in (None, ""):
            said.value = "<p>Choose an answer first.</p>"
            return
        try:
            said.value = prediction.answer(answer.value, sure.value)._repr_html_()
        except Misread as misread:
            said.value = f"<p>{misread}</p>"
            return
        for each in (answer, sure, button):
            each.disabled = True

    button.on_click(answered)
    return ipywidgets.VBox([answer, sure, button, said])
