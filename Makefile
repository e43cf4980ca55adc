# Everything runs in .venv, made here when it is missing. Nothing but Python 3.11+ is needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
GAMES := guilin nantong paohuzi sichuan three_player
ROUNDS ?= 10000
PORT ?= 8765

.PHONY: demo test check lint bench soak pictures clean

demo: $(STAMP)
	$(BIN)/paiju demo --port $(PORT)

test: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/mypy --strict engine ai storage bot
	$(BIN)/paiju check $(GAMES:%=tests/cases/%.json)
	$(BIN)/pytest

check: $(STAMP)
	$(BIN)/paiju check $(GAMES:%=tests/cases/%.json)

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/mypy --strict engine ai storage bot

# Random rounds of every game and mode with every invariant checked; ROUNDS bounds it.
soak: $(STAMP)
	$(BIN)/python -m benchmarks.soak --rounds $(ROUNDS)

# Screenshots of every panel, for docs/screens (needs Chromium).
pictures: $(STAMP)
	$(BIN)/python -m benchmarks.screens

# Peers live in an environment of their own: they are measured, never used.
bench: $(STAMP) .venv-bench/.installed
	$(BIN)/python -m benchmarks.run

.venv-bench/.installed: benchmarks/requirements.txt
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/pip install -q -r benchmarks/requirements.txt
	touch $@

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Paiju needs Python 3.11 or newer, this is %d.%d" % sys.version_info[:2] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q -c constraints.txt -e '.[dev]'
	touch $@

clean:
	rm -rf $(VENV) .venv-bench build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
