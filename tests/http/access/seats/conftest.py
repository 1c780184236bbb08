"""Tables with and without a secret."""

from collections.abc import AsyncIterator

import pytest

from service.settings import Settings
from tests.http.access.seats.table import Table, laid


@pytest.fixture(params=["with a secret", "without a secret"])
def both(request: pytest.FixtureRequest, guarded: Settings) -> Settings:
    """The settings of a service with a secret, and of one without."""
    return guarded if request.param == "with a secret" else guarded.model_copy(update={"secret": None})


@pytest.fixture
async def table(both: Settings) -> AsyncIterator[Table]:
    """A table on a service with a secret, and one on a service without."""
    async with laid(both) as table:
        yield table


@pytest.fixture
async def guarded_table(guarded: Settings) -> AsyncIterator[Table]:
    """A table on a service with a secret."""
    async with laid(guarded) as table:
        yield table


@pytest.fixture
async def open_table(settings: Settings) -> AsyncIterator[Table]:
    """A table on a service without a secret."""
    async with laid(settings) as table:
        yield table
