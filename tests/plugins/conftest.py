"""The ruleset of the documentation page, installed once, and a service that has found it."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.plugins.packages import install, installed, write
from tests.program import serving
from tests.waiting import PATIENCE


@pytest.fixture(scope="session")
def tug(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the package is installed."""
    folder = tmp_path_factory.mktemp("tug")
    install(write(folder / "source"), folder / "installed")
    return folder / "installed"


@pytest.fixture(scope="session")
def url(tug: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("service"), variables=installed(tug)) as url:
        yield url


@pytest.fixture
def client(url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{url}/v1/", timeout=PATIENCE) as client:
        yield client
