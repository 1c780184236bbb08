"""Tests that wheels and sdists of the service and of the Python client install into an empty environment and work."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.plugins.packages import install
from tests.program import ROOT
from tests.tiers import long

SOURCES = {"yarrow": ROOT, "yarrow_client": ROOT / "clients" / "python"}
TRY = """
from yarrow_client.rulesets import core, s3
from yarrow_client.sync import Yarrow
from yarrow_client.testing import serving

with serving() as url, Yarrow(url) as yarrow:
    fight = yarrow.open("s3", combatants=[core.Newcomer(template="flying_fox"), core.Newcomer(template="guard")])
    print(fight.give(s3.BeginRound()).events[-1].type)
"""


def built(folder: Path) -> None:
    """Build the distributions as ``make dist`` does."""
    for source in SOURCES.values():
        words = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
        subprocess.run(words, cwd=source, check=True, capture_output=True, timeout=300)


@pytest.mark.parametrize("kind", [long("*.whl", name="wheels"), long("*.tar.gz", name="sdists")])
def test_both_are_built_installed_and_used(tmp_path: Path, kind: str) -> None:
    built(tmp_path / "dist")
    distributions = sorted((tmp_path / "dist").glob(kind))
    assert [path.name.split("-")[0] for path in distributions] == ["yarrow", "yarrow_client"]
    venv.create(tmp_path / "empty", with_pip=True)
    python = tmp_path / "empty" / "bin" / "python"
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *map(str, distributions)]
    subprocess.run(pip, env=kept, check=True, timeout=900)
    told = subprocess.run([python.with_name("yarrow"), "--version"], env=kept, capture_output=True, check=True)
    assert told.stdout.startswith(b"yarrow ")
    played = subprocess.run([python, "-c", TRY], env=kept, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert played.stdout == "s3.round_begun\n"


@pytest.mark.parametrize("tier", [long("wheels and sdists")])
def test_an_sdist_has_the_files_of_its_wheel(tmp_path: Path, tier: str) -> None:
    assert tier
    built(tmp_path / "dist")
    wheels, sdists = (sorted((tmp_path / "dist").glob(kind)) for kind in ("*.whl", "*.tar.gz"))
    for wheel, sdist in zip(wheels, sdists, strict=True):
        install(sdist, tmp_path / "from_sdist")
        names = [name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info" not in name]
        assert [name for name in names if not (tmp_path / "from_sdist" / name).is_file()] == []
    verifier = tmp_path / "from_sdist" / "service" / "http" / "verify.py"
    assert verifier.read_bytes() == (ROOT / "docs" / "verify.py").read_bytes()


def test_earlier_distributions_are_removed_before_new_ones_are_built() -> None:
    said = subprocess.run(
        ["make", "--dry-run", "--assume-old=.venv/.dev", "dist"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    lines = said.stdout.splitlines()
    built = next(place for place, line in enumerate(lines) if "hatchling build" in line)
    assert "rm -f dist/yarrow*" in lines[:built]
