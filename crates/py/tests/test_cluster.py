"""Matches, reports and self-play on a Ray cluster. Only where Ray is installed: `./test full`."""

import itertools
import json
import logging

import breadboard
import breadboard.cluster
import pytest

ray = pytest.importorskip("ray")
# Players without a clock: a bot's turn that a busy machine stops for its longest time is cut short, and then its game differs.
SPEC, PLAYERS = "breakthrough:columns=5,rows=5", ["greedy", "random"]


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


@pytest.fixture
def lose_node(two_nodes):
    """A function for the progress: at its first call the second node is lost, with the batches that it plays."""
    cluster, other = two_nodes
    told = []

    def lose(*now):
        told.append(now)
        if len(told) == 1:
            cluster.remove_node(other, allow_graceful=False)

    yield lose, told
    assert told, "no node was lost"


def test_a_lost_node_changes_nothing(lose_node, tmp_path):
    lose, told = lose_node
    options = {"games": 120, "seed": 5}
    breadboard.arena(SPEC, PLAYERS, threads=1, resume=tmp_path / "one.jsonl", **options)
    standing = breadboard.cluster.arena(
        SPEC, PLAYERS, file=tmp_path / "many.jsonl", batch_seconds=0.5, progress=lose, **options
    )
    assert standing.games == 120 and told[0][0] < 60, "the node was lost too late to matter"
    lines = results(tmp_path / "many.jsonl")
    assert lines == results(tmp_path / "one.jsonl")
    jobs = [(line["deal"], line["rotation"]) for line in lines[1:]]
    assert jobs == sorted(set(jobs)) == list(itertools.product(range(60), range(2)))


def test_the_sequential_test_ends_with_the_first_deal_that_decides(two_nodes, tmp_path):
    options = {"games": 400, "seed": 2, "sprt": (0, 100)}
    breadboard.arena(SPEC, PLAYERS, threads=1, resume=tmp_path / "one.jsonl", **options)
    many = breadboard.cluster.arena(SPEC, PLAYERS, file=tmp_path / "many.jsonl", batch_seconds=0.3, **options)
    assert many.data["sprt"]["accepted"] is True and 0 < many.games < 400
    # One machine may have begun another game when the test was decided.
    one, kept = results(tmp_path / "one.jsonl"), results(tmp_path / "many.jsonl")
    assert kept == one[: len(kept)] and len(kept) == many.games + 1
    # A deal less decides nothing, and an interrupted match goes on from its file to the same end.
    lines = (tmp_path / "many.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "less.jsonl").write_text("".join(lines[:-2]))
    less = breadboard.arena(SPEC, PLAYERS, deals=(0, 0), resume=tmp_path / "less.jsonl", **options)
    assert less.data["sprt"]["accepted"] is None
    again = breadboard.cluster.arena(SPEC, PLAYERS, file=tmp_path / "less.jsonl", **options)
    assert again.data["pairings"] == many.data["pairings"]
    # A match that is decided plays no more.
    last = breadboard.cluster.arena(SPEC, PLAYERS, file=tmp_path / "many.jsonl", **options)
    assert last.games == many.games and results(tmp_path / "many.jsonl") == kept


def test_a_report_is_that_of_one_machine(lose_node, tmp_path):
    lose, told = lose_node
    options = {"levels": PLAYERS[::-1], "games": 12, "seed": 3, "sweep": ("swap", ["off", "on"])}
    one = breadboard.report(SPEC, threads=1, file=tmp_path / "one.jsonl", **options)
    many = breadboard.cluster.report(
        SPEC, file=tmp_path / "many.jsonl", batch_seconds=0.2, progress=lose, **options
    )
    assert told[0][0] < told[-1][0] == told[-1][1]
    assert (many.data, many.html, many.text, many.records) == (one.data, one.html, one.text, one.records)
    lines = (tmp_path / "many.jsonl").read_text().splitlines()
    assert sorted(lines) == sorted((tmp_path / "one.jsonl").read_text().splitlines())
    # An interrupted report goes on from its file.
    (tmp_path / "less.jsonl").write_text("\n".join(lines[:-9]) + "\n")
    more = []
    again = breadboard.cluster.report(SPEC, file=tmp_path / "less.jsonl", progress=lambda *now: more.append(now), **options)
    assert again == one and more[0][0] > len(lines) - 10 and more[-1] == (len(lines) - 1, len(lines) - 1)


def test_self_play_is_the_same_on_any_cluster(lose_node):
    lose, _ = lose_node
    spec = "snipe:seats=2,forest=3x3"
    many = []
    for record in breadboard.cluster.selfplay(spec, "greedy", games=12, seed=3, batch_seconds=0.2):
        many.append(record)
        lose(record)
    assert len(many) == len(set(many)) == 12
    assert all(breadboard.Record.read(record).result for record in many)
    # Any part of them can be had again, here without a cluster.
    source = breadboard.cluster._Source(breadboard.load(spec).spec, ["greedy"] * 2, 3, 0, None)
    assert [source.record(number) for number in (0, 5, 11)] == [many[number] for number in (0, 5, 11)]
    assert list(breadboard.cluster.selfplay(spec, "greedy", games=2, first=10, seed=3)) == many[10:]


def test_strong_bots_do_not_repeat_one_game(two_nodes):
    records = list(breadboard.cluster.selfplay(SPEC, "bot4", games=6, nodes=200))
    assert len(set(records)) == 6


def test_wrong_settings_are_refused():
    for call in (
        lambda: breadboard.cluster.arena(SPEC, PLAYERS, batch_seconds=0),
        lambda: breadboard.cluster.arena(SPEC, PLAYERS, colour="red"),
        lambda: breadboard.cluster.arena("chess", PLAYERS),
        lambda: list(breadboard.cluster.selfplay(SPEC, ["bot1"], games=1)),
        lambda: list(breadboard.cluster.selfplay(SPEC, "bot9", games=1)),
        lambda: list(breadboard.cluster.selfplay(SPEC, "bot1", games=0)),
        lambda: list(breadboard.cluster.selfplay(SPEC, "bot1", games=1, first=-1)),
        lambda: list(breadboard.cluster.selfplay(SPEC, "bot1", games=1, openings=-1)),
        lambda: list(breadboard.cluster.selfplay(SPEC, "bot1", games=1, nodes=0)),
        lambda: list(breadboard.cluster.selfplay(SPEC, "bot1", games=1, batch_seconds=float("nan"))),
        lambda: breadboard.cluster.report("chess"),
        lambda: breadboard.cluster.report(SPEC, levels=["bot9"]),
        lambda: breadboard.cluster.report(SPEC, games=0),
        lambda: breadboard.cluster.report(SPEC, sweep=("swap", ["on"])),
        lambda: breadboard.cluster.report(SPEC, batch_seconds=-1),
    ):
        with pytest.raises((ValueError, TypeError)):
            call()
