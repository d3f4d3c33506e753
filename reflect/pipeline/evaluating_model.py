"""A model asked about labelled sessions: every finding of the rules, and every session."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from reflect import paths
from reflect.classifier import consensus, definitions, requests
from reflect.evaluation import model_codes
from reflect.evaluation.codes import Cited
from reflect.evaluation.label_files import Labels
from reflect.evaluation.model_codes import AnsweredHit
from reflect.model.finding import Finding
from reflect.model.judgement import Consensus, Decision, Judgement
from reflect.model.model_evaluation import Answered, ModelEvaluation
from reflect.model.model_request import ModelRequest
from reflect.model.provider_settings import ProviderSettings
from reflect.model.redacted import seal
from reflect.model.review import SessionTree
from reflect.model.run_vocabulary import PromptPurpose
from reflect.pipeline.codes import Codes, pages
from reflect.pipeline.importing import Progress
from reflect.pipeline.model.ask import ModelAsk
from reflect.pipeline.model.questions import Questions, room_of
from reflect.pipeline.model.recorded_asking import Asking, asked
from reflect.pipeline.model.results import Heard
from reflect.pipeline.session_readings import masks_of
from reflect.redaction.redactor import Redactor
from reflect.warehouse import StoredFinding, Warehouse


class Gathered:
    """The questions about labelled sessions, archive by archive, before one of them is sent.

    Two archives may hold the same session, saved early and late: what is asked about is named
    after its archive, too.
    """

    def __init__(self, provider: ProviderSettings) -> None:
        self._room = room_of(provider)
        self._offered = definitions.offered(pages())
        self._swept = definitions.swept()
        self._archives = 0
        self._requests: list[ModelRequest] = []
        self._trees: dict[str, SessionTree] = {}
        self._findings: dict[str, Finding] = {}
        self._roots: dict[str, str] = {}
        self.hits: dict[str, Cited] = {}
        """What a question is about → the finding as labels judge it."""
        self.files: dict[str, str] = {}
        """What a sweep is about → the labelled file."""
        self.masks = 0
        """Secrets masked in the sessions."""

    def add(
        self,
        warehouse: Warehouse,
        files: Mapping[str, str],
        found: Sequence[tuple[StoredFinding, Cited]],
    ) -> None:
        """Take in one archive: root session → labelled file, and what the rules found there."""
        archive = self._archives
        self._archives += 1
        names = {key: f"{archive} {key}" for key in files}
        for tree in warehouse.trees(list(files)):
            name = names[tree.root.key]
            self._trees[name] = tree
            self.files[name] = files[tree.root.key]
        for stored, cited in found:
            subject = f"{archive} {stored.id}"
            self.hits[subject] = cited
            self._adjudicate(subject, names[stored.finding.session], stored.finding)
        for name in names.values():
            if name in self._trees:
                swept = requests.sweep(self._trees[name], self._swept, self._room)
                self._requests += [replace(piece, subject=name) for piece in swept]
        for transcript in warehouse.transcripts(list(files)):
            self.masks += sum(masks_of(transcript).values())

    def _adjudicate(self, subject: str, root: str, finding: Finding) -> None:
        self._findings[subject] = finding
        self._roots[subject] = root
        code = self._offered[finding.code]
        self._requests.append(requests.adjudicate(self._trees[root], finding, subject, code))

    @property
    def questions(self) -> Questions:
        """All of them."""
        known = {page.name: page for page in (*pages(), *definitions.definition_pages())}
        return Questions(
            tuple(self._requests), self._trees, self._findings, self._roots, {}, known, ()
        )


def evaluate(
    gathered: Gathered,
    labels: Labels,
    read: Sequence[str],
    running: Codes,
    ask: ModelAsk,
    key: bytes,
    progress: Progress,
) -> ModelEvaluation:
    """Ask, and compare with the labels. ``read`` are the labelled files that were read.

    Raises ``ReflectError``.
    """
    told = gathered.questions
    redact = Redactor(key, paths.home_spellings()).text
    heard = Heard(told, seal(""), redact)
    asking = Asking(ask, running, key, redact, gathered.masks, progress)
    run = asked(asking, told, heard)
    judged = [(name, one) for name, one in told.findings.items() if name in heard.judged]
    judgements = heard.judgements()
    result = consensus.joined(judged, judgements)
    hits = [
        AnsweredHit(hit, _answered(name, result.of.get(name), judgements))
        for name, hit in gathered.hits.items()
    ]
    versions = {one.name: one.version for one in running.detectors}
    codes = model_codes.evaluate(labels, hits, versions, read)
    suggested = [_cited(one, gathered.files[one.subject]) for one in result.suggested]
    names = [one.name for one in definitions.swept()]
    return ModelEvaluation(
        total=model_codes.total(codes),
        codes=codes,
        suggested=model_codes.suggestions(labels, suggested, names, read),
        run=run,
    )


def _answered(name: str, agreed: Consensus | None, judgements: Sequence[Judgement]) -> Answered:
    """What is left of the answer about a finding; of a halved question one answer may do."""
    if agreed is None:
        return Answered.UNANSWERED
    if agreed is Consensus.CONFIRMED:
        return Answered.YES
    said = {one.decision for one in judgements
            if one.purpose is PromptPurpose.ADJUDICATE and one.subject == name}  # fmt: skip
    if Decision.NO in said:
        return Answered.NO
    return Answered.UNSURE if said else Answered.DROPPED


def _cited(judgement: Judgement, file: str) -> Cited:
    """A suggestion as labels judge it."""
    own = tuple(e.record for e in judgement.evidence if e.session == judgement.root)
    return Cited(file, judgement.code, own)
