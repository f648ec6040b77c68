"""The lesson of Alhambra: majorities, then money, then exact sums. See `pygame_core.lesson`."""

from pygame_core.i18n import N_
from pygame_core.lesson import Lesson, LessonFinish, LessonReply, LessonStep, LessonTask

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
            N_("Whoever owns the most buildings of a type scores for it."),
            N_("Most points win."),
        ),
        (
            LessonTask(
                19,
                N_("Who has the most towers? Touch that hill."),
                "hill:0:tower hill:1:tower hill:2:tower",
                (
                    LessonReply("hill:0:tower", N_("You have no tower yet; look at the other two hills.")),
                    LessonReply("hill:2:tower", N_("Yusuf has no tower yet; look for the hill with two.")),
                ),
                touch_target="hill:1:tower",
            ),
        ),
        ("tower 2 > 0",),
    ),
    LessonStep(
        "take",
        N_("First you need money"),
        (N_("Each arch takes its own coin only; your cards lie below it in the same column."),),
        (
            LessonTask(
                19,
                N_("Take the ducat 5: the tower costs ducats."),
                "open:o5 yard:3 hand:o5 hand:o7",
                (
                    LessonReply(("take",), N_("You may take that card as well; here take the ducat 5, for the tower.")),
                    LessonReply(
                        ("buy", 0), N_("You could buy this already, and you will in a moment; take money first.")
                    ),
                    LessonReply(("buy", 1), N_("That would pay 8 for 3, and nothing comes back; keep the 8.")),
                    LessonReply(("buy", 3), N_("That would pay 12 for 9; soon you will be able to pay exactly 9.")),
                ),
            ),
        ),
    ),
    LessonStep(
        "change",
        N_("No change is given"),
        (
            N_("The seraglio costs 5 florins; you hold 2 and 4."),
            N_("If you pay both, one florin is lost, and your turn ends."),
        ),
        (
            LessonTask(
                22,
                N_("Pay 2 + 4."),
                "yard:0 hand:y2 hand:y4 pay:0:y2+y4",
                (
                    LessonReply(("take",), N_("Taking money is always allowed; this time, buy the seraglio.")),
                    LessonReply(("buy", 1), N_("That would lose 5 of your 8 denars; the florins lose only 1.")),
                    LessonReply(("buy", 3), N_("That would pay too much for the tower; wait for an exact 9.")),
                ),
            ),
        ),
        (
            "y2 + y4 = 6",
            "6 > 5",
        ),
    ),
    LessonStep(
        "small",
        N_("Small cards come together"),
        (N_("You may take several cards at once if they make 5 or less together, whatever their coins."),),
        (
            LessonTask(
                26,
                N_("Take these three."),
                "open:y2 open:b1 open:o2 offer:y2+b1+o2",
                (
                    LessonReply(
                        ("take", "*", "*"), N_("Two cards are fine, and a third one still fits: 2, 1 and 2 make 5.")
                    ),
                    LessonReply(("take",), N_("One card is allowed; but here you can have three at once.")),
                    LessonReply(("buy", 3), N_("That would pay too much; with the small ducat 2 you can pay exactly.")),
                ),
            ),
        ),
        ("y2 + b1 + o2 = 5",),
    ),
    LessonStep(
        "exact",
        N_("Pay exactly, and go again"),
        (
            N_("Your ducats 2 and 7 make 9, the price of the tower."),
            N_("If you pay exactly, you may act once more."),
        ),
        (
            LessonTask(
                29,
                N_("Pay 2 + 7."),
                "yard:3 hand:o2 hand:o7 pay:3:o2+o7",
                (
                    LessonReply(
                        ("buy", 3), N_("The tower would be yours, but your turn would end: that sum is not exact.")
                    ),
                    LessonReply(("buy", 1), N_("That is exact as well, and comes next; begin with the tower.")),
                    LessonReply(("take",), N_("Money can wait: two buildings can be paid exactly now.")),
                ),
            ),
        ),
        ("o2 + o7 = 9",),
    ),
    LessonStep(
        "again",
        N_("And once more"),
        (
            N_("It is still your turn: denars 1 and 8 buy the arcades exactly."),
            N_("Each exact payment gives one more action, up to five in all."),
        ),
        (
            LessonTask(
                30,
                N_("Pay 1 + 8."),
                "yard:1 hand:b1 hand:b8 pay:1:b1+b8",
                (
                    LessonReply(
                        ("take",), N_("That would end your turn; buy the arcades first, for they can be paid exactly.")
                    ),
                ),
            ),
        ),
        ("b1 + b8 = 9",),
    ),
    LessonStep(
        "third",
        N_("Now prepare the next purchase"),
        (
            N_("Taking money ends your turn."),
            N_("The dirham 6 makes 11 with your 5, the price of the chambers."),
        ),
        (
            LessonTask(
                31,
                N_("Take the dirham 6."),
                "open:g6 hand:g5 yard:2",
                (LessonReply(("take",), N_("You may take that one; but the dirham 6 makes 11 with your 5.")),),
                points_after=5,
            ),
        ),
        ("g5 + g6 = 11",),
    ),
    LessonStep(
        "scoring",
        N_("Scoring A has turned up"),
        (N_("Your arcades lead: 3 points. The chambers you share with Yusuf, so their 4 points are halved."),),
        (
            LessonTask(
                32,
                N_("More marks bring more: touch the towers that won."),
                "hill:0:arcades hill:0:chambers hill:2:chambers hill:1:tower",
                (
                    LessonReply(
                        "hill:0:arcades", N_("Your arcades brought 3 points; the towers have six marks and bring 6.")
                    ),
                    LessonReply(
                        "hill:0:chambers",
                        N_("The chambers bring 4, and you share them: 2 for you; now look for the towers."),
                    ),
                    LessonReply(
                        "hill:2:chambers",
                        N_("Yusuf has one of the chambers, like you, so both get 2; now look for the towers."),
                    ),
                ),
                touch_target="hill:1:tower",
            ),
        ),
        ("arcades 3 + chambers 2 = 5",),
    ),
    LessonStep(
        "later",
        N_("Later, second place counts too"),
        (
            N_("B lies hidden in the money pile and pays the first two of each type."),
            N_("C comes at the end and pays three."),
        ),
        (
            LessonTask(
                32,
                N_("Touch the money pile."),
                "pile scoring:B",
                (LessonReply("scoring:B", N_("These points are paid when the card B comes out of the money pile.")),),
                touch_target="pile",
            ),
        ),
        (
            "A 6",
            "B 13 6",
            "C 21 13 6",
        ),
    ),
    LessonStep(
        "alone",
        N_("Now find one yourself"),
        (
            N_("One building in the yard can be paid exactly from your hand."),
            N_("It gives you the lead in its type."),
        ),
        (
            LessonTask(
                35,
                N_("Buy it."),
                "yard:0 offers:0 yard:1 offers:1 yard:2 offers:2 yard:3 offers:3",
                (
                    LessonReply(("take",), N_("You may; but one building is waiting for an exact payment.")),
                    LessonReply(("buy",), N_("You can buy that, but it is not exact; what do your dirhams make?")),
                ),
            ),
        ),
    ),
)
LESSON = Lesson(
    SAVE,
    start_log_length=19,
    default_reply=N_("That is possible, too; in this lesson, try what is lit."),
    steps=STEPS,
    finish=LessonFinish(
        36,
        N_("The rest is yours to play"),
        (
            N_(
                "When the yard cannot be filled again, the game ends; each building left goes to "
                "whoever holds most of its coin."
            ),
            N_("You have one more action."),
        ),
    ),
)
