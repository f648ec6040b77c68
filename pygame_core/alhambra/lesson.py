"""The lesson of Alhambra: majorities, then money, then exact sums. See `pygame_core.lesson`."""

from pygame_core.i18n import N_
from pygame_core.lesson import Lesson, LessonFinish, LessonReply, LessonStep, LessonTask, Term

SAVE = {
    "format": 1,
    "game": "alhambra",
    "rules": 1,
    "seats": [
        {"name": "Player 1", "kind": "human"},
        {"name": "Zahra", "kind": "bot:beginner"},
        {"name": "Yusuf", "kind": "bot:beginner"},
    ],
    "options": {},
    "seed": 25,
    "setup": {
        "capital": [["o5", "g5", "y2", "o7", "y9"], ["b2", "b6", "g2", "y5", "g5"], ["o1", "b8", "g8", "o8"]],
        "money": ["g8", "y6", "b2", "b6"],
        "yard": ["arcades-8", "tower-11", "tower-7", "seraglio-6"],
    },
    "log": [
        [2, ["take", "g8"], ["y4"]],
        [0, ["take", "b6"], ["o2"]],
        [1, ["buy", 2, ["g2", "g5"], "keep"], []],
        [1, ["take", "y6"], ["chambers-11", "y3"]],
        [2, ["take", "y3", "o2"], ["b8", "b3"]],
        [0, ["take", "b8"], ["o4"]],
        [1, ["take", "b2", "b3"], ["y5", "b4"]],
        [2, ["take", "y5"], ["y2"]],
        [0, ["buy", 0, ["y9"], "keep"], ["chambers-8"]],
        [1, ["buy", 1, ["b2", "b3", "b6"], "keep"], []],
        [1, ["take", "y4"], ["chambers-6", "y4"]],
        [2, ["buy", 0, ["y3", "y5"], "keep"], []],
        [2, ["take", "o4"], ["garden-11", "y2"]],
        [0, ["buy", 1, ["b6"], "keep"], []],
        [0, ["take", "y4"], ["seraglio-3", "g4"]],
        [1, ["buy", 0, ["y5", "y6"], "keep"], []],
        [1, ["take", "b4"], ["seraglio-5", "b3"]],
        [2, ["buy", 3, ["o2", "o4"], "keep"], []],
        [2, ["take", "y2", "b3"], ["tower-9", "o5", "b4"]],
        [0, ["take", "o5"], ["o3"]],
        [1, ["take", "g4"], ["g2"]],
        [2, ["take", "o3"], ["o2"]],
        [0, ["buy", 0, ["y2", "y4"], "keep"], ["pavilion-6"]],
        [1, ["take", "b4"], ["b1"]],
        [2, ["buy", 1, ["b3"], "keep"], []],
        [2, ["take", "g2"], ["arcades-9", "g6"]],
        [0, ["take", "y2", "b1", "o2"], ["o4", "g3", "y8"]],
        [1, ["take", "y8"], ["b6"]],
        [2, ["take", "g3"], ["y3"]],
        [0, ["buy", 3, ["o2", "o7"], "keep"], []],
        [0, ["buy", 1, ["b1", "b8"], "keep"], []],
        [0, ["take", "g6"], ["garden-8", "chambers-7", "A", "y9"]],
        [1, ["take", "b6"], ["o1"]],
        [2, ["buy", 1, ["b8"], "keep"], []],
        [2, ["take", "y9"], ["pavilion-4", "b5"]],
        [0, ["buy", 2, ["g5", "g6"], "keep"], []],
    ],
    "result": None,
}
"""Every move and every draw. The draws are chosen so that every sum in the lesson is correct."""

STEPS = (
    LessonStep(
        "goal",
        N_("Have the most of a type"),
        (
            N_("In a scoring, the player with the most buildings of a type gets points for it."),
            N_("The most points wins."),
        ),
        (
            LessonTask(
                19,
                N_("Who has the most towers? Choose that hill."),
                "hill:0:tower hill:1:tower hill:2:tower",
                (
                    LessonReply("hill:0:tower", N_("You have no towers yet, so look at the other two hills.")),
                    LessonReply("hill:2:tower", N_("Yusuf has no towers yet, so look for the hill with two.")),
                ),
                touch_target="hill:1:tower",
            ),
        ),
        ((Term("2", "tower", N_("the most")), "→", Term("6", noun=N_("points"))),),
    ),
    LessonStep(
        "take",
        N_("First, get money"),
        (
            N_("Each arch takes only its own currency, and your cards for it are below."),
            N_("The others can't see your cards."),
        ),
        (
            LessonTask(
                19,
                N_("Take the 5 of ducats for the tower."),
                "open:o5",
                (
                    LessonReply(("take",), N_("You can take that, but the 5 of ducats is the one for the tower.")),
                    LessonReply(("buy", 0), N_("You could buy this now, and you soon will, but take money first.")),
                    LessonReply(("buy", 1), N_("You'd pay 8 for 3 and get no change, so keep the 8.")),
                    LessonReply(("buy", 3), N_("You'd pay 12 for 9, and you'll soon be able to pay exactly 9.")),
                ),
                background="yard:3 hand:o5 hand:o7",
            ),
        ),
        ((Term(pictures="tower", noun=N_("tower")), "→", Term(pictures="o9", noun=N_("ducats only"))),),
    ),
    LessonStep(
        "change",
        N_("There's no change"),
        (
            N_("The button under an arch pays for it with your cards."),
            N_("If you pay 6 for the seraglio, you lose 1 and your turn ends."),
        ),
        (
            LessonTask(
                22,
                N_("Pay 2 + 4."),
                "yard:0 pay:0:y2+y4",
                (
                    LessonReply(("take",), N_("You can take money, but this time buy the seraglio.")),
                    LessonReply(("buy", 1), N_("You'd lose 5 of your 8 denars, but only 1 florin on the seraglio.")),
                    LessonReply(("buy", 3), N_("You'd overpay for the tower, so wait for an exact 9.")),
                ),
                background="hand:y2 hand:y4",
            ),
        ),
        (
            (
                Term(pictures="y2"),
                "+",
                Term(pictures="y4"),
                "=",
                Term(pictures="y5", noun=N_("price")),
                "+",
                Term("1", noun=N_("lost")),
            ),
        ),
    ),
    LessonStep(
        "small",
        N_("Take small cards together"),
        (
            N_("You can take several cards at once if they total 5 or less."),
            N_("A high card buys more, but small cards help you pay exactly."),
        ),
        (
            LessonTask(
                26,
                N_("Take these three."),
                "open:y2 open:b1 open:o2 offer:y2+b1+o2",
                (
                    LessonReply(
                        ("take", "*", "*"), N_("Two cards are fine, but a third still fits: 2, 1 and 2 add up to 5.")
                    ),
                    LessonReply(("take",), N_("You can take one card, but here you can have three at once.")),
                    LessonReply(("buy", 3), N_("You'd overpay, and with the 2 of ducats you can pay exactly.")),
                ),
            ),
        ),
        ((Term(pictures="y2"), "+", Term(pictures="b1"), "+", Term(pictures="o2"), "=", Term("5")),),
    ),
    LessonStep(
        "exact",
        N_("Pay exactly and play again"),
        (
            N_("Your 2 and 7 of ducats are exactly 9, the price of the tower."),
            N_("If you pay exactly, you get another action."),
        ),
        (
            LessonTask(
                29,
                N_("Pay 2 + 7."),
                "yard:3 pay:3:o2+o7",
                (
                    LessonReply(("buy", 3), N_("You'd get the tower, but that isn't exact, so your turn would end.")),
                    LessonReply(("buy", 1), N_("That's exact too, and it's next, but start with the tower.")),
                    LessonReply(("take",), N_("Money can wait: you can pay exactly for two buildings now.")),
                ),
                background="hand:o2 hand:o7",
            ),
        ),
        ((Term(pictures="o2"), "+", Term(pictures="o7"), "=", Term(pictures="o9 check", noun=N_("exact"))),),
    ),
    LessonStep(
        "again",
        N_("And once more"),
        (
            N_("It's still your turn, and you can pay exactly for the arcades."),
            N_("Each exact payment earns another action, up to 5 in all."),
        ),
        (
            LessonTask(
                30,
                N_("Pay 1 + 8."),
                "yard:1 pay:1:b1+b8",
                (
                    LessonReply(
                        ("take",), N_("That would end your turn, so first buy the arcades, which you can pay exactly.")
                    ),
                ),
                background="hand:b1 hand:b8",
            ),
        ),
        ((Term(pictures="b1"), "+", Term(pictures="b8"), "=", Term(pictures="b9 check", noun=N_("exact"))),),
    ),
    LessonStep(
        "third",
        N_("Prepare your next purchase"),
        (
            N_("Taking money ends your turn."),
            N_("With your 5, the 6 of dirhams is exactly the price of the chambers."),
        ),
        (
            LessonTask(
                31,
                N_("Take the 6 of dirhams."),
                "open:g6",
                (LessonReply(("take",), N_("You can take that, but the 6 of dirhams and your 5 add up to 11.")),),
                points_after=5,
                background="hand:g5 yard:2",
            ),
        ),
        ((Term(pictures="g5"), "+", Term(pictures="g6"), "=", Term(pictures="g11", noun=N_("price"))),),
    ),
    LessonStep(
        "scoring",
        N_("Scoring A!"),
        (
            N_("You have the most arcades: 3 points."),
            N_("You tie with Yusuf for chambers, so you each get half of 4 points."),
        ),
        (
            LessonTask(
                32,
                N_("More diamonds, more points: choose the winning towers."),
                "hill:0:arcades hill:0:chambers hill:2:chambers hill:1:tower",
                (
                    LessonReply(
                        "hill:0:arcades", N_("Your arcades scored 3 points, but towers have six diamonds and score 6.")
                    ),
                    LessonReply(
                        "hill:0:chambers",
                        N_("Chambers score 4 and you split them, so you get 2, but look for the towers."),
                    ),
                    LessonReply(
                        "hill:2:chambers",
                        N_("Yusuf has one chambers card, like you, so you both get 2, but look for the towers."),
                    ),
                ),
                touch_target="hill:1:tower",
            ),
        ),
        (
            (
                Term("3", "arcades", N_("the most")),
                "+",
                Term("2", "chambers", N_("half of 4")),
                "=",
                Term("5", noun=N_("points")),
            ),
        ),
    ),
    LessonStep(
        "later",
        N_("Later, second place counts too"),
        (
            N_("A and B hide in the draw pile, and drawing one starts its scoring."),
            N_("C is at the end."),
        ),
        (
            LessonTask(
                32,
                N_("Find B: choose the draw pile."),
                "pile",
                (LessonReply("scoring:B", N_("You'll score these points when card B is drawn from the draw pile.")),),
                touch_target="pile",
                background="scoring:B",
            ),
        ),
        ((Term(pictures="awards"),),),
    ),
    LessonStep(
        "leftovers",
        N_("Money decides the last buildings"),
        (
            N_("The game ends when the yard can't be refilled."),
            N_("Each building left goes to the player with the most of its currency, then you score C."),
        ),
        (
            LessonTask(
                32,
                N_("Which money do you have the most of? Choose it."),
                "purse:y purse:g purse:o",
                (
                    LessonReply("purse:y", N_("You have only 2 florins, so look for the highest total.")),
                    LessonReply("purse:o", N_("Your ducats add up to 10, but you have 11 of another currency.")),
                ),
                touch_target="purse:g",
            ),
        ),
        ((Term(pictures="g5"), "+", Term(pictures="g6"), "=", Term(pictures="g11", noun=N_("your most"))),),
    ),
    LessonStep(
        "alone",
        N_("Now find one yourself"),
        (
            N_("You can pay exactly for one building in the yard."),
            N_("It gives you the most of its type."),
        ),
        (
            LessonTask(
                35,
                N_("Buy it."),
                "yard:0 offers:0 yard:1 offers:1 yard:2 offers:2 yard:3 offers:3",
                (
                    LessonReply(("take",), N_("You can, but there's a building you can pay for exactly.")),
                    LessonReply(("buy",), N_("You can buy that, but not exactly: what do your dirhams add up to?")),
                ),
            ),
        ),
    ),
)
LESSON = Lesson(
    SAVE,
    start_log_length=19,
    default_reply=N_("You can do that too, but for this lesson, try a highlighted move."),
    steps=STEPS,
    finish=LessonFinish(
        36,
        N_("Now play on"),
        (
            N_("You paid exactly, so you have another action."),
            N_("Scoring B can happen any time, so keep an eye on the draw pile."),
        ),
    ),
)
