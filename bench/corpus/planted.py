"""What is hidden in the text: secrets that must vanish, and look-alikes that must stay.

Secrets are drawn and put together here at run time, so no whole token stands in the repository.
"""

import base64
import random
import string
from collections.abc import Callable
from dataclasses import asdict, dataclass

BYTES_PER_SECRET = 200_000
BYTES_PER_LOOK_ALIKE = 10_000
"""One for that many bytes of text."""

LETTERS = string.ascii_letters + string.digits
LOWER = string.ascii_lowercase + string.digits
WORDS = ("whitespace", "identifier", "newline", "indent", "semicolon", "operator", "comment")


@dataclass(frozen=True, slots=True)
class Secret:
    """A planted secret."""

    kind: str
    """What it looks like: ``github``, ``aws``, …"""
    text: str
    """The lines that were planted."""
    cores: tuple[str, ...]
    """The drawn parts: none of them may be found anywhere afterwards."""


@dataclass(frozen=True, slots=True)
class LookAlike:
    """A planted text that looks like a secret and is none."""

    kind: str
    """``token-word``, ``uuid``, ``git-hash``, ``lock-file`` …"""
    text: str
    """One line that occurs once in the corpus, copies of forks and sub-agents aside."""


class Planting:
    """Draws what is due and remembers it."""

    def __init__(self, draw: random.Random) -> None:
        self._draw = draw
        self._number = 0
        self.secrets: list[Secret] = []
        self.look_alikes: list[LookAlike] = []
        """Those that a correct import keeps: not the ones in the middle of a long output."""
        self.planted_look_alikes = 0
        self.bytes = 0

    def due(self, size: int) -> tuple[list[Secret], list[LookAlike]]:
        """What must stand in the next ``size`` bytes of text."""
        before, self.bytes = self.bytes, self.bytes + size
        secrets = self.bytes // BYTES_PER_SECRET - before // BYTES_PER_SECRET
        others = self.bytes // BYTES_PER_LOOK_ALIKE - before // BYTES_PER_LOOK_ALIKE
        drawn = [self._secret() for _ in range(secrets)]
        self.secrets += drawn
        self.planted_look_alikes += others
        return drawn, [self._look_alike() for _ in range(others)]

    def truth(self) -> dict[str, object]:
        """Everything that was planted, for ``truth.json``."""
        return {
            "text_bytes": self.bytes,
            "secrets": [asdict(secret) for secret in self.secrets],
            "look_alikes_planted": self.planted_look_alikes,
            "look_alikes": [asdict(one) for one in self.look_alikes],
        }

    def _letters(self, count: int, alphabet: str = LETTERS) -> str:
        """Drawn letters, with a digit in front: vendors' tokens hold one."""
        rest = "".join(self._draw.choices(alphabet, k=count - 3))
        return self._draw.choice(string.digits) + alphabet[0] + alphabet[-11] + rest

    def _secret(self) -> Secret:
        kinds: tuple[Callable[[], Secret], ...] = (
            self._github,
            self._aws,
            self._slack,
            self._private_key,
            self._address,
            self._model_provider,
            self._gitlab,
            self._npm,
        )
        return kinds[len(self.secrets) % len(kinds)]()

    def _github(self) -> Secret:
        body = self._letters(36)
        return Secret("github", f"export GITHUB_TOKEN={'gh' + 'p_'}{body}", (body,))

    def _aws(self) -> Secret:
        name = self._letters(16, string.ascii_uppercase + "234567")
        body = self._letters(40, LETTERS + "/+")
        text = f"aws_access_key_id = {'AK' + 'IA'}{name}\naws_secret_access_key = {body}"
        return Secret("aws", text, (name, body))

    def _slack(self) -> Secret:
        numbers = str(self._draw.randrange(10**11, 10**12))
        body = self._letters(24)
        return Secret("slack", f'"slack": "{"xo" + "xb-"}{numbers}-{numbers}-{body}"', (body,))

    def _private_key(self) -> Secret:
        body = base64.b64encode(self._draw.randbytes(48 * 6)).decode()
        rows = [body[at : at + 64] for at in range(0, len(body), 64)]
        word = "RSA PRIVATE " + "KEY"
        text = "\n".join((f"-----BEGIN {word}-----", *rows, f"-----END {word}-----"))
        return Secret("private-key", text, tuple(rows))

    def _address(self) -> Secret:
        body = self._letters(20)
        text = f"DATABASE={'postgres' + '://'}shop:{body}@db.internal.example.org:5432/shop"
        return Secret("url-password", text, (body,))

    def _model_provider(self) -> Secret:
        body = self._letters(48)
        start = self._draw.choice(("sk" + "-ant-api03-", "sk" + "-proj-"))
        return Secret("model-provider", f"curl -H 'x-api-key: {start}{body}' https://api", (body,))

    def _gitlab(self) -> Secret:
        body = self._letters(20)
        return Secret("gitlab", f"  private: {'gl' + 'pat-'}{body}", (body,))

    def _npm(self) -> Secret:
        body = self._letters(36)
        return Secret("npm", f"//registry.npmjs.org/:_authToken={'np' + 'm_'}{body}", (body,))

    def _look_alike(self) -> LookAlike:
        self._number += 1
        n, draw = self._number, self._draw
        hexadecimal = f"{draw.getrandbits(256):064x}"
        sha512 = base64.b64encode(draw.randbytes(64)).decode()
        uuid = "-".join((hexadecimal[:8], hexadecimal[8:12], "4" + hexadecimal[13:16],
                         "a" + hexadecimal[17:20], hexadecimal[20:32]))  # fmt: skip
        lines = (
            ("token-word", f"grammar.y:{n}: unexpected token: {draw.choice(WORDS)}"),
            ("uuid", f"request {n} has id {uuid}"),
            ("git-hash", f"commit {hexadecimal[:40]} ({n})"),
            ("lock-file", f'  "integrity": "sha512-{sha512}", "at": {n}'),
            ("lock-file-pip", f"    --hash=sha256:{hexadecimal} # {n}"),
            ("lock-file-cargo", f'checksum = "{hexadecimal}" # {n}'),
        )
        return LookAlike(*lines[n % len(lines)])
