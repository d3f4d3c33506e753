"""From a pattern to one remedy line, through gates: what to change, of which kind, and why."""
