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
        N_("Build tall, with lots of windows"),
        (
            N_("The most points wins: from 3 floors up, a palace scores its windows, plus extra for one material."),
            N_("A single floor loses 5."),
        ),
        (
            LessonTask(
                20,
                N_("Choose the palace that loses points."),
                "palace:0:0 palace:1:0 palace:2:0",
                (
                    LessonReply(
                        "palace:1:0",
                        N_("This one scores 9, from 6 windows and 3 for one material, so find the one that loses."),
                    ),
                    LessonReply(
                        "palace:2:0",
                        N_("Two floors score nothing, but lose nothing either, so look for a single floor."),
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
        N_("Taking money takes a turn"),
        (N_("You turn up 4 cards and take 2. Then each of the others takes 1."),),
        (
            LessonTask(
                20,
                N_("Turn up the money cards."),
                "verb:money",
                (
                    LessonReply(("tiles",), N_("Tiles come next, and they're more use with more money in your hand.")),
                    LessonReply(("rebuild",), N_("That would discard your only tile, and taking money is better now.")),
                ),
            ),
            LessonTask(
                21,
                N_("Take the red 7 to match your reds."),
                "open:r7 hand:r3 hand:r5",
                (LessonReply(("pick",), N_("You could, but the red 7 is the highest, and you already have reds.")),),
            ),
            LessonTask(
                22,
                N_("Now take the blue 4."),
                "open:b4",
                (LessonReply(("pick",), N_("You could, but the blue 4 is worth more to you.")),),
            ),
        ),
    ),
    LessonStep(
        "group",
        N_("Three 5s count 15"),
        (
            N_("You pay with cards of one color."),
            N_("But 3 cards of the same value, one of each color, always count 15."),
        ),
        (
            LessonTask(
                29,
                N_("Bianca turned up money, and the last card is yours."),
                "open:y5 hand:r5 hand:b5",
            ),
        ),
        ("r5 + b5 + y5 = 15",),
    ),
    LessonStep(
        "auction",
        N_("Bid, or keep your money"),
        (
            N_("The master builder walked to the next quarry, and all its tiles are up for auction together."),
            N_("Cosimo opened with a bid of 3."),
        ),
        (
            LessonTask(
                32,
                N_("Bid the red 7."),
                "lot builder hand:r7",
                (
                    LessonReply(("pass",), N_("You could pass, but try a bid: it costs nothing unless you win.")),
                    LessonReply(
                        ("bid", "r5", "b5", "y5"),
                        N_("That's 15, too much for these tiles, and you'll need those cards soon."),
                    ),
                    LessonReply(("bid",), N_("That's enough too, but save those cards for something better.")),
                ),
            ),
            LessonTask(
                35,
                N_("Cosimo bid 9. Pass, and take back your 7."),
                "pass bid:r7",
                (
                    LessonReply(
                        ("bid",), N_("You could keep bidding, but marble helps Cosimo, not you, so save your money.")
                    ),
                ),
            ),
        ),
        ("r7 > 3",),
    ),
    LessonStep(
        "buy",
        N_("Draw 2 tiles, then choose"),
        (
            N_("The first tile goes to the supply, the second to a quarry: count its windows from the builder."),
            N_("A supply tile costs 10 minus the tiles there."),
        ),
        (
            LessonTask(
                39,
                N_("Draw 2 tiles."),
                "verb:tiles supply builder",
                (
                    LessonReply(("money",), N_("Money is always good, but now you have enough to buy.")),
                    LessonReply(("rebuild",), N_("That would discard your only tile, so draw tiles instead.")),
                ),
            ),
            LessonTask(
                40,
                N_("5 tiles, 5 each: buy both bricks for 10."),
                "tile:brick-3-2 tile:brick-4-3 hand:r3 hand:r7",
                (
                    LessonReply(
                        ("auction",),
                        N_("Then everyone could bid for the next quarry's tiles, while here you're sure to get yours."),
                    ),
                    LessonReply(
                        ("buy", ("brick-3-2", "brick-4-3")),
                        N_("That pays for them too, but your red 3 and 7 are exactly 10 and save your 5s."),
                    ),
                    LessonReply(
                        ("buy",), N_("You could buy that, but the brick 3 and the brick 4 fit your palace best.")
                    ),
                ),
            ),
        ),
        ("brick-3-2 5 + brick-4-3 5 = 10",),
    ),
    LessonStep(
        "rise",
        N_("Floors must rise"),
        (N_("A new floor must be higher than the top one. Gaps are fine."),),
        (
            LessonTask(
                41,
                N_("Build the 3 on your palace."),
                "tile:brick-3-2 palace:0:0",
                (
                    LessonReply(("build", "brick-4-3", 0), N_("The 3 can't go on top of the 4, so start with the 3.")),
                    LessonReply(("build", "*", "new"), N_("On its own it would lose 5, so build it on your palace.")),
                    LessonReply(("build", "*", "out"), N_("You could discard a tile, but this one fits.")),
                ),
                points_after=0,
            ),
            LessonTask(
                42,
                N_("Now the 4."),
                "tile:brick-4-3 palace:0:0",
                (
                    LessonReply(
                        ("build", "*", "new"),
                        N_("On its own it would lose 5, but on your palace it scores its windows."),
                    ),
                    LessonReply(("build", "*", "out"), N_("You could discard a tile, but this one fits.")),
                ),
                points_after=11,
            ),
        ),
        ("1 < 3 < 4",),
    ),
    LessonStep(
        "group-bid",
        N_("Now use your three 5s"),
        (
            N_("Bianca put the brick 5 and the brick 2 up for auction, and Cosimo bid 10."),
            N_("Your three 5s together count 15."),
        ),
        (
            LessonTask(
                46,
                N_("Bid your three 5s."),
                "lot hand:r5 hand:b5 hand:y5",
                (
                    LessonReply(("pass",), N_("You could pass, but both bricks fit your palace, and you can pay.")),
                    LessonReply(("bid",), N_("That breaks up your group, and 15 is safer here.")),
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
            N_("On its own it loses 5, but you'll fix that soon."),
        ),
        (
            LessonTask(
                49,
                N_("Build the 5 on your palace."),
                "tile:brick-5-2 palace:0:0",
                (
                    LessonReply(("build", "brick-2-1"), N_("That's next, but build the 5 first.")),
                    LessonReply(
                        ("build", "*", "new"),
                        N_("On its own it would lose 5, but on your palace it adds a fourth floor."),
                    ),
                    LessonReply(("build", "*", "out"), N_("You could discard a tile, but this one fits.")),
                ),
                points_after=16,
            ),
            LessonTask(
                50,
                N_("Start a new palace with the 2."),
                "tile:brick-2-1 new:0",
                (LessonReply(("build", "*", "out"), N_("Discarding it costs nothing, but you can use it soon.")),),
                points_after=11,
            ),
        ),
        ("16 - 5 = 11",),
    ),
    LessonStep(
        "everyone",
        N_("4 tiles: everyone takes one"),
        (N_("With 4 tiles or more on the quarry, nobody bids. Each player in turn takes one tile."),),
        (
            LessonTask(
                55,
                N_("Take the sandstone 1."),
                "tile:sandstone-1-3 builder",
                (
                    LessonReply(
                        ("claim",), N_("You could take that, but a floor 1 is the best start for a new palace.")
                    ),
                ),
            ),
            LessonTask(
                56,
                N_("Start a new palace with it."),
                "tile:sandstone-1-3 new:0",
                (
                    LessonReply(
                        ("build", "*", "out"),
                        N_("That would save 5 points now, but it's a good start for more floors."),
                    ),
                ),
                points_after=6,
            ),
        ),
    ),
    LessonStep(
        "rebuild",
        N_("Rebuild: slide the 2 in"),
        (
            N_("For any one card, you can slide a single floor in anywhere it fits."),
            N_("5 floors score 6 extra, and one material another 6."),
        ),
        (
            LessonTask(
                59,
                N_("Pay the certificate and move the 2."),
                "verb:rebuild hand:c2 palace:0:1 palace:0:0",
                (
                    LessonReply(
                        ("rebuild", "b4", "join", 1, 0), N_("That works too, but the certificate is worth only 2.")
                    ),
                    LessonReply(
                        ("rebuild", "*", "join"),
                        N_("It fits there too, but the tall palace gains much more."),
                    ),
                    LessonReply(
                        ("rebuild", "*", "drop"), N_("That saves 5, but the brick 2 gains 12 in the tall palace.")
                    ),
                    LessonReply(
                        ("rebuild", "*", "split"), N_("Splitting a floor off your best palace would lose points here.")
                    ),
                    LessonReply(("tiles",), N_("You could, but rebuilding scores you 12 points now.")),
                    LessonReply(("money",), N_("True, you're low on money, but rebuild first for 12 points.")),
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
    default_reply=N_("You could do that too, but in this lesson, try the highlighted move."),
    steps=STEPS,
    finish=LessonFinish(
        60,
        N_("The fifth rider ends the game"),
        (
            N_("5 riders hide in the last stack of tiles, and the fifth ends the game immediately, even mid-turn."),
            N_("Keep playing: you're in the lead."),
        ),
    ),
)
