"""The whole flow, top to bottom: find, import, analyse, choose, put together, write."""

from collections.abc import Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from reflect import __version__, paths
from reflect.config import Config
from reflect.errors import ReflectError
from reflect.model.frozen import dataclass
from reflect.model.redacted import Redacted
from reflect.model.review import Review, Selection, SessionRow, Week
from reflect.model.rows import StoreCount
from reflect.model.run_vocabulary import Action, Outcome
from reflect.pipeline import codes, finding_stores, importing, reviewing, selecting, weekly
from reflect.pipeline.analysers_ahead import analysers_ahead, process_count
from reflect.pipeline.aside import Aside
from reflect.pipeline.codes import Codes, pages
from reflect.pipeline.earlier_reports import EarlierReports
from reflect.pipeline.finding_stores import StoreRequest
from reflect.pipeline.importing import Progress
from reflect.pipeline.listing import Listing
from reflect.pipeline.loading_ahead import LoadingAhead
from reflect.pipeline.model.prompts import SentPrompts, complete_killed
from reflect.pipeline.moments import iso
from reflect.pipeline.readers_ahead import readers_ahead
from reflect.pipeline.session_readings import SessionReadings
from reflect.redaction.key import load_or_create_key
from reflect.redaction.rules import rules_version
from reflect.reports import files, manifest, run_id
from reflect.reports.manifest_facts import Produced, RunFacts
from reflect.warehouse import Warehouse, open_warehouse, schema_version
from reflect.warehouse.beside import Beside

if TYPE_CHECKING:
    from reflect.pipeline.model.ask import ModelAsk


@dataclass(frozen=True, slots=True)
class RunRequest:
    """What the user asked for."""

    action: Action
    """The command."""
    selection: Selection
    """Which sessions."""
    stores: StoreRequest
    """Which stores."""
    now: datetime
    """The clock, read once."""
    model: "ModelAsk | None" = None
    """The language model to ask; None for the rules alone."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a run leaves."""

    review: Review
    """Everything shown; this week's for ``week``."""
    week: Week | None
    """For ``week``."""
    report: Path
    """The private Markdown report."""
    manifest: Path
    """The redacted manifest."""
    partial: bool
    """A whole store or file could not be read."""
    markdown: Redacted
    """The report's text."""


def run(request: RunRequest, config: Config, progress: Progress) -> Result:
    """Do everything a review or a week does. Raises ``ReflectError``."""
    began = iso(request.now)
    key = load_or_create_key(paths.key_file())
    running = codes.chosen(config, paths.config_file())
    stores = finding_stores.find(request.stores)
    with (
        readers_ahead(stores, key),
        nullcontext(Listing(stores)) as listing,
        open_warehouse(paths.warehouse_file(), write=True) as warehouse,
        analysers_ahead(warehouse, running),
    ):
        complete_killed(warehouse, paths.manifests_dir(), key)
        identity = run_id.new(int(request.now.timestamp() * 1000))
        facts = RunFacts(
            id=identity,
            action=request.action,
            started_at=began,
            selection=request.selection,
            reflect_version=__version__,
            warehouse_schema=schema_version(),
            codes_version=running.digest,
            redaction_version=rules_version(),
        )
        handle = manifest.begin(paths.manifests_dir(), key, facts)
        warehouse.begin_run(identity, request.action, moment=began)
        sent = SentPrompts(warehouse, identity, key)
        try:
            readings = SessionReadings(warehouse, key, paths.readings_file())
            with LoadingAhead(running) as ahead:
                counts = importing.import_stores(
                    warehouse,
                    stores,
                    key,
                    progress,
                    ahead.begin,
                    listing=listing,
                )
                material = _material(warehouse, request, counts, began, readings)
                stale = warehouse.stale_roots(running.digest)
                if stale:
                    # Imported here: a review of what is known needs neither codes nor features.
                    from reflect.pipeline import analysing

                    chosen = [row.key for row in material.chosen.sessions]
                    then = ahead.beside if process_count(len(stale)) else ahead.before
                    analysing.analyse(
                        warehouse,
                        running,
                        progress,
                        lambda trees: then(readings.along(chosen, trees)),
                    )
            week = None
            # What was imported and found is written down while review and report are made.
            with ExitStack() as written_down:
                written_down.enter_context(Aside(warehouse, Beside.write_down))
                if request.action is Action.WEEK:
                    week = weekly.put_together(warehouse, material, request.now)
                review = week.review if week else reviewing.assemble(warehouse, material)
                if request.model is not None:
                    # What is asked and answered is written too, and would wait for it.
                    written_down.close()
                    review = _asked(warehouse, review, request.model, key, progress, sent)
                    week = replace(week, review=review) if week else None
                text, report = _report(review, week, key, running, f"{identity}.md", request.now)
        except ReflectError as error:
            failed = Produced(
                Outcome.FAILED,
                iso(datetime.now(UTC)),
                prompts=sent.prompts,
                errors={manifest.error_code(error): 1},
            )
            manifest.finish(handle, failed, paths.reports_dir())
            warehouse.end_run(identity, Outcome.FAILED)
            raise
        partial = any(count.error for count in counts)
        outcome = Outcome.PARTIAL if partial else Outcome.COMPLETED
        produced = Produced(
            outcome=outcome,
            finished_at=iso(datetime.now(UTC)),
            review=review,
            transcripts={
                root: reading.hash
                for root, reading in readings.of([row.key for row in review.sessions]).items()
            },
            reports=(report,),
            prompts=sent.prompts,
        )
        sent.finish(review.model)
        written = manifest.finish(handle, produced, paths.reports_dir())
        warehouse.end_run(identity, outcome)
    return Result(review, week, report, written, partial, text)


def _asked(
    warehouse: Warehouse,
    review: Review,
    ask: "ModelAsk",
    key: bytes,
    progress: Progress,
    sent: SentPrompts,
) -> Review:
    # Imported here: httpx and the classifier belong to the runs that ask a model.
    from reflect.pipeline.model import asking
    from reflect.redaction.redactor import Redactor

    redactor = Redactor(key, paths.home_spellings())
    return asking.asked(warehouse, review, ask, redactor, progress, sent)


def _material(
    warehouse: Warehouse,
    request: RunRequest,
    counts: tuple[StoreCount, ...],
    began: str,
    readings: SessionReadings,
) -> reviewing.Material:
    asked = request.selection
    rows = warehouse.session_rows(agents=asked.agents, project=asked.project)
    reviewing_now = _reviewing(warehouse, rows)
    chosen = selecting.choose(
        rows,
        asked,
        unreadable=sum(count.unreadable for count in counts),
        reviewing=lambda row: row.key in reviewing_now,
    )
    return reviewing.Material(asked, rows, chosen, counts, began, readings, reviewing_now)


def _reviewing(warehouse: Warehouse, rows: Sequence[SessionRow]) -> frozenset[str]:
    """Sessions this very command runs in: their id is exported, or their last call is us."""
    exported = selecting.exported_ids()
    found = {row.key for row in rows if row.id in exported}
    found |= set(warehouse.running_reflect())
    return frozenset(found)


def _report(
    review: Review, week: Week | None, key: bytes, running: Codes, name: str, now: datetime
) -> tuple[Redacted, Path]:
    """The text of the report, and the file it was written to."""
    homes = paths.home_spellings()
    folder = paths.reports_dir()
    earlier = EarlierReports(key, (running.digest, *homes), folder, paths.made_reports_file())
    known = earlier.find(review, week)
    text = _markdown(review, week, key, homes) if known is None else known
    file = files.write_private(folder / str(now.astimezone(UTC).year), name, text)
    if known is None:
        earlier.add(review, week, text, file)
    return text, file


def _markdown(review: Review, week: Week | None, key: bytes, homes: tuple[str, ...]) -> Redacted:
    # Imported here: most reviews say what the last one said, and need neither templates nor rules.
    from reflect.redaction.redactor import Redactor
    from reflect.reports import markdown

    redact = Redactor(key, homes).text
    known = {page.name: page for page in pages()}
    if week is not None:
        return markdown.render_week(week, known, redact=redact, version=__version__)
    return markdown.render_review(review, known, redact=redact, version=__version__)
