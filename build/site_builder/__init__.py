"""The libraries of the build. The programs beside this folder use them, as do the tests."""
