#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws docs/edits.svg from tests/eval/results/edits.csv; --check compares instead.

How many untouched benchmarks are called changed after an innocent edit, by tool and way.
"""
import csv
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
EDITS = ("new benchmark", "changed helper", "function in a shared header")
WAYS = (("hyperfine", "no", "no", "hyperfine"),
        ("Google Benchmark", "no", "no", "Google Benchmark, compare.py"),
        ("bdriver", "no", "no", "bdriver, without both"),
        ("bdriver", "yes", "no", "bdriver, aligned code"),
        ("bdriver", "no", "yes", "bdriver, identity of code"),
        ("bdriver", "yes", "yes", "bdriver, both (as it comes)"))
LEFT, WIDTH, STEP, TOP = 250, 380, 34, 64
STYLE = """text { font: 14px sans-serif; fill: #24292f }
.bar { fill: #cf222e } .track { fill: #eaeef2 } .small { font-size: 12px; opacity: .7 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .bar { fill: #f85149 } .track { fill: #30363d } }"""


def shares():
    with open(ROOT / "tests/eval/results/edits.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    for tool, alignment, identity, label in WAYS:
        mine = [row for row in rows if (row["tool"], row["alignment"], row["identity"]) ==
                (tool, alignment, identity) and row["edit"] in EDITS]
        yield (label, sum(int(row["called"]) for row in mine),
               sum(int(row["untouched"]) for row in mine))


def drawing():
    bars = list(shares())
    height = TOP + STEP * len(bars) + 8
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {height}" width="760">',
             f"<style>{STYLE}</style>",
             "<title>Untouched benchmarks that are called changed after an edit elsewhere</title>",
             '<text x="8" y="22" font-weight="bold">Untouched benchmarks called changed after an '
             "edit elsewhere</text>",
             '<text x="8" y="42" class="small">three edits: a new benchmark, a changed helper in '
             "another file, an unused function in a shared header</text>"]
    for number, (label, called, total) in enumerate(bars):
        y = TOP + STEP * number
        share = called / total
        lines += [f'<text x="{LEFT - 10}" y="{y + 15}" text-anchor="end">{label}</text>',
                  f'<rect class="track" x="{LEFT}" y="{y}" width="{WIDTH}" height="20" rx="3"/>',
                  f'<rect class="bar" x="{LEFT}" y="{y}" width="{WIDTH * share:.0f}" height="20" '
                  'rx="3"/>',
                  f'<text x="{LEFT + WIDTH + 10}" y="{y + 15}">{called} of {total}</text>']
    return "\n".join(lines + ["</svg>", ""])


def main():
    target = ROOT / "docs/edits.svg"
    if "--check" not in sys.argv:
        target.write_text(drawing(), encoding="utf-8")
    elif target.read_text(encoding="utf-8") != drawing():
        sys.exit("docs/edits.svg differs from the results: tests/eval/lib/bars.py draws it")


main()
