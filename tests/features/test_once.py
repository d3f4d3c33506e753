"""What is asked once is computed once for each session, told by identity."""

from reflect.features.once import once
from reflect.features.session_features import SessionFeatures, build
from reflect.model.redacted import seal
from reflect.model.review import Baseline, SessionTree
from reflect.model.session import RedactedSession, Session
from reflect.model.vocabulary import Origin, Relation


def features() -> SessionFeatures:
    root: RedactedSession = Session(
        agent="claude-code",
        native_id="one",
        relation=Relation.ROOT,
        origin=Origin.HUMAN,
        origin_reason="typed",
        title=None,
        directory=None,
        git_root=None,
        branch=None,
        client_version=None,
        created_at=None,
        path=seal("one.jsonl"),
    )
    return build(SessionTree(root), Baseline(project="shop", sessions=0))


def test_the_last_session_is_remembered() -> None:
    asked: list[SessionFeatures] = []

    @once
    def number(session: SessionFeatures) -> int:
        asked.append(session)
        return len(asked)

    one, equal = features(), features()
    assert one == equal
    assert [number(one), number(one), number(equal), number(equal), number(one)] == [1, 1, 2, 2, 3]
    assert [each is one for each in asked] == [True, False, True]
