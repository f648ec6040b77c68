# Short names for build/make.py, which does the work on every system.
PYTHON ?= python3

.PHONY: play test site release bench e2e fmt setup
play test site release bench e2e fmt setup:
	@$(PYTHON) build/make.py $@
