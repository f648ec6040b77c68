"""Exact first: buy what you can pay exactly, or else take the most money."""


def rank(view, action):
    verb, *rest = action
    paid = sum(int(card[1:]) for card in (rest[1] if verb == "buy" else rest))
    if verb == "buy":
        return (0 if rest[2] == "give" else 2, int(view["yard"][rest[0]].split("-")[1]) - paid)
    return (1, paid)


def choose(view, legal, rng):
    return max(legal, key=lambda action: rank(view, action))
