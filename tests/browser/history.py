#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""history.py FOLDER [PICTURES]: uses the pages of a history in Chromium as a reader would. The
history is that of tests/cli/report/history.sh."""
import json
import os
import re
import sys

from chromium import Browser

SIZES = ((390, 844), (1024, 768), (1920, 1080))
MAIN = "document.querySelector('main').textContent"
failures = 0


def check(fine, what):
    global failures
    if not fine:
        failures += 1
        print(f"FAILED: {what}")


def follow(browser, text, new):
    """Clicks the link with this text; waits for a title of the page that holds `new`."""
    browser.run(f"""[...document.querySelectorAll('a')]
        .find(a => a.textContent === {json.dumps(text)}).click()""")
    browser.wait_for(f"document.querySelector('h1').textContent.includes({json.dumps(new)})")


def overview(browser):
    check("new or due" in browser.run("document.querySelector('h1').textContent"), "the verdict is first")
    names = browser.run("[...document.querySelectorAll('table')[0].querySelectorAll('a')]"
                        ".map(a => a.textContent)")
    check("E20250131" in names and "E20250227" in names, f"events: {names}")
    check("pays for safety" in browser.run(MAIN), "decisions")
    browser.run("""(() => { const s = document.querySelector('input[type=search]'); s.value = 'bench/1';
        s.dispatchEvent(new Event('input')); })()""")
    found = browser.run("document.querySelectorAll('table')[1].querySelectorAll('tbody').length")
    check(found == 11, f"finds benchmarks by name: {found}")


def event(browser):
    follow(browser, "E20250131", "E20250131")
    text = browser.run(MAIN)
    check("+6." in text and "made/Bench/3" in text and "pays for safety" in text, text[:300])
    check("commit 30" in text, "the commit of the event")
    browser.wait_for("document.querySelectorAll('.chart svg .level').length === 4")


def benchmark(browser):
    follow(browser, "made/Bench/3", "made/Bench/3")
    browser.wait_for("document.querySelector('.chart svg .level')")
    check(browser.run("document.querySelector('.dots.night').getAttribute('d').split('M').length")
          == 61, "a dot for each night")
    check(browser.run("document.querySelector('.chart .level').getAttribute('d').split('M').length")
          == 3, "two levels")
    check("commit 30" in browser.run(MAIN), "commits")
    check("accept: <img" in browser.run(MAIN), "decision in the table of levels")
    follow(browser, "2025-01-31", "E20250131")


def heat(browser):
    follow(browser, "Nights × benchmarks", "Nights")
    browser.wait_for("document.querySelector('canvas')")
    # Sorted by name, Bench/3 is the 14th.
    painted = browser.run("""(() => { const c = document.querySelector('canvas');
        const size = c.height / 20, all = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
        const at = (night, line) => all[4 * ((line * size + 1) * c.width + night * size + 1) + 3];
        return [at(40, 13), at(10, 13)]; })()""")
    check(painted[0] > 60 and painted[1] < 30, f"the rise is painted: {painted}")
    browser.run("""(() => { const c = document.querySelector('canvas'), r = c.getBoundingClientRect();
        c.dispatchEvent(new MouseEvent('click', { clientX: r.left + 3, clientY: r.top + 3,
            bubbles: true })); })()""")
    browser.wait_for("document.querySelector('h1').textContent.includes('made/Bench/0')")


def machine(browser):
    follow(browser, "Machine", "Machine")
    text = browser.run(MAIN)
    check("kernel=6.2" in text and "2025-02-20" in text and re.search(r"\+(2\.[89]|3\.[012])", text),
          text[:400])


def main():
    page = os.path.join(sys.argv[1], "index.html")
    with Browser() as browser:
        browser.size(1024, 768)
        browser.open(page)
        browser.wait_for("document.querySelector('h1')")
        for part in overview, event, benchmark, heat, machine:
            part(browser)
        check(not browser.run("window.attacked"), "a reason is text, never HTML")
        for place in "overview/0", "events/0/E20250131", "benchmark/0/3", "nights/0", "machine/0":
            for width, height in SIZES:
                browser.size(width, height, width < 500)
                browser.run(f"location.hash = '{place}'")
                browser.frames()
                wide = browser.run("document.documentElement.scrollWidth")
                check(width < 500 or wide <= width, f"{place} at {width}: {wide} wide")
                over = browser.run("""[...document.querySelectorAll('td')]
                    .filter(t => t.scrollWidth > t.clientWidth + 1).map(t => t.textContent)""")
                check(not over, f"{place} at {width}: cells that overlap the next: {over[:3]}")
                if len(sys.argv) > 2:
                    browser.picture(f"{sys.argv[2]}/{place.replace('/', '-')}-{width}.png")
        check(not browser.problems, f"the console is silent: {browser.problems}")
    return failures > 0


sys.exit(main())
