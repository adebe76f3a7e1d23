"""An engine for the tests: it speaks UGI (docs/engine-protocol.md) and plays the first legal move."""

import sys

import breadboard


def main():
    game = state = None
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["ugi"]:
            print("id name first\noption name Spec type string default breakthrough\nugiok")
        elif words[:3] == ["setoption", "name", "Spec"]:
            game = breadboard.load(words[4])
        elif words[:1] == ["isready"]:
            print("readyok")
        elif words[:2] == ["position", "startpos"]:
            state = game.start()
        elif words[:2] == ["position", "fen"]:
            state = game.state(words[2].replace("_", " "))
        elif words[:1] == ["go"]:
            print("bestmove", state.legal_moves()[0])
        elif words[:1] == ["quit"]:
            return
        sys.stdout.flush()


main()
