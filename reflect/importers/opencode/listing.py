"""All sessions of a server, whatever project they belong to, none lost and none twice.

OpenCode 1.18 lists the sessions of all projects at ``/experimental/session`` only (``/session``
keeps to one project). Its pages are cut by ``time.updated`` alone: the next one holds what is
strictly older, so that sessions of the same millisecond are lost between two pages. They are asked
for again from one millisecond later, and what comes twice is dropped. ``/api/session`` of the
second engine cuts by id and time; it lists the same sessions with fewer fields, and is all that
2.x has. Servers of 1.1 know neither: there, each project is asked for its own.

What a server knows is told by its version, not by trying: 1.1 and 1.2 hand a path that they do not
know on to a server of OpenCode's makers, and fail (500) where that cannot be reached.
"""

from collections.abc import Iterator, Mapping
from urllib.parse import quote

from reflect.errors import BadData
from reflect.importers.opencode.fields import (
    Json,
    milliseconds,
    rows,
    table,
    tables,
    whole,
    words,
)
from reflect.importers.opencode.versions import version
from reflect.model.frozen import dataclass
from reflect.stores.http import Answer, Client, ServerFailed, WebPage

PAGE = 10_000
"""Sessions asked for at once, 7 MB; 1.18 sets no limit of its own."""

_ACROSS_PROJECTS = (1, 2, 0)
"""From here on a server lists the sessions of all projects: 1.2.27 does, 1.1.65 does not."""

_LARGEST_PAGE = 1_000_000
_SECOND_PAGE = 200
"""The most the second engine gives of anything (1.18)."""
_MOST_PAGES = 10_000


@dataclass(frozen=True, slots=True)
class Listing:
    """What a server holds."""

    sessions: Mapping[str, Json]
    """Id → its fields in the shape of an export, by id."""
    first_engine: bool
    """Messages of the first engine can be asked for; 2.x has none."""
    second_engine: bool
    """Messages of the second engine can be asked for, and may be there."""


def listed(client: Client, url: str) -> Listing:
    """Ask for every session.

    Raises:
        ReflectError: no answer, or none that lists sessions.
    """
    running = version(_said(client, "/global/health").get("version"))
    if running is not None and running < _ACROSS_PROJECTS:
        first, second = _by_project(client), False
    else:
        first = _across_projects(client)
        unsure = first is None or any(map(may_be_second, first.values()))
        second = unsure and _has_second_engine(client)
    if first is None and second:
        oldest = asked(client, "/session", {"limit": "1"})
        known = oldest is not None and isinstance(oldest.value, list)
        return Listing(_sorted(_second_engine(client)), first_engine=known, second_engine=True)
    if first is None:
        first = _by_project(client)
    if first is None:
        raise BadData(
            f"{url} lists no sessions", hint="is it OpenCode? reflect doctor --server URL"
        )
    return Listing(_sorted(first), first_engine=True, second_engine=second)


def may_be_second(info: Json) -> bool:
    """No tokens and no change since it was made: so 1.18 leaves what its second engine wrote."""
    time, tokens = table(info.get("time")), table(info.get("tokens"))
    return time.get("created") == time.get("updated") and not whole(tokens.get("input"))


def _said(client: Client, path: str) -> Json:
    """What a server says of itself at one path; nothing where it does not know it."""
    try:
        answer = asked(client, path, {})
    except ServerFailed:
        return {}
    return table(None if answer is None else answer.value)


def _has_second_engine(client: Client) -> bool:
    return isinstance(_said(client, "/api/session?limit=1").get("data"), list)


def _sorted(found: Mapping[str, Json]) -> dict[str, Json]:
    return {identifier: found[identifier] for identifier in sorted(found)}


def asked(client: Client, path: str, query: Mapping[str, str]) -> Answer | None:
    """One answer; None where the server does not know the path (404, or its web page)."""
    try:
        return client.get(path, query)
    except WebPage:
        return None


def _across_projects(client: Client) -> dict[str, Json] | None:
    """``/experimental/session``; None where the server does not know it."""
    found: dict[str, Json] = {}
    limit, cursor = PAGE, ""
    for page in range(_MOST_PAGES):
        answer = _listed_page(client, limit, cursor)
        if answer is None and page == 0:
            return None
        if answer is None:
            break
        before = len(found)
        found.update(_by_id(rows(answer.value)))
        moment = milliseconds(int(answer.cursor or "")) if _is_number(answer.cursor) else None
        if moment is None:
            # What changed while the pages were asked for has moved to the first one.
            again = _listed_page(client, limit, "") if page else None
            return found | _by_id(rows(again.value)) if again else found
        following = str(moment + 1)
        if following == cursor and len(found) == before:
            # More sessions of one millisecond than a page holds: ask for a larger one.
            if limit >= _LARGEST_PAGE:
                break
            limit *= 10
        cursor = following
    raise BadData("the list of sessions breaks off", hint="import again")


def _listed_page(client: Client, limit: int, cursor: str) -> Answer | None:
    query = {"limit": str(limit), "archived": "true"} | ({"cursor": cursor} if cursor else {})
    answer = asked(client, "/experimental/session", query)
    return answer if answer is not None and isinstance(answer.value, list) else None


def _is_number(text: str | None) -> bool:
    return text is not None and text.isascii() and text.isdecimal() and len(text) < 20


def _by_id(items: list[object]) -> dict[str, Json]:
    return {name: item for item in tables(items) if (name := words(item.get("id"))) is not None}


def _by_project(client: Client) -> dict[str, Json] | None:
    """``/session`` of every project; None where the server lists no projects.

    A folder in the query keeps to sessions begun in exactly that folder (1.1.65); in the header it
    chooses the project. One whose folder is gone cannot be chosen: its sessions are not listed.
    """
    answer = asked(client, "/project", {})
    if answer is None or not isinstance(answer.value, list):
        return None
    projects = _by_id(answer.value)
    found: dict[str, Json] = {}
    for project in projects.values():
        folder = quote(words(project.get("worktree")) or "/")
        listing = client.get(
            "/session", {"limit": str(_LARGEST_PAGE)}, {"x-opencode-directory": folder}
        )
        if listing is None or not isinstance(listing.value, list):
            return None
        found.update(_by_id(listing.value))
    return {
        name: {**session, "project": projects.get(words(session.get("projectID")) or "")}
        for name, session in found.items()
    }


def _second_engine(client: Client) -> dict[str, Json]:
    """``/api/session``, page by page, in the shape of the first engine."""
    return {
        name: _as_first_engine(item)
        for page in second_pages(client, "/api/session", {"limit": str(_SECOND_PAGE)})
        for item in page
        if (name := words(item.get("id"))) is not None
    }


def second_pages(client: Client, path: str, query: Mapping[str, str]) -> Iterator[list[Json]]:
    """Pages of a list of the second engine.

    Raises:
        ReflectError: a page is missing, or no page.
    """
    seen: set[str] = set()
    while True:
        answer = client.get(path, query)
        body = table(None if answer is None else answer.value)
        if not isinstance(body.get("data"), list):
            raise BadData("an answer of the second engine has another shape than 1.18 and 2.x give")
        yield tables(rows(body.get("data")))
        following = words(table(body.get("cursor")).get("next"))
        if following is None or following in seen or not body.get("data"):
            return
        seen.add(following)
        # A cursor carries the order; both together are refused.
        query = {name: value for name, value in query.items() if name != "order"}
        query["cursor"] = following


def _as_first_engine(item: Json) -> Json:
    """A session of the second engine with the names of fields that the first one uses."""
    return {**item, "directory": table(item.get("location")).get("directory")}
