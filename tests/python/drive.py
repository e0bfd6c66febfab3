"""Lets python-chess drive the program as a GUI would.

    drive.py PROGRAM

Prints a line for each test and `N passed, N failed` at the end; the exit status tells whether all passed.
"""

import asyncio
import logging
import subprocess
import sys
import time
import traceback

import chess
import chess.engine
import chess.variant

PATIENCE = 20
TESTS = []


def test(function):
    """Has a function called with an engine of its own."""
    TESTS.append(function)
    return function


def play_on(engine, board, limit, plies, **more):
    """Plays on with the engine on both sides; it must make legal moves only. The claims are judged at the end."""
    result = None
    for _ in range(plies):
        if board.is_game_over(claim_draw=True):
            break
        result = engine.play(board, limit, **more)
        if result.move is None:
            break
        assert board.is_legal(result.move), f"{result.move} in {board.fen()}"
        assert not result.resigned
        board.push(result.move)
    return result


@test
def it_says_who_it_is_and_what_it_has(engine):
    assert engine.id["name"].startswith("Panoply"), engine.id
    features = engine.protocol.features
    for name in ("ping", "setboard", "usermove", "time", "analyze", "nps", "memory", "exclude"):
        assert int(features[name]) == 1, f"{name}: {features.get(name)}"
    assert int(features["san"]) == 0 and int(features["sigint"]) == 0
    variants = features["variants"].split(",")
    assert {"normal", "fairy", "crazyhouse", "cylinder"} <= set(variants), variants


@test
def ping(engine):
    for _ in range(50):
        began = time.monotonic()
        engine.ping()
        assert time.monotonic() - began < 1


@test
def a_game_of_chess(engine):
    board = chess.Board()
    play_on(engine, board, chess.engine.Limit(depth=2), 160)
    assert board.ply() > 8, board.fen()
    assert board.is_valid()


@test
def a_game_with_pondering(engine):
    board = chess.Board()
    play_on(engine, board, chess.engine.Limit(time=0.03), 30, ponder=True)
    assert board.ply() == 30 or board.is_game_over(claim_draw=True), board.fen()


@test
def a_game_from_a_position_with_black_to_move(engine):
    board = chess.Board("r1bqk2r/pppp1ppp/2n2n2/4p3/1bB1P3/2N2N2/PPPP1PPP/R1BQK2R b KQkq - 0 1")
    play_on(engine, board, chess.engine.Limit(depth=2), 40)
    assert board.ply() > 8


@test
def a_game_of_crazyhouse(engine):
    board = chess.variant.CrazyhouseBoard()
    play_on(engine, board, chess.engine.Limit(depth=3), 150)
    assert board.ply() > 8
    drops = sum(1 for move in board.move_stack if move.drop)
    assert drops > 0, "nothing was dropped in a whole game"


@test
def crazyhouse_with_pieces_in_hand(engine):
    # The Knight in hand mates at h6.
    board = chess.variant.CrazyhouseBoard("6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1")
    result = engine.play(board, chess.engine.Limit(time=0.5))
    assert result.move == chess.Move.from_uci("N@f7"), result.move


@test
def a_mate_in_one_is_played_and_claimed(engine):
    board = chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
    result = engine.play(board, chess.engine.Limit(time=0.2), info=chess.engine.INFO_ALL)
    assert result.move == chess.Move.from_uci("a1a8"), result.move
    assert result.info["score"].white() == chess.engine.Mate(1), result.info


@test
def a_position_without_moves(engine):
    mated = chess.Board("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")
    result = engine.play(mated, chess.engine.Limit(time=0.2))
    assert result.move is None, result.move
    engine.ping()


@test
def new_games_follow_one_another(engine):
    for number in range(6):
        board = chess.variant.CrazyhouseBoard() if number % 2 else chess.Board()
        play_on(engine, board, chess.engine.Limit(depth=1), 20, game=number)
        assert board.ply() == 20 or board.is_game_over(claim_draw=True)


@test
def analysis(engine):
    board = chess.Board("6k1/5ppp/8/8/8/8/5PPP/R3K3 w Q - 0 1")
    info = engine.analyse(board, chess.engine.Limit(time=0.3))
    assert info["score"].white() == chess.engine.Mate(1), info
    assert info["pv"][0] == chess.Move.from_uci("a1a8") and info["depth"] >= 1, info
    board.push_uci("a1b1")
    info = engine.analyse(board, chess.engine.Limit(depth=4))
    assert board.is_legal(info["pv"][0]) and info["nodes"] > 0, info


@test
def analysis_that_is_broken_off(engine):
    board = chess.Board()
    depths = []
    with engine.analysis(board) as analysis:
        for info in analysis:
            if "pv" in info:
                line = board.copy()
                for move in info["pv"]:
                    assert line.is_legal(move), f"{info['pv']}"
                    line.push(move)
                depths.append(info["depth"])
            if len(depths) >= 5:
                break
    assert depths == sorted(depths), depths
    began = time.monotonic()
    engine.ping()
    assert time.monotonic() - began < 1
    assert engine.play(board, chess.engine.Limit(depth=2)).move in board.legal_moves


@test
def analysis_of_some_moves_only(engine):
    board = chess.Board("6k1/5ppp/8/8/8/8/5PPP/R3K3 w Q - 0 1")
    wanted = [chess.Move.from_uci("e1e2"), chess.Move.from_uci("a1a7")]
    info = engine.analyse(board, chess.engine.Limit(time=0.3), root_moves=wanted)
    assert info["pv"][0] in wanted, info
    info = engine.analyse(board, chess.engine.Limit(time=0.3))
    assert info["pv"][0] == chess.Move.from_uci("a1a8"), info


class FairyBoard(chess.Board):
    """A board that takes any move, as python-chess knows no other pieces. `array` is the FEN that a game starts from."""

    xboard_variant = "fairy"
    uci_variant = "fairy"
    array = chess.STARTING_FEN

    def fen(self, **_):
        assert not self.move_stack, "it can only tell where it started"
        return self.array

    def xboard(self, move, **_):
        return move.uci()

    def parse_xboard(self, text):
        return chess.Move.from_uci(text)

    def push_xboard(self, text):
        self.push(self.parse_xboard(text))
        return self.peek()


def legal_moves(options, moves):
    """The legal moves after some moves, by the rules of the program itself."""
    command = [sys.argv[1], "moves", *options, *moves]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    (line,) = [line for line in output.splitlines() if line.startswith("legal ")]
    return line.split()[2:]


def play_fairy(engine, options, array, plies):
    """Plays a game of other armies; every move must be legal. Returns the moves."""

    class Board(FairyBoard):
        pass

    Board.array = array
    board, moves = Board(), []
    for _ in range(plies):
        # Two games whose boards look the same to it are not the same game.
        move = engine.play(board, chess.engine.Limit(depth=2), game=array).move
        assert move.uci() in legal_moves(options, moves), f"{move} after {moves}"
        board.push(move)
        moves.append(move.uci())
    return moves


@test
def other_armies(engine):
    engine.configure({"Armies": "Clobberers-Nutters"})
    array = "tiuckuit/pppppppp/8/8/8/8/PPPPPPPP/LEFAKFEL w KQkq - 0 1"
    moves = play_fairy(engine, ["--white", "clobberers", "--black", "nutters"], array, 16)
    # Theirs are not the moves of the usual pieces.
    usual = chess.Board()
    for move in moves:
        if chess.Move.from_uci(move) not in usual.legal_moves:
            return
        usual.push_uci(move)
    raise AssertionError(f"{moves} could have been played in chess")


@test
def other_armies_on_a_cylinder(engine):
    engine.configure({"Armies": "Rookies-FIDE", "Topology": "cylinder"})
    array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/SWHMKHWS w KQkq - 0 1"
    options = ["--white", "rookies", "--black", "fide", "--topology", "cylinder"]
    assert len(play_fairy(engine, options, array, 16)) == 16
    # Back to what the variant is by itself.
    engine.configure({"Armies": "", "Topology": "flat"})
    assert play_fairy(engine, [], chess.STARTING_FEN, 4)


@test
def options(engine):
    combo, check = engine.options["Promotion"], engine.options["Holdings"]
    assert combo.type == "combo" and combo.var == ["own", "either"] and combo.default == "own", combo
    assert check.type == "check" and not check.default, check
    for name, value in (
        ("Promotion", "either"),
        ("Topology", "cylinder"),
        ("Holdings", True),
        ("memory", 16),
    ):
        engine.configure({name: value})
    for name, value in (("Armies", "Clobberers-Nutters"), ("Strength", 1500), ("Resign", 900), ("Contempt", 10)):
        assert name in engine.options, f"{name} is none of {sorted(engine.options)}"
        engine.configure({name: value})
    # Most of this shapes variants with free armies only.
    board = chess.Board()
    play_on(engine, board, chess.engine.Limit(depth=1), 20)
    assert board.ply() == 20
    for name, value in (("No such option", 1), ("Promotion", "sideways")):
        try:
            engine.configure({name: value})
        except chess.engine.EngineError:
            continue
        raise AssertionError(f"{name} was set to {value}")


@test
def every_option_can_be_set_to_what_it_offers(engine):
    values = {
        "combo": lambda option: option.var,
        "check": lambda option: (True, False),
        "spin": lambda option: (option.default, option.min, option.max),
        "slider": lambda option: (option.default, option.min, option.max),
    }
    tried = 0
    for option in list(engine.options.values()):
        # It adds some options of its own, which have no limits.
        if option.is_managed() or option.type not in values or None in values[option.type](option):
            continue
        for value in values[option.type](option):
            engine.configure({option.name: value})
            engine.ping()
            tried += 1
    assert tried >= 6, tried
    assert engine.play(chess.Board(), chess.engine.Limit(depth=1)).move is not None


@test
def time_for_each_move_is_kept(engine):
    for limit in (0.05, 0.2, 1.0):
        began = time.monotonic()
        result = engine.play(chess.Board(), chess.engine.Limit(time=limit))
        spent = time.monotonic() - began
        assert result.move is not None and spent < limit + 0.5, f"{spent} of {limit}"


@test
def clocks_are_kept(engine):
    board = chess.Board()
    clocks = [1.0, 1.0]
    for ply in range(60):
        if board.is_game_over(claim_draw=True):
            break
        white, black = clocks
        limit = chess.engine.Limit(white_clock=white, black_clock=black, white_inc=0.01, black_inc=0.01)
        began = time.monotonic()
        result = engine.play(board, limit)
        side = ply % 2
        clocks[side] -= time.monotonic() - began
        assert clocks[side] > 0, f"time lost at ply {ply}"
        clocks[side] += 0.01
        board.push(result.move)


@test
def nodes_and_depth_are_kept(engine):
    everything = chess.engine.INFO_ALL
    result = engine.play(chess.Board(), chess.engine.Limit(nodes=3000), info=everything)
    assert result.info["nodes"] <= 3100, result.info
    result = engine.play(chess.Board(), chess.engine.Limit(depth=3), info=everything)
    assert result.info["depth"] <= 3, result.info


@test
def draw_offers_do_no_harm(engine):
    board = chess.Board()
    for _ in range(6):
        result = engine.play(board, chess.engine.Limit(depth=2), draw_offered=True)
        assert result.move in board.legal_moves
        board.push(result.move)


async def quit_while_thinking(program):
    """The program has to end by itself, with status 0, though it is in the middle of something."""
    transport, engine = await chess.engine.popen_xboard(program)
    analysis = await engine.analysis(chess.Board())
    await analysis.get()
    began = time.monotonic()
    engine.send_line("quit")
    await asyncio.wait_for(engine.returncode, 2)
    assert engine.returncode.result() == 0, engine.returncode
    assert time.monotonic() - began < 1
    transport.close()


def run(function, program):
    with chess.engine.SimpleEngine.popen_xboard(program, timeout=PATIENCE) as engine:
        function(engine)
        engine.quit()
        assert engine.returncode.result(timeout=2) == 0, f"exit status {engine.returncode.result()}"


def main():
    (program,) = sys.argv[1:]
    # It warns of features that it has no use for.
    logging.disable(logging.CRITICAL)
    asyncio.set_event_loop_policy(chess.engine.EventLoopPolicy())
    tests = [(function.__name__, lambda function=function: run(function, program)) for function in TESTS]
    tests.append(("quit_while_thinking", lambda: asyncio.run(quit_while_thinking(program))))
    failed = 0
    for name, perform in tests:
        try:
            perform()
            print(f"ok      {name}", flush=True)
        except Exception:
            failed += 1
            print(f"FAILED  {name}\n{traceback.format_exc()}", flush=True)
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
