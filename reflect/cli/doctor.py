"""``reflect doctor``: what was found, what is wrong, what to do."""

from reflect.cli.options import Discover, Store

HELP = """What was found on this machine, what is wrong, and what to do. Changes nothing.

\b
  reflect doctor
  reflect doctor --store claude-code=/mnt/laptop/.claude
"""


def doctor(store: Store = None, discover: Discover = True) -> None:
    """Print every check; exit 5 when something is wrong."""
    from reflect.errors import ExitCode
    from reflect.pipeline.finding_stores import StoreRequest
    from reflect.pipeline.health import check
    from reflect.reports.sinks import terminal

    found = check(StoreRequest(tuple(store or ()), discover))
    width = max(len(one.name) for one in found)
    for one in found:
        mark = "✗" if one.problem else " "
        print(f"{mark} {one.name:<{width}}  {terminal(one.state)}")
        if one.advice:
            print(f"  {'':<{width}}  → {terminal(one.advice)}")
    if any(one.problem for one in found):
        raise SystemExit(int(ExitCode.VERIFICATION_FAILED))
