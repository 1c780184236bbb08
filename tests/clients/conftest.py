"""A service for the clients, shared by the tests of a module; each test opens its own encounters."""

from collections.abc import Iterator

import pytest

from tests.program import serving


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running service."""
    with serving(tmp_path_factory.mktemp("service")) as url:
        yield url
