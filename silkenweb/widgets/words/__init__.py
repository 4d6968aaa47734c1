"""The widgets' texts about the nodes of a replay: events, legal moves, edits."""
