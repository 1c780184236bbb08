"""One real service for all tests of the command line, and one fight that the demonstration has played on it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.program import serving, yarrow


class Fight(NamedTuple):
    """A closed encounter on the service: what the demonstration said of it, and its bundle."""

    id: str
    said: dict[str, Any]
    bundle: Path


@pytest.fixture(scope="session")
def service_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("service")) as url:
        yield url


@pytest.fixture(scope="session")
def fight(service_url: str, tmp_path_factory: pytest.TempPathFactory) -> Fight:
    bundle = tmp_path_factory.mktemp("fight") / "fight.ndjson"
    done = yarrow("demo", "--url", service_url, "--output", bundle, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    said = json.loads(done.stdout)
    return Fight(said["encounter"], said, bundle)
