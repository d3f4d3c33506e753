"""Which model answers behind an OpenCode server, and where it runs, as the server itself tells."""

from collections.abc import Iterator, Mapping

from reflect.classifier.providers import places, server
from reflect.errors import UsageError
from reflect.model.frozen import dataclass
from reflect.model.provider_settings import ProviderSettings
from reflect.model.run_vocabulary import Destination


@dataclass(frozen=True, slots=True)
class Behind:
    """A model behind the server."""

    provider: str
    """Provider as the server calls it."""
    model: str
    """Model of that provider."""
    address: str = ""
    """Where the provider answers; empty where the server does not tell."""
    context: int = 0
    """Tokens the model can read and write at once; 0 where the server does not tell."""
    tools: bool = True
    """Whether the model can be given the form of a reply as a tool."""

    @property
    def name(self) -> str:
        """What it is called in settings and in consent: ``provider/model``."""
        return f"{self.provider}/{self.model}"


def named(text: str) -> Behind:
    """The model that settings name, before the server was asked."""
    provider, _, model = text.partition("/")
    return Behind(provider, model)


def chosen(settings: ProviderSettings, configured: object, answer: Mapping[str, object]) -> Behind:
    """The model that the settings name, else the one that OpenCode is set to, else the only one.

    Args:
        settings: What the user says here.
        configured: ``model`` of OpenCode's own settings.
        answer: What the server answers when it is asked for its providers. It holds keys as well:
            nothing of it is kept but names, addresses and limits.

    Raises:
        UsageError: the server does not have that model, or it is not clear which.
    """
    known = {one.name: one for one in _listed(answer)}
    wanted = settings.model or (configured if isinstance(configured, str) else "")
    if wanted in known:
        return known[wanted]
    if settings.model:
        raise UsageError(f"{settings.name}: the server has no model {settings.model}",
                         hint='model = "PROVIDER/MODEL", as: opencode models')  # fmt: skip
    return known[server.chosen(settings, known)]


def _listed(answer: Mapping[str, object]) -> Iterator[Behind]:
    rows = answer.get("providers")
    for row in rows if isinstance(rows, list) else ():
        provider = server.words(server.member(row, "id"))
        models = server.member(row, "models")
        for key, model in models.items() if isinstance(models, dict) else ():
            # It is shown to the user: a name that looks like none is left out.
            if "/" not in provider and server.names([{"id": f"{provider}/{key}"}], "id"):
                address = server.member(row, "options", "baseURL")
                yield Behind(
                    provider,
                    key,
                    server.words(address) or server.words(server.member(model, "api", "url")),
                    server.count(server.member(model, "limit", "context")) or 0,
                    server.member(model, "capabilities", "toolcall") is not False,
                )


async def place(model: Behind) -> places.Place:
    """Where it runs: on this machine only where the server tells an address of this machine."""
    elsewhere = places.Place(model.provider, Destination.REMOTE)
    try:
        # ${…} stands for a variable of the server's environment.
        url = "" if "${" in model.address else places.normal(model.address)
    except UsageError:
        return elsewhere
    if not url:
        return elsewhere
    found = places.behind(await places.place(url, model.model), model.provider)
    known = found.destination is Destination.LOOPBACK or places.is_host(found.host)
    return found if known else elsewhere
