"""Matches and self-play on a Ray cluster. Only where Ray is installed: `./test full`."""

import itertools
import json
import logging
import threading
import time

import breadboard
import breadboard.cluster
import pytest

ray = pytest.importorskip("ray")
SPEC, PLAYERS = "breakthrough:columns=5,rows=5", ["bot2", "bot1"]


@pytest.fixture
def two_nodes():
    """A cluster of two nodes on this machine."""
    from ray.cluster_utils import Cluster

    ray.shutdown()
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    other = cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False, logging_level=logging.ERROR)
    yield cluster, other
    ray.shutdown()
    cluster.shutdown()


def results(path):
    """The lines of a file of results, without the times that players took."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines[1:]:
        line["clocks"] = [clock[0] for clock in line["clocks"]]
    return lines


def test_a_lost_node_changes_nothing(two_nodes, tmp_path):
    cluster, other = two_nodes
    options = {"games": 120, "seed": 5}
    breadboard.arena(SPEC, PLAYERS, threads=1, resume=tmp_path / "one.jsonl", **options)
    seen = []

    def kill():
        while not seen:
            time.sleep(0.05)
        cluster.remove_node(other, allow_graceful=False)

    killer = threading.Thread(target=kill)
    killer.start()
    standing = breadboard.cluster.arena(
        SPEC, PLAYERS, file=tmp_path / "many.jsonl", batch_seconds=0.5, progress=lambda *now: seen.append(now), **options
    )
    killer.join()
    assert standing.games == 120
    lines = results(tmp_path / "many.jsonl")
    assert lines == results(tmp_path / "one.jsonl")
    jobs = [(line["deal"], line["rotation"]) for line in lines[1:]]
    assert jobs == sorted(set(jobs)) == list(itertools.product(range(60), range(2)))


def test_the_sequential_test_ends_with_the_first_deal_that_decides(two_nodes, tmp_path):
    options = {"games": 400, "seed": 2, "sprt": (0, 100)}
    breadboard.arena(SPEC, ["bot3", "random"], threads=1, resume=tmp_path / "one.jsonl", **options)
    many = breadboard.cluster.arena(SPEC, ["bot3", "random"], file=tmp_path / "many.jsonl", batch_seconds=0.3, **options)
    assert many.data["sprt"]["accepted"] is True and 0 < many.games < 400
    # One machine may have begun another game when the test was decided.
    one, kept = results(tmp_path / "one.jsonl"), results(tmp_path / "many.jsonl")
    assert kept == one[: len(kept)] and len(kept) == many.games + 1
    # A deal less decides nothing, and an interrupted match goes on from its file to the same end.
    lines = (tmp_path / "many.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "less.jsonl").write_text("".join(lines[:-2]))
    less = breadboard.arena(SPEC, ["bot3", "random"], deals=(0, 0), resume=tmp_path / "less.jsonl", **options)
    assert less.data["sprt"]["accepted"] is None
    again = breadboard.cluster.arena(SPEC, ["bot3", "random"], file=tmp_path / "less.jsonl", **options)
    assert again.data["pairings"] == many.data["pairings"]


def test_self_play_is_the_same_on_any_cluster(two_nodes):
    many = list(breadboard.cluster.selfplay("snipe:seats=2,forest=3x3", "bot1", games=6, seed=3, batch_seconds=0.2))
    again = list(breadboard.cluster.selfplay("snipe:seats=2,forest=3x3", "bot1", games=6, seed=3))
    assert many == again and len(set(many)) == 6
    assert all(breadboard.Record.read(record).result for record in many)


def test_wrong_settings_are_refused():
    for call in (
        lambda: breadboard.cluster.arena(SPEC, PLAYERS, batch_seconds=0),
        lambda: breadboard.cluster.arena(SPEC, PLAYERS, colour="red"),
        lambda: breadboard.cluster.arena("chess", PLAYERS),
        lambda: list(breadboard.cluster.selfplay(SPEC, ["bot1"], games=1)),
        lambda: list(breadboard.cluster.selfplay(SPEC, "bot9", games=1)),
        lambda: list(breadboard.cluster.selfplay(SPEC, "bot1", games=0)),
    ):
        with pytest.raises((ValueError, TypeError)):
            call()
