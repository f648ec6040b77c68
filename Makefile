# Short names for build/make.py, which does the work on every system.
PYTHON ?= python3

.PHONY: play test check site release bench soak e2e upgrade-pyodide fmt setup
play test check site release bench soak e2e upgrade-pyodide fmt setup:
	@$(PYTHON) build/make.py $@
