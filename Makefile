# make run · make test · make bench — each creates the environment when it is missing.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run test guest conformance bench lint lock clean
run: $(VENV)/.ready
	@$(BIN)/table-controller demo

test: lint
	$(BIN)/python -m pytest -n 2 --dist worksteal
	$(BIN)/python -m hil_tests.guest

# In a guest machine, whose kernel has our simulated devices on its USB; says loudly where it is left out.
guest: $(VENV)/.ready
	$(BIN)/python -m hil_tests.guest

# The whole conformance kit on simulators that are processes, in real time: a quarter of an hour.
conformance: $(VENV)/.ready
	$(BIN)/python -m tests.kit_processes

lint: $(VENV)/.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.ready
	$(BIN)/python -m tests.bench

$(VENV)/.ready: pyproject.toml requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# What the lock is made from: pyproject.toml. Run with pip-tools installed (pip install pip-tools).
lock:
	pip-compile --quiet --strip-extras --generate-hashes --allow-unsafe --all-build-deps --no-emit-index-url --no-emit-find-links --extra test -o requirements.lock pyproject.toml

clean:
	rm -rf $(VENV)
