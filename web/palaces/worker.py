"""What runs in the bots' worker: JSON text in, JSON text out. A bot gets a view and nothing else."""

import json
import random

from pygame_core.bots import choose


def handle(text: str) -> str:
    """Answer `{"id", "level", "view", "seed"}` with `{"id", "action"}`."""
    asked = json.loads(text)
    decision = choose(asked["level"], asked["view"], random.Random(asked["seed"]))
    return json.dumps({"id": asked["id"], "action": decision.action})
