"""Both ways of the bulk search: polars' engine, and Hyperscan's one pass where it is installed."""

from collections.abc import Iterator
from functools import cache

import pytest

from reflect.redaction import bulk, one_pass
from reflect.redaction.one_pass import OnePass


@cache
def compiled() -> OnePass | None:
    """The search in one pass, whether or not anything is kept."""
    return one_pass.loaded(one_pass.compiled()) if one_pass.is_installed() else None


@pytest.fixture(scope="module")
def search() -> OnePass:
    """The search in one pass."""
    found = compiled()
    return found if found is not None else pytest.skip("Hyperscan is not installed")


@pytest.fixture(scope="module", params=["polars", "one pass"])
def way(request: pytest.FixtureRequest) -> Iterator[None]:
    """The bulk search by one way and by the other."""
    found = request.getfixturevalue("search") if request.param == "one pass" else None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bulk, "one_pass", lambda: found)
        yield
