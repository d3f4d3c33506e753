"""Finding: what is recognised, what is not, and where stores are looked for."""

import sqlite3
from contextlib import closing

from reflect.importers.conformance.rules import Rule
from reflect.importers.conformance.trial import Reading, Trial, surroundings

STRANGERS = {
    "notes.txt": b"prompt: fix it\n",
    "settings.json": b'{"theme": "dark"}\n',
    "list.json": b"[1, 2]\n",
    "log.jsonl": b'{"level": "info", "text": "started"}\n',
    "cut.json": b'{"info": {"id": ',
    "empty.jsonl": b"",
    "empty.db": b"",
    "picture.png": b"\x89PNG\r\n\x1a\n\x00\x00",
}
"""Files that are no agent's."""


def looked_for(trial: Trial, whole: Reading) -> bool:
    """Check what is recognised and discovered; False when there is nothing to check further."""
    _strangers(trial)
    _environ(trial)
    if whole.source is None:
        trial.broke(Rule.RECOGNISES, "", "the store is not recognised")
        return False
    if whole.source.agent != trial.importer.agent:
        what = f"the source says {whole.source.agent!r}, the importer {trial.importer.agent!r}"
        trial.broke(Rule.KEEPS_ITS_PROMISES, "", what)
    for name in whole.refused:
        trial.broke(Rule.RECOGNISES, name, "a unit of the recorded store could not be read")
    if not any(True for _ in whole.sessions()):
        trial.broke(Rule.RECOGNISES, "", "no session was read from the store")
        return False
    return True


def _strangers(trial: Trial) -> None:
    folder = trial.folder / "strangers"
    (folder / "empty").mkdir(parents=True)
    places = [folder / "empty", folder / "missing", folder / "missing.jsonl"]
    mixed = folder / "mixed"
    mixed.mkdir()
    for name, content in STRANGERS.items():
        (mixed / name).write_bytes(content)
        places.append(mixed / name)
    with closing(sqlite3.connect(mixed / "other.db")) as database:
        database.execute("CREATE TABLE notes (id INTEGER, text TEXT)")
    places += [mixed / "other.db", mixed]
    for place in places:
        if trial.recognised(place, f"of {place.name}") is not None:
            what = f"{place.name} was taken for a store"
            trial.broke(Rule.RECOGNISES, place.name, what)


def _environ(trial: Trial) -> None:
    """An importer that asks the process instead of its argument finds the store in this HOME."""
    empty = trial.folder / "empty-home"
    empty.mkdir()
    with surroundings(trial.copy("home-of-the-process")):
        found = trial.ours(
            "of an empty home", "discover", lambda: trial.importer.discover({"HOME": str(empty)})
        )
    for source in found or ():
        what = f"{source.path.name} was found, though the HOME that was given is empty"
        trial.broke(Rule.DISCOVERS_FROM_ENVIRON, "", what)
