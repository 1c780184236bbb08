"""Write the generated modules of the Python client.

``python -m docs.python_client`` writes them; with ``--check`` it writes nothing and fails if a module is out of date.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import yaml

from docs.python_client.blocking import BLOCKING, blocking_module
from docs.python_client.modules import core_module, ruleset_module, table_module
from domain.registry import BUILT_IN
from service.openapi.schemas import pascal

ROOT: Final = Path(__file__).parents[2]
CLIENT: Final = ROOT / "clients" / "python" / "yarrow_client"


def modules() -> Mapping[Path, str]:
    """Return the text of each generated module by its path."""
    api = yaml.load((ROOT / "openapi.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    return {path: _formatted(text, path) for path, text in _written(api["components"]["schemas"])}


def _written(schemas: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    yield CLIENT / "table.py", table_module(schemas)
    yield CLIENT / "rulesets" / "core.py", core_module(schemas)
    for ruleset in BUILT_IN:
        text = ruleset_module(schemas, ruleset.key, pascal(ruleset.key), ruleset.title)
        yield CLIENT / "rulesets" / f"{ruleset.key}.py", text
    for name in BLOCKING:
        yield CLIENT / "sync" / f"{name}.py", blocking_module((CLIENT / f"{name}.py").read_text(encoding="utf-8"), name)


def _formatted(text: str, path: Path) -> str:
    """Return a module as our formatter writes it, with its imports in order."""
    ruff = [str(Path(sys.executable).with_name("ruff"))]
    place = ["--stdin-filename", str(path), "-"]
    fix = ["check", "--quiet", "--fix-only", "--unsafe-fixes", "--select", "I,F401,UP028", *place]
    for errand in (fix, ["format", "--quiet", *place]):
        done = subprocess.run([*ruff, *errand], input=text, capture_output=True, text=True, check=True, cwd=ROOT)  # noqa: S603
        text = done.stdout
    return text


def main() -> None:
    """Write the modules that are out of date, or with ``--check`` list them and fail."""
    parser = argparse.ArgumentParser(prog="python -m docs.python_client", description=main.__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a module is out of date")
    check = parser.parse_args().check
    written = modules()
    outdated = [path for path, text in written.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if check and outdated:
        sys.exit(f"Out of date: {', '.join(map(str, outdated))}. Run python -m docs.python_client.")
    for path in outdated:
        path.parent.mkdir(exist_ok=True)
        path.write_text(written[path], encoding="utf-8")


if __name__ == "__main__":
    main()
