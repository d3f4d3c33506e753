# Everything a bare machine needs is Python 3.11 or newer with venv and pip, git and make.
PYTHON ?= python3
BIN := .venv/bin
SOURCES := reflect tests scripts bench

.PHONY: review test test-clients check docs bench build clean

review: .venv/installed  ## set up, then review your last five sessions (or the samples)
	@if $(BIN)/python -c 'import sys; from reflect.pipeline.finding_stores import StoreRequest, find; sys.exit(not find(StoreRequest()))'; \
	then $(BIN)/reflect review --last 5; \
	else echo "No sessions of your own were found here: this is the report on the sample sessions."; $(BIN)/reflect demo; fi
	@echo "The command is $(BIN)/reflect; see $(BIN)/reflect --help."

test: .venv/developed  ## set up, then run every test that needs only Python
	$(BIN)/python -m pytest -n auto -m "not clients"

test-clients: .venv/developed node_modules/.bin/opencode  ## the tests with the real OpenCode
	$(BIN)/python -m pytest -m clients tests/clients

check: .venv/developed  ## style, types, import contracts, generated docs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy $(SOURCES)
	$(BIN)/lint-imports
	$(BIN)/python scripts/generate_docs.py --check

docs: .venv/developed  ## write the generated pages anew
	$(BIN)/python scripts/generate_docs.py

bench: .venv/developed  ## speed and memory on a generated corpus
	$(BIN)/python bench/run.py

build: .venv/developed  ## the wheel and the source archive
	$(BIN)/python -m build

clean:
	rm -rf .venv node_modules dist build

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "reflect needs Python 3.11 or newer: make PYTHON=python3.11")'
	@echo "Setting up .venv: about a minute, once."
	@$(PYTHON) -m venv .venv || { rm -rf .venv; exit 1; }

# Dependency groups need pip 25.1; Python 3.11 brings an older one.
.venv/installed: pyproject.toml | .venv/bin/python
	@$(BIN)/python -m pip install --quiet --upgrade pip
	@$(BIN)/python -m pip install --quiet --editable .
	@touch $@

.venv/developed: .venv/installed
	@echo "Installing what tests and checks need: about a minute, once."
	@$(BIN)/python -m pip install --quiet --group dev
	@touch $@

# --prefix: without it npm installs into the nearest folder above that has a node_modules.
node_modules/.bin/opencode:
	@if command -v npm >/dev/null; \
	then npm install --prefix . --no-save --no-audit --no-fund --loglevel=error opencode-ai@1.18.33; \
	else echo "npm is not installed, so OpenCode cannot be installed here; OPENCODE_BIN names one that is"; fi
