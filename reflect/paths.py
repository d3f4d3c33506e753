"""Where reflect keeps its own things, and where the user's home is. One function per place.

``REFLECT_HOME`` moves everything into one folder; without it the platform's places are used.
Where agents keep their sessions is said by each importer.
"""

import os
from collections.abc import Mapping
from pathlib import Path


def home(environ: Mapping[str, str] | None = None) -> Path:
    """The user's home folder: ``HOME`` first, then what the system says."""
    environ = os.environ if environ is None else environ
    named = environ.get("HOME")
    return Path(named) if named else Path.home()


def home_spellings(environ: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Every spelling of the home folder that a record may hold, longest first; never ``/``."""
    place = home(environ)
    spellings = {str(place), os.path.realpath(place)}
    return tuple(sorted((s for s in spellings if len(s) > 1), key=lambda s: (-len(s), s)))


def data_dir() -> Path:
    """Folder of the warehouse, the reports and the manifests (0700)."""
    named = os.environ.get("REFLECT_HOME")
    if named:
        return Path(named).expanduser()
    from platformdirs import user_data_path

    return user_data_path("reflect", appauthor=False)


def config_dir() -> Path:
    """Folder of ``reflect.toml`` and of the user's own prompts and templates."""
    named = os.environ.get("REFLECT_HOME")
    if named:
        return Path(named).expanduser()
    from platformdirs import user_config_path

    return user_config_path("reflect", appauthor=False)


def warehouse_file() -> Path:
    """The DuckDB file."""
    return data_dir() / "warehouse.duckdb"


def key_file() -> Path:
    """32 random bytes, 0600: keys every hash of this machine."""
    return data_dir() / "audit.key"


def reports_dir() -> Path:
    """Private Markdown reports, by year."""
    return data_dir() / "reports"


def manifests_dir() -> Path:
    """The chained audit manifests."""
    return data_dir() / "manifests"


def verdicts_file() -> Path:
    """The user's own verdicts, one a line; only ever added to."""
    return data_dir() / "verdicts.jsonl"


def searched_file() -> Path:
    """Hashes of short texts that held no secret; may be deleted at any time."""
    return data_dir() / "cache" / "searched.txt"


def readings_file() -> Path:
    """What was told of the words of sessions, sealed; may be deleted at any time."""
    return data_dir() / "cache" / "readings.txt"


def made_reports_file() -> Path:
    """Which report was made from what, by keyed hashes; may be deleted at any time."""
    return data_dir() / "cache" / "reports.txt"


def temporary_dir() -> Path:
    """Spill files and copies of read-only stores; swept at the start of a run."""
    return data_dir() / "tmp"


def config_file() -> Path:
    """The user's settings; may be absent."""
    return config_dir() / "reflect.toml"
