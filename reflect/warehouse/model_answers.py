"""What language models were asked and answered, and what they alone found."""

from collections.abc import Sequence

from reflect.model.finding import Finding
from reflect.model.judgement import ModelCall
from reflect.model.model_request import Finish, ProviderFacts, Reply
from reflect.model.redacted import Redacted
from reflect.model.run_vocabulary import Consent, Destination, PromptPurpose
from reflect.model.sent_prompt import SentPrompt
from reflect.model.vocabulary import Method
from reflect.warehouse import saving
from reflect.warehouse.connection import Connection
from reflect.warehouse.statements import query
from reflect.warehouse.values_to_rows import count, words


class ModelAnswers:
    """The part of an open warehouse that language models fill."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def reply(self, key: str) -> Reply | None:
        """The stored reply to a request of this key."""
        found = self._connection.rows(
            "SELECT text, finish, tokens_in, tokens_out FROM model_reply WHERE key = ?", [key]
        )
        if not found:
            return None
        text, finish, tokens_in, tokens_out = found[0]
        return Reply(text, Finish(finish), tokens_in, tokens_out)

    def keep_reply(self, key: str, text: Redacted, answer: Reply) -> None:
        """Store a reply in place of an earlier one; ``text`` is its text behind the redactor."""
        with self._connection.transaction():
            self._connection.rows("DELETE FROM model_reply WHERE key = ?", [key])
            row = (
                key,
                words(text),
                answer.finish.value,
                count(answer.tokens_in),
                count(answer.tokens_out),
            )
            self._connection.append("model_reply", [row])

    def mode(self, facts: ProviderFacts) -> str | None:
        """How this server could be told the form of a reply."""
        found = self._connection.rows(
            "SELECT mode FROM model_mode WHERE kind = ? AND host = ? AND model = ?",
            _endpoint(facts),
        )
        return str(found[0][0]) if found else None

    def keep_mode(self, facts: ProviderFacts, name: str) -> None:
        """Remember it, in the place of what was known."""
        with self._connection.transaction():
            self._connection.rows(
                "DELETE FROM model_mode WHERE kind = ? AND host = ? AND model = ?", _endpoint(facts)
            )
            self._connection.append("model_mode", [(*_endpoint(facts), name)])

    def own_sessions(self, agent: str) -> frozenset[str]:
        """Ids of the sessions that reflect made on this agent's servers."""
        found = self._connection.rows("SELECT native_id FROM own_session WHERE agent = ?", [agent])
        return frozenset(native_id for (native_id,) in found)

    def keep_own_session(self, agent: str, native_id: str) -> None:
        """Remember that reflect made a session, before it holds a message."""
        with self._connection.transaction():
            self._connection.append("own_session", [(agent, native_id)])

    def keep_calls(
        self,
        run: str,
        facts: ProviderFacts,
        consent: Consent,
        calls: Sequence[tuple[ModelCall, str]],
    ) -> None:
        """Record all requests of a run, each with the keyed hash of its bytes.

        They take the place of what :meth:`keep_sent` recorded.
        """
        with self._connection.transaction():
            self._connection.rows("DELETE FROM model_call WHERE run = ?", [run])
            self._connection.append(
                "model_call", [_row(run, facts, consent, call, digest) for call, digest in calls]
            )

    def keep_sent(
        self, run: str, facts: ProviderFacts, consent: Consent, call: ModelCall, digest: str
    ) -> None:
        """Record a request that is about to leave."""
        with self._connection.transaction():
            self._connection.append("model_call", [_row(run, facts, consent, call, digest)])

    def sent_by_killed_runs(self) -> dict[str, list[SentPrompt]]:
        """Run → what it sent, of the runs whose end was never recorded, in the order of sending.

        None may be under way.
        """
        found: dict[str, list[SentPrompt]] = {}
        for run, purpose, digest, chars, model, destination, consent in self._connection.rows(
            query("sent_by_killed_runs")
        ):
            prompt = SentPrompt(
                PromptPurpose(purpose),
                digest,
                chars,
                model,
                Destination(destination),
                Consent(consent),
            )
            found.setdefault(run, []).append(prompt)
        return found

    def keep_suggestions(self, roots: Sequence[str], found: Sequence[Finding]) -> None:
        """Replace what a model alone found in these roots; new ones get the next ``F-`` numbers."""
        by_id = {saving.fingerprint_of(one): one for one in reversed(found)}
        with self._connection.transaction():
            known = self._connection.rows(
                "SELECT id FROM finding WHERE method = ? AND session IN (SELECT unnest(?))",
                [Method.MODEL.value, list(roots)],
            )
            ids = [identity for (identity,) in known]
            for table, column in (("evidence", "finding"), ("finding", "id")):
                self._connection.rows(
                    f"DELETE FROM {table} WHERE {column} IN (SELECT unnest(?))",  # noqa: S608 - constants
                    [ids],
                )
            saving.write_findings(self._connection, by_id)


def _row(
    run: str, facts: ProviderFacts, consent: Consent, call: ModelCall, digest: str
) -> tuple[object, ...]:
    return (
        run,
        call.purpose.value,
        digest,
        len(call.body),
        call.cached,
        count(call.tokens_in),
        count(call.tokens_out),
        facts.provider,
        facts.model,
        facts.destination.value,
        (Consent.NOT_NEEDED if call.cached else consent).value,
        len(call.body.decode("utf-8", "replace")),
    )


def _endpoint(facts: ProviderFacts) -> list[str]:
    return [facts.kind, facts.host, facts.model]
