"""The package itself: types, doc strings, examples, the tutorial."""

import doctest
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path

import breadboard
import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
PACKAGE = Path(breadboard.__file__).parent


def run(*command, cwd=HERE):
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, cwd=cwd, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def test_the_stubs_are_the_module():
    run("-m", "mypy.stubtest", "breadboard._native", "--allowlist", str(HERE / "stubtest.txt"))


def test_the_sources_are_typed():
    run("-m", "mypy", "--config-file", str(HERE.parent / "pyproject.toml"), str(HERE.parent / "python" / "breadboard"))


def documented():
    """Every public object with a doc string: the package, its classes, functions, methods and properties."""
    import breadboard.cluster
    import breadboard.engine
    import breadboard.gymnasium
    import breadboard.openspiel
    import breadboard.pettingzoo

    yield "breadboard", breadboard
    for name in ("cluster", "engine", "gymnasium", "openspiel", "pettingzoo"):
        module = getattr(breadboard, name)
        yield f"breadboard.{name}", module
        for member, thing in vars(module).items():
            if not member.startswith("_") and getattr(thing, "__module__", None) == module.__name__:
                yield f"breadboard.{name}.{member}", thing
    for name in breadboard.__all__:
        thing = getattr(breadboard, name)
        yield name, thing
        if inspect.isclass(thing) and not issubclass(thing, BaseException):
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    yield f"{name}.{member}", value


def test_everything_public_has_a_doc_string():
    missing = [name for name, thing in documented() if name != "__version__" and not (thing.__doc__ or "").strip()]
    assert missing == []


def test_the_examples_in_doc_strings_run():
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    examples = 0
    for name, thing in documented():
        test = parser.get_doctest(thing.__doc__ or "", {}, name, None, 0)
        examples += len(test.examples)
        runner.run(test)
    assert runner.summarize(verbose=False).failed == 0
    assert examples > 30


def test_the_tutorial_runs():
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    notebook = nbformat.read(ROOT / "docs/python.ipynb", as_version=4)
    assert sum(cell.cell_type == "code" for cell in notebook.cells) >= 10
    os.environ.setdefault("JUPYTER_PLATFORM_DIRS", "1")
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()


def test_the_reference_is_made_of_the_doc_strings():
    run(str(ROOT / "scripts/python_reference.py"), "--check")


def test_the_table_of_spaces_is_true():
    """Every row of the table in docs/python.md, and the names of planes below it."""
    text = (ROOT / "docs/python.md").read_text()
    specs = re.findall(r"^\| `([a-z0-9:=,_]+)` \| \d+ \| [\d,]+ \|", text, re.MULTILINE)
    assert "breakthrough" in specs and set(specs) <= set(breadboard.games()), specs
    for spec in specs:
        game = breadboard.load(spec)
        planes, rows, columns = game.observation_shape
        assert f"| `{spec}` | {game.seats} | {game.actions:,} | {game.numbering} | {planes} × {rows} × {columns} |" in text
        for name, _ in game.planes:
            assert name in text, f"{spec}: {name}"
