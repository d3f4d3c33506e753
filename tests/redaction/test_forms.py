"""Forms outside the vectors, with bodies drawn at test time: nothing here looks like a key."""

import base64
import random
import string

import pytest

from reflect.redaction.redactor import Redactor

REDACTOR = Redactor(b"k" * 32, ())
RANDOM = random.Random(20261129)  # noqa: S311 - bodies of made-up tokens
HEX = "0123456789abcdef"
MIXED = string.ascii_letters + string.digits
CAPITALS = string.ascii_uppercase + string.digits


def drawn(size: int, characters: str = MIXED) -> str:
    while True:
        body = "".join(RANDOM.choice(characters) for _ in range(size))
        if size < 8 or any(c.isdigit() for c in body):
            return body


def uuid() -> str:
    return "-".join(drawn(n, HEX) for n in (8, 4, 4, 4, 12))


def base64_of(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


SSH2 = "\n".join(
    f"---- {word} SSH2 ENCRYPTED PRIVATE" + " KEY ----" for word in ("BEGIN", "END")
).replace("\n", "\n{}\n")

FORMS = {
    "DigitalOcean": ("DO_TOKEN: {}", "dop_v1_" + drawn(64, HEX)),
    "Azure Service Bus": (
        "SharedAccessKeyName=Root;SharedAccessKey={};EntityPath=q",
        drawn(43) + "=",
    ),
    "Notion, old": ("{}", "secret_" + drawn(43)),
    "Linear": ("{}", "lin_oauth_" + drawn(64, HEX)),
    "HubSpot": ("{}", "pat-na1-" + uuid()),
    "Postman": ("{}", "PMAK-" + drawn(24, HEX) + "-" + drawn(34, HEX)),
    "Tailscale": ("tailscale up --authkey {}", "tskey-auth-" + drawn(12) + "-" + drawn(32)),
    "Trello": ("TRELLO={}", "ATTA" + drawn(72, HEX)),
    "Braintree": ("{}", "access_token$" + "production$" + drawn(16, HEX) + "$" + drawn(32, HEX)),
    "Telegram": ("TELEGRAM={}", drawn(9, string.digits) + ":AAH" + drawn(32)),
    "New Relic": ("licence {}", drawn(36, HEX) + "NRAL"),
    "Sentry address": ("https://{}@o1.ingest.sentry.io/2", drawn(32, HEX)),
    "JWE": ("{}", "eyJhbGciOiJkaXIifQ" + ".." + drawn(16) + "." + drawn(30) + "." + drawn(22)),
    "SSH2 key": (
        SSH2,
        drawn(64) + "\n" + drawn(64),
    ),
    "key with Read's numbers": (
        "{}",
        "     1→-----BEGIN PRIVATE" + f" KEY-----\n     2→{drawn(64)}\n     3→{drawn(64)}",
    ),
    "end of a key": ("{}\n-----END RSA PRIVATE" + " KEY-----\nok", drawn(64) + "\n" + drawn(20)),
    "key in base64": (
        "KEY={}",
        base64_of("-----BEGIN PRIVATE" + f" KEY-----\n{drawn(64)}\n"),
    ),
    "netrc over lines": ("machine x.com\n  login bob\n  password {}", drawn(14)),
    "bcrypt": ("bob:{}", "$2y$05$" + drawn(53)),
    "docker config": ('"auth": "{}"', base64_of("me:" + drawn(16))),
    "Kubernetes JSON": (
        '{{"kind":"Secret","data":{{"pw":"{}"}}}}',
        base64_of(drawn(16)),
    ),
    "MySQL in Go": ("root:{}@tcp(127.0.0.1:3306)/db", drawn(12)),
    "cookie": ("Cookie: JSESSIONID={}; lang=en", drawn(32, CAPITALS)),
    "curl -b": ("curl -b 'session={}' https://x", drawn(32)),
    "raw Authorization": ("Authorization: {}", drawn(40, HEX)),
    "X-Auth-Token": ("X-Auth-Token: {}", drawn(32)),
    "query": ("https://api.x.com/v1?api_key={}&x=1", drawn(32, HEX)),
    "fragment": ("https://x.com/cb#access_token={}&token_type=bearer", drawn(40)),
    "Python": ('client = Client(api_key="{}")', drawn(32)),
    "TypeScript": ('private readonly secret: string = "{}";', drawn(24)),
    "PHP": ("define('DB_PASSWORD', '{}');", drawn(12)),
    "YAML pair": ("- name: DB_PASSWORD\n  value: {}", drawn(14)),
    "properties": ("spring.datasource.password={}", drawn(12)),
    "plist": ("<key>ApiToken</key>\n<string>{}</string>", drawn(32)),
    "Terraform": ('variable "db_password" {{\n  default = "{}"\n}}', drawn(14)),
    "kubectl": ("kubectl create secret generic x --from-literal=password={}", drawn(12)),
    "gh secret": ('gh secret set TOKEN --body "{}"', drawn(32)),
    "mongosh": ("mongosh -u admin -p {} --host h", drawn(12)),
    "redis.conf": ("requirepass {}", drawn(16)),
    "SQL": ("CREATE USER bob WITH PASSWORD '{}';", drawn(12)),
    "SQL, MySQL": ("ALTER USER 'root'@'h' IDENTIFIED BY '{}';", drawn(12)),
    "sudo -S": ("echo '{}' | sudo -S apt update", drawn(10)),
    "openssl": ("openssl enc -aes-256-cbc -pass pass:{} -in x", drawn(12)),
    "smbclient": ("smbclient //h/s -U bob%{}", drawn(10)),
    "npmrc": ("_auth={}", base64_of("me:" + drawn(12))),
    "setx": ("setx API_KEY {}", drawn(24)),
    "PowerShell": ('$env:API_KEY = "{}"', drawn(24)),
    "build argument": ("--build-arg NPM_TOKEN={}", drawn(36)),
    "Laravel": ("APP_KEY=base64:{}", drawn(43) + "="),
    "one-time password": (
        "otpauth://totp/x?secret={}",
        drawn(32, string.ascii_uppercase + "234567"),
    ),
    "said": ("the db password is {} btw", "blue" + drawn(2, string.digits) + "Horse"),
    "said in German": ("Das Passwort lautet {}", "Haus" + drawn(4, string.digits) + "!"),
    "said in French": ("le mot de passe est {}", "Soleil" + drawn(3, string.digits)),
    "said in Japanese": ("パスワードは「{}」です", drawn(10)),
    "a pair of words": ("My password is {} and", "hunter2" + "-FAKE"),
    "base64 filled up once": ("  password: {}\n  user: me", base64_of(drawn(20))),
    "base64 filled up twice": ("password: {} # rotated", base64_of(drawn(19))),
    "base64 of a short password": (
        "db:\n  passwd: {}\n",
        base64_of("blue" + "42Horse7")[:10] + "==",
    ),
    "base64 in a written file": ('{{"content":"a\\n  password: {}\\nb"}}', drawn(43) + "="),
}


@pytest.mark.parametrize("form", sorted(FORMS))
def test_a_form_is_masked_whole(form: str) -> None:
    template, secret = FORMS[form]
    text = template.format(secret)
    redacted = REDACTOR.text(text)
    assert "⟨" in redacted
    assert [
        secret[i : i + 8] for i in range(max(1, len(secret) - 7)) if secret[i : i + 8] in redacted
    ] == [], redacted


HARMLESS = [
    "--- PASS: TestIsTrivialLine (0.00s)",
    "const showTokenUsage = toBoolean(params.get('showTokenUsage'))",
    "GOOGLE_APPLICATION_CREDENTIALS=/path/to/service-account.json",
    "branch.20260206-secrets-redaction.merge=refs/heads/20260206-secrets-redaction",
    "`tasks.*.options.affectedPassInputs` -> `tasks.*.options.affectedFiles.passInputs`",
    "TOKEN_PRICE_INPUT_PER_1M = 1.75",
    "src/auth.rs (120 lines)",
    "password: z.string().min(8)",
    "password: step2=",
    'if (token === "EOF") return',
    "const [password, setPassword] = useState('')",
    "cache_read_input_tokens: 123456",
    "max_output_tokens=4096",
    "the token bucket refills 100 per second",
    "author key idx-2026-11 was rotated",
    "curl -u $USER:$PASS https://h/api",
    "mkdir -p src/app2 && mysql -p < dump.sql",
    "docker run -p 8080:80 nginx",
    'api_key = os.environ["API_KEY"]',
    "secretName: my-app-tls",
    "password_hash_algorithm = argon2id",
]


@pytest.mark.parametrize("text", HARMLESS)
def test_a_look_alike_stays(text: str) -> None:
    assert REDACTOR.text(text) == text
