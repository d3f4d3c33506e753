"""Which records are copies: a fork holds the history of another session under new ids.

OpenCode 1.18 links a fork to nothing. Its messages keep role, time of creation, text and call ids
of the originals; they are older than the session that holds them.
"""

from hashlib import blake2b


def copy_key(role: str, created: object, text: str) -> str:
    """A hash that is equal in an original and its copies, and differs for anything else.

    Args:
        role: Role of the message, or the kind of act or call.
        created: Its time of creation in milliseconds, to which copies stick.
        text: Its words, or the input of the call.
    """
    digest = blake2b(digest_size=16)
    for item in (role, str(created), text):
        digest.update(item.encode("utf-8", "replace"))
        digest.update(b"\x00")
    return digest.hexdigest()
