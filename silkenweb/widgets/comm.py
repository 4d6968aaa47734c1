"""Jupyter's comm as the transport of a session, and of the state that a widget shows."""

from __future__ import annotations

import anywidget

from silkenweb.widgets.attributes import Checked
from silkenweb.widgets.session import Requests, Session


class CommWidget(Checked, anywidget.AnyWidget):
    """A widget whose requests are answered by a session."""

    def _connect(self, requests: Requests) -> None:
        """Answer what the browser sends from now on."""
        self._session = Session(requests, lambda message: self.send(message))
        self.on_msg(self._receive)

    def _receive(self, _widget: object, message: object, _buffers: object) -> None:
        self._session.receive(message)
