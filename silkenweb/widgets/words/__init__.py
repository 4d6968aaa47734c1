"""What the widgets say about the nodes of a replay: its events, its legal moves, its edits."""
