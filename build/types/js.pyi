"""The parts of a browser that the page uses, as types for mypy. At run time Pyodide provides the module `js`.

Names, parameters and results are those of the DOM, with three differences:

- `HTMLElement` has the members of all elements that the page finds by a selector.
- An options object is given as keyword arguments. Pyodide passes them as the last argument.
- A class has `new`, because Python cannot write the `new` of JavaScript.
"""

from collections.abc import Awaitable, Callable, Iterator
from typing import Generic, Literal, Protocol, Self, TypeVar, overload

from pyodide.ffi import JsNull

_T = TypeVar("_T")
_T_co = TypeVar("_T_co", covariant=True)
_Listener = Callable[[_T], object]

# -- JavaScript --------------------------------------------------------------------------------------------------------

class Object:
    @staticmethod
    def fromEntries(entries: Array[Array[object]]) -> Object: ...
    @staticmethod
    def is_(one: object, other: object) -> bool: ...
    @staticmethod
    def keys(of: Storage) -> list[str]: ...

class _ListMethod(Protocol):
    def call(self, nodes: HTMLCollection, node: HTMLElement, /) -> int: ...

class _ArrayPrototype(Protocol):
    indexOf: _ListMethod

class Array(Object, Generic[_T]):
    prototype: _ArrayPrototype

class Promise(Awaitable[_T_co], Protocol[_T_co]):
    def then(
        self, on_fulfilled: Callable[[_T_co], object], on_rejected: Callable[[object], object] = ..., /
    ) -> Promise[object]: ...

class Console(Protocol):
    def info(self, text: str, /) -> None: ...
    def error(self, text: str, /) -> None: ...

class Performance(Protocol):
    def now(self) -> float: ...

class Date(Object):
    @classmethod
    def new(cls, ms: float, /) -> Self: ...

class _DateTimeFormat(Protocol):
    def format(self, date: Date, /) -> str: ...

class _DateTimeFormatClass(Protocol):
    def new(self, language: str, /, *, timeZone: str, **shown: str) -> _DateTimeFormat: ...

class _Intl(Protocol):
    DateTimeFormat: _DateTimeFormatClass

# -- events ------------------------------------------------------------------------------------------------------------

class Event:
    @property
    def type(self) -> str: ...
    target: HTMLElement
    timeStamp: float
    def preventDefault(self) -> None: ...

class CustomEvent(Event):
    @classmethod
    def new(cls, type: str, *, detail: str) -> Self: ...

class HashChangeEvent(Event):
    newURL: str

class MessageEvent(Event, Generic[_T]):
    data: _T
    source: object

class StorageEvent(Event):
    key: str | JsNull
    newValue: str | JsNull

class _ModifierEvent(Event):
    ctrlKey: bool
    metaKey: bool
    altKey: bool
    shiftKey: bool

class KeyboardEvent(_ModifierEvent):
    type: Literal["keydown"]
    key: str
    code: str
    repeat: bool
    isComposing: bool

class MouseEvent(_ModifierEvent):
    clientX: float
    clientY: float
    buttons: int
    detail: int
    @classmethod
    def new(cls, type: str, *, bubbles: bool) -> Self: ...

class PointerEvent(MouseEvent):
    type: Literal["pointerdown", "pointerover"]
    pointerType: str

class Touch(Protocol):
    clientX: float
    clientY: float

class TouchList(Protocol):
    length: int
    def item(self, index: int, /) -> Touch: ...

class TouchEvent(Event):
    touches: TouchList

# -- elements ----------------------------------------------------------------------------------------------------------

class DOMRect(Protocol):
    x: float
    y: float
    width: float
    height: float
    left: float
    top: float
    right: float
    bottom: float

class DOMStringMap(Protocol):
    """The `data-*` attributes that the page reads as properties."""

    arrows: str
    release: str
    sign: str

class CSSStyleDeclaration(Protocol):
    translate: str
    scrollPaddingTop: str
    scrollPaddingBottom: str
    def getPropertyValue(self, name: str, /) -> str: ...
    def setProperty(self, name: str, value: str, /) -> None: ...

class NodeList(Protocol):
    length: int
    def __iter__(self) -> Iterator[HTMLElement]: ...

class HTMLCollection(Protocol):
    length: int
    def __iter__(self) -> Iterator[HTMLElement]: ...

class HTMLElement:
    id: str
    lang: str
    dataset: DOMStringMap
    style: CSSStyleDeclaration
    hidden: bool
    tabIndex: int
    textContent: str
    innerHTML: str
    scrollTop: float
    @property
    def isConnected(self) -> bool: ...
    @property
    def parentElement(self) -> HTMLElement | JsNull: ...
    @property
    def offsetParent(self) -> HTMLElement | JsNull: ...
    @property
    def firstElementChild(self) -> HTMLElement | JsNull: ...
    @property
    def childElementCount(self) -> int: ...
    @property
    def children(self) -> HTMLCollection: ...
    @property
    def offsetWidth(self) -> int: ...
    @property
    def offsetHeight(self) -> int: ...
    @property
    def scrollHeight(self) -> int: ...
    @property
    def clientWidth(self) -> int: ...
    @property
    def clientHeight(self) -> int: ...
    def getBoundingClientRect(self) -> DOMRect: ...
    def checkVisibility(self, *, visibilityProperty: bool) -> bool: ...
    def matches(self, selector: str, /) -> bool: ...
    def closest(self, selector: str, /) -> HTMLElement | JsNull: ...
    def querySelector(self, selector: str, /) -> HTMLElement | JsNull: ...
    def querySelectorAll(self, selector: str, /) -> NodeList: ...
    def contains(self, other: HTMLElement | JsNull, /) -> bool: ...
    def isSameNode(self, other: HTMLElement | JsNull | None, /) -> bool: ...
    def compareDocumentPosition(self, other: HTMLElement, /) -> int: ...
    def getAttribute(self, name: str, /) -> str | JsNull: ...
    def hasAttribute(self, name: str, /) -> bool: ...
    def setAttribute(self, name: str, value: str, /) -> None: ...
    def removeAttribute(self, name: str, /) -> None: ...
    def toggleAttribute(self, name: str, force: bool, /) -> bool: ...
    def append(self, child: HTMLElement, /) -> None: ...
    def remove(self) -> None: ...
    def replaceChildren(self) -> None: ...
    def scrollIntoView(self, *, block: Literal["nearest"], inline: Literal["nearest"] = ...) -> None: ...
    def focus(self, *, preventScroll: bool = ...) -> None: ...
    def blur(self) -> None: ...
    def click(self) -> None: ...
    def dispatchEvent(self, event: Event, /) -> bool: ...
    def addEventListener(self, type: Literal["load", "error", "change"], listener: _Listener[Event], /) -> None: ...

class HTMLAnchorElement(HTMLElement):
    href: str
    download: str

class HTMLInputElement(HTMLElement):
    """An input; also a `textarea`, which has the same members."""

    type: str
    accept: str
    value: str
    files: FileList
    def select(self) -> None: ...

class HTMLIFrameElement(HTMLElement):
    src: str
    contentWindow: Window

class HTMLLinkElement(HTMLElement):
    rel: str
    href: str

class HTMLScriptElement(HTMLElement):
    type: str
    src: str

class _FontFaceSet(Protocol):
    ready: Promise[object]

class Document:
    title: str
    hidden: bool
    head: HTMLElement
    body: HTMLElement
    documentElement: HTMLElement
    activeElement: HTMLElement
    fonts: _FontFaceSet
    def hasFocus(self) -> bool: ...
    def getElementById(self, id: str, /) -> HTMLElement | JsNull: ...
    def querySelector(self, selector: str, /) -> HTMLElement | JsNull: ...
    def querySelectorAll(self, selector: str, /) -> NodeList: ...
    @overload
    def createElement(self, name: Literal["a"], /) -> HTMLAnchorElement: ...
    @overload
    def createElement(self, name: Literal["iframe"], /) -> HTMLIFrameElement: ...
    @overload
    def createElement(self, name: Literal["input"], /) -> HTMLInputElement: ...
    @overload
    def createElement(self, name: Literal["link"], /) -> HTMLLinkElement: ...
    @overload
    def createElement(self, name: Literal["script"], /) -> HTMLScriptElement: ...
    @overload
    def createElement(self, name: Literal["span"], /) -> HTMLElement: ...
    @overload
    def addEventListener(
        self, type: Literal["keydown"], listener: _Listener[KeyboardEvent], /, *, capture: bool = ...
    ) -> None: ...
    @overload
    def addEventListener(
        self, type: Literal["pointerdown", "pointerover"], listener: _Listener[PointerEvent], /, *, capture: bool = ...
    ) -> None: ...
    @overload
    def addEventListener(self, type: Literal["click", "contextmenu"], listener: _Listener[MouseEvent], /) -> None: ...
    @overload
    def addEventListener(
        self,
        type: Literal["touchstart", "touchmove", "touchend", "touchcancel"],
        listener: _Listener[TouchEvent],
        /,
    ) -> None: ...
    @overload
    def addEventListener(self, type: Literal["change", "input"], listener: _Listener[Event], /) -> None: ...
    @overload
    def addEventListener(
        self, type: Literal["scroll"], listener: _Listener[Event], /, *, capture: bool, passive: bool
    ) -> None: ...

# -- the window and its services ---------------------------------------------------------------------------------------

class Blob:
    @classmethod
    def new(cls, parts: Object, *, type: str) -> Blob: ...

class File(Blob):
    name: str
    def text(self) -> Promise[str]: ...

class FileList(Protocol):
    length: int
    def item(self, index: int, /) -> File: ...

class URL:
    href: str
    @classmethod
    def new(cls, url: str, base: str) -> URL: ...
    @staticmethod
    def createObjectURL(blob: Blob, /) -> str: ...
    @staticmethod
    def revokeObjectURL(url: str, /) -> None: ...

class URLSearchParams:
    @classmethod
    def new(cls, query: str) -> URLSearchParams: ...
    def delete(self, name: str, /) -> None: ...
    def toString(self) -> str: ...

class XMLHttpRequest:
    """A request for a page, with `responseType` "document", or for a text."""

    responseType: Literal["document"]
    response: Document | JsNull
    responseText: str
    status: int
    @classmethod
    def new(cls) -> XMLHttpRequest: ...
    def addEventListener(self, type: Literal["loadend"], listener: _Listener[Event], /) -> None: ...
    def open(self, method: str, url: str, /) -> None: ...
    def send(self) -> None: ...

class Worker:
    """A worker that posts and takes text."""

    @overload
    def addEventListener(self, type: Literal["message"], listener: _Listener[MessageEvent[str]], /) -> None: ...
    @overload
    def addEventListener(self, type: Literal["error"], listener: _Listener[Event], /) -> None: ...
    def postMessage(self, text: str, /) -> None: ...
    def terminate(self) -> None: ...

class Storage(Protocol):
    length: int
    def key(self, index: int, /) -> str: ...
    def getItem(self, key: str, /) -> str | JsNull: ...
    def setItem(self, key: str, value: str, /) -> None: ...
    def removeItem(self, key: str, /) -> None: ...

class Location(Protocol):
    href: str
    search: str
    hash: str
    def reload(self) -> None: ...
    def replace(self, url: str, /) -> None: ...
    def assign(self, url: str, /) -> None: ...

class History(Protocol):
    state: object
    def back(self) -> None: ...
    def pushState(self, state: object, unused: str, /) -> None: ...
    def replaceState(self, state: object, unused: str, url: str = ..., /) -> None: ...

class _OpenedWindow(Protocol):
    opener: object

class _Selection(Protocol):
    def removeAllRanges(self) -> None: ...

class MediaQueryList(Protocol):
    matches: bool

class _Clipboard(Protocol):
    def writeText(self, text: str, /) -> Promise[None]: ...

class _StorageManager(Protocol):
    def persist(self) -> Promise[bool]: ...

class Navigator(Protocol):
    clipboard: _Clipboard
    storage: _StorageManager
    onLine: bool
    def canShare(self, *, url: str = ..., files: Object = ...) -> bool: ...
    def share(self, *, text: str, url: str, files: Object = ...) -> Promise[None]: ...

class PalacesMotion(Protocol):
    def finish(self) -> None: ...
    def note(self, moves_json: str, /) -> None: ...
    def travel(self, moves_json: str, time_factor: float, on_started: object, /) -> None: ...

class PalacesLab(Protocol):
    def askInText(self, request_json: str, /) -> Promise[str]: ...

class PalacesRecovery(Protocol):
    def miss(self, selector: str, /) -> Promise[None]: ...

class Palaces:
    """The object that the page's scripts and its Python share; for TypeScript it is in `page.d.ts`."""

    lab: PalacesLab
    motion: PalacesMotion
    recover: PalacesRecovery
    save: Callable[[], str]
    load: Callable[[str], str]
    def morph(self, element: HTMLElement, markup: str, /) -> None: ...
    def isQueryLost(self) -> Promise[bool]: ...
    def newest(self) -> Promise[bool]: ...
    def picture(self) -> Promise[File]: ...
    def qr(self, text: str, /) -> list[str]: ...
    def script(self, url: str, /) -> str: ...
    def playBot(self, order_json: str, on_event: Callable[[str], object], /) -> None: ...
    def stopBot(self) -> None: ...
    def startWorker(self, url: str, name: str, /) -> Worker: ...
    def sound(self, names_json: str, softly: bool, side: float, /) -> None: ...
    def update(self) -> None: ...
    def whole(self, with_lab: bool = False, /) -> Promise[None]: ...

class LabEditor(Protocol):
    """The editor of `lab-editor.js`."""

    def open(self, text: str, read_only: bool, label: str, /) -> None: ...
    def name(self, label: str, /) -> None: ...
    def mark(self, marks_json: str, /) -> None: ...
    def goTo(self, line: int, /) -> None: ...

class Window:
    palaces: Palaces
    location: Location
    name: str
    origin: str
    innerWidth: float
    innerHeight: float
    parent: Window
    top: Window
    def postMessage(self, message: Object, origin: str, /) -> None: ...
    def scrollTo(self, x: float, y: float, /) -> None: ...
    def scrollBy(self, x: float, y: float, /) -> None: ...
    @overload
    def addEventListener(self, type: Literal["hashchange"], listener: _Listener[HashChangeEvent], /) -> None: ...
    @overload
    def addEventListener(self, type: Literal["message"], listener: _Listener[MessageEvent[object]], /) -> None: ...
    @overload
    def addEventListener(self, type: Literal["storage"], listener: _Listener[StorageEvent], /) -> None: ...
    @overload
    def addEventListener(
        self, type: Literal["pagehide", "palaces-update", "popstate", "resize"], listener: _Listener[Event], /
    ) -> None: ...

window: Window
document: Document
location: Location
history: History
navigator: Navigator
performance: Performance
console: Console
localStorage: Storage
sessionStorage: Storage
Intl: _Intl
innerHeight: float
scrollX: float
scrollY: float

def setTimeout(callback: Callable[[], object], ms: float, /) -> int: ...
def clearTimeout(timer: int, /) -> None: ...
def dispatchEvent(event: Event, /) -> bool: ...
def open(url: str, target: str, /) -> _OpenedWindow | JsNull: ...
def getSelection() -> _Selection: ...
def matchMedia(query: str, /) -> MediaQueryList: ...
def getComputedStyle(element: HTMLElement, /) -> CSSStyleDeclaration: ...
