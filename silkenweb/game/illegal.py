"""How the rules say no, from deep within; `Position.apply` makes the public IllegalMove of it."""

from __future__ import annotations


class Illegal(Exception):
    """A move that a rule forbids: the rule's id and the reason as a sentence."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(rule, reason)
        self.rule = rule
        self.reason = reason
