"""OpenSpiel's C++ MCTS for Breakthrough as an engine that speaks UGI, to be invited to the arena:

    breadboard arena breakthrough --players 'bot5,engine:python scripts/openspiel_engine.py 1000' --games 100

OpenSpiel's first player sits at the top and moves down, so ranks are mirrored: its a7a6 is our a2-a3.
It searches the number of simulations given as argument, whatever time it is offered.
"""

import sys

import pyspiel


def mirror(text, rows):
    """Between our squares and theirs; `-`, `x` and `*` are dropped."""
    squares = text.replace("-", "").replace("x", "").replace("*", "")
    turn = lambda square: f"{square[0]}{rows + 1 - int(square[1:])}"
    return turn(squares[:2]) + turn(squares[2:])


def main():
    simulations = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    game = pyspiel.load_game("breakthrough")
    rows = 8
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 1000, True, seed, False)
    moves = []
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        if words[0] == "ugi":
            print("id name OpenSpiel MCTS", simulations)
            print("ugiok")
        elif words[0] == "isready":
            print("readyok")
        elif words[0] == "position":
            moves = words[words.index("moves") + 1:] if "moves" in words else []
        elif words[0] == "go":
            state = game.new_initial_state()
            for move in moves:
                legal = {mirror(state.action_to_string(action), rows): action for action in state.legal_actions()}
                state.apply_action(legal[move.replace("-", "").replace("x", "")])
            action = bot.step(state)
            text = mirror(state.action_to_string(action), rows)
            print("bestmove", f"{text[:2]}-{text[2:]}")
        elif words[0] == "quit":
            break
        sys.stdout.flush()


if __name__ == "__main__":
    main()
