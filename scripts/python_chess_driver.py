"""Lets python-chess, the library that many chess programs use, drive `breadboard engine breakthrough` over UCI: a whole
game with pondering on clocks, analysis of several lines, chosen moves, and a search for a win.

Usage: python_chess_driver.py PROGRAM
"""

import sys

import chess
import chess.engine


class Breakthrough(chess.Board):
    """Breakthrough as a variant of python-chess: all men are pawns, which step straight or diagonally."""

    uci_variant = "breakthrough"
    starting_fen = "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1"

    def __init__(self, fen=starting_fen, **options):
        # Not passed on: for its starting position the library sets up the men of chess.
        super().__init__(None, **options)
        if fen is not None:
            self.set_fen(fen)

    def generate_pseudo_legal_moves(self, from_mask=chess.BB_ALL, to_mask=chess.BB_ALL):
        if self.is_variant_end():
            return
        forward = 1 if self.turn == chess.WHITE else -1
        for start in chess.scan_forward(self.occupied_co[self.turn] & from_mask):
            rank = chess.square_rank(start) + forward
            for file in range(chess.square_file(start) - 1, chess.square_file(start) + 2):
                if not (0 <= file < 8 and 0 <= rank < 8):
                    continue
                end = chess.square(file, rank)
                straight = file == chess.square_file(start)
                blocked = self.occupied if straight else self.occupied_co[self.turn]
                if not chess.BB_SQUARES[end] & blocked and chess.BB_SQUARES[end] & to_mask:
                    yield chess.Move(start, end)

    def generate_legal_moves(self, from_mask=chess.BB_ALL, to_mask=chess.BB_ALL):
        yield from self.generate_pseudo_legal_moves(from_mask, to_mask)

    def is_pseudo_legal(self, move):
        return move in self.generate_pseudo_legal_moves()

    def is_legal(self, move):
        return self.is_pseudo_legal(move)

    def is_variant_end(self):
        white, black = self.occupied_co[chess.WHITE], self.occupied_co[chess.BLACK]
        return not (white and black) or bool(white & chess.BB_RANK_8) or bool(black & chess.BB_RANK_1)


def play_a_game(engine):
    board = Breakthrough()
    while not board.is_variant_end():
        limit = chess.engine.Limit(white_clock=1.0, black_clock=1.0, white_inc=0.02, black_inc=0.02)
        result = engine.play(board, limit, ponder=True)
        assert result.move is not None and board.is_legal(result.move), (board.fen(), result)
        board.push(result.move)
        # Every third move is another one than was expected, so that pondering also misses.
        if not board.is_variant_end() and board.fullmove_number % 3 == 0:
            board.push(next(board.generate_legal_moves()))
    return len(board.move_stack)


def analyse(engine):
    board = Breakthrough()
    lines = engine.analyse(board, chess.engine.Limit(depth=5), multipv=3)
    assert [line["multipv"] for line in lines] == [1, 2, 3], lines
    assert len({line["pv"][0] for line in lines}) == 3, lines
    for line in lines:
        assert line["depth"] >= 4 and line["seldepth"] >= line["depth"] and "hashfull" in line, line
    chosen = [chess.Move.from_uci("b2b3"), chess.Move.from_uci("g2f3")]
    result = engine.play(board, chess.engine.Limit(depth=4), root_moves=chosen)
    assert result.move in chosen, result
    with engine.analysis(board) as endless:
        for info in endless:
            if info.get("depth", 0) >= 5:
                break
    race = Breakthrough("8/8/1P6/8/8/6p1/8/8 w - - 0 1")
    won = engine.analyse(race, chess.engine.Limit(mate=2))
    assert won["score"].white().mate() == 2, won
    for move in won["pv"]:
        race.push(move)
    assert race.is_variant_end() and race.turn == chess.BLACK, won


def main():
    with chess.engine.SimpleEngine.popen_uci([sys.argv[1], "engine", "breakthrough"]) as engine:
        for name in ["Level", "Hash", "Threads", "MultiPV", "Ponder", "UCI_Variant"]:
            assert name in engine.options, name
        engine.configure({"Hash": 32, "Level": "bot4"})
        plies = play_a_game(engine)
        analyse(engine)
    print(f"python-chess {chess.__version__}: a game of {plies} plies and four analyses")
    print("2 passed, 0 failed")


if __name__ == "__main__":
    main()
