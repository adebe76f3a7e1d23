"""Random 8×8 Breakthrough games a second: OpenSpiel's Python API against Breadboard, turn by turn in one run.

Usage: openspiel_speed.py BREADBOARD [SECONDS]
"""

import json
import random
import subprocess
import sys
import time

import pyspiel


def openspiel(seconds):
    game, rng = pyspiel.load_game("breakthrough"), random.Random(1)
    games, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        games += 1
    return games / (time.perf_counter() - start)


def breadboard(program, seconds):
    command = [program, "bench", "breakthrough", "--only", "playout", "--seconds", str(seconds), "--json"]
    return json.loads(subprocess.check_output(command))["rates"]["playout"]["games_per_second"]


def main():
    program = sys.argv[1]
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 2.0
    rounds = [(openspiel(seconds), breadboard(program, seconds)) for _ in range(3)]
    for theirs, ours in rounds:
        print(f"OpenSpiel (Python API) {theirs:10.0f} games/s   Breadboard {ours:12.0f} games/s   ratio {ours / theirs:.0f}")
    print(f"median ratio {sorted(ours / theirs for theirs, ours in rounds)[1]:.0f}")


main()
