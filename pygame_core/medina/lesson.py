"""The lesson of Medina: own palaces, enlarge them, and claim them in time. See `pygame_core.lesson`."""

from pygame_core.i18n import N_
from pygame_core.lesson import Lesson, LessonFinish, LessonReply, LessonStep, LessonTask

SAVE = {
    "format": 1,
    "game": "medina",
    "rules": 1,
    "seats": [{"name": "Player 1", "kind": "human"}, {"name": "Samira", "kind": "bot:beginner"}],
    "options": {"towers": "rulebook", "first": 1},
    "seed": 5,
    "setup": {"well": "i5", "merchant": "i8", "first": 1},
    "log": [
        [1, ["building", "purple", "k9"], []],
        [0, ["building", "orange", "c3"], []],
        [0, ["building", "grey", "c7"], []],
        [1, ["building", "grey", "c8"], []],
        [1, ["building", "grey", "d7"], []],
        [0, ["building", "orange", "d3"], []],
        [0, ["wall", "N1"], []],
        [1, ["roof", "own", "c7"], []],
        [1, ["merchant", "j8"], []],
        [0, ["building", "purple", "l9"], []],
        [0, ["building", "orange", "c2"], []],
        [1, ["building", "orange", "d2"], []],
        [1, ["wall", "W10"], []],
        [0, ["building", "purple", "l10"], []],
        [0, ["building", "brown", "g5"], []],
        [1, ["building", "brown", "g6"], []],
        [1, ["merchant", "h8"], []],
        [0, ["merchant", "k8"], []],
        [0, ["wall", "S14"], []],
        [1, ["wall", "S13"], []],
        [1, ["building", "brown", "f5"], []],
        [0, ["roof", "own", "k9"], []],
        [0, ["stable", "m9"], []],
        [1, ["roof", "own", "c2"], []],
        [1, ["building", "brown", "f6"], []],
        [0, ["wall", "S12"], []],
        [0, ["tea"], []],
        [1, ["building", "brown", "f4"], []],
        [1, ["merchant", "g8"], []],
        [0, ["roof", "own", "f4"], []],
    ],
    "result": None,
}
"""Every move and every draw. The draws make every sum in the lesson correct."""

STEPS = (
    LessonStep(
        "goal",
        N_("Own one palace of each colour"),
        (
            N_("All build one city; your rooftop makes a palace yours."),
            N_("Each piece of it and beside it is a point, and most points win."),
        ),
        (
            LessonTask(
                13,
                N_("Samira owns one: touch it."),
                "palace:c2 palace:c7 palace:k9",
                (
                    LessonReply(
                        "palace:c2", N_("Nobody owns the orange one yet: it has no rooftop; look for the dome.")
                    ),
                    LessonReply(
                        "palace:k9", N_("Nobody owns the purple one yet: it has no rooftop; look for the dome.")
                    ),
                ),
                touch_target="palace:c7",
            ),
        ),
        ("3 + 1 = 4",),
    ),
    LessonStep(
        "extend",
        N_("One palace grows per colour"),
        (
            N_("You place two pieces a turn."),
            N_("While a palace without rooftop can grow, each building of its colour has to join it."),
        ),
        (
            LessonTask(
                13,
                N_("Let purple grow, to the edge of the city."),
                "tray:building:purple space:l10 palace:k9",
                (
                    LessonReply(("building", "purple"), N_("There it fits, too; at the edge it can win more later.")),
                    LessonReply(("building",), N_("That is allowed; this time let the purple palace grow.")),
                    LessonReply(
                        ("roof", "neutral"),
                        N_("A neutral rooftop takes a palace away from everybody; let this one grow first."),
                    ),
                    LessonReply(("roof",), N_("You could own it now; but it would stay this small.")),
                    LessonReply(("stable",), N_("Stables come soon; place the purple building first.")),
                    LessonReply(("merchant",), N_("Merchants come next; place the purple building first.")),
                    LessonReply(("wall",), N_("Walls come soon; place the purple building first.")),
                ),
            ),
        ),
        ("2 + 1 = 3",),
    ),
    LessonStep(
        "gap",
        N_("Palaces keep their distance"),
        (
            N_("Between palaces one space stays free, also diagonally."),
            N_("Two spaces from the well, a building brings 4 more."),
        ),
        (
            LessonTask(
                14,
                N_("Start a brown palace there."),
                "tray:building:brown space:g5 well",
                (
                    LessonReply(
                        ("building", "brown", "k5"),
                        N_("That is two spaces from the well as well; here let us take g5."),
                    ),
                    LessonReply(
                        ("building", "brown", "i3"),
                        N_("That is two spaces from the well as well; here let us take g5."),
                    ),
                    LessonReply(
                        ("building", "brown", "i7"),
                        N_("That is two spaces from the well as well; here let us take g5."),
                    ),
                    LessonReply(
                        ("building", "brown"),
                        N_("There it may stand, too; exactly two spaces from the well it would bring 4 points more."),
                    ),
                    LessonReply(("building",), N_("That is allowed; this time start the brown palace.")),
                    LessonReply(("roof",), N_("Wait with the rooftop: the palace can still grow.")),
                    LessonReply(("stable",), N_("Stables come soon; start the brown palace first.")),
                    LessonReply(("merchant",), N_("Merchants come next; start the brown palace first.")),
                    LessonReply(("wall",), N_("Walls come soon; start the brown palace first.")),
                ),
            ),
        ),
    ),
    LessonStep(
        "merchant",
        N_("Merchants walk in line"),
        (
            N_("A merchant goes to either end of the street, next to no other merchant."),
            N_("Beside a palace it counts 1."),
        ),
        (
            LessonTask(
                17,
                N_("Lead the street to the purple palace."),
                "tray:merchant space:k8 merchant:j8 palace:k9",
                (
                    LessonReply(
                        ("merchant", "j9"),
                        N_("There it touches the purple palace, too; at k8 the street keeps more room."),
                    ),
                    LessonReply(
                        ("merchant",),
                        N_("There the street may go, too; but there it does not touch the purple palace."),
                    ),
                    LessonReply(("building",), N_("That is allowed; this time place a merchant.")),
                    LessonReply(("roof",), N_("You may claim now; one merchant more makes the palace worth more.")),
                    LessonReply(("stable",), N_("That is allowed; this time place a merchant.")),
                    LessonReply(("wall",), N_("Walls come next; place the merchant first.")),
                ),
            ),
        ),
        ("3 + 1 = 4",),
    ),
    LessonStep(
        "wall",
        N_("Walls grow from the towers"),
        (
            N_("A wall goes next to a tower or next to a wall."),
            N_("Beside a palace, each wall counts 1."),
        ),
        (
            LessonTask(
                18,
                N_("Begin at the tower near purple."),
                "tray:wall wall:S14 tower:2",
                (
                    LessonReply(
                        ("wall",), N_("That is allowed, too; this tower's walls will reach the purple palace.")
                    ),
                    LessonReply(("roof",), N_("In your next turn you will claim it; lay a wall first.")),
                    LessonReply(("building",), N_("That is allowed; this time lay a wall.")),
                    LessonReply(("stable",), N_("That is allowed; this time lay a wall.")),
                    LessonReply(("merchant",), N_("That is allowed; this time lay a wall.")),
                ),
            ),
        ),
    ),
    LessonStep(
        "claim",
        N_("Claim it: purple pays tea"),
        (
            N_("A claimed palace gets no more buildings, but the first of each colour wins a tile."),
            N_("The first purple one brings tea, too."),
        ),
        (
            LessonTask(
                21,
                N_("Claim it."),
                "roof:own palace:k9",
                (
                    LessonReply(
                        ("roof", "neutral"), N_("Then it would belong to nobody; use a rooftop of your own colour.")
                    ),
                    LessonReply(("roof", "own"), N_("You could own that one; purple first, for it alone brings tea.")),
                    LessonReply(
                        ("building",),
                        N_("Growing is good, but then Samira could claim it; put your rooftop on it now."),
                    ),
                    LessonReply(
                        ("stable",), N_("A stable can be added after claiming, too; put your rooftop on it now.")
                    ),
                    LessonReply(
                        ("merchant",), N_("A merchant can be added after claiming, too; put your rooftop on it now.")
                    ),
                    LessonReply(("wall",), N_("A wall can come after claiming, too; put your rooftop on it now.")),
                ),
                points_after=6,
            ),
        ),
        ("3 + 1 + 2 = 6",),
    ),
    LessonStep(
        "stable",
        N_("Stables still go on"),
        (
            N_("A stable may join a claimed palace, and makes it larger."),
            N_("Whoever gets a larger purple palace takes your tile."),
        ),
        (
            LessonTask(
                22,
                N_("Add a stable."),
                "tray:stable space:m9 palace:k9",
                (
                    LessonReply(("stable", "l8"), N_("There it helps as well; m9 leaves more room for the merchants.")),
                    LessonReply(("stable", "j9"), N_("There it helps as well; in this lesson, take m9.")),
                    LessonReply(
                        ("stable", "k10"), N_("There it helps as well; keep that space at the wall for later.")
                    ),
                    LessonReply(
                        ("stable", "m10"),
                        N_("That would win the tower tile at once; we take it with a wall next turn."),
                    ),
                    LessonReply(("stable",), N_("That would help another palace; place it beside your own.")),
                    LessonReply(("roof",), N_("You may claim a second palace; here place a stable first.")),
                    LessonReply(("building",), N_("That is allowed; this time place a stable beside your palace.")),
                    LessonReply(("merchant",), N_("That is allowed; this time place a stable beside your palace.")),
                    LessonReply(("wall",), N_("That is allowed; this time place a stable beside your palace.")),
                    LessonReply(("tea",), N_("You have tea, but a stable gains a point now.")),
                ),
                points_after=7,
            ),
        ),
        ("6 + 1 = 7",),
    ),
    LessonStep(
        "tower",
        N_("A wall wins the tower"),
        (N_("The walls of this tower reach your palace now: you win its tile and, as the first, its two merchants."),),
        (
            LessonTask(
                25,
                N_("Lay this wall."),
                "tray:wall wall:S12 tower:2 palace:k9",
                (
                    LessonReply(
                        ("wall",), N_("That is allowed; but only space l between towers 2 and 4 touches your palace.")
                    ),
                    LessonReply(
                        ("stable", "m10"), N_("That wins the tower tile, too; a wall does it without using a stable.")
                    ),
                    LessonReply(("stable", "k10"), N_("That is a good stable; lay the wall first, and win the tower.")),
                    LessonReply(("stable",), N_("That is allowed; lay the wall first, and win the tower.")),
                    LessonReply(("roof",), N_("Brown is still growing; lay the wall first, and win the tower.")),
                    LessonReply(("building",), N_("That is allowed; lay the wall first, and win the tower.")),
                    LessonReply(("merchant",), N_("That is allowed; lay the wall first, and win the tower.")),
                ),
                points_after=10,
            ),
        ),
        ("7 + 1 + 2 = 10",),
    ),
    LessonStep(
        "tea",
        N_("Drink tea, and wait"),
        (
            N_("With tea you place only one piece, so you run out later."),
            N_("You also help nobody by it."),
        ),
        (
            LessonTask(
                26,
                N_("Drink one tea."),
                "tile:tea",
                (
                    LessonReply(
                        ("roof", "own"), N_("You may claim brown now; you will do so next turn, when it is larger.")
                    ),
                    LessonReply(("roof",), N_("Then brown would belong to nobody; drink tea instead.")),
                    LessonReply(("building",), N_("You may place this; try a tea instead, and see what it does.")),
                    LessonReply(("stable",), N_("You may place this; try a tea instead, and see what it does.")),
                    LessonReply(("merchant",), N_("You may place this; try a tea instead, and see what it does.")),
                    LessonReply(("wall",), N_("You may place this; try a tea instead, and see what it does.")),
                ),
                points_after=10,
            ),
        ),
    ),
    LessonStep(
        "late",
        N_("Large enough? Claim it"),
        (
            N_("Brown has 5 buildings, 4 points at the well, and a tile worth 3."),
            N_("Claim early, it stays small; wait, and another may take it."),
        ),
        (
            LessonTask(
                29,
                N_("Claim it now."),
                "roof:own palace:f4 well",
                (
                    LessonReply(
                        ("roof", "neutral"), N_("Then it would belong to nobody; use a rooftop of your own colour.")
                    ),
                    LessonReply(
                        ("building", "brown"), N_("One more makes 6; but then Samira could claim it before you.")
                    ),
                    LessonReply(("building",), N_("That is allowed; but brown is large, and Samira could claim it.")),
                    LessonReply(("stable",), N_("A stable can follow after claiming; put your rooftop on brown now.")),
                    LessonReply(
                        ("merchant",), N_("A merchant can follow after claiming; put your rooftop on brown now.")
                    ),
                    LessonReply(("wall",), N_("A wall can follow after claiming; put your rooftop on brown now.")),
                ),
                points_after=22,
            ),
        ),
        ("5 + 4 + 3 = 12",),
    ),
)
LESSON = Lesson(
    SAVE,
    start_log_length=13,
    default_reply=N_("That is possible, too; in this lesson, try what is lit."),
    steps=STEPS,
    finish=LessonFinish(
        30,
        N_("Play until all is placed"),
        (
            N_("Without pieces you are out, and when all are out the game ends; if nothing fits, you pass."),
            N_("Now place your second piece."),
        ),
    ),
)
