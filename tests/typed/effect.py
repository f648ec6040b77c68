"""Fails the type check: not every effect is carried out."""

from typing import assert_never

from palaces.app.effects import Effect


def carry_out(effect: Effect) -> None:
    match effect:
        case ("show" | "save" | "top" | "update" | "reload" | "new-table" | "locate" | "load-embed",):
            print(effect[0])
        case ("reveal-hint" | "forget" | "deal-facts",):
            print(effect[0])
        case ("announce" | "reveal" | "code" | "ask" | "later" | "download" | "copy" | "send" | "new-table", *_):
            print(effect[1])
        case ("keep" | "keep-step" | "keep-deal" | "keep-puzzle" | "walk" | "clause" | "sound", *_):
            print(effect[1])
        case _:
            assert_never(effect)
