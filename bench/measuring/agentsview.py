"""The peer: agentsview, a Go program that reads the same stores into SQLite with a text index."""

import shutil
from pathlib import Path

from measuring.corpora import Corpus
from measuring.programs import Took, run, without_network


class Agentsview:
    """``agentsview sync`` over one corpus, in a home folder of its own.

    It has no network while it runs, where the system allows that, for it reports its use.
    """

    def __init__(self, program: Path, corpus: Corpus, place: Path) -> None:
        self._program = program
        self._corpus = corpus
        self._place = place
        place.mkdir(parents=True, exist_ok=True)

    def first_sync(self) -> Took:
        """Read everything into an empty archive."""
        home = self._place / "home"
        shutil.rmtree(home, ignore_errors=True)
        share = home / ".local" / "share"
        share.mkdir(parents=True)
        (home / ".claude").symlink_to(self._corpus.home / ".claude")
        if self._corpus.database.exists():
            (share / "opencode").symlink_to(self._corpus.database.parent)
        environment = {"HOME": str(home), "AGENTSVIEW_NO_DAEMON": "1"}
        return run((*without_network(), self._program, "sync"), environment, self._place)
