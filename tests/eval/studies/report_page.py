#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How large and how fast is the page of `bdriver report` in Chromium?

Simulated paired runs (tests/browser/logs.py). First paint: first contentful paint after the start
of the navigation, from a disk cache that is warm. A click: from the change of the address until the
frame after the one that has the plots. A tab: likewise. Medians, and the largest, of RUNS each.
"""
import os
import statistics
import sys
import time

from study import SOURCE, Run, arguments, built, need, print_csv, workplace

sys.path.insert(0, str(SOURCE / "tests/browser"))
from chromium import Browser  # noqa: E402

# Two frames after the address names something else: what it opens is on the screen.
OPEN = """new Promise(done => {{
    const start = performance.now();
    location.hash = {link!r};
    const wait = () => document.querySelector({wanted!r}) ?
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - start))) :
        requestAnimationFrame(wait);
    requestAnimationFrame(wait);
}})"""


def paint(browser, page):
    browser.open("/dev/null")
    browser.open(page)
    browser.wait_for("performance.getEntriesByName('first-contentful-paint').length")
    return browser.run("performance.getEntriesByName('first-contentful-paint')[0].startTime")


def opening(browser, link, wanted):
    browser.run("location.hash = ''")
    browser.frames()
    return browser.run(OPEN.format(link=link, wanted=wanted))


def measure(size, runs):
    Run([sys.executable, SOURCE / "tests/browser/logs.py", "run", *map(str, size)])
    start = time.monotonic()
    Run([built("bdriver"), "report", "run", "--force", "-q"])
    made = 1e3 * (time.monotonic() - start)
    with Browser() as browser:
        browser.size(1920, 1080)
        paints = [paint(browser, "report.html") for _ in range(runs)]
        links = browser.run("[...document.querySelectorAll('td.name a')].map(a => a.getAttribute('href'))")
        links = [link for link in links if "Family" in link][::max(1, len(links) // runs)][:runs]
        clicks = [opening(browser, link, ".bench svg .dots.sample") for link in links]
        tabs = [opening(browser, "#?" + tab, ".side svg.plot") for tab in ("effects", "noise") * (runs // 2)]
        times = [opening(browser, "#?timeline", ".side svg.plot") for _ in range(3)]
    row = {"benchmarks": size[0], "launches": size[1], "samples": size[2],
           "log_mb": f"{sum(os.path.getsize(f'run/{s}.log') for s in ('old', 'new')) / 1e6:.1f}",
           "page_mb": f"{os.path.getsize('report.html') / 1e6:.2f}", "made_ms": f"{made:.0f}"}
    for name, values in ("paint", paints), ("click", clicks), ("tab", tabs), ("timeline", times):
        row[name + "_ms"] = f"{statistics.median(values):.0f}"
        row[name + "_most_ms"] = f"{max(values):.0f}"
    return row


def main():
    args = arguments(runs=10)
    need("chromium", "chromium")
    with workplace():
        print_csv([measure(size, args.runs) for size in ((50, 8, 30), (388, 8, 100), (500, 20, 100))])


main()
