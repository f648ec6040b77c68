"""The lesson of Palazzo: the value of palaces, then getting tiles, then rebuilding. See `pygame_core.lesson`."""

from pygame_core.i18n import N_
from pygame_core.lesson import Lesson, LessonFinish, LessonReply, LessonStep, LessonTask, Term

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
        [0, ["bid", "r3"], []],
        [2, ["bid", "y3"], []],
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
        [2, ["bid", "y7"], []],
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

SINGLE_FLOOR = "palace:brick-1-3"
TWO_FLOORS = "palace:marble-1-2+marble-2-3"
THREE_FLOORS = "palace:sandstone-1-1+sandstone-2-2+sandstone-3-3"
GROWN_PALACE = "palace:brick-1-3+brick-3-2+brick-4-3"
FOUR_FLOORS = f"{GROWN_PALACE}+brick-5-2"
FIVE_FLOORS = "palace:brick-1-3+brick-2-1+brick-3-2+brick-4-3+brick-5-2"
THREE_FIVES = (Term(pictures="r5"), "+", Term(pictures="b5"), "+", Term(pictures="y5"), "=")

STEPS = (
    LessonStep(
        "goal",
        N_("Build tall, with lots of windows"),
        (
            N_("A single floor loses 5, and 2 floors score nothing."),
            N_("From 3 floors up, each window scores 1, and the most points wins."),
        ),
        (
            LessonTask(
                20,
                N_("Choose the palace that loses points."),
                "palace:0:0 palace:1:0 palace:2:0",
                (
                    LessonReply("palace:1:0", N_("Its 3 floors score, so find the palace with a single floor.")),
                    LessonReply(
                        "palace:2:0",
                        N_("Two floors score nothing, but lose nothing either, so look for a single floor."),
                    ),
                ),
                touch_target="palace:0:0",
            ),
        ),
        (
            (
                Term("−5", SINGLE_FLOOR, N_("1 floor")),
                Term("0", TWO_FLOORS, N_("2 floors")),
                Term("6", THREE_FLOORS, N_("6 windows")),
            ),
        ),
    ),
    LessonStep(
        "bonus",
        N_("Height and material score extra"),
        (
            N_("4 floors score 3 extra, and 5 floors score 6."),
            N_("One material scores 3 more from 3 floors up, and 6 with 5 floors."),
        ),
        (
            LessonTask(
                20,
                N_("Which palace scores 9? Choose it."),
                "palace:1:0 palace:0:0 palace:2:0",
                (
                    LessonReply("palace:0:0", N_("This is a single floor, so it loses 5.")),
                    LessonReply("palace:2:0", N_("It's all marble, but 2 floors score nothing.")),
                ),
                touch_target="palace:1:0",
            ),
        ),
        (
            (
                Term("6", "windows", N_("windows")),
                "+",
                Term("3", noun=N_("one material")),
                "=",
                Term("9", noun=N_("points")),
            ),
            (Term("+3", FOUR_FLOORS, N_("4 floors")), Term("+6", FIVE_FLOORS, N_("5 floors"))),
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
                "open:r7",
                (LessonReply(("pick",), N_("You could, but the red 7 is the highest, and you already have reds.")),),
                background="hand:r3 hand:r5",
            ),
            LessonTask(
                22,
                N_("Now take the blue 4."),
                "open:b4",
                (LessonReply(("pick",), N_("You could, but the blue 4 is worth more to you.")),),
            ),
            LessonTask(
                29,
                N_("Bianca took money. The last card is yours."),
                "open:y5",
            ),
        ),
    ),
    LessonStep(
        "auction",
        N_("Bid, or keep your money"),
        (
            N_("Bid cards of one color, and raise by adding more of that color."),
            N_("You can't take single cards back, but if you pass, you get them all back."),
        ),
        (
            LessonTask(
                32,
                N_("Cosimo opened with 3. Bid the red 7."),
                "lot",
                (
                    LessonReply(("pass",), N_("You could pass, but try a bid: it costs nothing unless you win.")),
                    LessonReply(
                        ("bid", "r5", "b5", "y5"),
                        N_("Your three 5s count 15, too much for these tiles, and you'll need them soon."),
                    ),
                    LessonReply(("bid",), N_("That's enough too, but save those cards for something better.")),
                ),
                background="builder hand:r7",
                sum_rows=((Term(pictures="r7", noun=N_("your bid")), ">", Term("3", noun=N_("Cosimo's bid"))),),
            ),
            LessonTask(
                35,
                N_("Cosimo bid 9. Add the red 3."),
                "bid:r7",
                (
                    LessonReply(("pass",), N_("You could pass, but try to raise first: you only add the red 3.")),
                    LessonReply(("bid",), N_("That's enough too, but the red 3 is your smallest card that beats 9.")),
                ),
                background="hand:r3",
                sum_rows=(
                    (
                        Term(pictures="r7"),
                        "+",
                        Term(pictures="r3"),
                        "=",
                        Term("10", noun=N_("your bid")),
                        ">",
                        Term("9", noun=N_("Cosimo's bid")),
                    ),
                ),
            ),
            LessonTask(
                37,
                N_("Cosimo bid 12. Pass, and take both back."),
                "pass bid:r7 bid:r3",
                (
                    LessonReply(
                        ("bid",), N_("You could keep bidding, but marble helps Cosimo, not you, so save your money.")
                    ),
                ),
            ),
        ),
    ),
    LessonStep(
        "draw",
        N_("Draw 2 tiles, then choose"),
        (
            N_("The first tile goes to the supply."),
            N_("The second goes to a quarry: from the master builder, count one quarry for each window."),
        ),
        (
            LessonTask(
                41,
                N_("Draw 2 tiles."),
                "verb:tiles",
                (
                    LessonReply(("money",), N_("Money is always good, but now you have enough to buy.")),
                    LessonReply(("rebuild",), N_("That would discard your only tile, so draw tiles instead.")),
                ),
                background="builder supply",
            ),
        ),
        ((Term(pictures="sandstone-3-2", noun=N_("2 windows")), "→", Term("2", noun=N_("quarries on"))),),
    ),
    LessonStep(
        "price",
        N_("More tiles, lower price"),
        (
            N_("A tile in the supply costs 10 minus the number of tiles there."),
            N_("You can buy 1 or 2, or hold an auction at the next quarry instead."),
        ),
        (
            LessonTask(
                42,
                N_("Buy the brick 3 with 2 windows and the 4."),
                "tile:brick-3-2 tile:brick-4-3",
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
                background="hand:r3 hand:r7",
            ),
        ),
        (
            (Term("10"), "−", Term("5", noun=N_("tiles")), "=", Term("5", noun=N_("each"))),
            (Term("5", "brick-3-2"), "+", Term("5", "brick-4-3"), "=", Term("10", noun=N_("in all"))),
        ),
    ),
    LessonStep(
        "rise",
        N_("Floors must rise"),
        (
            N_("A new floor must be higher than the top one."),
            N_("Gaps are fine."),
        ),
        (
            LessonTask(
                43,
                N_("Build the 3 on your palace."),
                "palace:0:0",
                (
                    LessonReply(("build", "brick-4-3", 0), N_("The 3 can't go on top of the 4, so start with the 3.")),
                    LessonReply(("build", "*", "new"), N_("On its own it would lose 5, so build it on your palace.")),
                    LessonReply(("build", "*", "out"), N_("You could discard a tile, but this one fits.")),
                ),
                background="tile:brick-3-2",
                points_after=0,
                sum_rows=((Term("1", "brick-1-3"), "<", Term("3", "brick-3-2"), "<", Term("4", "brick-4-3")),),
            ),
            LessonTask(
                44,
                N_("Now the 4."),
                "palace:0:0",
                (
                    LessonReply(
                        ("build", "*", "new"),
                        N_("On its own it would lose 5, but on your palace it scores its windows."),
                    ),
                    LessonReply(("build", "*", "out"), N_("You could discard a tile, but this one fits.")),
                ),
                background="tile:brick-4-3",
                points_after=11,
                sum_rows=(
                    (
                        Term("8", GROWN_PALACE, N_("windows")),
                        "+",
                        Term("3", noun=N_("one material")),
                        "=",
                        Term("11", noun=N_("points")),
                    ),
                ),
            ),
        ),
    ),
    LessonStep(
        "group-bid",
        N_("Three 5s count 15"),
        (
            N_("3 cards of the same value, one of each color, always count 15 together."),
            N_("Bianca put 2 brick tiles up for auction, and Cosimo bid 7."),
        ),
        (
            LessonTask(
                48,
                N_("Bid your three 5s."),
                "lot",
                (
                    LessonReply(("pass",), N_("You could pass, but both tiles fit your palace, and you can pay.")),
                    LessonReply(("bid",), N_("That breaks up your group, and 15 is safer here.")),
                ),
                background="hand:r5 hand:b5 hand:y5",
            ),
        ),
        ((*THREE_FIVES, Term("15", noun=N_("beats 7"))),),
    ),
    LessonStep(
        "single",
        N_("Too low to go on top"),
        (
            N_("The 5 goes on top, but the 2 is too low."),
            N_("On its own it loses 5, but you'll fix that soon."),
        ),
        (
            LessonTask(
                51,
                N_("Build the 5 on your palace."),
                "tile:brick-5-2",
                (
                    LessonReply(("build", "brick-2-1"), N_("That's next, but build the 5 first.")),
                    LessonReply(
                        ("build", "*", "new"),
                        N_("On its own it would lose 5, but on your palace it adds a fourth floor."),
                    ),
                    LessonReply(("build", "*", "out"), N_("You could discard a tile, but this one fits.")),
                ),
                background="palace:0:0",
                points_after=16,
                sum_rows=(
                    (
                        Term("10", FOUR_FLOORS, N_("windows")),
                        "+",
                        Term("3", noun=N_("4 floors")),
                        "+",
                        Term("3", noun=N_("one material")),
                        "=",
                        Term("16", noun=N_("points")),
                    ),
                ),
            ),
            LessonTask(
                52,
                N_("Start a new palace with the 2."),
                "new:0",
                (LessonReply(("build", "*", "out"), N_("Discarding it costs nothing, but you can use it soon.")),),
                background="tile:brick-2-1",
                points_after=11,
                sum_rows=(
                    (
                        Term("16", FOUR_FLOORS),
                        "−",
                        Term("5", "palace:brick-2-1", N_("single floor")),
                        "=",
                        Term("11", noun=N_("points")),
                    ),
                ),
            ),
        ),
    ),
    LessonStep(
        "everyone",
        N_("4 tiles: everyone takes one"),
        (N_("With 4 tiles or more on the quarry, nobody bids. Each player in turn takes one tile."),),
        (
            LessonTask(
                57,
                N_("Take the sandstone 1."),
                "tile:sandstone-1-3",
                (
                    LessonReply(
                        ("claim",), N_("You could take that, but a floor 1 is the best start for a new palace.")
                    ),
                ),
                background="builder",
            ),
            LessonTask(
                58,
                N_("Start a new palace with it."),
                "new:0",
                (
                    LessonReply(
                        ("build", "*", "out"),
                        N_("That would save 5 points now, but it's a good start for more floors."),
                    ),
                ),
                background="tile:sandstone-1-3",
                points_after=6,
            ),
        ),
    ),
    LessonStep(
        "rebuild",
        N_("Rebuild: slide the 2 in"),
        (
            N_("For any one card, you can slide a single floor in anywhere it fits."),
            N_("5 floors score 6 extra, and one material now scores 6 too."),
        ),
        (
            LessonTask(
                61,
                N_("Pay the certificate and move the 2."),
                "verb:rebuild palace:0:1 palace:0:0",
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
                background="hand:c2",
            ),
        ),
        (
            (
                Term("11", FIVE_FLOORS, N_("windows")),
                "+",
                Term("6", noun=N_("5 floors")),
                "+",
                Term("6", noun=N_("one material")),
                "=",
                Term("23", noun=N_("points")),
            ),
        ),
    ),
    LessonStep(
        "riders",
        N_("The fifth rider ends the game"),
        (
            N_("5 riders hide among the last tiles, and each takes its place in this row."),
            N_("The fifth ends the game immediately, even mid-turn."),
        ),
        (
            LessonTask(
                62,
                N_("Choose the riders."),
                "riders",
                touch_target="riders",
            ),
        ),
        ((Term(pictures="rider rider rider rider rider", noun=N_("the end")),),),
    ),
)
LESSON = Lesson(
    SAVE,
    start_log_length=20,
    default_reply=N_("You could do that too, but in this lesson, try the highlighted move."),
    steps=STEPS,
    finish=LessonFinish(
        62,
        N_("Now play on"),
        (
            N_("You have 18 points, and the others have 14 each."),
            N_("Keep your lead until the fifth rider arrives."),
        ),
    ),
)
