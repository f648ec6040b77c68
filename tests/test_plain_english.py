"""Tests of the English on screen: no calques, no missing contractions, and the terms of the rulebooks.

They read all messages of both templates, the rules pages, the other pages, and the sentences in scripts. A rule has a
pattern, the reason and a better word. If a rule is wrong about a sentence, add the sentence to `EXCEPTIONS`.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

import extract_messages
import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent
PAGES = [*(ROOT / "web").glob("*.html"), *(ROOT / "web/rules").glob("*.html"), *ROOT.glob("web/palaces/**/*.html")]
SCRIPTS = [*(ROOT / "web/scripts").glob("*.js")]
MANIFEST = ROOT / "web/manifest.webmanifest"

BLOCKS = {
    *(
        "blockquote",
        "body",
        "caption",
        "dd",
        "div",
        "dl",
        "dt",
        "figcaption",
        "footer",
        "h1",
        "h2",
        "h3",
        "h4",
        "header",
    ),
    *("label", "legend", "li", "main", "nav", "ol", "option", "p", "section", "summary", "table", "tbody", "td", "th"),
    *("thead", "title", "tr", "ul"),
}
"""Elements whose start and end also end a text."""
SKIPPED_ELEMENTS = {"script", "style", "pre"}
LITERAL_ELEMENTS = {"code", "kbd", "samp"}
SPOKEN_ATTRIBUTES = {"alt", "aria-label", "content", "placeholder", "title"}

SCRIPT_COMMENT = re.compile(r"/\*.*?\*/|(?:^|(?<=\s))//[^\n]*", re.DOTALL)
SCRIPT_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
SCRIPT_CODE = re.compile(r"[<>=#\[\]|_]|\{ |^[a-z-]+[:;] ")


class Text(NamedTuple):
    """A text that people read or hear."""

    sources: str
    """The files that have it, relative to the project's folder."""
    text: str


class Rule(NamedTuple):
    """A rule about the words of a text."""

    name: str
    pattern: str
    reason: str
    better: str
    wrong: tuple[str, ...]
    """Texts in which the pattern finds something."""
    right: tuple[str, ...] = ()
    """Texts in which it finds nothing."""
    accepted: str = ""
    """A pattern of good English that the other pattern would find. It is removed first."""
    where: str = ""
    """A part of a path. The rule applies to texts of such files."""

    def finds(self, text: str) -> bool:
        """Return True if the text breaks the rule. Names of placeholders do not count."""
        left = re.sub(r"\{\w*\}", "{x}", text)
        if self.accepted:
            left = re.sub(self.accepted, " … ", left, flags=re.IGNORECASE)
        return re.search(self.pattern, left, re.IGNORECASE) is not None

    def applies_to(self, text: Text) -> bool:
        """Return True if the rule is about texts of these files."""
        return not self.where or f"/{self.where}/" in text.sources


THING = (
    r"(?:actions?|bids?|bonus|buildings?|cards?|components?|copy|files?|floors?|games?|links?|marks?|merchants?|money|"
    r"palaces?|pieces?|points?|purples?|quarr(?:y|ies)|riders?|rooftops?|scorings?|stables?|tea|tiles?|towers?|types?|"
    r"walls?|windows?)"
)

CALQUES = (
    Rule(
        "whoever",
        r"\bwho(?:so|m)?ever\b",
        "A relative clause needs a noun.",
        "anyone who, the player who, if you",
        ("Whoever passes takes 2.", "It belongs to whoever has more."),
        ("Anyone who passes takes 2.", "It counts 15, whatever its value."),
    ),
    Rule(
        "that there is",
        r"\bthat there (?:is|are)(?: not)?(?=[.,:!?]|$)",
        "A noun already says that it exists.",
        "unknown, all, every",
        ("It asks for a speed that there is not.",),
        ("It means that there are no winners.",),
    ),
    Rule(
        "noun relative",
        r"(?:^|[.!?] )(?:who|what)\b[^.?!]*\.(?= |$)",
        "A sentence starts with its subject.",
        "you, the player who, a noun",
        ("Who passes takes all cards back.", "What came later stays hidden."),
        ("Who starts?", "What's this?", "What you may know", "What bots know, and how strong they are."),
        accepted=r"\bwhat [^.?!]*\band how\b",
    ),
    Rule(
        "fronting",
        r"(?:^|[.!?:] )(?:open|secret|free|new|last) (?:is|are)\b",
        "The subject comes first.",
        "Hands are secret.",
        ("Secret are the hands.", "Open is all the rest."),
        ("Hands are secret.",),
    ),
    Rule(
        "go on",
        r"\b(?:go|goes|gone|went) on\b",
        "A calque.",
        "continue",
        ("Look at it, then go on.", "The game goes on.", "Go on with this game"),
        ("A rooftop goes on a building.", "Walls go on the edge.", "It goes on e4."),
        accepted=r"\bgo(?:es)? on (?:an?|any|both|each|every|it|its|one|that|the|these|this|your)\b"
        r"|\bgo(?:es)? on (?:them|top|[a-p]\d+|\{x)",
    ),
    Rule(
        "take back",
        r"^taken? back\b|\bto take back\b|\btake (?:(?:a|an|the|this|your) )?(?:\w+ )?back\?"
        r"|\btak(?:e|en|es|ing) back (?:a|an|the|this|your|one) (?:last )?(?:action|move|turn)"
        r"|\btak(?:e|es|ing) (?:a|an|the|this|your|one) (?:last )?(?:action|move|turn) back",
        "One word per idea.",
        "undo",
        ("Taken back.", "Take back?", "There is nothing to take back.", "Take back a move"),
        ("If you pass, take your cards back.", "You take back 3 cards."),
    ),
    Rule(
        "computer player",
        r"\bcomputer (?:player|opponent)s?\b",
        "One word per idea.",
        "bot, opponent",
        ("Computer players move",),
        ("Bots move",),
    ),
    Rule(
        "things come",
        rf"\b(?:{THING}|it|that|this) (?:comes?|came)\b",
        "Things do not act.",
        "arrive, is drawn, is next, earn",
        ("No building is left: the last scoring comes.", "A rider comes.", "Small cards come together"),
        ("Your points come from walls.", "Scoring comes next.", "The game came with a map."),
        accepted=r"\bc(?:omes?|ame) (?:from|with|in|first|next|up)\b",
    ),
    Rule(
        "things bring",
        rf"\bbrings\b|\b{THING} bring\b",
        "Things do not act.",
        "earn, score, win, add, be worth",
        ("More marks bring more.", "A wall brings 1 point."),
        ("Bring your friends.",),
    ),
    Rule(
        "things promise",
        r"\bpromis(?:e|es|ing)\b",
        "Moves do not speak.",
        "is as good, looks better",
        ("Another move promises as much.",),
    ),
    Rule(
        "lie",
        r"\b(?:lie|lies|lying)\b",
        "Things do not act.",
        "is, are",
        ("Behind the curtain lie the cards.", "what lies open", "all that lies there"),
        ("Lay a wall.",),
    ),
    Rule(
        "stand",
        r"\bstands?\b",
        "Things do not act, and players have points.",
        "is, are, can go, the scores",
        ("how everybody stands", "Something stands there already."),
        ("A crown stands for points.", "Standings"),
        accepted=r"\bstands? (?:for|out|in for)\b",
    ),
    Rule("anew", r"\banew\b", "A calque.", "again", ("Load both anew",)),
    Rule("by lot", r"\bby lot\b", "A calque.", "at random", ("drawn by lot",), ("by lots of people",)),
    Rule("dear", r"\bdear(?:er|est)?\b", "A calque.", "expensive", ("a dear tower",)),
    Rule("mend", r"\bmend(?:s|ed|ing)?\b", "A calque.", "fix", ("That can be mended soon.",), ("recommended",)),
    Rule(
        "points before",
        r"\bpoints? before \{",
        "“Before” is about time.",
        "ahead of",
        ("{n} points before {names}",),
        ("The points before scoring",),
    ),
    Rule(
        "too much",
        r"(?:\{\w+\}|\d) (?:of it )?too much\b",
        "One word per idea.",
        "overpay by",
        ("This pays {n} too much.", "9, 6 too much"),
        ("It costs too much.",),
    ),
    Rule(
        "at once",
        r"\bat once\b",
        "The calque means “now”, “immediately” or “together”.",
        "now, immediately, right away",
        ("Ready buttons do it at once.",),
        ("all at once", "Take 3 cards at once.", "both at once"),
        accepted=r"\b(?:all|both|everything|two|three|four|several|many|\d+|\{\w+\})(?: \w+){0,3} at once\b",
    ),
    Rule(
        "to be had",
        r"\bto be had\b|\bare of use\b|\bis of use\b",
        "A calque.",
        "available, useful",
        ("No tile is to be had.",),
    ),
    Rule(
        "is to be",
        r"\b(?:is|are|was|were) to be\b",
        "A calque.",
        "must be, will be, you can",
        ("Now something else is to be done.",),
    ),
    Rule("it is true", r"\bit(?: is|'s) true\b", "A calque.", "true, …", ("You are short of money, it is true.",)),
    Rule(
        "nothing is",
        r"\bnothing is (?:left|there|to)\b",
        "A calque.",
        "there's nothing, you have nothing",
        ("Nothing is left to place.",),
        ("There's nothing left.", "Nothing is secret."),
    ),
    Rule(
        "come into question",
        r"\b(?:comes?|came) into question\b",
        "A calque.",
        "is worth considering",
        ("No other move comes into question.",),
    ),
    Rule(
        "leap to the eye",
        r"\bleaps? to the eye\b",
        "A calque.",
        "at a glance, obvious",
        ("the move that leaps to the eye",),
    ),
    Rule("web space", r"\bweb ?space\b", "A calque.", "server", ("There is no newer version on the web space.",)),
    Rule("for nothing", r"\bfor nothing\b", "A calque.", "for free", ("You take a tile for nothing.",)),
    Rule(
        "equally many",
        r"\bequally (?:many|much)\b|\blevel (?:at|with)\b",
        "A calque.",
        "the same number, tied",
        ("Players with equally many share.", "Level at 1."),
        ("a bot level",),
    ),
    Rule(
        "here we play",
        r"\bhere we play\b|\bin this program\b",
        "A calque.",
        "our ruling",
        ("The rulebook is silent: here we play it so.",),
    ),
    Rule("be it", r"\bbe it\b", "A calque.", "either …, or …", ("Be it the first or the second.",), ("Let it be.",)),
    Rule(
        "kept here",
        r"\bkept (?:here|in (?:this|the|your) browser)\b",
        "One word per idea.",
        "saved",
        ("The games are kept in this browser.",),
    ),
    Rule(
        "as the device",
        r"\bas the device\b|\bat (?:one|this) device\b",
        "A calque.",
        "system, on this device",
        ("{n} people at this device",),
        ("on this device", "the same as the device"),
        accepted="same as the device",
    ),
    Rule(
        "the address",
        r"\bthe address (?:says|asks)\b",
        "People follow links.",
        "the link",
        ("The address asks for {n} seats.",),
        ("Copy the address.",),
    ),
    Rule(
        "touch",
        r"(?:^|[.!?:] )(?:touch|click)\b",
        "Say what to choose, not how.",
        "choose, tap",
        ("Touch a card.",),
        ("Tiles touch.", "Choose a card."),
    ),
    Rule(
        "for that",
        r"(?:^|[.!?] )(?:for|by) (?:that|this),|\b(?:thereby|hereby|herewith|therein|thereof|wherein)\b",
        "A calque.",
        "to do that, because of that",
        ("For that, the page imagines hands.",),
        ("For that move, you need money.", "Play for that."),
    ),
    Rule(
        "no more",
        r"\bno more(?=[.!?,:]|$)",
        "A calque.",
        "not anymore",
        ("This game is saved no more.",),
        ("There are no more tiles.", "It isn't saved anymore."),
    ),
    Rule(
        "is no thing",
        r"(?<!there )\b(?:is|are|was|were) no (?!longer\b|more\b|better\b|worse\b)",
        "A calque.",
        "isn't a, aren't",
        ("This file is no save.",),
        ("There are no symbols here.", "This isn't a save.", "It is no longer there."),
    ),
    Rule(
        "look into",
        r"\blook(?:s|ed|ing)? into\b",
        "A calque.",
        "check, get through, look at",
        ("All moves were looked into.",),
        ("Look at it.",),
    ),
    Rule(
        "clause beside clause",
        r"(?:^|[.!?] )(?!if|when|once|while|as|with|because|after|before)[^.!?]*, "
        r"(?!and|but|or|so|if|who|which|where|when|while|as|though|even|because)(?:[\w{}]+ ){1,4}"
        r"(?:aren't|isn't|don't|doesn't|didn't|has \{\w*\})(?=[.!]|$)",
        "A comma alone doesn't join two sentences.",
        "and, but",
        ("Rooftops are pieces, tea tiles aren't.", "You'd have {n}, {name} has {most}."),
        ("Rooftops are pieces, but tea tiles aren't.", "If you can, don't."),
    ),
    Rule(
        "stiff words",
        r"\b(?:in order to|prior to|due to|in case of|upon|thus|hence|whereas|obtain(?:s|ed)?|respectively|possess\w*"
        r"|execut\w+|shall|kindly|so-called|it(?: is|'s) possible to|allows? to|enables? to|concerning|regarding)\b",
        "Nobody says it at a table.",
        "to, before, because of, if, so, get, you can, about",
        ("It is possible to pass.", "Due to a tie, both win.", "This allows to place a wall."),
        ("You can pass.", "This lets you place a wall."),
    ),
    Rule(
        "one's",
        r"\bone's\b|(?<!next )(?<!this )(?<!that )\bone (?:can|must|may|has to)\b"
        r"|\b(?:a|the) (?!bot\b)\w+ of (?:your|their) own\b",
        "Say “you”.",
        "you, your, own",
        ("One can pass.", "a rooftop of your own"),
        ("You can pass.", "You can place only one."),
    ),
    Rule(
        "victory points",
        r"\bvictory points?\b",
        "One word per idea.",
        "points",
        ("5 victory points",),
        ("5 points",),
    ),
    Rule(
        "words of the menu",
        r"\b(?:preferences|playback|savegames?|transcript|snippets?|tips?|advice)\b",
        "One word per idea.",
        "settings, replay, save, log, code, hint",
        ("Open the preferences.", "Copy the snippet"),
        ("Open the settings.", "Copy the code"),
    ),
    Rule(
        "figures before the suit",
        r"\b(?:florin|denar|dirham|ducat)s? (?:\d|\{\w*value)",
        "English says the value first.",
        "the 7 of dirhams",
        ("Take dirham 7", "denars 3"),
        ("Take the 7 of dirhams", "7 dirhams"),
    ),
    Rule("minus", r"(?:^|[\s(])-\d", "A hyphen is no minus sign.", "−5", ("worth -5",), ("worth −5", "1-4")),
    Rule("dash", r"\w - \w", "A hyphen is no dash.", "a full stop or a comma", ("Wait - it's slow.",), ("5-floor",)),
    Rule("ellipsis", r"\w …", "English has no space before it.", "thinking…", ("It's thinking …",), ("thinking…",)),
    Rule(
        "semicolon",
        r";[^;]*[.?!]”?(?: |$)",
        "One thought per sentence.",
        "two sentences",
        ("It is slow; wait.",),
        ("It's slow. Wait.", "Brick 1, 5; marble 2"),
    ),
    Rule("percent", r"[\u00a0\u202f ]%", "English has no space before the sign.", "96%", ("96 %",), ("96%",)),
    Rule(
        "spelling",
        r"\b(?:\w*colour\w*|grey\w*|\w*centre[ds]?|\w*favour\w*|neighbour\w*|analys(?:e|ed|es|ing)|recognis\w+|organis\w+|licence[ds]?|catalogues?)\b",
        "Screens have American spelling.",
        "color, gray, center, analyze",
        ("Choose a colour.", "a grey palace"),
        ("a gray palace", "a {colour} palace"),
    ),
)

CONTRACTIONS = (
    Rule("cannot", r"\bcan ?not\b", "Speakers contract it.", "can't", ("You cannot pass.",), ("You can't pass.",)),
    Rule(
        "not",
        r"\b(?:do|does|did|is|are|was|were|has|have|had|will|would|could|should|need) not\b",
        "Speakers contract it.",
        "don't, isn't, won't",
        ("It does not fit.", "The file was not opened."),
        ("It doesn't fit.", "Choose whether or not to pay.", "You must not pay."),
    ),
    Rule(
        "it is",
        r"\b(?:it|there|here|he|she) is (?=[\w“{])|(?:^|[.!?:] )(?:that|what|who|where) is (?=[\w“{])",
        "Speakers contract it.",
        "it's, there's, that's",
        ("It is your turn.", "If there is a tie, share it.", "What is this?"),
        (
            "Leave it as it is.",
            "The merchant on it is removed.",
            "the player whose turn it is now",
            "See how large it is now.",
            "Choose a palace that is yours.",
            "Here is {n}".replace("is", "are"),
        ),
        accepted=r"\b(?:as|what|where|than|how(?: \w+)?|who|which|that|whether) (?:it|there|he|she) is\b(?! an?\b)"
        r"|\bit is (?:now|here|there|today)\b|\b(?:can \w+|at|beside|by|for|from|in|of|on|to|turn|with) it is\b",
    ),
    Rule(
        "you are",
        r"\b(?:you|we|they) are (?=[\w“{])|\bI am (?=[\w“{])|\blet us\b",
        "Speakers contract it.",
        "you're, we're, they're, I'm, let's",
        ("You are out of pieces.", "I am {name}: show my cards"),
        ("You're out of pieces.", "wherever you are", "as many as they are now"),
        accepted=r"\b(?:as|what|where|than|how(?: \w+)?|who|which|that|wherever) (?:you|we|they) are\b"
        r"|\b(?:you|we|they) are (?:now|here|there)\b",
    ),
)

RULEBOOK_TERMS = {
    "alhambra": {
        "yard": (r"\b(?:construction|building) (?:site|zone|lot)s?\b", "Take it from the building site."),
        "type": (r"\b(?:kind|sort)s? of buildings?\b", "two kinds of buildings"),
        "denar": (r"\bdinars?\b", "7 dinars"),
        "florin": (r"\b(?:guilders?|gulden)\b", "7 guilders"),
        "Dirk": (r"\bMartin\b", "Give it to Martin."),
        "draw pile": (r"\bdecks?\b", "Draw from the deck."),
        "exactly": (r"\bpa(?:y|ys|id|ying) sharp\b", "If you pay sharp, play again."),
        "in the yard": (r"\bconstruction sites?\b|\b(?:on|in) offer\b", "The garden is on offer."),
    },
    "medina": {
        "rooftop": (r"\b(?:dome|roof)s?\b", "Put a dome on it."),
        "space": (r"\b(?:field|cell|square)s?\b", "Choose a field."),
        "own rooftop": (r"\brooftops? of\b", "a rooftop of yours"),
        "tea break": (r"\b(?:tea (?:pause|time)|skip a piece)\b", "Take a tea pause."),
        "unclaimed": (r"\b(?:ownerless|open) palaces?\b", "an ownerless palace"),
        "piece": (r"\bcomponents?\b", "Place a component."),
        "merchant": (r"\b(?:trader|dealer)s?\b", "Place a trader."),
        "street": (r"\b(?:lane|road)s?\b", "Extend the road."),
    },
    "palazzo": {
        "supply": (r"\b(?:depot|storehouse|warehouse)s?\b", "Buy from the depot."),
        "floor": (r"\bstor(?:e?y|eys|ies)\b", "a palace of 3 storeys"),
        "master builder": (r"\b(?:architect|foreman)s?\b", "Move the architect."),
        "rider": (r"\b(?:horse(?:man|men)|knight)s?\b", "A horseman arrives."),
        "certificate": (r"\bwild ?cards?\b", "It's a wild card."),
        "rebuild": (r"\b(?:reconstruct|remodel|convert)\w*", "Tile reconstruction"),
        "tile": (r"\bbuilding elements?\b|\bbuilding parts?\b", "Buy a building part."),
        "quarry": (r"\b(?:stone)?pits?\b", "The pit is empty."),
        "split off": (r"\bset (?:\w+ ){0,3}alone\b|\bstand-?alone\b", "Set the tile alone."),
    },
}
"""The terms of each game, each with a pattern of words that must not replace it, and an example of these. A page
may quote such a word once."""
TERM_RULES = [
    Rule(term, pattern, "The game has a term for it.", term, (wrong,), (f"the {term}",), accepted="“[^”]*”", where=game)
    for game, terms in RULEBOOK_TERMS.items()
    for term, (pattern, wrong) in terms.items()
]
ALL_RULES = [*CALQUES, *CONTRACTIONS, *TERM_RULES]

EXCEPTIONS: dict[tuple[str, str], str] = {}
"""Reasons why a rule is wrong about a text, by the rule's name and a part of the text."""


# -- texts -------------------------------------------------------------------------------------------------------------


class TextCollector(HTMLParser):
    """A collector of the texts of a page: its blocks, and attributes that people read or hear."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.block = ""
        self.skipped = self.literal = 0

    def end_block(self) -> None:
        """Add the text of the block so far."""
        text = " ".join(self.block.split())
        if re.search(r"[^\W\d_]{2}", text):
            self.texts.append(text)
        self.block = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Add spoken attributes, and begin a block or an element whose text does not count."""
        values = dict(attrs)
        is_description = values.get("name") == "description" or "og:description" in (values.get("property") or "")
        for name, value in attrs:
            if value and name in SPOKEN_ATTRIBUTES and (name != "content" or is_description):
                self.texts.append(value)
        if tag in BLOCKS:
            self.end_block()
        self.skipped += tag in SKIPPED_ELEMENTS
        self.literal += tag in LITERAL_ELEMENTS

    def handle_endtag(self, tag: str) -> None:
        """End a block or an element whose text does not count."""
        if tag in BLOCKS:
            self.end_block()
        self.skipped -= tag in SKIPPED_ELEMENTS
        self.literal -= tag in LITERAL_ELEMENTS

    def handle_data(self, data: str) -> None:
        """Add text to the block. Code stands for a name."""
        if not self.skipped:
            self.block += "{code}" if self.literal else data


def page_texts(page: str) -> list[str]:
    """Return the texts of a page."""
    collector = TextCollector()
    collector.feed(page)
    collector.close()
    collector.end_block()
    return collector.texts


def script_texts(script: str) -> list[str]:
    """Return the strings of a script that are sentences or phrases: at least three words, and no code."""
    strings = (found[1] or found[2] or "" for found in SCRIPT_STRING.finditer(SCRIPT_COMMENT.sub(" ", script)))
    phrases = (re.sub(r"\$\{[^}]*\}", "{code}", string) for string in strings)
    return [
        phrase for phrase in phrases if len(re.findall(r"[^\W\d_]{2,}", phrase)) >= 3 and not SCRIPT_CODE.search(phrase)
    ]


def message_texts() -> Iterator[Text]:
    """Yield all messages of both templates, singular and plural."""
    for package, folder in extract_messages.PACKAGES.items():
        with extract_messages.template_path(package).open("rb") as file:
            catalog = read_po(file)
        for message in catalog:
            sources = ", ".join((folder / name).relative_to(ROOT).as_posix() for name, _line in message.locations)
            for text in [message.id] if isinstance(message.id, str) else message.id:
                if text:
                    yield Text(sources, text)


def manifest_texts() -> Iterator[str]:
    """Yield the texts of the web app manifest."""
    manifest = json.loads(MANIFEST.read_text("utf-8"))
    for each in (manifest, *manifest.get("shortcuts", []), *manifest.get("screenshots", [])):
        yield from (each[name] for name in ("name", "short_name", "description", "label") if name in each)


@cache
def all_texts() -> tuple[Text, ...]:
    """Return all texts that people read or hear, each with its files."""
    pages = [
        Text(path.relative_to(ROOT).as_posix(), text) for path in PAGES for text in page_texts(path.read_text("utf-8"))
    ]
    scripts = [
        Text(path.relative_to(ROOT).as_posix(), text)
        for path in SCRIPTS
        for text in script_texts(path.read_text("utf-8"))
    ]
    manifest = [Text(MANIFEST.relative_to(ROOT).as_posix(), text) for text in manifest_texts()]
    return (*message_texts(), *pages, *scripts, *manifest)


def breaks_rule(text: Text, rule: Rule) -> bool:
    """Return True if a text breaks a rule and is no exception."""
    return rule.applies_to(text) and rule.finds(text.text) and not exceptions_for(rule, text)


def exceptions_for(rule: Rule, text: Text) -> list[tuple[str, str]]:
    """Return the exceptions that allow this text to break this rule."""
    return [(name, part) for name, part in EXCEPTIONS if name == rule.name and part in text.text]


# -- tests -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ALL_RULES, ids=lambda rule: rule.name)
def test_no_text_on_screen_breaks_the_rule(rule: Rule) -> None:
    found = [text for text in all_texts() if breaks_rule(text, rule)]
    shown = "\n".join(f"{text.sources}: {text.text}" for text in found)
    assert not found, f"{rule.reason} Better: {rule.better}.\n{shown}"


@pytest.mark.parametrize("rule", ALL_RULES, ids=lambda rule: rule.name)
def test_the_rule_finds_wrong_texts_and_spares_right_ones(rule: Rule) -> None:
    assert rule.wrong
    assert [text for text in rule.wrong if not rule.finds(text)] == []
    assert [text for text in rule.right if rule.finds(text)] == []


def test_each_exception_has_a_reason_and_a_text_that_needs_it() -> None:
    used = {
        each
        for text in all_texts()
        for rule in ALL_RULES
        if rule.finds(text.text)
        for each in exceptions_for(rule, text)
    }
    assert used == {*EXCEPTIONS}
    assert all(reason.endswith(".") for reason in EXCEPTIONS.values())


def test_no_message_is_glued_to_a_figure_or_to_another_text() -> None:
    texts = [text for text in all_texts() if text.sources.endswith(".py")]
    glued = [text.text for text in texts if text.text != text.text.strip()]
    assert glued == [", ", ": "]  # signs between texts, which a language may have with other blanks


ALWAYS_SEVERAL = {
    "Pile and discards together have fewer than {n} cards": "It's one more than the players.",
    "Everyone got one of the {n} tiles": "It's at least 4.",
    "{n} actions: {counted}.": "Fewer are listed.",
    "Scoring {letter} is {soon} to {n} money cards away.": "It's more than the other number.",
    "{n} tiles": "One tile has no number.",
    "{n} games are saved already": "It's the most that a browser keeps.",
    "play a multiple of {n} games": "A game has at least 2 seats.",
    "Play at least {n} games, one from each seat.": "A game has at least 2 seats.",
    "{n} games of each player against": "Each deal is played from each seat.",
    "{points} percentage points": "It has decimals.",
    "players · about {n} minutes": "It's the length of a whole game.",
    "Anything else is at least {n} points worse.": "It's at least 2.",
    "That gives up {n} points.": "It's at least 2.",
    "You can take {n} cards together": "One card is not together.",
    "{points} points, give or take {margin}.": "It's a decimal number.",
    "Your rating in {game} over {n} games": "Fewer than 10 games give no rating.",
}
"""Starts or parts of messages whose number is never 1, each with the reason."""


def test_a_number_that_can_be_one_has_a_message_for_one() -> None:
    units = "actions|buildings|cards|games|merchants|minutes|moves|points|seconds|tiles"
    with_units = re.compile(rf"\{{(?:n|points|change)\}} (?:[a-z]+ )?(?:{units})\b")
    found = [
        text
        for package in extract_messages.PACKAGES
        for text in singular_messages(package)
        if with_units.search(text) and not any(part in text for part in ALWAYS_SEVERAL)
    ]
    assert found == []


LABEL_BELOW_NUMBER = ("game", "games")
"""The number stands above it, in another size."""


def singular_messages(package: str) -> list[str]:
    """Return the messages of a package that have no plural."""
    with extract_messages.template_path(package).open("rb") as file:
        return [message.id for message in read_po(file) if isinstance(message.id, str)]


@pytest.mark.parametrize("package", extract_messages.PACKAGES)
def test_each_plural_message_has_its_number_or_names(package: str) -> None:
    with extract_messages.template_path(package).open("rb") as file:
        plurals = [message.id for message in read_po(file) if not isinstance(message.id, str)]
    assert plurals
    assert [both for both in plurals if "{" not in both[1] and both != LABEL_BELOW_NUMBER] == []


def test_texts_are_found_in_messages_pages_and_scripts() -> None:
    texts = all_texts()
    assert len(texts) > 2500
    for part in ("pygame_core/medina/", "games/palazzo/rules.html", "web/rules/bots.html", "web/scripts/", "manifest"):
        assert any(part in text.sources for text in texts), part


def test_code_is_no_text() -> None:
    page = (
        '<p>Use <code>is not</code> <b>here</b>.</p><pre>do not</pre><img alt="A palace"><meta name="x" content="no">'
    )
    assert page_texts(page) == ["Use {code} here.", "A palace"]
    script = (
        'say("It was not there."); // it is a comment\nfind("#boot-details pre b"); fail(`Load ${name} once more.`);'
    )
    assert script_texts(script) == ["It was not there.", "Load {code} once more."]
