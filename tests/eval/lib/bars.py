#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws docs/edits.svg and docs/one_percent.svg from results; --check compares instead.

edits: how many untouched benchmarks are called changed after an innocent edit, by tool and way.
one_percent: how many changes of 1 % are found, and copies called changed, by tool and seconds.
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
TOOLS = (("paired", "0.5", "bdriver, --threshold 0.5%"), ("Welch's t at 5 %", "", "hyperfine, Welch's t"),
         ("U test of compare.py at 5 %", "", "Google Benchmark, compare.py"))
LEFT, WIDTH, STEP, TOP = 270, 340, 34, 64
STYLE = """text { font: 14px sans-serif; fill: #24292f }
.bar { fill: #cf222e } .found { fill: #0969da } .track { fill: #eaeef2 } .small { font-size: 12px; opacity: .7 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .bar { fill: #f85149 } .found { fill: #4493f8 } .track { fill: #30363d } }"""


def rows_of(result):
    with open(ROOT / f"tests/eval/results/{result}.csv", encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def edits():
    rows = rows_of("edits")
    for tool, alignment, identity, label in WAYS:
        mine = [row for row in rows if (row["tool"], row["alignment"], row["identity"]) ==
                (tool, alignment, identity) and row["edit"] in EDITS]
        yield label, ((sum(int(row["called"]) for row in mine),
                       sum(int(row["untouched"]) for row in mine), "bar"),)


def one_percent():
    rows = rows_of("one_percent")
    for seconds in "1", "5":
        for rule, threshold, label in TOOLS:
            mine = [row for row in rows if (row["rule"], row["threshold"], row["seconds"]) ==
                    (rule, threshold, seconds)]
            yield f"{label}, {seconds} s", (
                (sum(int(row["found_1"]) for row in mine), sum(int(row["planted"]) for row in mine), "found"),
                (sum(int(row["false"]) for row in mine), sum(int(row["copies"]) for row in mine), "bar"))


def drawing(title, about, bars):
    bars = list(bars)
    height = TOP + STEP * len(bars) + 8
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {height}" width="760">',
             f"<style>{STYLE}</style>", f"<title>{title}</title>",
             f'<text x="8" y="22" font-weight="bold">{title}</text>',
             f'<text x="8" y="42" class="small">{about}</text>']
    for number, (label, parts) in enumerate(bars):
        top, high = TOP + STEP * number, 20 // len(parts)
        lines.append(f'<text x="{LEFT - 10}" y="{top + 15}" text-anchor="end">{label}</text>')
        for place, (part, total, style) in enumerate(parts):
            y = top + place * high
            lines += [f'<rect class="track" x="{LEFT}" y="{y}" width="{WIDTH}" height="{high}" rx="3"/>',
                      f'<rect class="{style}" x="{LEFT}" y="{y}" width="{WIDTH * part / total:.0f}" '
                      f'height="{high}" rx="3"/>']
        said = ", ".join(f"{part} of {total}" for part, total, _ in parts)
        lines.append(f'<text x="{LEFT + WIDTH + 10}" y="{top + 15}">{said}</text>')
    return "\n".join(lines + ["</svg>", ""])


DRAWINGS = {
    "edits": lambda: drawing(
        "Untouched benchmarks called changed after an edit elsewhere",
        "three edits: a new benchmark, a changed helper in another file, an unused function in a "
        "shared header", edits()),
    "one_percent": lambda: drawing(
        "Who finds a change of 1 % (blue), and who calls copies changed (red)?",
        "seconds of both builds of a benchmark, in a busy and a calm hour", one_percent())}


def main():
    for name, draw in DRAWINGS.items():
        target = ROOT / f"docs/{name}.svg"
        if "--check" not in sys.argv:
            target.write_text(draw(), encoding="utf-8")
        elif target.read_text(encoding="utf-8") != draw():
            sys.exit(f"docs/{name}.svg differs from the results: tests/eval/lib/bars.py draws it")


main()
