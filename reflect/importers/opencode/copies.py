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
    joined = f"{role}\0{created}\0{text}\0".encode("utf-8", "replace")
    return blake2b(joined, digest_size=16).hexdigest()
