# Everything here sets itself up: Python 3.11+, git and make are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help research run play page fast slow wheel compiled test lint types rooms pagecheck unit unit-quick rules mutants bench load balance fuzz golden records layouts figures fixtures api screenshots format lock clean

help: ## This list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## */  make \1\t/' | expand -t 18

run: page ## Play in the browser: start the server and open its page
	@$(BIN)/ludi serve

play: $(READY) ## Play in the terminal
	@$(BIN)/ludi play

page: $(READY) ## Build the page of the server (needs nothing but Python: Node is fetched if absent)
	@$(BIN)/python tools/page.py

fast: $(READY) ## Compile core, the games, the search and the vectors (needs a C compiler); `ludi --version` says what runs
	@$(BIN)/python tools/compile.py

slow: $(READY) ## Remove the compiled engines: plain Python runs again
	@$(BIN)/python tools/compile.py --clean

wheel: $(READY) ## Two wheels into dist/: one of pure Python for everywhere, one with compiled engines for machines like this one
	@$(BIN)/python -m hatchling build -t wheel
	@LUDI_COMPILE=1 $(BIN)/python -m hatchling build -t wheel
	@ls dist/*.whl

test: lint types rooms pagecheck unit compiled ## All checks: what CI runs

compiled: $(READY) ## The engines' tests on compiled engines, and whether they play word for word as plain Python does
	@$(BIN)/python tools/compile.py --if-new --for-tests --level 1
	@if $(BIN)/python tools/compile.py --check; then LUDI_ENGINES=compiled $(BIN)/pytest -q -n auto -m "not long" -k "not fuzz" \
	  tests/test_compiled.py tests/core tests/games tests/bots tests/research/test_encoding.py tests/test_golden.py \
	  tests/test_records.py; \
	  else echo "THE COMPILED ENGINES ARE NOT TESTED."; case ",$$LUDI_NEED," in *,compiler,*) exit 1;; esac; fi

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

rooms: $(READY)
	$(BIN)/lint-imports

pagecheck: $(READY)
	$(BIN)/python tools/page.py --check

unit: $(READY) page
	LUDI_ENGINES=plain $(BIN)/pytest -n auto --ignore tests/test_compiled.py

unit-quick: $(READY) ## The engines' tests without long games: under a minute, no page needed
	LUDI_ENGINES=plain $(BIN)/pytest -q -n auto -m "not long" -k "not fuzz" tests/core tests/games tests/bots tests/test_golden.py

rules: $(READY) ## Which rules are proved by a passing test, game by game
	@$(BIN)/python tools/rules.py

mutants: $(READY) ## Break Pax Romana's rules one by one: which test notices? (RULES="PR-8 PR-9.1" for some)
	@$(BIN)/python tools/mutants.py $(RULES)

bench: $(READY) ## Speed of the engines on this machine, and of other engines beside them
	@$(BIN)/python bench/speed.py
	@$(BIN)/python bench/peers.py

load: $(READY) ## What the server carries: decisions a second, memory (BEFORE=an older checkout to compare with)
	@$(BIN)/python bench/load.py --knee --rooms $(if $(BEFORE),--server $(BEFORE)) --server .
	@$(BIN)/python bench/load.py --rooms --game pax-romana --matches 100 $(if $(BEFORE),--server $(BEFORE)) --server .
	@$(BIN)/python bench/hostile.py $(if $(BEFORE),--server $(BEFORE)) --server .

balance: $(READY) ## How even Pax Romana's scenarios are between equal bots (GAMES, JOBS; goes on where it stopped)
	@$(BIN)/python tools/balance.py --games $(or $(GAMES),40) --jobs $(or $(JOBS),2) --out arena/balance

fuzz: $(READY) ## Long random play with all invariants (FUZZ=games per set-up)
	LUDI_FUZZ=$(or $(FUZZ),2000) LUDI_KILLS=30 $(BIN)/pytest -n auto tests -k fuzz

golden: $(READY) ## Write the golden playthroughs anew; read the diff
	$(BIN)/python tools/playthroughs.py

records: $(READY) ## Play the stored records again and tell what differs (docs/records.md)
	$(BIN)/python tools/records.py

layouts: $(READY) ## Write the stored layouts of the vectors for research anew; read the diff
	$(BIN)/python tools/layouts.py

figures: $(READY) ## Write the table of set-ups in docs/research.md anew (sizes are tested, times are this machine's)
	$(BIN)/python tools/figures.py

fixtures: $(READY) ## Write the positions for working on boards anew (web/fixtures)
	$(BIN)/python tools/fixtures.py

api: $(READY) ## Make the page's types from the server's schemas and the games' views anew
	$(BIN)/python tools/openapi.py
	cd web && npm run types
	$(BIN)/python tools/view_types.py

screenshots: $(READY) page ## Take the pictures of the README anew (needs Chromium)
	$(BIN)/python tools/map_picture.py
	PYTHONPATH=tests $(BIN)/python tools/screenshots.py

format: $(READY) ## Bring the code into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: ## Renew requirements.lock with the newest versions
	$(PYTHON) tools/lock.py

research: $(READY) ## Install what the doors for researchers need (PettingZoo, OpenSpiel, Parquet, Ray)
	@$(BIN)/python -m pip install --quiet -r requirements-research.lock

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Ludi Romani needs Python 3.11 or newer; this is " + sys.version.split()[0])'
	@echo "Setting up $(VENV) (once) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet -r requirements.lock
	@$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@

clean: ## Remove what the other commands made
	rm -rf $(VENV) build src/ludi/_compiled .venv-peers .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache dist web/node_modules src/ludi/server/static src/ludi/games/pax_romana/drawing/shapes.json
