"""Turns of sessions: as they were saved, or labelled now where no review has seen them yet."""

from collections import defaultdict
from collections.abc import Sequence

from reflect.features import acts
from reflect.model.review import SessionRow
from reflect.model.turn import Turn
from reflect.pipeline.codes import Codes
from reflect.warehouse import Warehouse


def known_turns(warehouse: Warehouse, rows: Sequence[SessionRow], running: Codes) -> list[Turn]:
    """The acts of the human in these sessions, in the order of the rows. Writes nothing."""
    keys = [row.key for row in rows]
    stale = set(warehouse.stale_roots(running.digest)) & set(keys)
    turns: defaultdict[str, list[Turn]] = defaultdict(list)
    for row in warehouse.turns([key for key in keys if key not in stale]):
        turns[row.turn.session].append(row.turn)
    for tree in warehouse.trees([key for key in keys if key in stale]):
        turns[tree.root.key] = list(acts.label(tree.root))
    return [turn for key in keys for turn in turns[key]]
