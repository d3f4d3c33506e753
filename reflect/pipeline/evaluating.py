"""Labels beside what is found in the labelled sessions: the whole of ``reflect eval``."""

import secrets
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from reflect import paths
from reflect.errors import BadData, ReflectError, UsageError
from reflect.evaluation import acts as acts_measured
from reflect.evaluation import codes as codes_measured
from reflect.evaluation import label_files, stability_file
from reflect.evaluation.codes import Cited
from reflect.evaluation.joining import JudgedAct, ReadSession, join, names_file, unlabelled
from reflect.evaluation.label_files import Labels
from reflect.features import acts
from reflect.features.acts.kinds import SIGNAL_KINDS
from reflect.features.exchanges import is_turn
from reflect.model.evaluation import ActsEvaluation, Evaluation, LabelCoverage
from reflect.model.frozen import dataclass
from reflect.model.review import SessionRow
from reflect.model.session import RedactedSession
from reflect.pipeline import analysing, finding_stores, importing, reading
from reflect.pipeline.codes import Codes
from reflect.pipeline.finding_stores import StoreRequest
from reflect.pipeline.importing import Progress
from reflect.redaction.key import load_or_create_key
from reflect.reports.files import private_folder
from reflect.warehouse import StoredFinding, Warehouse, open_warehouse

if TYPE_CHECKING:
    from reflect.pipeline.evaluating_model import Gathered
    from reflect.pipeline.model.ask import ModelAsk

BESIDE = "sessions"
"""Folder beside a label file in which its sessions are looked for."""


@dataclass(frozen=True, slots=True)
class EvalRequest:
    """What the user asked for."""

    labels: tuple[Path, ...]
    """Label files."""
    sessions: Path | None
    """Folder of the labelled sessions; None looks beside the labels, then into the archive."""
    label_set: str | None = None
    """What the labels are called; None names their files."""
    model: "ModelAsk | None" = None
    """The language model to ask; None for the rules alone."""


@dataclass(frozen=True, slots=True)
class _Labelled:
    """A labelled session that was read."""

    file: str
    """The file as the labels name it."""
    row: SessionRow
    """Its row."""
    session: RedactedSession
    """Everything in it."""


def evaluate(request: EvalRequest, running: Codes, progress: Progress) -> Evaluation:
    """Compare labels with what is found. Raises ``ReflectError``."""
    labels = label_files.read(request.labels)
    if not labels.files:
        raise BadData(
            f"{request.labels[0]} holds no label", hint="docs/evaluation.md says what a row holds"
        )
    folder = request.sessions or _beside(request.labels)
    # A key of the machine's own, so that what stands for a secret in a question is the same the
    # next time, and the question is not asked again.
    key = load_or_create_key(paths.key_file()) if request.model else secrets.token_bytes(32)
    taken = _Taken(_gathered(request.model))
    if folder is None:
        with reading.opened() as warehouse:
            taken.take(warehouse, labels.files)
    else:
        _read_apart(folder, labels, running, key, taken, progress)
    sessions = taken.sessions
    if not sessions:
        raise UsageError(
            "none of the labelled sessions could be read",
            hint="--sessions FOLDER names the folder that the labels' files lie in",
        )
    read = [one.file for one in sessions]
    versions = {one.name: one.version for one in running.detectors}
    measured, unused = codes_measured.evaluate(labels, taken.findings, versions, read)
    found = Evaluation(
        label_set=request.label_set or ", ".join(file.stem for file in request.labels),
        acts=_acts(labels, sessions, progress) if labels.acts else None,
        codes=measured,
        unused=unused,
    )
    if taken.gathered is None or request.model is None:
        return found
    from reflect.pipeline import evaluating_model

    ask = request.model
    beside = evaluating_model.evaluate(taken.gathered, labels, read, running, ask, key, progress)
    return replace(found, model=beside)


def _gathered(ask: "ModelAsk | None") -> "Gathered | None":
    if ask is None:
        return None
    # Imported here: most evaluations ask no model.
    from reflect.pipeline.evaluating_model import Gathered

    return Gathered(ask.provider)


class _Taken:
    """What was taken from archives: labelled sessions, findings, and questions for a model."""

    def __init__(self, gathered: "Gathered | None") -> None:
        self.gathered = gathered
        self.sessions: list[_Labelled] = []
        self.findings: list[Cited] = []

    def take(self, warehouse: Warehouse, files: Sequence[str]) -> list[_Labelled]:
        """Take the labelled sessions that an archive holds, and return them."""
        read = list(_labelled(warehouse, files))
        found = list(_findings(warehouse, read))
        self.sessions += read
        self.findings += [cited for _, cited in found]
        if self.gathered is not None:
            roots = {one.row.key: one.file for one in read if one.row.key == one.row.root}
            self.gathered.add(warehouse, roots, found)
        return read


def _beside(labels: Sequence[Path]) -> Path | None:
    folder = labels[0].parent / BESIDE
    return folder if folder.is_dir() else None


def _read_apart(
    folder: Path, labels: Labels, running: Codes, key: bytes, taken: _Taken, progress: Progress
) -> None:
    """Take the labelled sessions by way of archives that are gone afterwards.

    An archive keeps one of several files of a session. Labels may be about two of them, a session
    saved early and late: those that an archive left out get another one.
    """
    if not folder.is_dir():
        raise UsageError(f"{folder} is no folder", hint="--sessions FOLDER")
    files = list(labels.files)
    below = private_folder(paths.temporary_dir())
    while files:
        with (
            tempfile.TemporaryDirectory(prefix="eval-", dir=below) as place,
            open_warehouse(Path(place) / "warehouse.duckdb", write=True) as warehouse,
        ):
            stores = [store for file in files for store in _stores(folder / file)]
            importing.import_stores(warehouse, stores, key, progress)
            analysing.analyse(warehouse, running, progress)
            read = taken.take(warehouse, files)
        if not read:
            break
        known = {one.file for one in read}
        files = [file for file in files if file not in known]


def _stores(file: Path) -> list[finding_stores.Store]:
    """The store that a labelled file is; none when it is missing or nobody knows its format."""
    try:
        return finding_stores.find(StoreRequest(discover=False, paths=(file,)))
    except ReflectError:
        return []


def _labelled(warehouse: Warehouse, files: Sequence[str]) -> Iterator[_Labelled]:
    by_name: defaultdict[str, list[str]] = defaultdict(list)
    for file in files:
        by_name[PurePosixPath(file).name].append(file)
    for row in warehouse.session_rows():
        for file in by_name[PurePosixPath(row.path).name]:
            if names_file(row.path, file):
                yield _Labelled(file, row, warehouse.session(row.key))


def _findings(
    warehouse: Warehouse, sessions: Sequence[_Labelled]
) -> Iterator[tuple[StoredFinding, Cited]]:
    files = {one.row.key: one.file for one in sessions}
    for stored in warehouse.findings(list(files)):
        found = stored.finding
        records = tuple(e.record for e in found.evidence if e.session == found.session)
        if found.session in files and records:
            yield stored, Cited(files[found.session], found.code, records)


def _acts(labels: Labels, sessions: Sequence[_Labelled], progress: Progress) -> ActsEvaluation:
    read = _read(sessions, frozenset())
    rows = join(labels.acts, read)
    silenced: dict[str, list[JudgedAct]] = {}
    names: dict[str, frozenset[str]] = {}
    for kind, signals in SIGNAL_KINDS.items():
        names[kind] = frozenset(signals)
        names |= {signal: frozenset((signal,)) for signal in signals}
    for done, (name, silent) in enumerate(names.items()):
        progress("silencing signals", done, len(names))
        silenced[name] = join(labels.acts, _read(sessions, silent))
    return acts_measured.evaluate(rows, silenced, SIGNAL_KINDS, _coverage(labels, rows, read))


def _read(sessions: Sequence[_Labelled], silent: frozenset[str]) -> list[ReadSession]:
    return [
        ReadSession(
            file=one.file,
            agent=one.row.agent,
            turns=acts.label(one.session, silent),
            texts=_texts(one.session),
        )
        for one in sessions
    ]


def _texts(session: RedactedSession) -> Mapping[str, str]:
    return {message.event: message.text for message in session.messages if is_turn(message)}


def _coverage(
    labels: Labels, rows: Sequence[JudgedAct], read: Sequence[ReadSession]
) -> LabelCoverage:
    files = {label.file for label in labels.acts}
    known = {one.file for one in read} & files
    sure = sum(row.label.sure for row in rows)
    return LabelCoverage(
        labels=len(labels.acts),
        compared=sure,
        disputed=len(rows) - sure,
        unread=len(labels.acts) - len(rows),
        sessions=len(known),
        sessions_unread=len(files) - len(known),
        unlabelled=unlabelled(labels.acts, read),
    )


def stability_text(found: Evaluation, file: Path) -> str:
    """The counts of each measured code; codes of an earlier file that were not measured stay.

    Raises:
        BadData: The file is there and is no stability file.
    """
    earlier = file.read_text(encoding="utf-8") if file.exists() else ""
    try:
        return stability_file.render(found.codes, found.label_set, earlier)
    except (ValueError, KeyError, TypeError):
        raise BadData(
            f"{file} is no file of counts", hint="name another file, or move that one away"
        ) from None
