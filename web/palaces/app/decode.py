"""What comes from outside as JSON, from controls, from workers, from the page round this one: a message, or nothing."""

from typing import TYPE_CHECKING, TypeGuard

if TYPE_CHECKING:
    from palaces.app.messages import Message


def decode_message(message: object) -> "Message | None":
    """A message that is well-formed, whatever it may come to; None for anything else.

    >>> decode_message(["show", 3]), decode_message(["show", "3"]), decode_message(["nothing"])
    (('show', 3), None, None)
    """
    match message:
        case [
            "ready"
            | "undo"
            | "undo-further"
            | "restart-turn"
            | "close"
            | "again"
            | "export"
            | "picture"
            | "import"
            | "update"
            | "newest"
            | "reload"
            | "fill"
            | "signs"
            | "go-on" as verb
        ]:
            return (verb,)
        case [("play" | "offer" | "draft") as how, action]:
            return (how, action)
        case ["touch", str(what)]:
            return ("touch", what)
        case ["touch", str(what), one]:
            return ("touch", what, one)
        case ["touch", str(what), one, other]:
            return ("touch", what, one, other)
        case [
            "listen",
            ("again" | "open" | "own" | "standings" | "can" | "beside" | "worth" | "details") as topic,
            what,
        ]:
            return ("listen", topic, what)
        case ["hint"]:
            return ("hint",)
        case [("why" | "seat") as about, n] if _is_integer(n):
            return (about, n)
        case [("why" | "guess" | "hint" | "chances") as ask, dealt, n, answer] if _is_integer(dealt) and _is_integer(n):
            return (ask, dealt, n, answer)
        case ["unanswered", ("why" | "guess" | "hint" | "chances") as ask, dealt, n] if _is_integer(
            dealt
        ) and _is_integer(n):
            return ("unanswered", ask, dealt, n)
        case ["bot", dealt, n, action, *decision] if _is_integer(dealt) and _is_integer(n) and len(decision) < 2:
            return ("bot", dealt, n, action, decision[0] if decision else None)
        case [("bot-lost" | "bot-failed") as how, dealt, n] if _is_integer(dealt) and _is_integer(n):
            return (how, dealt, n)
    return (
        _decode_review(message)
        or _decode_sharing(message)
        or _decode_tutorial(message)
        or _decode_page_message(message)
    )


def _decode_review(message: object) -> "Message | None":
    match message:
        case [("show" | "slide" | "retry") as how, n] if _is_integer(n):
            return (how, n)
        case [("run" | "tell-all" | "hands") as verb]:
            return (verb,)
        case ["tick", dealt, n] if _is_integer(dealt) and _is_integer(n):
            return ("tick", dealt, n)
        case ["recall", n] if _is_integer(n):
            return ("recall", n)
        case ["recalled", dealt, n] if _is_integer(dealt) and _is_integer(n):
            return ("recalled", dealt, n)
        case ["branch", None]:
            return ("branch", None)
        case ["branch", seat] if _is_integer(seat):
            return ("branch", seat)
    return None


def _decode_sharing(message: object) -> "Message | None":
    match message:
        case ["share", "at", str(site), bool(sheet)]:
            return ("share", "at", site, sheet)
        case ["share", "copy", str(field)]:
            return ("share", "copy", field)
        case ["share", "copied", str(field), bool(done)]:
            return ("share", "copied", field, done)
        case ["share", ("send" | "unsent" | "code") as what]:
            return ("share", what)
        case ["share", "coded", str(address), [*rows]]:
            return ("share", "coded", address, [*rows])
        case ["shared", str(name)]:
            return ("shared", name)
        case ["embedded", str(form)]:
            return ("embedded", form)
    return None


def _decode_tutorial(message: object) -> "Message | None":
    match message:
        case ["learn", "step", n] if _is_integer(n):
            return ("learn", "step", n)
        case ["learn", "touch", str(thing)]:
            return ("learn", "touch", thing)
        case ["learn", ("show" | "back" | "leave" | "on" | "new" | "home") as what]:
            return ("learn", what)
        case ["learned", dealt, n] if _is_integer(dealt) and _is_integer(n):
            return ("learned", dealt, n)
    return None


def _decode_page_message(message: object) -> "Message | None":
    match message:
        case ["panel", str(name)]:
            return ("panel", name)
        case ["notice", str(sentence)]:
            return ("notice", sentence)
        case ["notice", str(sentence), [("export" | "update" | "newest" | "reload") as verb], str(label)]:
            return ("notice", sentence, (verb,), label)
        case ["dismiss", n] if _is_integer(n):
            return ("dismiss", n)
        case [("theme" | "contrast" | "motion" | "speed" | "lang" | "switch") as setting, str(name)]:
            return (setting, name)
        case ["think", seconds] if _is_integer(seconds):
            return ("think", seconds)
        case ["key", ("change" | "off" | "usual") as how, str(name)]:
            return ("key", how, name)
        case ["pressed", str(key)]:
            return ("pressed", key)
        case ["usual-keys"]:
            return ("usual-keys",)
        case ["load", str(saved)]:
            return ("load", saved)
        case ["look", str(saved), n]:
            return ("look", saved, n)
        case [("parted" | "table-found") as how, table] if _is_integer(table):
            return (how, table)
        case ["aside", str(sentence)]:
            return ("aside", sentence)
        case ["passed", str(sentence)]:
            return ("passed", sentence)
        case ["placed", bool(full)]:
            return ("placed", full)
    return _decode_tooltip(message)


def _decode_tooltip(message: object) -> "Message | None":
    match message:
        case ["explain", str(name)]:
            return ("explain", name)
        case ["rule", str(clause)]:
            return ("rule", clause)
        case ["walk", n] if _is_integer(n):
            return ("walk", n)
        case ["clause", str(clause), str(said)]:
            return ("clause", clause, said)
    return None


def _is_integer(value: object) -> TypeGuard[int]:
    """Whether it is a whole number; `true` is none."""
    return type(value) is int
