"""How fast the games are from Python, beside OpenSpiel and Pgx, as ratios of one run.

    python examples/python/speed.py [--seconds 2] [--batch 4096] [--cpu] [--only breadboard,openspiel,pgx]

A step is one move with everything that a learner needs after it: the observation and the mask of legal actions of the seat
that moves next, rewards, and a new game where one has ended. Moves are uniformly random. OpenSpiel and Pgx are measured
where they are installed (scripts/requirements.txt, scripts/requirements-full.txt). Run it on a quiet machine; on a busy one
`--cpu` counts the processor time of this program instead of the time that passes, for all of them alike.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

import breadboard
from breadboard._native import _empty


clock: Callable[[], float] = time.perf_counter


def rate(work: Callable[[], int], seconds: float) -> float:
    """Steps a second: `work` makes some and says how many. The first call is not counted."""
    work()
    steps, begun = 0, clock()
    while (spent := clock() - begun) < seconds:
        steps += work()
    return steps / spent


def vector_rate(spec: str, batch: int, seconds: float, *, threads: int, dtype: str = "uint8") -> float:
    """Random moves that the engine chooses itself."""
    games = breadboard.Vector(spec, batch, seed=1, threads=threads, dtype=dtype)

    def work() -> int:
        games.step_random(8)
        return 8 * batch

    return rate(work, seconds)


def stepped_rate(spec: str, batch: int, seconds: float, *, threads: int) -> float:
    """Random moves that come from Python as an array of actions."""
    games = breadboard.Vector(spec, batch, seed=1, threads=threads)

    def work() -> int:
        games.step(games.sample())
        return batch

    return rate(work, seconds)


def state_rate(spec: str, seconds: float) -> float:
    """One state after the other in a loop of Python."""
    game, rng = breadboard.load(spec), random.Random(1)

    def work() -> int:
        state, steps = game.start(), 0
        while not state.is_over:
            state = state.apply(rng.choice(state.legal_actions()))
            state.observation()
            state.mask()
            steps += 1
        return steps

    return rate(work, seconds)


def openspiel_rates(seconds: float) -> dict[str, float]:
    """OpenSpiel's Breakthrough: a loop over states, and its vector environment."""
    import pyspiel
    from open_spiel.python import rl_environment, vector_env

    game, rng = pyspiel.load_game("breakthrough"), random.Random(1)

    def single() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            if not state.is_terminal():
                state.observation_tensor(state.current_player())
                state.legal_actions_mask()
            steps += 1
        return steps

    envs = vector_env.SyncVectorEnv([rl_environment.Environment("breakthrough") for _ in range(64)])
    shown = [envs.reset()]

    def choice(step: object) -> int:
        player = step.observations["current_player"]
        return rng.choice(step.observations["legal_actions"][player])

    def vector() -> int:
        outputs = [rl_agent_output(choice(step)) for step in shown[0]]
        shown[0] = envs.step(outputs, reset_if_done=True)[0]
        return len(outputs)

    from open_spiel.python.rl_agent import StepOutput

    def rl_agent_output(action: int) -> StepOutput:
        return StepOutput(action=action, probs=None)

    return {"OpenSpiel, states": rate(single, seconds), "OpenSpiel, vector env of 64": rate(vector, seconds)}


def pgx_rates(seconds: float) -> dict[str, float]:
    """Pgx on this processor: Othello and Hex, 1,024 games, jit, automatic reset."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    rates = {}
    for name in ("othello", "hex"):
        env = pgx.make(name)
        step_one = auto_reset(env.step, env.init)

        def step(state: object, key: object, step_one: Callable[..., object] = step_one) -> tuple[object, object]:
            key, pick, more = jax.random.split(key, 3)
            logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
            actions = jax.random.categorical(pick, logits, axis=1)
            return jax.vmap(step_one)(state, actions, jax.random.split(more, 1024)), key

        run = jax.jit(step)
        held = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), 1024)), jax.random.PRNGKey(2)]

        def work(run: Callable[..., tuple[object, object]] = run, held: list[object] = held) -> int:
            for _ in range(8):
                held[:] = run(*held)
            jax.block_until_ready(held[0])
            return 8 * 1024

        rates[f"Pgx {name}, 1,024 games"] = rate(work, seconds)
    return rates


def call_cost(seconds: float) -> tuple[float, float]:
    """Seconds of an empty native call, and of `State.apply` with a number."""
    state = breadboard.load("breakthrough").start()
    action, apply = state.legal_actions()[0], state.apply

    def empty() -> int:
        for _ in range(1000):
            _empty()
        return 1000

    def applied() -> int:
        for _ in range(1000):
            apply(action)
        return 1000

    return 1 / rate(empty, seconds), 1 / rate(applied, seconds)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement")
    parser.add_argument("--batch", type=int, default=4096, help="games of the vector engine")
    parser.add_argument("--cpu", action="store_true", help="count processor time: all figures are then of one core")
    parser.add_argument("--only", default="breadboard,openspiel,pgx", help="what to measure; Breadboard is always measured")
    options = parser.parse_args()
    seconds, batch = options.seconds, options.batch
    if options.cpu:
        global clock
        clock = time.process_time

    print("Breadboard, steps/s with observation and mask")
    ours = {
        "1 thread": vector_rate("breakthrough", batch, seconds, threads=1),
        "all cores": vector_rate("breakthrough", batch, seconds, threads=0),
    }
    for label, value in ours.items():
        print(f"  breakthrough, vector, {label:17}  {value:14,.0f}")
    floats = vector_rate("breakthrough", batch, seconds, threads=1, dtype="float32")
    print(f"  breakthrough, vector, 1 thread, float32  {floats:14,.0f}")
    stepped = stepped_rate("breakthrough", batch, seconds, threads=1)
    print(f"  breakthrough, actions from Python        {stepped:14,.0f}")
    print(f"  breakthrough, states in a Python loop    {state_rate('breakthrough', seconds):14,.0f}")
    for spec in (game for game in breadboard.games() if game != "breakthrough"):
        print(f"  {spec + ', vector, 1 thread':39}  {vector_rate(spec, max(1, batch // 4), seconds, threads=1):14,.0f}")

    empty, applied = call_cost(seconds)
    print(f"\nan empty native call {1e9 * empty:.0f} ns, State.apply {1e9 * applied:.0f} ns: {1e6 * (applied - empty):.2f} µs more")

    for name, measure in (("OpenSpiel", openspiel_rates), ("Pgx", pgx_rates)):
        if name.lower() not in options.only.split(","):
            continue
        try:
            rates = measure(seconds)
        except ImportError as missing:
            print(f"\n{name} is not installed: {missing}")
            continue
        print(f"\n{name + ', steps/s with observation and mask':42} {'':13} Breadboard is {' / '.join(ours)} times as fast")
        for label, value in rates.items():
            ratios = " / ".join(f"{own / value:.1f}" for own in ours.values())
            print(f"  {label:39}  {value:14,.0f}  {ratios}")


if __name__ == "__main__":
    main()
