"""Settings: defaults, every key, and helpful errors."""

from pathlib import Path

import pytest

from reflect import config
from reflect.errors import UsageError
from reflect.model.provider_settings import ProviderKind, ProviderSettings


def test_a_missing_file_gives_the_defaults(tmp_path: Path) -> None:
    assert config.load(tmp_path / "reflect.toml") == config.Config()


def test_every_key_is_read(tmp_path: Path) -> None:
    file = tmp_path / "reflect.toml"
    file.write_text(
        "[review]\nlast = 9\ninclude_automated = true\n"
        '[stores]\ndiscover = false\nextra = ["opencode=/x/opencode.db"]\n'
        '[codes]\noff = ["edit_before_read"]\n'
        "[thresholds.repeated_failure]\nrepeats = 4\n"
    )
    assert config.load(file) == config.Config(
        review=config.ReviewSettings(last=9, include_automated=True),
        stores=config.StoreSettings(discover=False, extra=("opencode=/x/opencode.db",)),
        codes=config.CodeSettings(off=("edit_before_read",)),
        thresholds={"repeated_failure": {"repeats": 4.0}},
    )


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("[review]\nlst = 3\n", "unknown key [review] lst", "did you mean last?"),
        ("[reviews]\n", "unknown key reviews", "did you mean review?"),
        ("[review]\nlast = true\n", "review.last must be of type int", "edit"),
        ("[review]\nlast = 0\n", "review.last must be at least 1", "edit"),
        ("review = 3\n", "review must be a section", "[review]"),
        ('[codes]\noff = "x"\n', "codes.off must be a list of texts", "edit"),
        ("[review\n", "is not valid TOML", "edit"),
    ],
)
def test_a_wrong_file_is_named_with_its_cause(
    tmp_path: Path, text: str, message: str, hint: str
) -> None:
    file = tmp_path / "reflect.toml"
    file.write_text(text)
    with pytest.raises(UsageError) as caught:
        config.load(file)
    assert message in caught.value.message
    assert str(file) in caught.value.message
    assert hint in caught.value.hint


PROVIDER = '[providers.here]\nkind = "ollama"\n'


def test_a_provider_is_read_whole(tmp_path: Path) -> None:
    file = tmp_path / "reflect.toml"
    file.write_text(
        '[model]\nprovider = "far"\nmax_tokens = 5000\ndeadline = 30\n'
        '[providers.far]\nkind = "openai"\nurl = "https://models.example/v1"\nmodel = "large"\n'
        'key_env = "FAR_KEY"\nprice_in = 3\nprice_out = 15.5\ncontext = 64000\nseconds = 20\n'
        '[providers.own]\nkind = "command"\ncommand = ["my-model", "--json"]\nlocal = true\n'
        'environment = ["MODEL_DIR"]\n'
    )
    read = config.load(file)
    assert read.model == config.ModelSettings("far", 5000, 30.0)
    assert read.providers == {
        "far": ProviderSettings(
            "far",
            ProviderKind.OPENAI,
            url="https://models.example/v1",
            model="large",
            key_env="FAR_KEY",
            price_in=3.0,
            price_out=15.5,
            context=64_000,
            seconds=20.0,
        ),
        "own": ProviderSettings(
            "own",
            ProviderKind.COMMAND,
            command=("my-model", "--json"),
            environment=("MODEL_DIR",),
            local=True,
        ),
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[model]\nprovider = "far"\n', "there is no [providers.far]"),
        ("[model]\nmax_tokens = 0\n", "must be above 0"),
        ("[providers.here]\n", "kind must be one of openai, anthropic, ollama"),
        ('[providers.here]\nkind = "gpt"\n', "kind must be one of"),
        (PROVIDER + 'key = "x"\n', "unknown key [providers.here] key"),
        (PROVIDER + 'url = "localhost:11434"\n', "no http or https address"),
        (PROVIDER + 'url = "http://me:pass@host/"\n', "holds a user, a password or a query"),
        (PROVIDER + 'command = ["x"]\n', "belongs to a provider of the kind command"),
        ('[providers.here]\nkind = "command"\n', "belongs to a provider of the kind command"),
        (PROVIDER + "context = 100\n", "context of 4000 tokens or more"),
        (PROVIDER + "price_in = -1\n", "prices of 0 or more"),
        (PROVIDER + "price_in = nan\n", "price_in is no number"),
        (PROVIDER + "seconds = inf\n", "seconds is no number"),
        (PROVIDER + f"seconds = {10**400}\n", "seconds is no number"),
        ("[model]\ndeadline = nan\n", "deadline is no number"),
    ],
)
def test_a_wrong_provider_is_told(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "reflect.toml"
    file.write_text(text)
    with pytest.raises(UsageError) as caught:
        config.load(file)
    assert message in caught.value.message
    assert "pass@" not in caught.value.message
