"""The arena's statistics by a second implementation: `breadboard stats` against SciPy.

    target/python/bin/python scripts/statistics_agreement.py target/debug/breadboard [CASES]

Random counts of pairs and games. Here the maximum-likelihood distribution with a given mean is found by a general
optimiser over the outcome shares themselves (SLSQP) and its dual by another root finder than the program's; intervals
by Brent's method on the likelihood; ratings by BFGS, their intervals by constrained maximisation. Nothing is shared
with the Rust code but the definitions in docs/arena.md. Prints "N passed, M failed".
"""

import json
import math
import random
import subprocess
import sys

import numpy as np
from scipy.optimize import brentq, minimize
from scipy.stats import chi2, norm

PROGRAM = sys.argv[1]
CASES = int(sys.argv[2]) if len(sys.argv) > 2 else 150
DROP = chi2.ppf(0.95, 1) / 2
ELO = 400 / math.log(10)


def score(elo):
    return 1 / (1 + 10 ** (-elo / 400))


def elo(mean):
    return 400 * math.log10(mean / (1 - mean))


def with_prior(counts, won):
    """One more unit, of which the share `won` scored all and the rest nothing."""
    counts = np.array(counts, dtype=float)
    counts[0] += 1 - won
    counts[-1] += won
    return counts


def likelihood(counts, mean):
    """The log-likelihood of a mean relative to the best one, by the dual: Brent's root of the constraint."""
    values = np.linspace(0, 1, len(counts))
    seen = counts > 0
    counts, values = counts[seen], values[seen]

    def constraint(tilt):
        return np.sum(counts * (values - mean) / (1 + tilt * (values - mean)))

    # With the prior both extremes were seen, so that the constraint is unbounded at both ends.
    low, high = -1 / (1 - mean), 1 / mean
    shrink = 1 - 1e-13
    tilt = brentq(constraint, low * shrink, high * shrink, xtol=1e-15, rtol=1e-14, maxiter=1000)
    return -np.sum(counts * np.log1p(tilt * (values - mean)))


def likelihood_by_shares(counts, mean):
    """The same by maximising over the shares of the outcomes: slow, and nothing to derive."""
    values = np.linspace(0, 1, len(counts))
    seen = counts > 0
    free = counts / counts.sum()

    def cost(shares):
        return -np.sum(free[seen] * np.log(shares[seen] / free[seen]))

    def slope(shares):
        return np.where(seen, -free / shares, 0.0)

    # A start near the mean: most of it in the extremes, the rest spread evenly.
    start = np.full(len(counts), 0.2 / len(counts))
    start[-1] += mean - 0.1
    start[0] += 0.9 - mean
    start = np.maximum(start, 1e-3)
    found = minimize(
        cost,
        start / start.sum(),
        jac=slope,
        method="SLSQP",
        bounds=[(1e-9, 1)] * len(counts),
        constraints=[
            {"type": "eq", "fun": lambda shares: shares.sum() - 1},
            {"type": "eq", "fun": lambda shares: shares @ values - mean},
        ],
        options={"maxiter": 1000, "ftol": 1e-15},
    )
    return -found.fun * counts.sum()


def ratio(counts, elo0, elo1, by=likelihood):
    s0, s1 = score(elo0), score(elo1)
    won, lost = math.log(s1 / s0), math.log((1 - s1) / (1 - s0))
    # The share of wins at which the ratio of decided units is 0.
    neutral = with_prior(counts, brentq(lambda q: q * won + (1 - q) * lost, 0, 1))
    return by(neutral, s1) - by(neutral, s0)


def estimate(counts):
    counts = with_prior(counts, 0.5)
    values = np.linspace(0, 1, len(counts))
    mean = counts @ values / counts.sum()

    def fall(x):
        return likelihood(counts, score(x)) + DROP

    low, high = (score(brentq(fall, elo(mean), end, xtol=1e-9)) for end in (-4000, 4000))
    root = math.sqrt(max(0, -2 * likelihood(counts, 0.5)))
    los = norm.cdf(math.copysign(root, mean - 0.5))
    games = 2 if len(counts) == 5 else 1
    deviation = math.sqrt(counts @ (values - mean) ** 2 / counts.sum() * games)
    normal = [2 * ELO * (part - 0.5) / deviation for part in (mean, low, high)]
    return {
        "share_estimate": mean,
        "share_low": low,
        "share_high": high,
        "elo": elo(mean),
        "elo_low": elo(low),
        "elo_high": elo(high),
        "normalised_elo": normal[0],
        "normalised_elo_low": normal[1],
        "normalised_elo_high": normal[2],
        "los": los,
    }


def ratings(players, meetings):
    """Maximum and profile of the joint likelihood; parameters are the ratings of all but the last, relative to it."""
    counted = [(a, b, with_prior(counts, 0.5)) for a, b, counts in meetings]

    def joint(rated):
        return sum(likelihood(counts, score(rated[a] - rated[b])) for a, b, counts in counted)

    def centred(free):
        rated = np.append(free, 0.0)
        return rated - rated.mean()

    found = minimize(lambda free: -joint(centred(free)), np.zeros(players - 1), method="BFGS", options={"gtol": 1e-7})
    best, top = centred(found.x), -found.fun

    def profile(player, value):
        others = [index for index in range(players) if index != player]

        def place(free):
            rated = np.zeros(players)
            rated[player] = value
            rest = np.append(free, 0.0)
            rated[others] = rest - rest.mean() - value / (players - 1)
            return rated

        start = best[others] - best[others][-1]
        found = minimize(lambda free: -joint(place(free)), start[:-1], method="BFGS", options={"gtol": 1e-7})
        return -found.fun - top + DROP

    def end(player, direction):
        far = 100.0
        while profile(player, best[player] + direction * far) > 0:
            far *= 2
        return brentq(lambda value: profile(player, value), best[player], best[player] + direction * far, xtol=1e-3)

    return [(best[player], end(player, -1), end(player, 1)) for player in range(players)]


def program(*args):
    result = subprocess.run([PROGRAM, "stats", "--json", *args], capture_output=True, text=True, check=True)
    return json.loads(result.stdout)


def text(counts):
    return ",".join(map(str, counts))


def random_counts(rng):
    size = rng.choice([3, 5])
    units = rng.choice([0, 1, 3, 10, 40, 300, 5000])
    weights = [rng.random() ** rng.choice([1, 3, 8]) for _ in range(size)]
    # Zero counts are where formulas break.
    weights = [weight if rng.random() < 0.8 else 0 for weight in weights]
    if sum(weights) == 0:
        weights[rng.randrange(size)] = 1
    counts = [0] * size
    for step in rng.choices(range(size), weights, k=units):
        counts[step] += 1
    return counts


def differs(found, expected, tolerance):
    return not math.isclose(found, expected, rel_tol=tolerance, abs_tol=tolerance)


def check_pairing(rng):
    counts = random_counts(rng)
    elo0, elo1 = rng.choice([(0, 5), (0, 20), (-3, 1), (0, 100), (0, 300), (-100, 400)])
    alpha, beta = rng.choice([(0.05, 0.05), (0.01, 0.1), (0.2, 0.001)])
    report = program(text(counts), f"--sprt={elo0},{elo1}", "--alpha", str(alpha), "--beta", str(beta))
    pairing, test = report["pairings"][0], report["sprt"]
    wrong = [
        f"{name} {pairing[name]} is {value}"
        for name, value in estimate(counts).items()
        if differs(pairing[name], value, 1e-5)
    ]
    expected = ratio(counts, elo0, elo1)
    if differs(test["llr"], expected, 1e-6):
        wrong.append(f"llr {test['llr']} is {expected}")
    if sum(counts) <= 300:
        slow = ratio(counts, elo0, elo1, likelihood_by_shares)
        if differs(test["llr"], slow, 1e-5):
            wrong.append(f"llr {test['llr']} is {slow} by shares")
        plain = np.array(counts, dtype=float)
        slow = sum(counts) and likelihood_by_shares(plain, score(elo1)) - likelihood_by_shares(plain, score(elo0))
        if differs(test["llr_without_prior"], slow, 1e-5):
            wrong.append(f"llr without the prior {test['llr_without_prior']} is {slow} by shares")
    lower, upper = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
    verdict = True if expected >= upper else False if expected <= lower else None
    if (test["lower_bound"], test["upper_bound"], test["accepted"]) != (
        _close(test["lower_bound"], lower),
        _close(test["upper_bound"], upper),
        verdict,
    ):
        wrong.append(f"bounds and verdict {test} are {lower} {upper} {verdict}")
    return wrong and [f"stats {text(counts)} --sprt={elo0},{elo1}: {one}" for one in wrong]


def _close(found, expected):
    return found if math.isclose(found, expected, rel_tol=1e-9) else expected


def check_ratings(rng):
    players = rng.choice([3, 4])
    meetings = []
    for a in range(players):
        for b in range(a + 1, players):
            counts = [0] * 5
            while sum(counts) == 0:
                counts = [rng.randrange(0, rng.choice([1, 4, 20])) for _ in range(5)]
            meetings.append((a, b, counts))
    args = [f"{a}:{b}={text(counts)}" for a, b, counts in meetings]
    found = {entry["name"]: entry for entry in program(*args)["ratings"]}
    wrong = []
    for player, expected in enumerate(ratings(players, meetings)):
        entry = found[str(player)]
        ours = (entry["rating"], entry["rating_low"], entry["rating_high"])
        if any(abs(one - other) > 0.1 for one, other in zip(ours, expected)):
            wrong.append(f"stats {' '.join(args)}: rating of {player} {ours} is {expected}")
    return wrong


def main():
    rng = random.Random(1)
    passed = failed = 0
    checks = [check_pairing] * CASES + [check_ratings] * max(1, CASES // 25)
    for check in checks:
        wrong = check(rng)
        passed += not wrong
        failed += bool(wrong)
        for line in wrong:
            print(line)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
