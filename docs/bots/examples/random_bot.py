"""Random: any legal action is as good as another."""


def choose(view, legal, rng):
    return rng.choice(legal)
