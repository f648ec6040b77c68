"""A report from a Python that starts with the memory image of a page and has no library.

It inspects the contents of the image. It plays all games at their usual tables, and ends them after the rest of our
packages has loaded.
"""

import json
import sys
import traceback
import zlib
from collections.abc import Iterator
from random import Random
from types import FunctionType, ModuleType
from typing import Any

import annotationlib  # type: ignore[import-not-found]  # this Python is a newer one
from palaces.app.decode import decode_message
from palaces.app.model import Model, Transition
from palaces.app.panel_state import MENU_PANELS
from palaces.app.routing import Address
from palaces.features.steps import start_game
from palaces.loop import layout
from palaces.loop.update import update
from palaces.workers.bot_worker import answer_quickly, handle

from pygame_core import GAMES, link_codec
from pygame_core.bots import choose
from pygame_core.match import Save

OUR_PACKAGES = ("palaces", "pygame_core")
APP_ZIP_FOLDER = "/lib/app.zip/"
MAX_REVIEW_PARTS = 2
"""A whole review would take minutes."""


def our_modules() -> dict[str, ModuleType]:
    return {name: module for name, module in sys.modules.items() if name.split(".")[0] in OUR_PACKAGES}


def classes_in(holder: object, module: str) -> Iterator[type]:
    """Yield all classes that a module defines, also those inside classes."""
    for thing in vars(holder).values():
        if isinstance(thing, type) and thing.__module__ == module:
            yield thing
            yield from classes_in(thing, module)


def functions_in(holder: object, module: str) -> Iterator[FunctionType]:
    """Yield all functions of a module and its classes, except those that `dataclass` makes."""
    for thing in vars(holder).values():
        for each in (thing, getattr(thing, "__func__", None), getattr(thing, "fget", None), wrapped_function(thing)):
            if (
                isinstance(each, FunctionType)
                and each.__module__ == module
                and each.__code__.co_filename.startswith(APP_ZIP_FOLDER)
            ):
                yield each


def wrapped_function(thing: object) -> object:
    """Return the function inside a decorator such as `cache`, or the thing itself."""
    return getattr(thing, "__wrapped__", None) or getattr(thing, "func", None)


def kept_metadata() -> dict[str, Any]:
    """Return the metadata of our sources in the image: docstrings, types, lines and columns."""
    docs: list[str] = []
    typed: list[str] = []
    fields: dict[str, list[str]] = {}
    lines: dict[str, int] = {}
    columns: list[str] = []
    for name, module in our_modules().items():
        written = list(classes_in(module, name))
        docs += [str(thing.__doc__) for thing in (module, *written) if thing.__doc__]
        for each in written:
            fields[f"{name}.{each.__qualname__}"] = list(
                annotationlib.get_annotations(each, format=annotationlib.Format.FORWARDREF)
            )
        for function in (one for holder in (module, *written) for one in functions_in(holder, name)):
            if function.__name__ == "__annotate__":  # the function that computes types of fields
                continue
            place = f"{name}.{function.__qualname__}"
            docs += [function.__doc__] if function.__doc__ else []
            typed += [place] if function.__annotations__ else []
            lines[place] = function.__code__.co_firstlineno
            columns += [place] if any(column for *_, column in function.__code__.co_positions()) else []
    return {"docs": docs, "typed": typed, "fields": fields, "lines": lines, "columns": columns}


def take_step(model: Model, message: list[Any]) -> Transition:
    """Return the step after a message as JSON."""
    known = decode_message(message)
    assert known, message
    return update(model, known)


def answer_worker_requests(model: Model, effects: list[Any]) -> Model:
    """Answer the requests to the bots' worker, by the worker itself; of a review, only the first parts."""
    waiting = [effect[1] for effect in effects if effect[0] == "ask"]
    review_parts = 0
    while waiting:
        asked = waiting.pop()
        review_parts += asked["ask"] == "review"
        if review_parts > MAX_REVIEW_PARTS:
            continue
        said = json.loads(handle(json.dumps({**asked, "seconds": 0.02})))
        move = ["bot", *said["id"], said["answer"][0], said["answer"]]
        model, more = take_step(model, move if said["ask"] == "move" else [said["ask"], *said["id"], said["answer"]])
        waiting += [effect[1] for effect in more if effect[0] == "ask"]
    return model


def play_opening(game: str) -> Model:
    """Play the opening of a game."""
    rng = Random(5)
    model = answer_worker_requests(*start_game(Address(game, seed=5)))
    for _move in range(4):
        action = choose("casual", model.whole_match.view(model.whole_match.to_move()), rng).action
        model = answer_worker_requests(*take_step(model, ["play", action]))
        layout.render_screen(model)
    for message in (["export"], ["undo"]):
        layout.render_screen(take_step(model, message)[0])
    return model


def play_to_end(model: Model) -> Save:
    """Play the same game to its end with a hint of the level master, all panels and a link. Return its save."""
    rng = Random(5)
    for n in range(len(model.whole_match.log)):
        model = answer_worker_requests(*take_step(model, ["why", n]))
    model = answer_worker_requests(*take_step(model, ["hint"]))
    layout.render_screen(model)
    for panel in MENU_PANELS:
        layout.render_screen(take_step(model, ["panel", panel])[0])
    match = model.whole_match
    while match.to_move() is not None:
        match.play(rng.choice(match.legal()))
    layout.render_screen(answer_worker_requests(*start_game(model.address, match)))
    assert link_codec.read(link_codec.write(match)).save() == match.save()
    return match.save()


def failure_traceback() -> str:
    """Return the traceback of a failure, in the form that the page gets."""
    try:
        answer_quickly("{")
    except ValueError:
        return traceback.format_exc()
    raise AssertionError("this was no request")


initial_modules = set(sys.modules)
opening_models = [play_opening(game) for game in GAMES]
failure_text = failure_traceback()
live_modules, live_metadata = set(sys.modules), kept_metadata()
with open("/release/later.zip", "rb") as later, open("/lib/app.zip", "wb") as app:  # noqa: PTH123 - the image has no pathlib
    app.write(zlib.decompress(later.read(), wbits=zlib.MAX_WBITS | 16))  # the page does the same
handle(json.dumps({"ask": "warm", "id": [], "game": "medina", "seats": 4}))
final_saves = [play_to_end(model) for model in opening_models]
builtin_modules = set(sys.builtin_module_names)
json.dumps(
    {
        "held": sorted(initial_modules),
        "late": sorted(live_modules - initial_modules - builtin_modules),
        "later": sorted(set(sys.modules) - live_modules - builtin_modules),
        "saves": final_saves,
        "told": failure_text,
        **live_metadata,
    }
)
