"""Plays random Breakthrough games in OpenSpiel and in Breadboard and compares every ply and every result.

OpenSpiel's first player sits at the top and moves down, so ranks are mirrored: its a7a6 is our a2-a3.
Usage: openspiel_agreement.py BREADBOARD [GAMES]
"""

import json
import random
import subprocess
import sys

import pyspiel


def mirror(square, rows):
    return f"{square[0]}{rows + 1 - int(square[1:])}"


def our_move(text, rows):
    """`a7b6*` in their words is `a2xb3` in ours."""
    takes = text.endswith("*")
    text = text.rstrip("*")
    return mirror(text[:2], rows) + ("x" if takes else "-") + mirror(text[2:], rows)


def fen(state, rows):
    """Their board from the bottom up is ours from the top down; their first player `b` is our White."""
    lines = str(state).split("\n")[:rows]
    ranks = []
    for line in reversed(lines):
        text, run = "", 0
        for square in line[1:]:
            if square == ".":
                run += 1
                continue
            text += (str(run) if run else "") + ("P" if square == "b" else "p")
            run = 0
        ranks.append(text + (str(run) if run else ""))
    return "/".join(ranks)


def check(breadboard, columns, rows, games):
    spec = f"breakthrough:columns={columns},rows={rows}"
    game = pyspiel.load_game(f"breakthrough(columns={columns},rows={rows})")
    rng = random.Random(columns * 100 + rows)
    positions, expected, records = [], [], []
    for number in range(games):
        state, moves = game.new_initial_state(), []
        while not state.is_terminal():
            legal = {state.action_to_string(action): action for action in state.legal_actions()}
            positions.append(f"{fen(state, rows)} {'w' if state.current_player() == 0 else 'b'}")
            expected.append({"moves": sorted(our_move(text, rows) for text in legal)})
            text = rng.choice(sorted(legal))
            moves.append(our_move(text, rows))
            state.apply_action(legal[text])
        winner = 1 if state.returns()[0] > 0 else 2
        loser_to_move = "b" if winner == 1 else "w"
        positions.append(f"{fen(state, rows)} {loser_to_move}")
        expected.append({"over": f"win {winner}"})
        records.append((moves, winner, positions[-1]))

    done = subprocess.run(
        [breadboard, "moves", spec, "--batch", "--json"],
        input="\n".join(positions) + "\n", capture_output=True, text=True, check=False,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if done.returncode != 0 or len(answers) != len(expected):
        sys.exit(f"{spec}: breadboard moves failed: {done.stderr}")
    for position, want, answer in zip(positions, expected, answers):
        got = {"over": answer["over"]} if "over" in answer else {"moves": sorted(answer["choices"][0]["moves"])}
        if got != want:
            sys.exit(f"{spec}: they differ in {position}\n  OpenSpiel  {want}\n  Breadboard {got}")

    for moves, winner, end in records:
        body = "".join(f"{1 + ply % 2}: {move}\n" for ply, move in enumerate(moves))
        record = f"game: {spec}\nrules: 1\nresult: win {winner}\n\n{body}"
        done = subprocess.run([breadboard, "replay", "-"], input=record, capture_output=True, text=True, check=False)
        if done.returncode != 0 or f"position: {end}\n" not in done.stdout:
            sys.exit(f"{spec}: a game replays differently\n{record}\n{done.stdout}{done.stderr}")
    print(f"{spec}: {games} games, {len(positions)} positions, the same moves and results", flush=True)


def main():
    breadboard = sys.argv[1]
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    boards = [(8, 8), (6, 6)]
    for columns, rows in boards:
        check(breadboard, columns, rows, games)
    print(f"{len(boards)} passed, 0 failed")


main()
