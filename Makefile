# Short names for build/make.py, which does the work on every system.
PYTHON ?= python3

.PHONY: play test check site release bench soak e2e pictures docs-figures upgrade-pyodide fmt setup new-game
play test check site release bench soak e2e pictures docs-figures upgrade-pyodide fmt setup:
	@$(PYTHON) build/make.py $@

# `make new-game NAME`: the second goal is the name of the game, not a target.
ifeq (new-game,$(firstword $(MAKECMDGOALS)))
export NEW_GAME_NAME := $(wordlist 2,99,$(MAKECMDGOALS))
new-game:
	@$(PYTHON) build/make.py $@ "$$NEW_GAME_NAME"
%:
	@:
endif
