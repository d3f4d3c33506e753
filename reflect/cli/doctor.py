"""``reflect doctor``: what was found, what is wrong, what to do."""

from reflect.cli.options import Discover, Server, ServerPasswordFile, StartServer, Store

HELP = """What was found on this machine, what is wrong, and what to do. Changes nothing.

\b
  reflect doctor
  reflect doctor --store claude-code=/mnt/laptop/.claude
"""


def doctor(
    store: Store = None,
    server: Server = None,
    server_password_file: ServerPasswordFile = None,
    start_server: StartServer = False,
    discover: Discover = True,
) -> None:
    """Print every check; exit 5 when something is wrong."""
    from reflect import config
    from reflect.cli.wanted_stores import wanted
    from reflect.errors import ExitCode, UsageError
    from reflect.pipeline.health import check
    from reflect.reports.sinks import terminal

    try:
        settings = config.load().stores
    except UsageError:
        # One of the checks says so.
        settings = config.StoreSettings()
    with wanted(
        settings,
        store=store,
        server=server,
        server_password_file=server_password_file,
        start_server=start_server,
        discover=discover,
    ) as stores:
        found = check(stores)
    width = max(len(one.name) for one in found)
    for one in found:
        mark = "✗" if one.problem else " "
        print(f"{mark} {one.name:<{width}}  {terminal(one.state)}")
        if one.advice:
            print(f"  {'':<{width}}  → {terminal(one.advice)}")
    if any(one.problem for one in found):
        raise SystemExit(int(ExitCode.VERIFICATION_FAILED))
