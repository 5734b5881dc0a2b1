# The whole daily interface. Every target works on a fresh clone by itself.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: setup play test lint bench contract

setup: .venv/ready

# Rebuilt when the project's dependencies or the wire contract change.
.venv/ready: pyproject.toml $(wildcard protos/arena/v1/*.proto)
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "setting up .venv ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

play: setup
	@$(BIN)/arena demo

test: setup
	@$(BIN)/python -m pytest

lint: setup
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
