"""Run the tests that depend on the files changed since a revision: ``python -m tests.changed [REVISION] [PYTEST …]``.

A test depends on the modules that it imports, directly or indirectly, on the ``conftest.py`` files above it and, if it
starts the program as a process, on the whole program. A data file counts as a change of every module in its folder; a
file outside the packages is looked up in ``TESTED_BY``.
"""

import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Final

import grimp

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ("domain", "events", "service", "bench", "docs", "tests")
LAST_COMMIT: Final = "HEAD~1"
PROCESSES: Final = ("tests.program", "service.cli.main")
"""The module that starts processes, and the module that runs in them."""
MUTATED: Final = ("tests.mutants.test_mutants", "domain.rulesets")
"""A test that reads modules as files, and the package that contains them."""
TESTED_BY: Final = {
    "clients": ("tests.clients", "tests.docs", "tests.examples", "tests.http"),
    "deploy": ("tests.deploy", "tests.docs"),
    "docs": ("tests.docs",),
    "examples": ("tests.clients", "tests.docs", "tests.examples", "tests.plugins"),
    "README.md": ("tests.docs",),
    "CHANGELOG.md": ("tests.docs",),
    "CONTRIBUTING.md": ("tests.docs",),
    "openapi.yaml": ("tests.http", "tests.clients", "tests.docs"),
    "requirements-generators.lock": ("tests.clients",),
    "LICENSE": (),
    "tests/soak.md": ("tests.test_soak",),
}
"""The packages that test a file or folder that is not a module. Any other file outside the packages runs all tests."""


def changed_files(since: str) -> list[str]:
    """Return the files changed since a revision, committed or not, including new ones."""
    tracked = _git("diff", "--name-only", since)
    return sorted({*tracked, *_git("ls-files", "--others", "--exclude-standard")})


def _git(*words: str) -> list[str]:
    run = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if run.returncode:
        sys.exit(f"{run.stderr.splitlines()[0]}\nName a revision that this clone has, for example SINCE=HEAD.")
    return run.stdout.splitlines()


class Dependencies:
    """The imports of the checkout, and dependencies that are not imports."""

    def __init__(self) -> None:
        self._graph = grimp.build_graph(*PACKAGES, cache_dir=None)
        self._graph.add_import(importer=PROCESSES[0], imported=PROCESSES[1])
        for module in self._below(MUTATED[1]):
            self._graph.add_import(importer=MUTATED[0], imported=module)
        for test in self._below("tests"):
            for parent in PurePosixPath(test.replace(".", "/")).parents:
                conftest = f"{parent}/conftest".replace("/", ".")
                if conftest in self._graph.modules and conftest != test:
                    self._graph.add_import(importer=test, imported=conftest)

    @property
    def tests(self) -> set[str]:
        """Return all test modules."""
        return {name for name in self._below("tests") if name.rpartition(".")[2].startswith("test_")}

    def tests_of(self, files: Iterable[str]) -> set[str]:
        """Return the test modules that depend on one of the files."""
        changed = {module for file in files for module in self._modules_of(file)}
        return self.tests & {found for module in changed for found in self._reached_from(module)}

    def _reached_from(self, module: str) -> set[str]:
        return {module, *self._graph.find_downstream_modules(module)}

    def _below(self, package: str) -> set[str]:
        return {name for name in self._graph.modules if name == package or name.startswith(f"{package}.")}

    def _modules_of(self, file: str) -> Iterator[str]:
        """Yield the modules that a change of a file changes."""
        path = PurePosixPath(file)
        name = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
        if path.suffix == ".py" and name in self._graph.modules:
            yield name
        elif (packages := TESTED_BY.get(file, TESTED_BY.get(path.parts[0]))) is not None:
            for package in packages:
                yield from self._below(package)
        else:
            yield from self._folder(path.parent) if path.parts[0] in PACKAGES else self._below("tests")

    def _folder(self, folder: PurePosixPath) -> set[str]:
        """Return the modules of the nearest package that contains a file."""
        while not (ROOT / folder / "__init__.py").exists():
            folder = folder.parent
        return self._below(".".join(folder.parts))


def main(words: list[str]) -> int:
    """Run the tests; return the exit status of pytest, or 0 if no test depends on the change."""
    since, options = (LAST_COMMIT, words) if not words or words[0].startswith("-") else (words[0], words[1:])
    dependencies = Dependencies()
    found = dependencies.tests_of(changed_files(since))
    print(f"{len(found)} of {len(dependencies.tests)} test modules depend on what has changed since {since}.")
    if not found:
        return 0
    paths = sorted(f"{name.replace('.', '/')}.py" for name in found)
    return subprocess.run([sys.executable, "-m", "pytest", *options, *paths], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
