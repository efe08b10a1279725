#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does a history tell the changes of a year, and nothing else?

365 simulated nights of 200 benchmarks with 10 launches: five real steps, two machine changes that
move everything, and a compiler that makes eleven benchmarks slower. They are added month by month,
with a look at the morning screen; then each event gets a decision, and pages are written.
"""
import csv
import datetime
import io
import pathlib
import subprocess
import sys

from study import SOURCE, Run, arguments, bdriver, print_csv, say, stop, workplace

# Night, benchmarks, factor; what changed.
TRUTH = ((60, "3", 1.05, "code"), (120, "10-14", 1.08, "code"), (180, "40", 0.93, "code"),
         (240, "77", 1.03, "code"), (320, "100", 1.12, "code"), (200, "150-160", 1.04, "toolchain"))
KERNELS = ((90, 1.02), (270, 0.985))


def numbers(span):
    first, _, last = span.partition("-")
    return range(int(first), int(last or first) + 1)


def make(folder, args):
    words = [sys.executable, SOURCE / "tests/eval/lib/history_logs.py", folder, "--nights", args.nights,
             "--benchmarks", args.benchmarks, "--launches", 10, "--compiler", 200]
    for night, span, factor, _ in TRUTH:
        words += ["--change", f"{night}:{span}:{factor}"]
    for night, factor in KERNELS:
        words += ["--kernel", night, "--hidden", f"{night}:all:{factor}"]
    Run(words)


def changes():
    done = bdriver("history", "changes", "--format", "csv", stdout=subprocess.PIPE)
    return list(csv.DictReader(io.StringIO(done.output)))


def night_of(text):
    """The maker's first night is the 2nd of January 2025."""
    return (datetime.date.fromisoformat(text[:10]) - datetime.date(2025, 1, 1)).days


def is_true(change):
    first, last = night_of(change["first_night"]), night_of(change["last_night"])
    bench = int(change["benchmark"].split("/")[1])
    return any(first <= night <= last and bench in numbers(span) and
               (float(change["ratio"]) > 1) == (factor > 1) and change["changed"] == kind
               for night, span, factor, kind in TRUTH)


def main():
    args = arguments(nights=365, benchmarks=200)
    with workplace() as folder:
        (folder / "year").mkdir()
        make("year", args)
        logs = sorted((folder / "year").iterdir())
        mornings = 0
        for first in range(0, len(logs), 30):
            bdriver("history", "add", "-q", "--new-nights", 30, *logs[first:first + 30])
            mornings += bdriver("history").code
        found = changes()
        wrong = [c for c in found if not is_true(c)]
        events = sorted({c["event"] for c in found})
        for change in wrong:
            say(f"not in the truth: {change}")
        for event in events:
            bdriver("history", "accept", event, "-m", "a study")
        if bdriver("history").code:
            stop("something is new although all events are decided")
        report = bdriver("history", "report", "-o", "pages")
        files = [p for p in pathlib.Path("pages").rglob("*") if p.is_file()]
        row = {"nights": args.nights, "benchmarks": args.benchmarks,
               "changes": sum(len(numbers(span)) for _, span, _, _ in TRUTH), "told": len(found) - len(wrong),
               "false": len(wrong), "events": len(events), "true_events": len(TRUTH),
               "mornings_with_news": mornings, "report_s": f"{report.wall:.2f}",
               "pages_mb": f"{sum(p.stat().st_size for p in files) / 1e6:.1f}",
               "index_kb": round(pathlib.Path("pages/data/index.js").stat().st_size / 1e3),
               "largest_benchmark_kb": round(max(p.stat().st_size for p in
                                                 pathlib.Path("pages/data").glob("0-*.js")) / 1e3)}
    print_csv([row])


main()
