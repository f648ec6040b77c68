"""The lesson of Palazzo: the value of palaces, then getting tiles, then rebuilding. See `pygame_core.lesson`."""

from pygame_core.i18n import N_
from pygame_core.lesson import Lesson, LessonFinish, LessonReply, LessonStep, LessonTask

SAVE = {
    "format": 1,
    "game": "palazzo",
    "rules": 1,
    "seats": [
        {"name": "Player 1", "kind": "human"},
        {"name": "Bianca", "kind": "bot:beginner"},
        {"name": "Cosimo", "kind": "bot:beginner"},
    ],
    "options": {"first": 1},
    "seed": 5,
    "setup": {
        "hands": [["r5", "b5", "r3", "c2"], ["r6", "b3", "y4", "c2"], ["b7", "b6", "y6", "y7"]],
        "quarries": [["sandstone-2-2"], ["brick-1-3"], ["marble-3-1"], ["brick-2-1"]],
        "supply": ["brick-3-2"],
        "builder": 3,
        "first": 1,
    },
    "log": [
        [1, ["tiles"], ["marble-2-3", "sandstone-1-1"]],
        [1, ["auction"], []],
        [2, ["pass"], []],
        [0, ["pass"], []],
        [1, ["build", "sandstone-1-1", "new"], []],
        [1, ["build", "sandstone-2-2", 0], []],
        [2, ["tiles"], ["marble-1-2", "marble-4-2"]],
        [2, ["buy", ["marble-1-2"], ["b7"]], []],
        [2, ["build", "marble-1-2", "new"], []],
        [0, ["tiles"], ["sandstone-2-1", "brick-1-2"]],
        [0, ["auction"], []],
        [1, ["pass"], []],
        [2, ["pass"], []],
        [0, ["build", "brick-1-3", "new"], []],
        [1, ["tiles"], ["sandstone-3-3", "sandstone-1-3"]],
        [1, ["buy", ["sandstone-3-3"], ["r6"]], []],
        [1, ["build", "sandstone-3-3", 0], []],
        [2, ["tiles"], ["marble-1-1", "brick-2-3"]],
        [2, ["buy", ["marble-2-3"], ["b6"]], []],
        [2, ["build", "marble-2-3", 0], []],
        [0, ["money"], ["r7", "b4", "c2", "y3"]],
        [0, ["pick", "r7"], []],
        [0, ["pick", "b4"], []],
        [1, ["pick", "c2"], []],
        [2, ["pick", "y3"], []],
        [1, ["money"], ["b7", "y6", "y5", "r4"]],
        [1, ["pick", "b7"], []],
        [1, ["pick", "y6"], []],
        [2, ["pick", "r4"], []],
        [0, ["pick", "y5"], []],
        [2, ["tiles"], ["brick-3-1", "brick-5-2"]],
        [2, ["auction"], []],
        [0, ["bid", "r7"], []],
        [1, ["pass"], []],
        [2, ["bid", "y6"], []],
        [0, ["pass"], []],
        [2, ["build", "marble-3-1", 0], []],
        [2, ["build", "marble-4-2", 0], []],
        [2, ["build", "brick-1-2", "new"], []],
        [0, ["tiles"], ["brick-4-3", "sandstone-3-2"]],
        [0, ["buy", ["brick-3-2", "brick-4-3"], ["r3", "r7"]], []],
        [0, ["build", "brick-3-2", 0], []],
        [0, ["build", "brick-4-3", 0], []],
        [1, ["tiles"], ["marble-2-1", "sandstone-4-2"]],
        [1, ["auction"], []],
        [2, ["bid", "y3", "y7"], []],
        [0, ["bid", "r5", "b5", "y5"], []],
        [1, ["pass"], []],
        [2, ["pass"], []],
        [0, ["build", "brick-5-2", 0], []],
        [0, ["build", "brick-2-1", "new"], []],
        [2, ["tiles"], ["brick-1-1", "sandstone-5-1"]],
        [2, ["auction"], []],
        [2, ["claim", "brick-2-3"], []],
        [2, ["build", "brick-2-3", 1], []],
        [0, ["claim", "sandstone-1-3"], []],
        [0, ["build", "sandstone-1-3", "new"], []],
        [1, ["claim", "sandstone-4-2"], []],
        [1, ["build", "sandstone-4-2", 0], []],
        [0, ["rebuild", "c2", "join", 1, 0], []],
    ],
    "result": None,
}
"""Every move and every draw. The draws are chosen so that every sum in the lesson is correct."""

STEPS = (
    LessonStep(
        "goal",
        N_("Build high and full of windows"),
        (
            N_("Most points win: from three floors on, a palace scores its windows, and more if of one material."),
            N_("A single floor loses 5."),
        ),
        (
            LessonTask(
                20,
                N_("Touch the palace that loses points."),
                "palace:0:0 palace:1:0 palace:2:0",
                (
                    LessonReply(
                        "palace:1:0",
                        N_("Three floors of sandstone: 6 windows and 3 for one material make 9; which one loses?"),
                    ),
                    LessonReply(
                        "palace:2:0", N_("Two floors bring nothing, but lose nothing either; look for a single floor.")
                    ),
                ),
                touch_target="palace:0:0",
            ),
        ),
        (
            "palace:1 -> -5",
            "palace:2 -> 0",
            "palace:3 -> windows",
        ),
    ),
    LessonStep(
        "money",
        N_("Taking money is a turn"),
        (N_("Four cards are opened: you choose two, then each of the others takes one."),),
        (
            LessonTask(
                20,
                N_("Open the money cards."),
                "verb:money",
                (
                    LessonReply(("tiles",), N_("Tiles come soon; with more money in hand you can do more with them.")),
                    LessonReply(
                        ("rebuild",), N_("That would take your only tile out of the game; taking money is better now.")
                    ),
                ),
            ),
            LessonTask(
                21,
                N_("Take the 7: red goes with red."),
                "open:r7 hand:r3 hand:r5",
                (
                    LessonReply(
                        ("pick",), N_("That one is allowed; the red 7 is the highest, and you hold red already.")
                    ),
                ),
            ),
            LessonTask(
                22,
                N_("Then take the 4."),
                "open:b4",
                (LessonReply(("pick",), N_("That one is allowed, too; the blue 4 is worth more to you.")),),
            ),
        ),
    ),
    LessonStep(
        "group",
        N_("Three fives make fifteen"),
        (
            N_("A payment uses cards of one colour."),
            N_("But three equal values, one of each colour, always count 15."),
        ),
        (
            LessonTask(
                29,
                N_("Bianca opened money: the last card is yours."),
                "open:y5 hand:r5 hand:b5",
            ),
        ),
        ("r5 + b5 + y5 = 15",),
    ),
    LessonStep(
        "auction",
        N_("Bid, or pass and keep all"),
        (
            N_("The master builder walked to the next quarry: its tiles are auctioned together."),
            N_("Cosimo opened with 3."),
        ),
        (
            LessonTask(
                32,
                N_("Bid the red 7."),
                "lot builder hand:r7",
                (
                    LessonReply(
                        ("pass",), N_("You may pass at once; but try a bid, for it costs nothing unless you win.")
                    ),
                    LessonReply(
                        ("bid", "r5", "b5", "y5"), N_("Fifteen is too much for these tiles, and you need it soon.")
                    ),
                    LessonReply(("bid",), N_("That is enough to go on, too; keep those cards for a better use.")),
                ),
            ),
            LessonTask(
                35,
                N_("Cosimo bids 9. Pass, and your 7 comes back."),
                "pass bid:r7",
                (
                    LessonReply(
                        ("bid",), N_("You could go on bidding; but marble helps Cosimo, not you; save your money.")
                    ),
                ),
            ),
        ),
        ("r7 > 3",),
    ),
    LessonStep(
        "buy",
        N_("Draw two, then choose"),
        (
            N_("One tile drawn goes to the supply, one as many quarries past the builder as it has windows."),
            N_("Supply tiles cost 10 less their number."),
        ),
        (
            LessonTask(
                39,
                N_("Draw them."),
                "verb:tiles supply builder",
                (
                    LessonReply(("money",), N_("Money is always a good turn; but now you hold enough to buy.")),
                    LessonReply(
                        ("rebuild",), N_("That would take your only tile out of the game; draw tiles instead.")
                    ),
                ),
            ),
            LessonTask(
                40,
                N_("Five lie there: buy both bricks for 10."),
                "tile:brick-3-2 tile:brick-4-3 hand:r3 hand:r7",
                (
                    LessonReply(
                        ("auction",),
                        N_("Then everybody could bid for the tiles of the next quarry; here you buy for sure."),
                    ),
                    LessonReply(
                        ("buy", ("brick-3-2", "brick-4-3")),
                        N_("That pays for them, too; but red 3 and 7 make exactly 10 and keep your fives."),
                    ),
                    LessonReply(("buy",), N_("You may buy that; but the two bricks, 3 and 4, fit your palace best.")),
                ),
            ),
        ),
        ("brick-3-2 5 + brick-4-3 5 = 10",),
    ),
    LessonStep(
        "rise",
        N_("Floors must rise"),
        (N_("A new floor must be higher than the top one; gaps are allowed."),),
        (
            LessonTask(
                41,
                N_("Put the 3 on your palace."),
                "tile:brick-3-2 palace:0:0",
                (
                    LessonReply(
                        ("build", "brick-4-3", 0), N_("After the 4 the 3 could no longer go on top; begin with the 3.")
                    ),
                    LessonReply(("build", "*", "new"), N_("Alone it would lose 5; on your palace it helps.")),
                    LessonReply(("build", "*", "out"), N_("You may give a tile away; but this one fits.")),
                ),
                points_after=0,
            ),
            LessonTask(
                42,
                N_("Now the 4."),
                "tile:brick-4-3 palace:0:0",
                (
                    LessonReply(
                        ("build", "*", "new"), N_("Alone it would lose 5; on your palace it brings its windows.")
                    ),
                    LessonReply(("build", "*", "out"), N_("You may give a tile away; but this one fits.")),
                ),
                points_after=11,
            ),
        ),
        ("1 < 3 < 4",),
    ),
    LessonStep(
        "group-bid",
        N_("Now use your three fives"),
        (
            N_("Cosimo bids 10 for a brick 5 and a brick 2."),
            N_("Your three fives, played together, count 15."),
        ),
        (
            LessonTask(
                46,
                N_("Bid them."),
                "lot hand:r5 hand:b5 hand:y5",
                (
                    LessonReply(("pass",), N_("You may pass; but both bricks fit your palace, and you can pay.")),
                    LessonReply(("bid",), N_("That is 11, and breaks your group; fifteen is safer here.")),
                ),
            ),
        ),
        (
            "r5 + b5 + y5 = 15",
            "15 > 10",
        ),
    ),
    LessonStep(
        "single",
        N_("Too low to go on top"),
        (
            N_("The 5 goes on your palace, but the 2 is too low."),
            N_("Alone it loses 5, and that can be mended soon."),
        ),
        (
            LessonTask(
                49,
                N_("Put the 5 on your palace."),
                "tile:brick-5-2 palace:0:0",
                (
                    LessonReply(("build", "brick-2-1"), N_("That comes next; build the 5 first.")),
                    LessonReply(
                        ("build", "*", "new"), N_("Alone it would lose 5; on your palace it adds a fourth floor.")
                    ),
                    LessonReply(("build", "*", "out"), N_("You may give a tile away; but this one fits.")),
                ),
                points_after=16,
            ),
            LessonTask(
                50,
                N_("Set the 2 beside it."),
                "tile:brick-2-1 new:0",
                (
                    LessonReply(
                        ("build", "*", "out"), N_("Out of the game it would cost nothing; but you can use it soon.")
                    ),
                ),
                points_after=11,
            ),
        ),
        ("16 - 5 = 11",),
    ),
    LessonStep(
        "everyone",
        N_("Four tiles: everyone takes one"),
        (N_("Where four tiles or more lie, nobody bids: each in turn takes one tile."),),
        (
            LessonTask(
                55,
                N_("Take the sandstone 1."),
                "tile:sandstone-1-3 builder",
                (LessonReply(("claim",), N_("You may take that; but a floor 1 is the best start for a new palace.")),),
            ),
            LessonTask(
                56,
                N_("Start a new palace with it."),
                "tile:sandstone-1-3 new:0",
                (
                    LessonReply(
                        ("build", "*", "out"),
                        N_("That would save 5 points now; but it is a good start for more floors."),
                    ),
                ),
                points_after=6,
            ),
        ),
    ),
    LessonStep(
        "rebuild",
        N_("Rebuild: the 2 slips in"),
        (
            N_("For any card, a single tile may slip in anywhere."),
            N_("Five floors bring 6 more, and one material 6 again."),
        ),
        (
            LessonTask(
                59,
                N_("Give the certificate; move the 2."),
                "verb:rebuild hand:c2 palace:0:1 palace:0:0",
                (
                    LessonReply(
                        ("rebuild", "b4", "join", 1, 0), N_("That works as well; but the certificate 2 is cheaper.")
                    ),
                    LessonReply(
                        ("rebuild", "*", "join"),
                        N_("A single tile may join that one, too; the tall palace gains much more."),
                    ),
                    LessonReply(
                        ("rebuild", "*", "drop"), N_("That saves 5; but the brick 2 gains 12 in the tall palace.")
                    ),
                    LessonReply(
                        ("rebuild", "*", "split"), N_("Taking a tile out of your best palace would lose points here.")
                    ),
                    LessonReply(("tiles",), N_("You may; but rebuilding brings you 12 points at once.")),
                    LessonReply(
                        ("money",), N_("You are short of money, it is true; but rebuild first, for 12 points.")
                    ),
                ),
                points_after=18,
            ),
        ),
        ("11 + 6 + 6 = 23",),
    ),
)
LESSON = Lesson(
    SAVE,
    start_log_length=20,
    default_reply=N_("That is possible, too; in this lesson, try what is lit."),
    steps=STEPS,
    finish=LessonFinish(
        60,
        N_("Five riders end the game"),
        (
            N_(
                "Five riders hide in the last stack of tiles; the fifth ends the game at once, "
                "even in the middle of a turn."
            ),
            N_("Play on: you lead."),
        ),
    ),
)
