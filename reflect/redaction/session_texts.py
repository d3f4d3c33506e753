"""The texts of a session, in the order in which it is put together again behind the door."""

from reflect.model.session import RawSession
from reflect.redaction.cuts import searched


def session_texts(session: RawSession) -> tuple[list[str], list[bool]]:
    """Every text, and for each output whether it stands there as its two ends."""
    texts = [
        text
        for text in (session.title, session.directory, session.git_root, session.branch)
        if text is not None
    ]
    cuts: list[bool] = []
    add = texts.append
    add(session.path)
    if session.client_version is not None:
        add(session.client_version)
    add(session.origin_reason)
    for message in session.messages:
        add(message.reason)
        for text in (message.model, message.command, message.error):
            if text is not None:
                add(text)
        for part in message.parts:
            add(part.text)
            if part.media_type is not None:
                add(part.media_type)
    for call in session.calls:
        add(call.name)
        for text in (call.command, call.path, call.arguments):
            if text is not None:
                add(text)
        if call.output is not None:
            first, last = searched(call.output)
            add(first)
            cuts.append(last is not None)
            if last is not None:
                add(last)
    for item in session.context:
        add(item.name)
        texts += item.lines
        if item.detail is not None:
            add(item.detail)
    return texts, cuts
