# make run      set everything up and open the card room: the address is printed
# make test     set everything up and run all tests
# make check    the fast loop: format, lint, types, room order, fast tests of the core
# make near     what has changed since main: format, lint, types, room order, and the tests that are near to it
# make install  .venv with the command .venv/bin/cardroom in it
# make soak-short  long random play, full matrices, a hundred kills on each database, a hundred other faults: at most 25 minutes
# make soak     the same with five hundred of each
# make figures  count every game anew and write the figures that come with the package
# make screenshots  pictures of every page for docs/
# make bench    figures of speed, as ratios within one run, into docs/benchmarks.md
# make format   let ruff put the code in order
# make lock     renew the hashed requirement files (needs uv)

PYTHON ?= python3
PORT ?= 8000
PIP = .venv/bin/pip --disable-pip-version-check install --quiet --require-hashes
RUNTIME = .venv/.runtime-installed
DEVELOPMENT = .venv/.development-installed
PYTHON_CODE = src tests bench hatch_build.py
PAGES = src/cardroom/web/static/index.html
NODE_IS_NEW = node -e 'process.exit(process.versions.node.split(".")[0] < 20)' 2>/dev/null && npm --version >/dev/null 2>&1

unexport PYTHONDONTWRITEBYTECODE  # where it is set, every server and every worker of the tests would compile all files anew

.PHONY: run install test figures .proofs .quick-tests .tests check near soak-short soak bench screenshots chromium postgresql format lock clean

run: install
	.venv/bin/cardroom serve --bots 2 --port $(PORT) --open

install: $(RUNTIME) $(PAGES)

$(RUNTIME): requirements/runtime.txt pyproject.toml
	$(PYTHON) -m venv .venv
	$(PIP) -r requirements/runtime.txt
	$(NODE_IS_NEW) || $(PIP) -r requirements/node.txt
	.venv/bin/pip --disable-pip-version-check install --quiet --no-deps --no-build-isolation --editable .
	touch $@

$(PAGES): $(RUNTIME) $(shell find ui -type f -not -path '*/node_modules/*' 2>/dev/null)
	.venv/bin/python hatch_build.py
	touch $@

$(DEVELOPMENT): requirements/development.txt $(RUNTIME)
	$(PIP) -r requirements/development.txt
	touch $@

check: $(DEVELOPMENT) $(PAGES)
	.venv/bin/ruff format --check --quiet $(PYTHON_CODE)
	.venv/bin/ruff check --quiet $(PYTHON_CODE)
	$(MAKE) --jobs 2 .proofs .quick-tests

near: $(DEVELOPMENT) $(PAGES)
	.venv/bin/python -m tests.near $(BASE)

test: $(DEVELOPMENT) $(PAGES) chromium postgresql
	$(MAKE) --jobs 2 .proofs .tests

.proofs:  # what can be said without running anything
	.venv/bin/mypy --no-error-summary src tests
	.venv/bin/lint-imports --no-logo
	.venv/bin/python hatch_build.py check

.quick-tests:
	.venv/bin/pytest -m "not slow and not soak" --workers 2 tests/test_cards.py tests/test_money.py tests/test_ledger.py tests/hands tests/games tests/table tests/jackpots src

.tests:  # more workers than cores: many tests wait for a server or a browser
	.venv/bin/pytest --workers 6 --solved -o faulthandler_timeout=900 -o faulthandler_exit_on_timeout=true

chromium: $(DEVELOPMENT)  # for the browser tests; got where there is none and it may be
	.venv/bin/python tests/browser/chromium.py

postgresql: $(DEVELOPMENT)  # for the database tests: the system's, or one in the virtual environment
	.venv/bin/python tests/postgresql.py || $(PIP) -r requirements/postgresql.txt

screenshots: $(DEVELOPMENT) $(PAGES) chromium
	.venv/bin/python -m tests.browser.screenshots

figures: $(DEVELOPMENT)  # after a change to a game, a pay table or the version
	.venv/bin/python -m cardroom.lab.package_figures

soak-short: $(DEVELOPMENT) $(PAGES) chromium postgresql
	KILLS=100 .venv/bin/pytest -m soak --workers 3

soak: $(DEVELOPMENT) $(PAGES) chromium postgresql
	KILLS=500 MUTANTS=300 .venv/bin/pytest -m soak --workers 3

bench: $(DEVELOPMENT) $(PAGES)
	.venv/bin/python bench/all.py

format: $(DEVELOPMENT)
	.venv/bin/ruff check --fix --quiet $(PYTHON_CODE)
	.venv/bin/ruff format --quiet $(PYTHON_CODE)

lock:
	for set in runtime development node postgresql; do \
	  uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --quiet \
	    requirements/$$set.in --output-file requirements/$$set.txt; done

clean:
	rm -rf ui/node_modules src/cardroom/web/static .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src -name '*.nb[ic]' -delete
