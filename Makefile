# Everything here sets itself up: Python 3.11+, git and make are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help run test lint types rooms unit rules bench fuzz golden format lock clean

help: ## This list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):[^#]*## */  make \1\t/' | expand -t 18

run: $(READY) ## Play
	@$(BIN)/ludi play

test: lint types rooms unit ## All checks: what CI runs

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

rooms: $(READY)
	$(BIN)/lint-imports

unit: $(READY)
	$(BIN)/pytest -n auto

rules: $(READY) ## Which rules are proved by a passing test, game by game
	@$(BIN)/python tools/rules.py

bench: $(READY) ## Speed of the engines on this machine
	@$(BIN)/python bench/speed.py

fuzz: $(READY) ## Long random play with all invariants (FUZZ=games per set-up)
	LUDI_FUZZ=$(or $(FUZZ),2000) $(BIN)/pytest -n auto tests -k fuzz

golden: $(READY) ## Write the golden playthroughs anew; read the diff
	$(BIN)/python tools/playthroughs.py

format: $(READY) ## Bring the code into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: ## Renew requirements.lock with the newest versions
	$(PYTHON) tools/lock.py

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Ludi Romani needs Python 3.11 or newer; this is " + sys.version.split()[0])'
	@echo "Setting up $(VENV) (once) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet -r requirements.lock
	@$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@

clean: ## Remove what the other commands made
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache dist
