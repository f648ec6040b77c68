"""What happens in a lesson: moves that are asked for, answers to others, and what the others do between. Pure."""

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, assert_never

from palaces import address as addresses
from palaces import update
from palaces.address import Address
from palaces.games import face
from palaces.lesson import Learning, waits
from palaces.model import Model
from pygame_core import GAMES, Match, words
from pygame_core.dealer import fresh_seed

if TYPE_CHECKING:
    from palaces.messages import Effect, Learn
    from palaces.update import Step


def begin(address: Address, dealt: int = 0, behind: Model | None = None) -> "Step":
    """The lesson of a game from the step that the address names."""
    lesson = GAMES[address.game].lesson
    assert lesson
    n = next(n for n, moment in enumerate(lesson.lesson_stages) if moment.step_index + 1 == address.learn)
    learning = Learning(lesson, n, behind=behind)
    match = Match.load(lesson.save_prefix(learning.at))
    model = Model(match, address, lesson.learner_seat, face(address.game).empty, dealt=dealt, lesson=learning)
    model = replace(model, aloud=learning.at)
    return model, _arrival(model)


def opened(model: Model, step: int) -> "Step":
    """A step at a table beside the game, which stays as it is."""
    behind = model.lesson.behind if model.lesson else replace(model, panel="", glimpse=None)
    address = replace(_like(model), learn=step)
    return begin(address, model.dealt + 1, behind)


def _like(model: Model) -> Address:
    """A table of the game with the settings that are in force."""
    settings: dict[str, Any] = model.address.settings()
    return Address(model.match.game, **settings)


# -- doing -------------------------------------------------------------------------------------------------------------


def done(model: Model, action: object) -> "Step":
    """A move of the learner: it is made if it is the one that is asked for, however it was entered; and answered if
    the rules allow it, too."""
    learning = _learning(model)
    act = learning.act
    if act is None or not waits(model):
        return model, []
    refusal = model.match.allows(action)
    if refusal or not isinstance(action, list):
        return _answer(model, refusal.message, refusal.clause or "") if refusal else (model, [])
    asked = learning.lesson.required_action(act)
    if action == asked:
        return _make(model)
    entered, wanted = (Counter(map(str, one or [])) for one in (action, asked))
    kept = (
        model if entered < wanted else replace(model, draft=model.face.empty)
    )  # to which only something is to be added
    return _answer(kept, words._(learning.lesson.find_reply(act, action)))


def _answer(model: Model, said: str, clause: str = "") -> "Step":
    """What was done is answered; nothing else changes."""
    learning = _learning(model)
    answered = learning._replace(said=said, clause=clause, tries=learning.tries + 1)
    return replace(model, lesson=answered, refusal=None, asked_first=None), []


def _make(model: Model) -> "Step":
    """What is asked for is done: the lesson goes on."""
    learning = _learning(model)
    on = replace(model, lesson=_next(learning, learning.n + 1), draft=model.face.empty, refusal=None, asked_first=None)
    return _entry(on) if learning.act and not learning.act.touch_target else (on, goes_on(on))


def _next(learning: Learning, n: int) -> Learning:
    return Learning(learning.lesson, n, behind=learning.behind)


def _entry(model: Model) -> "Step":
    """The next entry of the log, whoever's it is."""
    learning = _learning(model)
    n = len(model.match.log)
    match = Match.load(learning.lesson.save_prefix(n + 1))
    event = match.events(None, n)[0]
    shown = model.face.shows(event)
    changed = replace(model, match=match, panel=shown, held=bool(shown))
    return changed, [*update.sounds(changed, event), *goes_on(changed)]


def goes_on(model: Model) -> list["Effect"]:
    """What comes next: another entry, or the next thing to do; nothing while something is looked at first."""
    if model.held:
        return []
    if waits(model):
        return _arrival(model)
    return [("later", ("learned", model.dealt, len(model.match.log)), 0)]


def _arrival(model: Model) -> list["Effect"]:
    """The step is to be found again."""
    learning = _learning(model)
    return [("show",), ("keep-step", model.match.game, learning.step if learning.moment else 0)]


def _learning(model: Model) -> Learning:
    assert model.lesson
    return model.lesson


# -- going -------------------------------------------------------------------------------------------------------------


def step(model: Model, message: "Learn") -> "Step":
    """Everything that happens in a lesson but moves."""
    match message:
        case ("learn", "step", n):
            lesson = model.game.lesson
            return opened(model, n) if lesson and 0 < n <= len(lesson.steps) else (model, [])
        case ("learned", dealt, n):
            due = model.lesson and not (model.held or model.lesson.leaving or waits(model))
            here = (dealt, n) == (model.dealt, len(model.match.log))
            return _named(_entry(model)) if due and here else (model, [])
        case _ if model.lesson is None:
            return model, []
        case ("learn", "touch", thing):
            return _named(_touched(model, thing))
        case ("learn", "show"):
            return _named(_make(model)) if waits(model) and model.lesson.moment else (model, [])
        case ("learn", "back"):
            return _named(_back(model))
        case ("learn", "leave"):
            left = replace(model, lesson=model.lesson._replace(leaving=True), draft=model.face.empty)
            return left, []
        case ("learn", "on"):
            return _on(model)
        case ("learn", "new"):
            match = _handed_over(model)
            seats = addresses.of_match(match, model.address).seats
            new = replace(_like(model), seats=seats, seed=fresh_seed())
            return update.begin(new, dealt=model.dealt + 1, notices=model.lasting)
        case ("learn", "home"):
            return _home(model, model.lesson.behind) if model.lesson.behind else (model, [])
        case _:
            assert_never(message)


def _named(step: "Step") -> "Step":
    """The address names the step that has been reached."""
    model, effects = step
    learning = model.lesson
    if learning is None or learning.step == model.address.learn:
        return step
    return replace(model, address=replace(model.address, learn=learning.step)), effects


def _touched(model: Model, thing: str) -> "Step":
    learning = _learning(model)
    act = learning.act
    if act is None or not act.touch_target or thing not in act.highlighted_things or not waits(model):
        return model, []
    if thing == act.touch_target:
        return _make(model)
    return _answer(model, words._(learning.lesson.find_reply(act, thing)))


def _back(model: Model) -> "Step":
    """To what came before; from the way out, to where the lesson was left."""
    learning = _learning(model)
    n = learning.n if learning.leaving else max(0, learning.n - 1)
    back = _next(learning, n)
    match = model.match if len(model.match.log) == back.at else Match.load(learning.lesson.save_prefix(back.at))
    changed = replace(model, match=match, lesson=back, draft=model.face.empty, refusal=None, panel="", held=False)
    changed = replace(changed, asked_first=None, aloud=back.at)
    return changed, _arrival(changed)


def _handed_over(model: Model) -> Match:
    """The game as it is for who plays on from here."""
    return Match.load(_learning(model).lesson.free_play_save(len(model.match.log), fresh_seed()))


def _on(model: Model) -> "Step":
    """The game is the learner's own from here, for practice."""
    match = _handed_over(model)
    address = addresses.of_match(match, model.address)
    begun, effects = update.begin(address, match, (), model.dealt + 1, model.lasting)
    return begun, [("new-table", True), *effects]


def _home(model: Model, behind: Model) -> "Step":
    """Back to the game from which the lesson was opened, where it was left."""
    again = replace(behind, dealt=model.dealt + 1)
    return again, [("show",), *update.ask(again)]
