"""Sentences about malformed actions, for people who write programs. Pages and links make no such actions.

>>> from pygame_core import Match
>>> print(Match.new("alhambra", 3, seed=7).allows(["tkae", "g1"]))
There's no action called 'tkae' here. Actions now begin with one of: ["take", "buy"].
"""

import json
from collections.abc import Iterator

from pygame_core.i18n import _, quote_input
from pygame_core.state import Illegal, JsonAction, State


def explain_malformed_action(state: State, action: object) -> Illegal | None:
    """Return a refusal that says which part of an action is wrong; None if nothing more is known about it.

    `action` is plain JSON that `state.parse` refuses. The legal actions of the position are the examples.
    """
    examples = [state.action_to_json(legal) for legal in state.legal()]
    if not examples:
        return None
    if not isinstance(action, list) or not action:
        sentence = _("An action is a list that begins with a verb, such as {example}.")
        return Illegal(None, sentence.format(example=json.dumps(examples[0])))
    verb, *parts = action
    if verb not in state.action_words:
        sentence = _("There's no action called {verb} here. Actions now begin with one of: {known}.")
        known = json.dumps([*dict.fromkeys(example[0] for example in examples)])
        return Illegal(None, sentence.format(verb=quote_input(str(verb)), known=known))
    words = {*state.action_words, *state.ids_by_name}
    strange = next((word for word in _words(parts) if word not in words), None)
    if strange is not None:
        return Illegal(None, _("There's nothing called {word} in this game.").format(word=quote_input(strange)))
    ordered = _sort_cards(state, action)
    if _is_well_formed(state, ordered):
        sentence = _("The order of the cards is wrong. Write {example}.")
        return Illegal(None, sentence.format(example=json.dumps(ordered)))
    alike = [example for example in examples if example[0] == verb]
    if not alike:
        sentence = _(
            "This action has wrong parts, and {verb} isn't possible now. Actions now begin with one of: {known}."
        )
        known = json.dumps([*dict.fromkeys(example[0] for example in examples)])
        return Illegal(None, sentence.format(verb=quote_input(verb), known=known))
    if {len(example) for example in alike} == {len(alike[0])} != {len(action)}:
        sentence = _("This action has {n} parts instead of {most}. It looks like {example}.")
        return Illegal(None, sentence.format(n=len(action), most=len(alike[0]), example=json.dumps(alike[0])))
    for example in alike:
        if len(example) != len(action):
            continue
        for place, part in enumerate(parts, 1):
            if _is_well_formed(state, [*action[:place], example[place], *action[place + 1 :]]):
                sentence = _("{part} is wrong in this action. It looks like {example}.")
                return Illegal(None, sentence.format(part=quote_input(str(part)), example=json.dumps(example)))
    sentence = _("This action has wrong parts. It looks like {example}.")
    return Illegal(None, sentence.format(example=json.dumps(alike[0])))


def _words(parts: list[object]) -> Iterator[str]:
    """Yield every word in the parts of an action."""
    for part in parts:
        if isinstance(part, list):
            yield from _words(part)
        elif isinstance(part, str):
            yield part


def _sort_cards(state: State, action: JsonAction) -> JsonAction:
    """Return an action whose cards have the order of their ids, in each list and after the verb."""
    ids = state.ids_by_name
    verb, *parts = [_sort_cards(state, [None, *part])[1:] if isinstance(part, list) else part for part in action]
    cards = [part for part in parts if isinstance(part, str) and part in ids]
    return [verb, *(sorted(cards, key=lambda card: ids[card]) if len(cards) == len(parts) else parts)]


def _is_well_formed(state: State, action: object) -> bool:
    """Return True if the game can read the action."""
    try:
        state.parse(action)
    except Illegal:
        return False
    return True
