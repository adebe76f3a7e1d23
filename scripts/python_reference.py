"""Writes docs/python-api.md from the doc strings of the Python package, and the tables of docs/python.md.

Usage: python_reference.py [--check]    with --check nothing is written: it fails if a file is not what the package gives
"""

import inspect
import re
import sys
from pathlib import Path

import breadboard
import breadboard.cluster
import breadboard.engine
import breadboard.gymnasium
import breadboard.openspiel
import breadboard.pettingzoo

ROOT = Path(__file__).resolve().parents[1]


def documented(thing):
    """A doc string without outer blanks, its examples as code."""
    text = inspect.cleandoc(thing.__doc__ or "")
    lines, inside = [], False
    for line in text.split("\n"):
        if line.startswith(">>>") and not inside:
            lines.append("```python")
            inside = True
        elif inside and not line.strip():
            lines.append("```")
            inside = False
        lines.append(line)
    return "\n".join(lines + (["```"] if inside else []))


def signature(name, member):
    """As the stubs or the source have it."""
    if isinstance(member, property) or inspect.isgetsetdescriptor(member):
        return f"`{name}`"
    try:
        return f"`{name}{inspect.signature(member)}`"
    except (TypeError, ValueError):
        return f"`{name}(…)`"


def of_class(kind):
    lines = [f"### {kind.__name__}", "", documented(kind), ""]
    # Sorted: the native classes have their members in another order in every process.
    for name, member in sorted(vars(kind).items()):
        if name.startswith("_") or not (member.__doc__ or "").strip():
            continue
        member = getattr(kind, name) if isinstance(member, staticmethod) else member
        text = documented(member)
        first, _, rest = text.partition("\n\n")
        lines.append(f"- {signature(name, member)}: {' '.join(first.split())}")
        if rest.strip():
            lines += ["", *("  " + line if line else "" for line in rest.strip("\n").split("\n")), ""]
    return lines + [""]


def reference():
    lines = ["# Reference of the Python package", "", "Made by `scripts/python_reference.py` from the doc strings.", ""]
    lines += ["## breadboard", "", documented(breadboard), ""]
    for name in breadboard.__all__:
        thing = getattr(breadboard, name)
        if inspect.isclass(thing) and issubclass(thing, BaseException):
            continue
        if inspect.isclass(thing):
            lines += of_class(thing)
        elif callable(thing):
            lines += [f"### {name}", "", signature(name, thing), "", documented(thing), ""]
    lines += ["### Errors", ""]
    for name in breadboard.__all__:
        thing = getattr(breadboard, name)
        if inspect.isclass(thing) and issubclass(thing, BaseException):
            lines.append(f"- `{name}({thing.__base__.__name__})`: {documented(thing)}")
    lines.append("")
    for module in (
        breadboard.pettingzoo,
        breadboard.gymnasium,
        breadboard.openspiel,
        breadboard.engine,
        breadboard.cluster,
    ):
        lines += [f"## {module.__name__}", "", documented(module), ""]
        for name, thing in vars(module).items():
            if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__:
                continue
            if inspect.isclass(thing):
                lines += of_class(thing)
            elif callable(thing):
                lines += [f"### {name}", "", signature(name, thing), "", documented(thing), ""]
    text = "\n".join(lines)
    # Addresses of objects and long paths of types differ from run to run.
    return re.sub(r"\n{3,}", "\n\n", re.sub(r" at 0x[0-9a-f]+", "", text)).rstrip() + "\n"


def tables():
    """The sizes of all spaces, and the planes with default options."""
    rows, planes = [], []
    for spec in breadboard.games():
        game = breadboard.load(spec)
        shape = " × ".join(map(str, game.observation_shape))
        rows.append(f"| `{spec}` | {game.seats} | {game.actions:,} | {game.numbering} | {shape} |")
        planes += [f"<details><summary>{game.name}: {len(game.planes)} planes</summary>", "", "| plane | shows | highest |", "|---|---|---|"]
        planes += [f"| {number} | {name} | {highest} |" for number, (name, highest) in enumerate(game.planes)]
        planes += ["", "</details>", ""]
    return "\n".join(rows), "\n".join(planes).rstrip()


def guide():
    text = (ROOT / "docs/python.md").read_text()
    rows, planes = tables()
    head = "| game | seats | actions | numbering | observation |\n|---|---|---|---|---|\n"
    text = re.sub(re.escape(head) + r".*?\n\n", lambda _: f"{head}{rows}\n\n", text, count=1, flags=re.S)
    return re.sub(r"### Planes\n\n.*?\n\n## ", lambda _: f"### Planes\n\n{planes}\n\n## ", text, count=1, flags=re.S)


def main():
    stale = []
    for path, text in ((ROOT / "docs/python-api.md", reference()), (ROOT / "docs/python.md", guide())):
        if not path.exists() or path.read_text() != text:
            stale.append(path.name)
            if "--check" not in sys.argv:
                path.write_text(text)
    if stale and "--check" in sys.argv:
        sys.exit(f"{', '.join(stale)}: not what the package gives: run scripts/python_reference.py and commit the result")


if __name__ == "__main__":
    main()
