# Everything from a bare checkout with Python ≥ 3.11 (with venv), make and git.
PYTHON ?= python3
ARGS ?=
TESTS ?= tests
SEED ?= 1

VENV := .venv
BIN := $(VENV)/bin
NPM := scripts/npm
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet

RUN_INSTALLED := $(VENV)/.installed-run
DEV_INSTALLED := $(VENV)/.installed-dev
NODE_MODULES := frontend/node_modules/.installed
BUILT := frontend/dist/index.html
FRONTEND_FILES := $(shell find frontend -type f -not -path '*/node_modules/*' -not -path '*/dist/*' \
	-not -name '*.test.ts' 2>/dev/null)
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command "make lock"

# What failed runs once more, alone: a machine that stood still for seconds is told from a fault. Both are printed.
AGAIN := $(BIN)/pytest tests --last-failed --last-failed-no-failures none

.DEFAULT_GOAL := help
.PHONY: help run install frontend test check format lock chaos bench bench-long

help: ## List the verbs.
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

run: install ## Serve tables on this machine and its network. ARGS="--port 9000"
	@exec $(BIN)/majlis serve --stop-with-parent $(ARGS)

install: $(RUN_INSTALLED) $(BUILT) ## Install the program and build the browser app.

frontend: $(BUILT) ## Build the browser app.

test: $(DEV_INSTALLED) $(BUILT) ## Run all tests. TESTS=tests/engine ARGS="-k auction"
ifeq ($(TESTS),tests)
	$(NPM) test
	$(BIN)/pytest tests --ignore=tests/browser -n 2 $(ARGS) || $(AGAIN) --ignore=tests/browser
	$(BIN)/pytest tests/browser $(ARGS) || $(AGAIN)
else
	$(BIN)/pytest $(TESTS) $(ARGS)
endif

chaos: $(DEV_INSTALLED) $(BUILT) ## Play while everything under the tables is killed. SEED=2 ARGS="--games 20"
	$(BIN)/python -m tests.chaos --seed $(SEED) $(ARGS)

check: $(DEV_INSTALLED) $(NODE_MODULES) ## Format, lint, types, import contracts, generated files, locks.
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m app.live.schema --check
	$(BIN)/python scripts/check_locks.py
	$(NPM) exec -- prettier --check .
	$(NPM) run types

format: $(DEV_INSTALLED) $(NODE_MODULES) ## Format everything, mend what the linter can.
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NPM) run format

bench: install ## Measure what a move costs, in six minutes. ARGS="--rounds 3"
	$(BIN)/majlis bench $(ARGS)

bench-long: install ## The same with everything, and a soak: an hour.
	$(BIN)/majlis bench --long $(ARGS)

lock: $(DEV_INSTALLED) ## Write the locks anew from pyproject.toml and frontend/package.json.
	$(COMPILE) $(ARGS) pyproject.toml -o requirements.txt
	$(COMPILE) $(ARGS) pyproject.toml --group build -c requirements.txt -o requirements-build.txt
	$(COMPILE) $(ARGS) pyproject.toml --group dev -c requirements-build.txt -o requirements-dev.txt
	$(NPM) install --package-lock-only
	$(BIN)/python scripts/check_locks.py

$(RUN_INSTALLED): requirements-build.txt pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --require-hashes -r requirements-build.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV_INSTALLED): $(RUN_INSTALLED) requirements-dev.txt
	$(PIP) --require-hashes -r requirements-dev.txt
	@touch $@

$(NODE_MODULES): $(RUN_INSTALLED) frontend/package.json frontend/package-lock.json
	$(NPM) ci --ignore-scripts
	@touch $@

$(BUILT): $(NODE_MODULES) $(FRONTEND_FILES)
	$(NPM) run build
	@touch $@
