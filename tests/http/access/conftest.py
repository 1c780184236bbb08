"""A service that requires tokens, on a real Redis."""

from collections.abc import AsyncIterator

import pytest
from pydantic import SecretStr

from service.settings import Settings
from tests.http.access.tokens import SECRET
from tests.http.conftest import Api, running


@pytest.fixture
def guarded(redis_url: str, tenant: str) -> Settings:
    """Settings with a secret."""
    return Settings(redis_url=SecretStr(redis_url), tenant=tenant, secret=SecretStr(SECRET), acknowledge="memory")


@pytest.fixture
async def api(guarded: Settings) -> AsyncIterator[Api]:
    """A running application that requires tokens."""
    async with running(guarded) as api:
        yield api
