"""Settings from ``reflect.toml``. Every setting has a default; an unknown key is an error.

The file may be absent. It is never written by reflect.
"""

from reflect.config.checks import check_keys
from reflect.config.reading import load
from reflect.config.settings import (
    CodeSettings,
    Config,
    ModelSettings,
    ReviewSettings,
    StoreSettings,
)

__all__ = [
    "CodeSettings",
    "Config",
    "ModelSettings",
    "ReviewSettings",
    "StoreSettings",
    "check_keys",
    "load",
]
