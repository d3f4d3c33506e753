"""``reflect label``: your verdict on findings and turns, a key each."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from reflect.cli.options import MOST_ROWS
from reflect.cli.parameters import Argument, option
from reflect.errors import UsageError

if TYPE_CHECKING:
    from reflect.pipeline.codes import Codes
    from reflect.pipeline.drawing import Question

HELP = """Say which findings are right, a key each; drawn at random within a code.

\b
  reflect label                              ten findings of the codes judged least
  reflect label --code repeated_failure -n 5
  reflect label --turns                      your own turns: is the act right?
  reflect label F-12                         a finding you name; no estimate counts it
  reflect label --summary                    what your verdicts say so far

Keys: a accept, r reject, c cannot tell, n next, q quit. From a pipe, a line each.
Verdicts are only ever added to verdicts.jsonl in the data folder; nothing is sent.
"""

KEYS = {"a": "accept", "r": "reject", "c": "unsure"}


def label(
    references: Annotated[
        list[str] | None, Argument(metavar="REF", help="Findings to judge: F-12.")
    ] = None,
    code: Annotated[
        str | None, option("--code", metavar="NAME", help="Only findings of this code.")
    ] = None,
    turns: Annotated[bool, option("--turns", help="Judge acts of your turns instead.")] = False,
    act: Annotated[
        str | None, option("--act", metavar="NAME", help="Only turns with this act.")
    ] = None,
    number: Annotated[
        int,
        option("--number", "-n", least=1, most=MOST_ROWS, metavar="N", help="How many to ask."),
    ] = 10,
    summary: Annotated[bool, option("--summary", help="Ask nothing, print the estimates.")] = False,
) -> None:
    """Ask, and write each verdict down at once."""
    from reflect import config, paths
    from reflect.cli.printing import exits, print_screen
    from reflect.evaluation import verdicts
    from reflect.pipeline import verdict_file
    from reflect.pipeline.codes import chosen
    from reflect.reports import label_screen

    settings = config.load()
    running = chosen(settings, paths.config_file())
    file = paths.verdicts_file()
    redact, width = exits()
    if not summary:
        drawn = _drawn(running, references or [], code, turns or act is not None, act, number)
        _ask(drawn, file)
    told = verdict_file.read(file)
    versions = {one.name: one.version for one in running.detectors}
    codes = verdicts.posteriors(told, versions)
    print_screen(
        label_screen.summary(
            codes,
            verdicts.act_posteriors(told),
            verdicts.to_switch_off(codes),
            verdicts.exceptions(told, versions, settings.codes.exceptions),
            paths.config_file(),
            redact=redact,
            width=width,
        )
    )


def _drawn(
    running: "Codes",
    references: list[str],
    code: str | None,
    turns: bool,
    act: str | None,
    number: int,
) -> "list[Question]":
    """What is asked about; read whole, so that the archive is free while the user thinks."""
    import random
    from difflib import get_close_matches

    from reflect import paths
    from reflect.model.vocabulary import Act
    from reflect.pipeline import drawing, verdict_file
    from reflect.pipeline.reading import opened

    acts, codes = [one.value for one in Act], [one.name for one in running.detectors]
    for flag, given, known in (("--code", code, codes), ("--act", act, acts)):
        if given is not None and given not in known:
            nearest = get_close_matches(given, known, n=1, cutoff=0.0)[0]
            raise UsageError(f"{flag} {given}: unknown", hint=f"did you mean {nearest}?")
    if sum((bool(references), code is not None, turns)) > 1:
        raise UsageError("references, --code and turns exclude each other", hint="keep one")
    told = verdict_file.read(paths.verdicts_file())
    chance = random.Random()  # noqa: S311 - a draw, no secret
    with opened() as warehouse:
        if references:
            return drawing.named(warehouse, references)
        if turns:
            return drawing.turns(warehouse, running, told, act=act, most=number, chance=chance)
        return drawing.findings(warehouse, running, told, code=code, most=number, chance=chance)


def _ask(drawn: "list[Question]", file: Path) -> None:
    """Ask about each in turn until the keys end."""
    from datetime import UTC, datetime

    from reflect.cli.keyboard import keys
    from reflect.cli.options import iso
    from reflect.cli.printing import exits, print_screen
    from reflect.cli.talk import say
    from reflect.pipeline import drawing, verdict_file
    from reflect.pipeline.codes import pages
    from reflect.pipeline.measured import own_verdicts
    from reflect.reports import label_screen, wording

    claims = {page.name: page.claim for page in pages()}
    told = {name: wording.own_verdicts(one) for name, one in own_verdicts().items()}
    redact, width = exits()
    pressed = keys()
    for place, question in enumerate(drawn, 1):
        print_screen(
            label_screen.question(
                question.name,
                question.ref,
                claims.get(question.name, ""),
                told.get(question.name, ""),
                question.signals,
                question.events,
                place=place,
                of=len(drawn),
                redact=redact,
                width=width,
            )
        )
        say("a accept · r reject · c cannot tell · n next · q quit")
        key = next((one for one in pressed if one in (*KEYS, "n", "q")), "q")
        if key == "q":
            return
        if key in KEYS:
            verdict_file.add(file, drawing.verdict(question, KEYS[key], iso(datetime.now(UTC))))
    if not drawn:
        say("Nothing is left to judge here.")
