# The whole daily interface. Every target works on a fresh clone by itself.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check
RELEASED := protos/released.binpb

# Some images of Python forbid it to keep what it has compiled; then each of many processes compiles all.
unexport PYTHONDONTWRITEBYTECODE

# What playing needs; what developers have set up has it as well.
PLAYABLE := $(if $(wildcard .venv/ready),.venv/ready,.venv/play)

.PHONY: setup compiled wheels docs play demo test test-of test-all test-newest test-lowest constraints lint soak machine \
    bench screenshots javascript release-contract

setup: .venv/ready

# For developers, and for who only plays. Made again when the dependencies, the wire contract or what a
# game exports change; the stubs and the SDK's modules of the games come with it.
.venv/ready .venv/play: install.py pyproject.toml $(wildcard hashes/*.txt) $(wildcard protos/arena/v1/*.proto) $(wildcard arena/games/*/__init__.py)
	@command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON). Type: sudo apt-get install python3-venv"; exit 1; }
	@$(PYTHON) install.py $@ $(MAKECMDGOALS)

# The rules as machine code, two to four times as fast; needs a C compiler and Python's headers.
compiled: setup
	@$(BIN)/python hatch_build.py arena/games/compiled_rules
	@echo "The rules are compiled: $(BIN)/arena games says so. rm -r arena/games/compiled_rules undoes it."

# The documents as a site, for `arena docs`, `ladder serve` and wheels.
docs: setup
	@$(BIN)/sphinx-build --quiet --fail-on-warning --fresh-env --doctree-dir build/documents docs arena/site
	@echo "The documents are in arena/site: $(BIN)/arena docs opens them."

# Wheels with compiled rules and the documents in dist/, for every Python of these that is installed.
wheels: docs
	@made=; for minor in 3.11 3.12 3.13 3.14; do \
	    if python$$minor -c "" 2>/dev/null; then \
	        ARENA_RULES=compiled python$$minor -m pip wheel --quiet --no-deps --wheel-dir dist . \
	            && made="$$made $$minor" || exit 1; \
	    else echo "Left out for want of python$$minor: its wheel."; fi; \
	done; echo "In dist/ are wheels for CPython$$made."

# What checks the viewer and makes the SDK for JavaScript, where there is npm. Neither needs it.
node_modules/ready: package.json package-lock.json sdk/javascript/package.json
	@npm ci --silent --ignore-scripts
	@touch $@

# A small ladder in FOLDER: in containers where an engine can hold them, else in plain processes.
play: FOLDER ?= play
play: $(PLAYABLE)
	@$(BIN)/python -m ladder.cli.play $(FOLDER)

# Another one, of all games, in a browser for as long as it runs.
demo: $(PLAYABLE)
	@$(BIN)/ladder serve --demo

# They look into the rules as no bot can, so they play the sources; tests/test_wheel.py, what is compiled.
test test-of test-all test-newest test-lowest soak: export ARENA_RULES ?= interpreted

# All that stays in its process: a verdict in three minutes on two cores.
test: setup
	@$(BIN)/python -m pytest --numprocesses logical --dist worksteal -m "not (real or clock or soak)"

# Those of them that are of the files FILE: that import, name or mutate one.
test-of: setup
	@$(BIN)/python -m tests.of $(or $(FILE),$(error Say which files: make test-of FILE="arena/match/clock.py"))

# And the real things: engines, browsers, servers, seasons. In a quarter of an hour. With SINCE=REV the tests
# of a part wait for the night if nothing of it has changed since that commit.
test-all: setup
	@$(BIN)/python -m tests.lanes $(if $(SINCE),--since=$(SINCE))

# All that stays in its process, and workers, with other versions of what this project needs: the newest
# that there are, and the oldest that pyproject.toml allows.
test-newest: RESOLUTION := highest
test-lowest: RESOLUTION := lowest-direct
test-newest test-lowest: setup
	@$(BIN)/uv venv --quiet --clear --python $(PYTHON) .venv/$@
	@$(BIN)/uv pip install --quiet --compile-bytecode --python .venv/$@ --resolution $(RESOLUTION) --editable '.[dev]'
	@.venv/$@/bin/python -m pytest --numprocesses logical --dist worksteal -m "not (real or clock or soak)"
	@.venv/$@/bin/python -m pytest -m "real and not soak" tests/ladder/cluster

# Note the newest versions as those that `make setup` installs, for every Python and system; in hashes/
# with the hashes of their files, for who plays and for developers.
constraints: setup
	@{ head -n 1 constraints.txt; $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --extra dev \
	    --group build --upgrade --no-header --no-annotate pyproject.toml; } >constraints.new && mv constraints.new constraints.txt
	@for extra in web dev; do $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --extra $$extra \
	    --group build --constraint constraints.txt --generate-hashes --no-header --no-annotate --upgrade \
	    --output-file hashes/$$extra.txt pyproject.toml || exit 1; done
	@echo uv | $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --constraint constraints.txt \
	    --generate-hashes --no-header --no-annotate --upgrade --output-file hashes/uv.txt -

lint: setup
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m tests.documents.sentences
	@$(BIN)/python -m tests.ratchet
	@$(BIN)/buf lint protos
	@$(BIN)/buf breaking protos --against $(RELEASED)
	@if command -v npm >/dev/null; then \
	    $(MAKE) --silent node_modules/ready && node_modules/.bin/tsc --project . && \
	    node sdk/javascript/build.js --check && \
	    node_modules/.bin/tsc --project sdk/javascript/bots.tsconfig.json; \
	else echo "Left out for want of npm: the types of all JavaScript, and whether its SDK is today's."; fi
	@echo "The code is clean, and bots of the last release can still play."

# For nights: every attack in every game at every seat, every fuzzer for SECONDS, and long tests.
soak: SECONDS ?= 60
soak: setup
	@$(BIN)/arena image
	@$(BIN)/python -m bench.soak $(SECONDS)

# What has to hold under control groups of version 2, systemd and a distribution's Docker, for root and
# for a user in the group docker, in a virtual machine that is made once and kept; as root.
machine: RELEASE ?= bookworm
machine: setup
	@$(BIN)/python -m tests.machine --release $(RELEASE)

# What bench/README.md claims about speed and size, measured here and now.
bench: setup
	@$(PIP) --editable '.[bench]'
	@$(BIN)/arena image || true
	@for name in engine rl decision clock own_cpu share start short_matches languages gvisor attacks imports size fold intervals collusion \
	    matchmaking choosing board twins review; do $(BIN)/python -m bench.$$name; done

# The pictures of the documents, of a ladder that plays for a minute; needs Chromium.
screenshots: setup
	@$(BIN)/python -m bench.screenshots

# Make the SDK for JavaScript of its sources, and of the wire contract.
javascript: setup node_modules/ready
	@node sdk/javascript/build.js

# Declare today's protos the contract that later versions may not break.
release-contract: setup
	@$(BIN)/buf build protos --exclude-source-info --output $(RELEASED)
