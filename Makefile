# Deadwood's commands. `make` alone lists them. Everything is installed into .venv from the lock files.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help

VENV := .venv
BIN := $(VENV)/bin
LOCK := requirements-dev.lock
STAMP = $(VENV)/.installed-$(shell cksum < $(LOCK) | cut -d' ' -f1)
MANAGE := $(BIN)/python manage.py
TESTS ?= tests
STAY ?=
ARGS ?=
JOBS ?= 2

.PHONY: help demo run test check bench proof demo-reset load guide-pictures messages compile-messages lock clean setup

help: ## List these commands
	@grep -E '^[a-z-]+:.*## ' $(firstword $(MAKEFILE_LIST)) | awk -F ':.*## ' '{printf "  make %-16s %s\n", $$1, $$2}'

demo: setup ## Set everything up and play a club night (STAY=0 ends after it, STAY=1 leaves the server up)
	@$(MANAGE) demo $(if $(filter 1,$(STAY)),--stay,$(if $(filter 0,$(STAY)),--no-stay)) $(ARGS)

run: setup ## Start everything without the demo evening (ARGS="--host 0.0.0.0" lets phones in)
	@$(MANAGE) up $(ARGS)

test: setup ## Set everything up and pass every check and test
	@.ci/install-chromium
	@$(MAKE) check
	@$(BIN)/pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder -m "not proof" $(if $(filter tests,$(TESTS)),--cov --cov-report=term) $(ARGS) $(TESTS)

check: setup ## Lint, types, security, directions, templates, migrations, settings, API schema
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/bandit --quiet --configfile pyproject.toml -ll --recursive accounts config games tournaments docs manage.py
	$(BIN)/lint-imports
	git ls-files -z --cached --others --exclude-standard 'templates/*.html' | xargs -0 --no-run-if-empty $(BIN)/djade --target-version 5.2 --check
	DJANGO_SETTINGS_MODULE=config.settings.test $(BIN)/python -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run
	@.ci/check-deploy $(BIN)/python
	DJANGO_SETTINGS_MODULE=config.settings.test $(MANAGE) spectacular --validate --fail-on-warn --api-version v1 --file /dev/null
	$(BIN)/python -c 'import sys, yaml; [yaml.safe_load(open(name)) for name in sys.argv[1:]]' docker/compose.yml

proof: setup ## The long versions of the tests: progress, a table at the end, test-results/proof.json
	@found=0; \
	$(BIN)/pytest -p tests.proof_report -m "proof and not chaos" -n $(JOBS) $(ARGS) $(TESTS) || found=$$?; \
	if [ $$found -ne 2 ]; then \
	  $(BIN)/pytest -p tests.proof_report --add-proofs -m "proof and chaos" $(ARGS) $(TESTS) || [ $$? -eq 5 ] || found=1; \
	fi; \
	[ $$found -eq 0 ] || [ $$found -eq 5 ]

bench: setup ## Measure engine, bots, tasks and moves on this machine; fails where a move's budget isn't kept
	@found=0; \
	for part in engine seating standings ratings games desk; do $(BIN)/python -m tests.bench.$$part || found=1; done; \
	exit $$found

load: setup ## Play many tables at once against a private installation, and report
	@$(MANAGE) load $(ARGS)

demo-reset: setup ## Remove the demo's data, so that the next start begins anew
	@$(BIN)/python -m config.embedded.wipe

messages: setup ## Collect the interface's sentences into locale/*.po (needs gettext: apt-get install gettext)
	DJANGO_SETTINGS_MODULE=config.settings.test $(MANAGE) makemessages -l de -l nl -l pt_BR -l es --add-location=file --no-wrap --no-obsolete --ignore '.*' --ignore tests --ignore docs --ignore demo --ignore docker

compile-messages: ## Compile locale/*.po into the .mo files that are served (needs no gettext)
	$(BIN)/pybabel compile --domain django --directory locale --statistics

guide-pictures: setup ## Take the pictures of the director's guide again, with the browser tests
	@shots=$$(mktemp -d) && DEADWOOD_SHOTS=$$shots $(BIN)/pytest tests/browser/test_desk_evening.py \
	&& $(BIN)/python -m tests.browser.guide_pictures $$shots docs/images && rm -r $$shots

lock: setup ## Compile the lock files again after a change of pyproject.toml
	$(BIN)/uv pip compile --generate-hashes --no-emit-index-url --no-header --universal --python-version 3.11 --upgrade pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile --generate-hashes --no-emit-index-url --no-header --universal --python-version 3.11 --upgrade --extra dev pyproject.toml -o requirements-dev.lock

clean: ## Remove the virtual environment and what tools have made (data stays; see demo-reset)
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

setup: $(STAMP)

$(STAMP): $(LOCK)
	@.ci/make-venv $(VENV) $(LOCK)
	@rm -f $(VENV)/.installed-* && touch $@
