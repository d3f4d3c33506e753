"""Settings: defaults, every key, and helpful errors."""

from pathlib import Path

import pytest

from reflect import config
from reflect.errors import UsageError


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
