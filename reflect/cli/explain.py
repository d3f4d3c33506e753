"""``reflect explain``: the page of a code."""

from typing import Annotated

from reflect.cli.parameters import Argument
from reflect.errors import UsageError

HELP = """What a code means, how it decides, and when it is wrong.

\b
  reflect explain                               all codes, a line each
  reflect explain claim_without_verification    the whole page
"""


def explain(
    code: Annotated[str | None, Argument(metavar="CODE", help="Name of a code.")] = None,
) -> None:
    """Print the page of a code, or the list of codes."""
    from difflib import get_close_matches

    from reflect.pipeline.codes import pages
    from reflect.pipeline.measured import own_verdicts, stability_of
    from reflect.reports.code_page import render_list, render_page

    known = {page.name: page for page in pages()}
    own = own_verdicts()
    if code is None:
        every = [(page, stability_of(page, own.get(page.name))) for page in known.values()]
        print(render_list(every), end="")
        return
    name = code.replace("-", "_")
    if name not in known:
        nearest = get_close_matches(name, known, n=1, cutoff=0.0)[0]
        raise UsageError(f"no code is called {code}", hint=f"reflect explain {nearest}")
    print(render_page(known[name], stability_of(known[name], own.get(name))), end="")
