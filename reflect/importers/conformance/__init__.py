"""What every importer owes, as checks that anyone can run on an importer of their own.

Comes in: an importer and a recorded store. Goes out: the violations, none when it conforms::

    from reflect.importers.conformance import check

    def test_it_conforms():
        assert check(MyImporter(), Path("tests/data/my-agent")) == []

It needs no test runner. The store is copied; the original is only read. ``Rule`` lists the rules.
"""

import tempfile
from collections.abc import Collection
from pathlib import Path

from reflect.importers import Importer
from reflect.importers.conformance.conduct import watched
from reflect.importers.conformance.damaging import damaged
from reflect.importers.conformance.growing import grown
from reflect.importers.conformance.looking import looked_for
from reflect.importers.conformance.people import typed_words
from reflect.importers.conformance.repeating import repeated
from reflect.importers.conformance.rules import Rule, Violation
from reflect.importers.conformance.trial import Reading, Trial, surroundings
from reflect.importers.conformance.values import checked_read
from reflect.model.source import Source

__all__ = ["Rule", "Violation", "check"]


def check(
    importer: Importer,
    store: Path | Source,
    *,
    typed: Collection[str] | None = None,
    cuts: int = 200,
) -> list[Violation]:
    """Hold an importer to every rule on one recorded store.

    Args:
        importer: The importer.
        store: A file or folder that it recognises, recorded from the real client. A ``Source``
            for what is no file (a server): then only what it yields is checked, and read twice.
        typed: All the words that a person typed in this store, one text a message, where they
            are known: any other human text is a violation, and so is a missing one.
        cuts: Places at which a growing file is cut; 0 for every byte.

    Returns:
        The violations, in the order of the checks; each once.
    """
    with tempfile.TemporaryDirectory(prefix="reflect-conformance-") as name:
        folder = Path(name)
        home = folder / "home"
        home.mkdir()
        with surroundings(home):
            if isinstance(store, Source):
                trial = Trial(importer, store.path, folder, cuts)
                whole = trial.read_source(store.path, store, "as it is")
                repeated(trial, whole, trial.read_source(store.path, store, "a second time"))
            else:
                trial = Trial(importer, store, folder, cuts)
                whole = _on_copies(trial)
            for unit in whole.units:
                if unit.name in whole.reads and whole.source is not None:
                    checked_read(trial, whole.source, unit, whole.reads[unit.name])
            if typed is not None:
                typed_words(trial, whole, typed)
            return trial.violations


def _on_copies(trial: Trial) -> Reading:
    whole = trial.read(trial.copy("whole"), "as it is")
    if not looked_for(trial, whole):
        return whole
    repeated(trial, whole, trial.read(trial.copy("moved"), "copied elsewhere"))
    watched(trial)
    damaged(trial, whole)
    grown(trial, whole)
    return whole
