#!/usr/bin/env python3
"""A complete bot for the arena in Python. It speaks the engine protocol (docs/engine-protocol.md) with the program that
started it, and asks a child process, `breadboard engine SPEC`, for the rules: so it plays every game and knows none.

Play it against a level:

    breadboard arena traxx --players 'bot1,engine:python3 examples/engine_bot.py' --games 10

It wins at once where it can and else plays a random legal move. Put your own idea into `choose`.
The program is found as `breadboard`, or where the environment variable BREADBOARD says.
"""

import os
import random
import subprocess
import sys


class Rules:
    """A `breadboard engine` that is never told to search: it only answers questions about positions."""

    def __init__(self, spec):
        program = os.environ.get("BREADBOARD", "breadboard")
        self.child = subprocess.Popen(
            [program, "engine", spec], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def send(self, line):
        self.child.stdin.write(line + "\n")
        self.child.stdin.flush()

    def query(self, question):
        """The answer to a question about the position that was sent last."""
        self.send("query " + question)
        for line in self.child.stdout:
            if line.startswith("response "):
                return line[len("response ") :].strip()
        sys.exit("breadboard engine has ended")

    def close(self):
        self.send("quit")
        self.child.wait()


def choose(rules, position, seat):
    """A move for `seat`; `None` if it has no choice. `position` is the command that sets the position."""
    rules.send(position)
    turn = rules.query("turn")
    if turn in ("over", "chance"):
        return None
    seats = turn.split("+")
    # Several seats choose at once in some games; then each has its own list. One seat is asked for at a time.
    lists = [part.split() for part in rules.query("moves").split("|")]
    mover = seat if seat in seats else seats[0]
    moves = lists[seats.index(mover)]
    if len(seats) == 1:
        played = position if " moves " in position else position + " moves"
        for move in moves[:40]:
            rules.send(f"{played} {move}")
            if rules.query("result") == f"p{mover}win":
                return move
    return random.choice(moves)


def main():
    spec, rules, position = "breakthrough", None, "position startpos"
    for line in sys.stdin:
        words = line.split()
        command = words[0] if words else ""
        if command == "ugi":
            print("id name Example bot in Python")
            print("id author the Breadboard developers")
            # The arena sets this option to the game that is played.
            print(f"option name Spec type string default {spec}")
            print("ugiok")
        elif command == "setoption" and words[1:4:2] == ["name", "value"]:
            if words[2] == "Spec":
                spec = words[4]
        elif command == "isready":
            if rules is None:
                rules = Rules(spec)
            print("readyok")
        elif command == "position":
            position = line.strip()
        elif command == "go":
            if rules is None:
                rules = Rules(spec)
            seat = words[words.index("seat") + 1] if "seat" in words else None
            print("bestmove", choose(rules, position, seat) or "0000")
        elif command == "quit":
            break
        # All other commands are allowed and mean nothing to this bot.
        sys.stdout.flush()
    if rules is not None:
        rules.close()


if __name__ == "__main__":
    main()
