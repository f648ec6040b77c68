"""The lesson of Medina: own palaces, enlarge them, and claim them in time. See `pygame_core.lesson`."""

from pygame_core.i18n import N_
from pygame_core.lesson import Lesson, LessonFinish, LessonReply, LessonStep, LessonTask, Term

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
        N_("Own one palace of each color"),
        (
            N_("Everyone builds one city, and a rooftop makes a palace yours."),
            N_("Every piece in it or touching it scores 1, and so does the gray tile."),
        ),
        (
            LessonTask(
                13,
                N_("Choose the palace that Samira owns."),
                "palace:c7 palace:c2",
                (
                    LessonReply(
                        "palace:c2", N_("Nobody owns the orange one yet, so look for the palace with a rooftop.")
                    ),
                    LessonReply(
                        "palace:k9", N_("Nobody owns the purple one yet, so look for the palace with a rooftop.")
                    ),
                ),
                touch_target="palace:c7",
                background="palace:k9",
            ),
        ),
        (
            (
                Term("3", "building:grey", N_("buildings")),
                "+",
                Term("1", "tile:grey", N_("gray tile")),
                "=",
                Term("4", noun=N_("points")),
            ),
        ),
    ),
    LessonStep(
        "extend",
        N_("One palace grows per color"),
        (
            N_("You place 2 pieces each turn."),
            N_("While a palace without a rooftop can grow, every building of its color joins it."),
        ),
        (
            LessonTask(
                13,
                N_("Piece 1 of 2: extend purple to the edge."),
                "tray:building:purple space:l10",
                (
                    LessonReply(
                        ("building", "purple"), N_("It fits there too, but at the edge it can win more later.")
                    ),
                    LessonReply(("building",), N_("You can do that, but this time extend the purple palace.")),
                    LessonReply(
                        ("roof", "neutral"),
                        N_("A neutral rooftop takes a palace away from everyone, so let this one grow first."),
                    ),
                    LessonReply(("roof",), N_("You could claim it now, but it would stay this small.")),
                    LessonReply(("stable",), N_("You'll add a stable soon, but place the purple building first.")),
                    LessonReply(
                        ("merchant",), N_("You'll place a merchant soon, but place the purple building first.")
                    ),
                    LessonReply(("wall",), N_("You'll build a wall soon, but place the purple building first.")),
                ),
                background="palace:k9",
            ),
        ),
        (
            (
                Term("2", "building:purple", N_("buildings")),
                "+",
                Term("1", "building:purple", N_("new")),
                "=",
                Term("3", noun=N_("points")),
            ),
        ),
    ),
    LessonStep(
        "gap",
        N_("Palaces keep their distance"),
        (
            N_("Leave one space free between palaces, diagonally too."),
            N_("A building 2 spaces from the well scores 4 more."),
        ),
        (
            LessonTask(
                14,
                N_("Piece 2 of 2: start a brown palace there."),
                "tray:building:brown space:g5",
                (
                    LessonReply(
                        ("building", "brown", "k5"),
                        N_("That's 2 spaces from the well too, but use the highlighted one here."),
                    ),
                    LessonReply(
                        ("building", "brown", "i3"),
                        N_("That's 2 spaces from the well too, but use the highlighted one here."),
                    ),
                    LessonReply(
                        ("building", "brown", "i7"),
                        N_("That's 2 spaces from the well too, but use the highlighted one here."),
                    ),
                    LessonReply(
                        ("building", "brown"),
                        N_("It can go there, but exactly 2 spaces from the well it would score 4 more."),
                    ),
                    LessonReply(("building",), N_("You can do that, but this time start the brown palace.")),
                    LessonReply(("roof",), N_("Don't put a rooftop on yet, because the palace can still grow.")),
                    LessonReply(("stable",), N_("You'll add a stable soon, but start the brown palace first.")),
                    LessonReply(("merchant",), N_("You'll place a merchant next, but start the brown palace first.")),
                    LessonReply(("wall",), N_("You'll build a wall soon, but start the brown palace first.")),
                ),
                background="well",
            ),
        ),
        (
            (
                Term("1", "building:brown", N_("building")),
                "+",
                Term("4", "well", N_("well")),
                "=",
                Term("5", noun=N_("points")),
            ),
        ),
    ),
    LessonStep(
        "merchant",
        N_("Merchants line up"),
        (
            N_("Add a merchant to either end of the street, next to no other merchant."),
            N_("Next to a palace, it scores 1."),
        ),
        (
            LessonTask(
                17,
                N_("Piece 1 of 2: extend the street to purple."),
                "tray:merchant space:k8",
                (
                    LessonReply(
                        ("merchant", "j9"),
                        N_("It touches purple there too, but on the highlighted space the street has more room."),
                    ),
                    LessonReply(
                        ("merchant",),
                        N_("The street can go there, but it won't touch the purple palace."),
                    ),
                    LessonReply(("building",), N_("You can do that, but this time place a merchant.")),
                    LessonReply(
                        ("roof",), N_("You could claim now, but one more merchant makes the palace worth more.")
                    ),
                    LessonReply(("stable",), N_("You can do that, but this time place a merchant.")),
                    LessonReply(("wall",), N_("You'll build a wall next, but place the merchant first.")),
                ),
                background="merchant:j8 palace:k9",
            ),
        ),
        (
            (
                Term("3", "building:purple", N_("buildings")),
                "+",
                Term("1", "merchant", N_("merchant")),
                "=",
                Term("4", noun=N_("points")),
            ),
        ),
    ),
    LessonStep(
        "wall",
        N_("Walls start at the towers"),
        (
            N_("Build a wall next to a tower or another wall, but one space on each side stays open as a gate."),
            N_("Next to a palace, a wall scores 1."),
        ),
        (
            LessonTask(
                18,
                N_("Piece 2 of 2: start at the highlighted tower."),
                "tray:wall wall:S14",
                (
                    LessonReply(("wall",), N_("You can do that, but walls from tower 2 will reach the purple palace.")),
                    LessonReply(("roof",), N_("You'll claim a palace next turn, but build a wall first.")),
                    LessonReply(("building",), N_("You can do that, but this time build a wall.")),
                    LessonReply(("stable",), N_("You can do that, but this time build a wall.")),
                    LessonReply(("merchant",), N_("You can do that, but this time build a wall.")),
                ),
                background="tower:2",
            ),
        ),
    ),
    LessonStep(
        "claim",
        N_("Claim it: purple earns tea"),
        (
            N_("A claimed palace gets no more buildings."),
            N_("The first of a color wins its tile, and the first purple one earns 3 tea tiles too."),
        ),
        (
            LessonTask(
                21,
                N_("Piece 1 of 2: claim the purple palace."),
                "roof:own palace:k9",
                (
                    LessonReply(("roof", "neutral"), N_("Nobody would own it, so use your own rooftop.")),
                    LessonReply(
                        ("roof", "own"),
                        N_("You could claim that one, but only purple earns tea, so claim purple first."),
                    ),
                    LessonReply(
                        ("building",),
                        N_("Growing is good, but Samira could claim it next, so put your rooftop on it now."),
                    ),
                    LessonReply(
                        ("stable",), N_("You can still add a stable after claiming, so put your rooftop on it now.")
                    ),
                    LessonReply(
                        ("merchant",), N_("You can still add a merchant after claiming, so put your rooftop on it now.")
                    ),
                    LessonReply(
                        ("wall",), N_("You can still add a wall after claiming, so put your rooftop on it now.")
                    ),
                ),
                points_after=6,
            ),
        ),
        (
            (
                Term("3", "building:purple", N_("buildings")),
                "+",
                Term("1", "merchant", N_("merchant")),
                "+",
                Term("2", "tile:purple", N_("purple tile")),
                "=",
                Term("6", noun=N_("points")),
            ),
        ),
    ),
    LessonStep(
        "tiles",
        N_("Tiles score 1 to 4"),
        (
            N_("A larger palace of the same color takes its tile away from you."),
            N_("Each tower has a tile too, worth its number."),
        ),
        (
            LessonTask(
                22,
                N_("Which palace won the tile worth 2? Choose it."),
                "palace:k9 palace:c7",
                (LessonReply("palace:c7", N_("That's Samira's gray palace, and the gray tile is worth 1.")),),
                touch_target="palace:k9",
            ),
        ),
        (
            (
                Term("1", "tile:grey", N_("gray")),
                Term("2", "tile:purple", N_("purple")),
                Term("3", "tile:brown", N_("brown")),
                Term("4", "tile:orange", N_("orange")),
            ),
        ),
    ),
    LessonStep(
        "neutral",
        N_("Neutral rooftops belong to nobody"),
        (
            N_("Put one on a palace that you don't want others to have."),
            N_("That palace scores for nobody, and its tile stays with nobody."),
        ),
        (
            LessonTask(
                22,
                N_("Choose the neutral rooftop."),
                "roof:neutral roof:own",
                (LessonReply("roof:own", N_("That's your own rooftop, so look at the one next to it.")),),
                touch_target="roof:neutral",
            ),
        ),
        ((Term(pictures="roof:own", noun=N_("yours")), Term(pictures="roof:neutral", noun=N_("neutral"))),),
    ),
    LessonStep(
        "stable",
        N_("You can still add stables"),
        (
            N_("A stable scores 1 and can join a palace with a rooftop."),
            N_("That makes your palace larger, so your tile is safer."),
        ),
        (
            LessonTask(
                22,
                N_("Piece 2 of 2: add a stable."),
                "tray:stable space:m9",
                (
                    LessonReply(("stable", "l8"), N_("It helps there too, but keep that space free for merchants.")),
                    LessonReply(("stable", "j9"), N_("It helps there too, but use the highlighted space here.")),
                    LessonReply(
                        ("stable", "k10"), N_("It helps there too, but save that space by the wall for later.")
                    ),
                    LessonReply(
                        ("stable", "m10"),
                        N_("That would win the tower tile now, but we'll win it with a wall next turn."),
                    ),
                    LessonReply(("stable",), N_("That would help another palace, so add it to your own.")),
                    LessonReply(("roof",), N_("You can claim a second palace, but add a stable first.")),
                    LessonReply(("building",), N_("You can do that, but this time add a stable to your palace.")),
                    LessonReply(("merchant",), N_("You can do that, but this time add a stable to your palace.")),
                    LessonReply(("wall",), N_("You can do that, but this time add a stable to your palace.")),
                    LessonReply(("tea",), N_("You have tea, but a stable scores a point now.")),
                ),
                points_after=7,
                background="palace:k9",
            ),
        ),
        (
            (
                Term("6", noun=N_("so far")),
                "+",
                Term("1", "stable", N_("stable")),
                "=",
                Term("7", noun=N_("points")),
            ),
        ),
    ),
    LessonStep(
        "tower",
        N_("A wall wins the tower"),
        (
            N_("When its walls reach your palace, you win its tile and, as the first, 2 merchants."),
            N_("The next palace that they reach takes the tile from you."),
        ),
        (
            LessonTask(
                25,
                N_("Piece 1 of 2: build this wall."),
                "tray:wall wall:S12",
                (
                    LessonReply(("wall",), N_("You can do that, but only the highlighted space touches your palace.")),
                    LessonReply(
                        ("stable", "m10"), N_("That wins the tower tile too, but a wall saves you the stable.")
                    ),
                    LessonReply(
                        ("stable", "k10"), N_("That's a good stable, but build the wall first and win the tower.")
                    ),
                    LessonReply(("stable",), N_("You can do that, but build the wall first and win the tower.")),
                    LessonReply(("roof",), N_("Brown is still growing, so build the wall first and win the tower.")),
                    LessonReply(("building",), N_("You can do that, but build the wall first and win the tower.")),
                    LessonReply(("merchant",), N_("You can do that, but build the wall first and win the tower.")),
                ),
                points_after=10,
                background="palace:k9 tower:2",
            ),
        ),
        (
            (
                Term("7", noun=N_("so far")),
                "+",
                Term("1", "wall", N_("wall")),
                "+",
                Term("2", "tower:2", N_("tower tile")),
                "=",
                Term("10", noun=N_("points")),
            ),
        ),
    ),
    LessonStep(
        "tea",
        N_("Take tea and wait"),
        (
            N_("A tea break takes the place of your second piece, so your pieces last longer."),
            N_("And you don't help anyone."),
        ),
        (
            LessonTask(
                26,
                N_("Instead of piece 2: take a tea break."),
                "tile:tea",
                (
                    LessonReply(
                        ("roof", "own"), N_("You could claim brown now, but you'll do it next turn, when it's larger.")
                    ),
                    LessonReply(("roof",), N_("Nobody would own the brown palace, so take a tea break instead.")),
                    LessonReply(("building",), N_("You can place this, but try a tea break and see what it does.")),
                    LessonReply(("stable",), N_("You can place this, but try a tea break and see what it does.")),
                    LessonReply(("merchant",), N_("You can place this, but try a tea break and see what it does.")),
                    LessonReply(("wall",), N_("You can place this, but try a tea break and see what it does.")),
                ),
                points_after=10,
            ),
        ),
    ),
    LessonStep(
        "late",
        N_("Large enough? Claim it"),
        (N_("If you wait, Samira may take it."),),
        (
            LessonTask(
                29,
                N_("Piece 1 of 2: claim the brown palace."),
                "roof:own palace:f4",
                (
                    LessonReply(("roof", "neutral"), N_("Nobody would own it, so use your own rooftop.")),
                    LessonReply(
                        ("building", "brown"), N_("One more makes 6, but then Samira could claim it before you.")
                    ),
                    LessonReply(("building",), N_("You can do that, but brown is large and Samira could claim it.")),
                    LessonReply(
                        ("stable",), N_("You can add a stable after claiming, so put your rooftop on brown now.")
                    ),
                    LessonReply(
                        ("merchant",), N_("You can add a merchant after claiming, so put your rooftop on brown now.")
                    ),
                    LessonReply(("wall",), N_("You can add a wall after claiming, so put your rooftop on brown now.")),
                ),
                points_after=22,
                background="well",
            ),
        ),
        (
            (
                Term("5", "building:brown", N_("buildings")),
                "+",
                Term("4", "well", N_("well")),
                "+",
                Term("3", "tile:brown", N_("brown tile")),
                "=",
                Term("12", noun=N_("points")),
            ),
        ),
    ),
)
LESSON = Lesson(
    SAVE,
    start_log_length=13,
    default_reply=N_("You can do that too, but in this lesson, try what's highlighted."),
    steps=STEPS,
    finish=LessonFinish(
        30,
        N_("Play until everything is placed"),
        (
            N_("The game ends when nobody has pieces left."),
            N_("You lead by 22 to 12: place your second piece."),
        ),
    ),
)
