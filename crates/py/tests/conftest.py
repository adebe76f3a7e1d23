"""What the tests share."""

import random

import breadboard
import pytest


def with_the_others(specs):
    """The specs, and every game that they do not name."""
    named = {spec.split(":")[0] for spec in specs}
    return specs + [game for game in breadboard.games() if game not in named]


# Every game, and every kind of option that changes its spaces or its course.
SPECS = with_the_others([
    "breakthrough",
    "breakthrough:columns=5,rows=5,swap=on",
    "breakthrough:columns=12,rows=12",
    "breadcrumbs",
    "breadcrumbs:seats=5,ritual=on,turn_cap=20",
    "snipe:seats=3,forest=3x3",
    "snipe:seats=2,forest=4x4,hunters=2",
    "breadwinner:round_cap=10",
    "traxx:seats=3",
    "traxx:seats=2,open=rotate",
    "traxx:seats=1",
])


@pytest.fixture(params=SPECS)
def game(request):
    return breadboard.load(request.param)


def random_states(game, seed, most=400):
    """The states of a random game, each with the choices or the chance event that follows."""
    rng, state = random.Random(seed), game.start()
    for _ in range(most):
        if state.is_over:
            return
        if state.is_chance:
            text = state.sample(rng)
            yield state, text
            state = state.apply(text)
        else:
            choices = {seat: rng.choice(state.legal_actions(seat)) for seat in state.acting}
            yield state, choices
            state = state.apply_round(choices)
