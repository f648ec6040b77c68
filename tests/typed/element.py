"""Fails the type check: a member of an element or event has another name, and an element may be missing."""

import js
from pyodide.ffi import create_proxy, jsnull


def hide(selector: str) -> None:
    found = js.document.querySelector(selector)
    found.hidden = True
    if found is not jsnull:
        found.hiden = True


def on_click(event: "js.MouseEvent") -> None:
    print(event.clientX, event.clientx)


js.document.addEventListener("click", create_proxy(on_click))
js.document.addEventListener("keydown", create_proxy(on_click))
js.localStorage.getitem("palaces:settings")
