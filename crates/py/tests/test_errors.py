"""Wrong input of every call: a ValueError or a TypeError with a sentence, never a panic."""

import dataclasses
import inspect
import random

import breadboard
import breadboard.engine as engine
import breadboard.gymnasium as bg
import breadboard.openspiel as openspiel
import breadboard.pettingzoo as bpz
import numpy as np
import pytest

BT = "breakthrough:columns=5,rows=5"
GAME = breadboard.load(BT)
START = GAME.start()
OVER = GAME.state("ppp2/5/5/5/PP1p1 w")
DEAL = breadboard.load("breadcrumbs").start()
ROUND = breadboard.load("traxx:seats=2").start().sampled(1).sampled(2)
VECTOR = breadboard.Vector(BT, 2, threads=1)
RECORD = breadboard.Record(BT)
BOT = GAME.player("bot1")
SPIEL = openspiel.load_game(BT).new_initial_state()
OTHER = breadboard.load("snipe").start()



def begun(env):
    env.reset(seed=1)
    return env


WRONG = {
    "load: no game": lambda: breadboard.load("chess"),
    "load: empty": lambda: breadboard.load(""),
    "load: option": lambda: breadboard.load("breakthrough:colour=red"),
    "load: value": lambda: breadboard.load("breakthrough:columns=99"),
    "load: seats": lambda: breadboard.load("breakthrough:seats=3"),
    "load: together": lambda: breadboard.load("snipe:hunters=2"),
    "load: type": lambda: breadboard.load(5),
    "rules: language": lambda: GAME.rules("xx"),
    "state: text": lambda: GAME.state("nothing"),
    "state: impossible": lambda: GAME.state("PPPPP/PPPPP/PPPPP/PPPPP/PPPPP w"),
    "player: name": lambda: GAME.player("bot9"),
    "player: weights": lambda: GAME.player("bot4", weights=b"abc"),
    "player: weights of a type": lambda: GAME.player("bot4", weights="abc"),
    "player: weights too large": lambda: GAME.player("bot4", weights=b"\xff\x7f" * (50 * 64 + 193)),
    "player: weights for random": lambda: GAME.player("random", weights=b""),
    "player: weights of no use": lambda: breadboard.load("snipe").player("bot4", weights=b""),
    "player: engine": lambda: GAME.player("engine:"),
    "legal_actions: seat": lambda: START.legal_actions(2),
    "legal_actions: negative seat": lambda: START.legal_actions(-1),
    "legal_actions: which seat": lambda: ROUND.legal_actions(),
    "legal_moves: which seat": lambda: ROUND.legal_moves(),
    "legal_moves: seat": lambda: START.legal_moves(9),
    "action: text": lambda: START.action("hello"),
    "action: number": lambda: START.action(75),
    "action: negative": lambda: START.action(-1),
    "action: huge": lambda: START.action(2**70),
    "action: over": lambda: OVER.action(0),
    "text: no move": lambda: START.text(74),
    "text: chance": lambda: DEAL.text(0),
    "apply: type": lambda: START.apply(None),
    "apply: float": lambda: START.apply(1.5),
    "apply: huge": lambda: START.apply(10**30),
    "apply: over": lambda: OVER.apply("a1-a2"),
    "apply: chance number": lambda: DEAL.apply(0),
    "apply: chance text": lambda: DEAL.apply("roll 1 2"),
    "apply: chance in a game without": lambda: START.apply("roll 1 2"),
    "apply: other seat": lambda: START.apply("a2-a3", seat=1),
    "apply: no seat": lambda: START.apply("a2-a3", seat=7),
    "apply: round": lambda: ROUND.apply(0),
    "apply_round: empty": lambda: ROUND.apply_round({}),
    "apply_round: list": lambda: ROUND.apply_round([0, 0]),
    "apply_round: seat": lambda: ROUND.apply_round({0: 0, 5: 0}),
    "apply_round: key": lambda: ROUND.apply_round({"a": 0}),
    "apply_round: move": lambda: ROUND.apply_round({0: 0, 1: 10**6}),
    "sample: no chance": lambda: START.sample(1),
    "sample: over": lambda: OVER.sample(1),
    "sample: generator": lambda: DEAL.sample("dice"),
    "sample: negative": lambda: DEAL.sample(-1),
    "sample: huge": lambda: DEAL.sample(2**64),
    "sampled: no chance": lambda: START.sampled(1),
    "observation: seat": lambda: START.observation(5),
    "observation: dtype": lambda: START.observation(0, "int64"),
    "mask: seat": lambda: START.mask(3),
    "children: seat": lambda: ROUND.children(),
    "children: dtype": lambda: START.children(dtype="x"),
    "children: over": lambda: OVER.children(),
    "turns: seat": lambda: ROUND.turns(),
    "turns: a round": lambda: ROUND.turns(seat=0),
    "turns: over": lambda: OVER.turns(),
    "turns: another seat": lambda: START.turns(seat=1),
    "turns: too many": lambda: START.turns(most=3),
    "vector: children": lambda: VECTOR.children("x"),
    "unpickled: history": lambda: breadboard._native._unpickled(BT, START.position, [1]),
    "unpickled: position": lambda: breadboard._native._unpickled(BT, "x", []),
    "narrate: illegal": lambda: START.narrate("a1-a9"),
    "draw: width": lambda: START.draw(width=-1),
    "svg: flip": lambda: START.svg(flip="x"),
    "analyse: player": lambda: START.analyse(player="best"),
    "analyse: lines": lambda: START.analyse(lines=0),
    "analyse: nodes": lambda: START.analyse(nodes=0),
    "analyse: seconds": lambda: START.analyse(seconds=-1.0),
    "analyse: nan": lambda: START.analyse(seconds=float("nan")),
    "analyse: over": lambda: OVER.analyse(nodes=10),
    "analyse: chance": lambda: DEAL.analyse(nodes=10),
    "playouts: none": lambda: START.playouts(0),
    "playouts: seed": lambda: START.playouts(1, seed="x"),
    "playouts of states: type": lambda: breadboard.playouts([1], 1),
    "playouts of states: count": lambda: breadboard.playouts([START], 0),
    "playouts of states: seats": lambda: breadboard.playouts([START, OTHER], 1),
    "playouts of states: threads": lambda: breadboard.playouts([START], 1, threads=10**6),
    "choose: other game": lambda: BOT.choose(OTHER.sampled(1).sampled(1).sampled(1)),
    "choose: other options": lambda: BOT.choose(breadboard.load("breakthrough").start()),
    "choose: over": lambda: BOT.choose(OVER),
    "choose: seat": lambda: BOT.choose(START, seat=1),
    "choose: type": lambda: BOT.choose("state"),
    "choose: depth": lambda: BOT.choose(START, depth=0),
    "record: type": lambda: breadboard.Record(3),
    "record: start of another game": lambda: breadboard.Record(BT, OTHER),
    "record: illegal": lambda: RECORD.play("a1-a5"),
    "record: round": lambda: RECORD.play_round({0: 0, 1: 0}),
    "record: no chance": lambda: RECORD.sample(1),
    "record: name": lambda: RECORD.set_name(0, "two\nlines"),
    "record: name of no seat": lambda: RECORD.set_name(4, "Ada"),
    "record: text": lambda: breadboard.Record.read("what?"),
    "record: unknown game": lambda: breadboard.Record.read("game: chess\nrules: 1\n\n"),
    "record: future rules": lambda: breadboard.Record.read("game: breakthrough\nrules: 99\n\n"),
    "verify: text": lambda: breadboard.verify("what?"),
    "vector: count": lambda: breadboard.Vector(BT, 0),
    "vector: too many": lambda: breadboard.Vector(BT, 10**12),
    "vector: negative": lambda: breadboard.Vector(BT, -1),
    "vector: game": lambda: breadboard.Vector(None, 1),
    "vector: dtype": lambda: breadboard.Vector(BT, 1, dtype="float64"),
    "vector: autoreset": lambda: breadboard.Vector(BT, 1, autoreset="never"),
    "vector: illegal": lambda: breadboard.Vector(BT, 1, illegal="ignore"),
    "vector: threads": lambda: breadboard.Vector(BT, 1, threads=10**6),
    "vector: opponent": lambda: breadboard.Vector(BT, 1, opponent="me"),
    "vector: all bots": lambda: breadboard.Vector(BT, 1, opponent={0: "bot1", 1: "bot1"}),
    "vector: seat alone": lambda: breadboard.Vector(BT, 1, seat=0),
    "vector: no seat": lambda: breadboard.Vector(BT, 1, opponent="bot1", seat=2),
    "vector: seeds": lambda: breadboard.Vector(BT, 3, seed=[1, 2]),
    "vector: step short": lambda: VECTOR.step([0]),
    "vector: step floats": lambda: VECTOR.step(np.zeros(2)),
    "vector: step matrix": lambda: VECTOR.step(np.zeros((2, 1), dtype=np.int64)),
    "vector: step illegal": lambda: VECTOR.step([74, 74]),
    "vector: step negative": lambda: VECTOR.step([-1, -1]),
    "vector: step None": lambda: VECTOR.step(None),
    "vector: reset": lambda: VECTOR.reset("seed"),
    "vector: state": lambda: VECTOR.state(2),
    "vector: set_state": lambda: VECTOR.set_state(0, OTHER),
    "vector: set_state place": lambda: VECTOR.set_state(9, START),
    "vector: steps": lambda: VECTOR.step_random(-1),
    "arena: one player": lambda: breadboard.arena(BT, ["bot1"]),
    "arena: name": lambda: breadboard.arena(BT, ["bot1", "bot0"]),
    "arena: game": lambda: breadboard.arena("chess", ["bot1", "bot2"]),
    "arena: games": lambda: breadboard.arena(BT, ["bot1", "bot2"], games=0),
    "arena: scale": lambda: breadboard.arena(BT, ["bot1", "bot2"], scale=float("nan")),
    "arena: movetime": lambda: breadboard.arena(BT, ["bot1", "bot2"], movetime=0.0),
    "arena: clock": lambda: breadboard.arena(BT, ["bot1", "bot2"], clock="soon"),
    "arena: sprt": lambda: breadboard.arena(BT, ["bot1", "bot2"], sprt=(10, 0)),
    "arena: sprt of three": lambda: breadboard.arena("snipe:seats=3", ["bot1", "bot2"], sprt=(0, 10)),
    "arena: openings": lambda: breadboard.arena(BT, ["bot1", "bot2"], openings=10_000),
    "arena: book": lambda: breadboard.arena(BT, ["bot1", "bot2"], book="nonsense"),
    "arena: file": lambda: breadboard.arena(BT, ["bot1", "bot2"], games=2, resume="/no/such/folder/file"),
    "report: game": lambda: breadboard.report("chess"),
    "report: level": lambda: breadboard.report(BT, levels=["bot9"]),
    "report: no level": lambda: breadboard.report(BT, levels=[]),
    "report: order": lambda: breadboard.report(BT, levels=["bot2", "bot1"]),
    "report: games": lambda: breadboard.report(BT, games=0),
    "report: scale": lambda: breadboard.report(BT, scale=0.0),
    "report: sweep": lambda: breadboard.report(BT, sweep=("swap", ["on"])),
    "report: sweep of nothing": lambda: breadboard.report(BT, sweep=("colour", ["red", "blue"])),
    "report: file": lambda: breadboard.report(BT, levels=["random"], games=1, file="/no/such/folder/file"),
    "spiel: deals": lambda: openspiel.load_game(BT, deals=0),
    "spiel: action": lambda: SPIEL.apply_action(74),
    "spiel: actions": lambda: SPIEL.apply_actions([0]),
    "spiel: chance": lambda: openspiel.load_game("breadwinner").new_initial_state().apply_action(2),
    "spiel: deal": lambda: openspiel.load_game("breadcrumbs").new_initial_state().apply_action(-1),
    "spiel: game": lambda: openspiel.load_game("chess"),
    "spiel: start": lambda: openspiel.load_game(BT).new_initial_state("x"),
    "spiel: legal actions": lambda: SPIEL.legal_actions(2),
    "spiel: mask": lambda: SPIEL.legal_actions_mask(-3),
    "spiel: return": lambda: SPIEL.player_return(2),
    "spiel: child": lambda: SPIEL.child(74),
    "spiel: tensor": lambda: SPIEL.observation_tensor(2),
    "spiel: array": lambda: SPIEL.observation_array(-1),
    "spiel: text": lambda: SPIEL.string_to_action("x"),
    "spiel: arguments": lambda: SPIEL.action_to_string(),
    "spiel: state": lambda: openspiel.load_game(BT).deserialize_state("x"),
    "spiel: no state": lambda: openspiel.load_game(BT).deserialize_state(""),
    "spiel: position": lambda: openspiel.load_game(BT).deserialize_state("x\n\n\n"),
    "spiel: memory": lambda: openspiel.load_game(BT).deserialize_state(START.position + "\n1\n\n"),
    "spiel: history": lambda: openspiel.load_game(BT).deserialize_state(START.position + "\n\nx\n"),
    "zoo: game": lambda: bpz.env("chess"),
    "zoo: dtype": lambda: bpz.env(BT, dtype="float64"),
    "zoo: render": lambda: bpz.env(BT, render_mode="human"),
    "zoo: step before reset": lambda: bpz.raw_env(BT).step(0),
    "zoo: look before reset": lambda: bpz.raw_env(BT).observe("seat_1"),
    "zoo: agent": lambda: begun(bpz.raw_env(BT)).observe("seat_9"),
    "zoo: space": lambda: bpz.raw_env(BT).observation_space("seat_9"),
    "zoo: actions": lambda: bpz.raw_env(BT).action_space("white"),
    "zoo: not at once": lambda: bpz.parallel_env(BT),
    "zoo: round before reset": lambda: bpz.parallel_env("traxx:seats=2").step({}),
    "zoo: half a round": lambda: begun(bpz.parallel_env("traxx:seats=2")).step({"seat_1": 0}),
    "engine: position": lambda: engine.position_of(GAME, "position here"),
    "gym: seat": lambda: bg.BreadboardEnv(BT, seat=2),
    "gym: opponent": lambda: bg.BreadboardEnv(BT, opponent="x"),
    "gym: opponents": lambda: bg.BreadboardEnv("snipe:seats=3", opponent={1: "bot1"}),
    "gym: illegal": lambda: bg.BreadboardEnv(BT, illegal="x"),
    "gym: render": lambda: bg.BreadboardEnv(BT, render_mode="human"),
    "gym: step before reset": lambda: bg.BreadboardEnv(BT).step(0),
    "gym: vector seat": lambda: bg.BreadboardVectorEnv(BT, 1, seat=5),
    "gym: vector opponents": lambda: bg.BreadboardVectorEnv(BT, 1, seat=0, opponent={0: "bot1"}),
    "gym: vector render": lambda: bg.BreadboardVectorEnv(BT, 1, render_mode="human"),
    "gym: vector seeds": lambda: bg.BreadboardVectorEnv(BT, 2).reset(seed=[1, None]),
}


@pytest.mark.parametrize("call", WRONG.values(), ids=WRONG.keys())
def test_wrong_input_is_refused_with_a_sentence(call):
    with pytest.raises((ValueError, TypeError, OverflowError)) as error:
        call()
    assert len(str(error.value)) > 8


def test_every_call_that_takes_something_is_tried():
    """A new function or method without wrong input here fails this test."""
    used = {name for call in WRONG.values() for name in call.__code__.co_names}
    calls = set()
    for module in (breadboard, openspiel, bpz, bg, engine):
        for name, thing in vars(module).items():
            home = getattr(thing, "__module__", "")
            if name.startswith("_") or not callable(thing) or home not in (module.__name__, "breadboard", "breadboard._native"):
                continue
            if not inspect.isclass(thing):
                calls |= {name} if takes(thing) else set()
            elif not issubclass(thing, BaseException) and not dataclasses.is_dataclass(thing):
                calls |= {member for member, value in vars(thing).items() if not member.startswith("_") and takes(value)}
    # What it is told makes no difference, or is a function of the caller.
    exempt = {"serve", "observation_string", "information_state_string"}
    missing = sorted(calls - used - exempt)
    assert missing == [], missing


def takes(method):
    """Whether a method has a parameter beside itself."""
    if isinstance(method, staticmethod):
        return True
    if not callable(method) or inspect.isclass(method):
        return False
    parameters = list(inspect.signature(method).parameters)
    return len([name for name in parameters if name != "self"]) > 0


def test_refused_input_changes_nothing():
    for call in WRONG.values():
        with pytest.raises((ValueError, TypeError, OverflowError)):
            call()
    assert GAME.start() == START and VECTOR.state(0) == START and len(RECORD) == 0


def test_random_text_is_refused_everywhere():
    rng = random.Random(1)
    letters = "abcdefgh123456789 -x>|:#*\n\0\u00e4\U0001f600PpRr=,"
    for spec in breadboard.games():
        game = breadboard.load(spec)
        state = game.start()
        while state.is_chance:
            state = state.sampled(rng)
        for _ in range(150):
            text = "".join(rng.choices(letters, k=rng.randrange(30)))
            for call in (game.state, game.start().apply, breadboard.Record.read, breadboard.load, game.player):
                with pytest.raises(ValueError):
                    call(text)
            with pytest.raises(ValueError):
                state.apply(text, seat=state.acting[0])


def test_a_generator_that_fails_is_heard():
    class Broken:
        def getrandbits(self, bits):
            raise RuntimeError("no bits")

    class Stuck:
        def getrandbits(self, bits):
            return 0

    with pytest.raises(RuntimeError, match="no bits"):
        DEAL.sample(Broken())
    assert DEAL.sample(Stuck()) == DEAL.sample(0)
