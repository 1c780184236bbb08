"""A plugin of pytest: name it in ``pytest_plugins`` of the topmost ``conftest.py``."""

from collections.abc import Iterator

import pytest

from yarrow_client.testing import serving


@pytest.fixture(scope="session")
def yarrow_service() -> Iterator[str]:
    """The URL of a service with an empty store, which runs for the whole session and is gone after it."""
    with serving() as url:
        yield url
