"""How much faster two workers of a Ray cluster play a match than one. Both clusters are on this machine: it needs two quiet cores.

Usage: cluster_speedup.py [--seconds 60] [--batch 5]    fails if two workers are less than 1.6 times as fast
"""

import argparse
import json
import logging
import os
import sys
import tempfile
import time
from pathlib import Path

import breadboard
import breadboard.cluster
import ray
from ray.cluster_utils import Cluster

SPEC, PLAYERS, LEAST = "breakthrough", ["bot3", "bot2"], 1.6


def results(path: Path) -> list[object]:
    """The results of a match without the times that players took."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines[1:]:
        line["clocks"] = [clock[0] for clock in line["clocks"]]
    return lines


def timed(workers: int, games: int, batch: float, file: Path) -> float:
    """The seconds of a match on a cluster of single cores. The head plays no games."""
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    for _ in range(workers):
        cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    ray.init(address=cluster.address, log_to_driver=False, logging_level=logging.ERROR)
    try:
        # The workers start and load the package before the clock runs.
        breadboard.cluster.arena(SPEC, PLAYERS, games=8 * workers, seed=99, batch_seconds=0.01)
        begun = time.perf_counter()
        breadboard.cluster.arena(SPEC, PLAYERS, games=games, batch_seconds=batch, file=file)
        return time.perf_counter() - begun
    finally:
        ray.shutdown()
        cluster.shutdown()


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--seconds", type=float, default=60.0, help="that one worker plays, about")
    parser.add_argument("--batch", type=float, default=5.0, help="the seconds of a batch")
    options = parser.parse_args()
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    begun = time.perf_counter()
    breadboard.arena(SPEC, PLAYERS, games=20, threads=1)
    games = max(20, 2 * round(options.seconds / (time.perf_counter() - begun) * 20 / 2))
    with tempfile.TemporaryDirectory() as folder:
        files = {workers: Path(folder) / f"{workers}.jsonl" for workers in (1, 2)}
        spent = {workers: timed(workers, games, options.batch, file) for workers, file in files.items()}
        assert results(files[1]) == results(files[2]), "the results differ"
    ratio = spent[1] / spent[2]
    print(f"{games} games of {SPEC}, {' against '.join(PLAYERS)}: one worker {spent[1]:.1f} s, two {spent[2]:.1f} s, {ratio:.2f} times")
    if ratio < LEAST:
        sys.exit(f"less than {LEAST} times as fast")


if __name__ == "__main__":
    main()
