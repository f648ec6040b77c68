"""stub"""

import argparse


def play(asked: argparse.Namespace) -> int:
    return 0
