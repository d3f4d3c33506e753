"""What a model was asked and said, in the words of every report."""

from reflect.model.judgement import Consensus, DropReason
from reflect.model.model_run import ModelRun
from reflect.model.run_vocabulary import Destination, PromptPurpose
from reflect.reports.wording import counted

PURPOSES = {
    PromptPurpose.ADJUDICATE: "about a finding",
    PromptPurpose.SWEEP: "about a session",
    PromptPurpose.NAME: "for a name",
    PromptPurpose.SUMMARISE: "for a summary",
}

AGREEMENT = {
    Consensus.CONFIRMED: "confirmed by the model",
    Consensus.RULE_ONLY: "rule only",
    Consensus.SUGGESTED: "suggested by the model alone, not counted",
}

NOTHING_TO_ASK = "there was nothing to ask about"


def was_asked(run: ModelRun) -> bool:
    """Whether a question was put, to the model or to its earlier replies."""
    return any(run.requests.values())


def asked(run: ModelRun) -> str:
    """Who was asked how much: one sentence."""
    facts = run.facts
    if not was_asked(run):
        return f"No model was asked: {run.stopped or NOTHING_TO_ASK}."
    place = "on this machine" if facts.destination is Destination.LOOPBACK else f"on {facts.host}"
    total = sum(run.requests.values())
    kinds = ", ".join(f"{run.requests[one]} {PURPOSES[one]}" for one in PURPOSES if _of(run, one))
    parts = [f"{facts.model} {place} was asked {counted(total, 'time')}"]
    if kinds:
        parts[0] += f" ({kinds})"
    if run.cached:
        parts.append(f"{run.cached} of these were answered from earlier replies")
    parts.append(f"{run.tokens_in:,} tokens were read and {run.tokens_out:,} written")
    return "; ".join(parts) + "."


def checked(run: ModelRun) -> str:
    """What passed the checks: one sentence."""
    said = f"Of {counted(run.said, 'statement')}, {run.kept} passed every check"
    dropped = ", ".join(f"{reason.value.replace('_', ' ')} {n}" for reason, n in _dropped(run))
    return f"{said}; dropped: {dropped}." if dropped else f"{said}."


def agreed(run: ModelRun) -> str:
    """How rules and model agree, as far as anything was judged: a few words."""
    confirmed = sum(one is Consensus.CONFIRMED for one in run.verdicts.values())
    alone = sum(one is Consensus.RULE_ONLY for one in run.verdicts.values())
    return f"{confirmed} confirmed, {alone} rule only, {len(run.suggested)} suggested"


def line(run: ModelRun) -> str:
    """All of it on one line of a screen."""
    if not was_asked(run):
        return f"no model was asked: {run.stopped or NOTHING_TO_ASK}"
    text = f"model {run.facts.model}: {agreed(run)}"
    dropped = sum(run.dropped.values())
    text += f" · {dropped} of {run.said} statements dropped" if dropped else ""
    return f"{text} · {run.stopped}" if run.stopped else text


def agreement(run: ModelRun | None, finding: str) -> str:
    """How rule and model agree on a finding, by its fingerprint; empty where none was asked."""
    found = run.verdicts.get(finding) if run is not None else None
    if found is None and run is not None and any(row.id == finding for row in run.suggested):
        found = Consensus.SUGGESTED
    return AGREEMENT[found] if found is not None else ""


def _of(run: ModelRun, purpose: PromptPurpose) -> int:
    return run.requests.get(purpose, 0)


def _dropped(run: ModelRun) -> list[tuple[DropReason, int]]:
    return [(reason, run.dropped[reason]) for reason in DropReason if run.dropped.get(reason)]
