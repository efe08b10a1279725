#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""page.py PAGE BENCHMARKS ONE DOCTOR LONG: uses pages in Chromium as a reader would: of logs.py, of
one of its logs, of the doctor on tests/data/doctor/sick.log, and of 450 benchmarks."""
import json
import re
import sys

from chromium import Browser
from logs import HOSTILE, name

SIZES = ((390, 844), (1024, 768), (1920, 1080))
ROWS = "document.querySelectorAll('.list tbody tr')"
NAMES = f"[...{ROWS}].map(r => r.querySelector('a').textContent)"
failures = 0


def check(fine, what):
    global failures
    if not fine:
        failures += 1
        print(f"FAILED: {what}")


def table(browser, benchmarks):
    check("regressed" in browser.run("document.querySelector('h1').textContent"), "the verdict is first")
    check(browser.run(f"{ROWS}.length") == benchmarks, "each benchmark has a row")
    check(browser.run(f"[...{ROWS}].every(r => r.querySelector('.bar path'))"),
          "each row has its interval")
    check(browser.run(f"[...{ROWS}].every(r => /%.* … .*%/.test(r.querySelector('.bar').textContent))"),
          "in numbers as well")
    check(browser.run("[...document.querySelectorAll('.words dt')].some(w => w.textContent == 'disturbed')"),
          "its words are explained")
    heading = "[...document.querySelectorAll('th button')].find(b => b.textContent == '%s')"
    browser.run(heading % "new" + ".click()")
    times = f"[...{ROWS}].slice(0, 9).map(r => +r.__data__.times[1])"
    found = browser.run(times)
    check(found == sorted(found, reverse=True), "sorts by time, the largest first")
    browser.run(heading % "new" + ".click()")
    found = browser.run(times)
    check(found == sorted(found), "and back")
    browser.run(heading % "verdict" + ".click()")


def choose(browser, label, value):
    browser.run(f"""(() => {{ const s = document.querySelector('[aria-label="{label}"]');
        s.value = '{value}'; s.dispatchEvent(new Event('change')); }})()""")


def filters(browser, benchmarks):
    choose(browser, "verdict", "regressed")
    check(0 < browser.run(f"{ROWS}.length") < benchmarks / 4, "filters by verdict")
    check(browser.run(f"[...{ROWS}].every(r => r.__data__.verdict == 'regressed')"), "only by that one")
    choose(browser, "verdict", "")
    choose(browser, "suite", "suite2")
    check(browser.run(f"{ROWS}.length") == len(range(2, benchmarks, 5)), "filters by suite")
    choose(browser, "suite", "")
    choose(browser, "tag", "hash")
    check(browser.run(f"{ROWS}.length") == len(range(2, benchmarks, 10)), "filters by tag")
    choose(browser, "tag", "")
    browser.key("/")
    for letter in "family17":
        browser.key(letter)
    names = browser.run(NAMES)
    check(names and all("Family17/" in n for n in names), f"filters by text, with the keys: {names}")
    browser.key("Escape")
    check(browser.run("document.activeElement == document.body"), "Escape leaves the search field")
    browser.run("""(() => { const s = document.querySelector('input[type=search]'); s.value = '';
        s.dispatchEvent(new Event('input')); })()""")
    browser.run("document.querySelector('.count').click()")
    check(browser.run(f"[...{ROWS}].every(r => r.__data__.verdict == 'regressed')"),
          "a count filters by its verdict")
    browser.run("document.querySelector('.count').click()")
    check(browser.run(f"{ROWS}.length") == benchmarks, "and no more")


DOTS = "[...document.querySelectorAll('.bench .dots.sample')].reduce((n, p) => n + p.getAttribute('d').split('M').length - 1, 0)"


def benchmark(browser):
    browser.run(f"{ROWS}[0].querySelector('.number').click()")
    browser.wait_for("document.querySelector('.bench h2')")
    browser.frames()
    title = "document.querySelector('.bench h2').textContent"
    check(browser.run(title) == browser.run(NAMES)[0], "a row opens its benchmark")
    check(browser.run("document.querySelectorAll('.bench svg.plot').length") == 3,
          "samples, distribution and rounds are drawn")
    check(browser.run("""[...document.querySelectorAll('.bench svg.plot')].every(s =>
        s.getBBox().height > 100 && s.querySelectorAll('.old').length && s.querySelectorAll('.new').length)"""),
          "each plot has both builds")
    check(browser.run("document.querySelectorAll('.bench .box').length") == 2, "a box for each build")
    fewer = browser.run(DOTS)
    browser.run("document.querySelector('.options input').click()")
    check(browser.run(DOTS) > fewer > 100, "outliers are drawn on request")
    check(browser.run("document.querySelectorAll('.flag.disturbed, .flag.shared').length") > 0,
          "disturbed launches are marked")
    check("median" in browser.run("document.querySelector('.numbers').textContent"), "numbers as a table")
    browser.run("document.querySelector('.bench details').open = true")
    browser.wait_for("document.querySelectorAll('.launches tbody tr').length > 3")
    saved(browser)
    first = browser.run(title)
    browser.key("j")
    browser.wait_for(f"{title} != {json.dumps(first)}")
    check(browser.run(title) == browser.run(NAMES)[1], "the key j opens the next one")
    browser.key("Escape")
    browser.wait_for("!document.querySelector('.bench h2')")


FOCUSED = "document.activeElement"


def keyboard(browser, page):
    """All without a mouse, where the list makes room for the benchmark."""
    browser.size(1024, 600)
    browser.open("/dev/null")
    browser.open(page)
    stops = []
    for _ in range(25):
        browser.key("Tab")
        check(browser.run(f"{FOCUSED}.matches(':focus-visible') && "
                          f"getComputedStyle({FOCUSED}).outlineStyle == 'solid'"), "the focus is visible")
        stops.append(browser.run(f"{FOCUSED}.textContent"))
    check(stops.index("Effects") < stops.index("benchmark") < stops.index(browser.run(NAMES)[0]),
          f"tabs, heads, rows: {stops}")
    browser.run("[...document.querySelectorAll('th button')].find(b => b.textContent == 'new').focus()")
    for key, order in (("Enter", "descending"), (" ", "ascending")):
        browser.key(key)
        check(browser.run(f"{FOCUSED}.closest('th').ariaSort") == order, f"the key {key!r} sorts")
    browser.run(f"{ROWS}[30].querySelector('a').focus()")
    browser.key("Enter")
    browser.wait_for("document.querySelector('.bench .options input')")
    browser.run("document.querySelector('.bench .options input').focus()")
    browser.key("Escape")
    browser.wait_for("!document.querySelector('.bench h2')")
    check(browser.run(f"{FOCUSED} == {ROWS}[30].querySelector('a')"), "Escape leads back to the row")
    check(browser.run(f"(r => r.top > 0 && r.bottom < innerHeight)({FOCUSED}.getBoundingClientRect())"),
          "which can be seen")
    browser.key("/")
    browser.frames()
    check(browser.run(f"{FOCUSED}.type") == "search", "the key / leads to the filter")


EXPLANATION = "document.querySelector('.bench .explanation')"


def explanation(browser):
    """What browser.sh wrote: explanations of suite2, the first one of other measurements."""
    choose(browser, "suite", "suite2")
    links = browser.run(f"[...{ROWS}].map(r => r.querySelector('a').getAttribute('href'))")
    shown = {}
    for link in links:
        browser.run(f"location.hash = {json.dumps(link)}")
        browser.wait_for("document.querySelector('.bench h2')")
        browser.frames()
        shown[link] = browser.run(f"{EXPLANATION} ? {EXPLANATION}.textContent : ''")
    browser.key("Escape")
    browser.wait_for("!document.querySelector('.bench h2')")
    choose(browser, "suite", "")
    texts = [text for text in shown.values() if text]
    check(0 < len(texts) < len(links), "explanations of these measurements are shown, and no other")
    check(all(part in text for text in texts for part in
              ("likely: </script><b>work</b>",
               "Over 16 places in memory: code +3.40 % (+2.10 % … +4.70 %), place ±1.20 %", "f, its code differs500 ns700 ns+20.0 %",
               "valgrind is not there", "Code of f", "ret")), f"with their parts: {texts[:1]}")


def saved(browser):
    """What the button SVG saves is whole: styles without variables, a title, the marks."""
    browser.run("""URL.createObjectURL = blob => { window.saved = blob; return 'about:blank#saved' };
        HTMLAnchorElement.prototype.click = () => {};
        document.querySelector('.figure header button').click()""")
    text = browser.run("window.saved.text()")
    check(text.startswith("<svg") and "</svg>" in text and 'class="heading"' in text and
          "var(" not in text and "prefers-color-scheme: dark" in text, "a plot is saved as SVG")


def one_log(browser, page):
    browser.open(page)
    check(browser.run(f"{ROWS}.length") > 1 and
          "launches" in browser.run("document.querySelector('h1').textContent"), "a page of one log")
    browser.run(f"location.hash = {ROWS}[0].querySelector('a').getAttribute('href')")
    browser.wait_for("document.querySelectorAll('.bench svg.plot .new').length > 10")
    check(browser.run("document.querySelectorAll('.bench .old').length") == 0, "has one side")


def doctor(browser, page):
    browser.open(page)
    check("fit" in browser.run("document.querySelector('h1').textContent"), "the doctor's verdict")
    browser.run("location.hash = '#s/SetupInside'")
    browser.wait_for("document.querySelector('.finding.error')")
    check("setup-overhead" in browser.run("document.querySelector('.finding').textContent"), "a finding")
    check("50.0 µs + n × 100 µs" in browser.run("document.querySelector('.bench').textContent"),
          "T(n) has its line")
    check(browser.run("document.querySelectorAll('.bench .fit').length") == 1, "which is drawn")


def hostile(browser, page):
    for i in range(len(HOSTILE)):
        # What steers or breaks text is shown escaped.
        full = f"suite{i % 5}/{name(i)}".replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
        link = browser.run(f"[...{ROWS}].map(r => r.querySelector('a')).find(a => a.textContent == "
                           f"{json.dumps(full)}).getAttribute('href')")
        browser.open("/dev/null")
        browser.open(page, link)
        check(browser.run("document.querySelector('.bench h2').textContent") == full,
              f"the link to {full!r} opens it")
    check(browser.run("window.attacked === undefined"), "no name is HTML")
    check(browser.run("document.querySelectorAll('img, iframe, link').length") == 0, "nor an element")


def tabs(browser):
    for tab, least in (("effects", 2), ("noise", 2), ("timeline", 1), ("run", 0)):
        browser.run(f"location.hash = '#?{tab}'")
        browser.frames()
        check(browser.run("document.querySelectorAll('.side svg.plot').length") == least,
              f"tab {tab} draws {least} plots")
        check(browser.run("[...document.querySelectorAll('.side svg.plot')].every(s => "
                          "s.querySelectorAll('path, rect, line').length > 5)"), f"tab {tab} is not empty")
    browser.run("location.hash = '#?effects'")
    browser.frames()
    browser.run("""(() => { const s = document.querySelector('.side svg.plot'), b = s.getBoundingClientRect();
        s.dispatchEvent(new MouseEvent('click', { clientX: b.right - 20, clientY: b.top + 40 })); })()""")
    browser.wait_for("document.querySelector('.bench h2')")


def sizes(browser, page):
    grounds = set()
    for width, height in SIZES:
        browser.size(width, height, width < 500)
        for theme in "light", "dark":
            browser.theme(theme)
            browser.open("/dev/null")
            browser.open(page)
            for part in "", "#suite3/Family13/13", "#suite2/Family17/17", "#?effects", "#?noise", "#?timeline", "#?run":
                browser.run(f"location.hash = '{part}'")
                browser.frames()
                wide = browser.run("document.documentElement.scrollWidth")
                check(wide <= width, f"{part or 'the table'} at {width} is {wide} wide")
            grounds.add(browser.run("getComputedStyle(document.body).backgroundColor"))
    check(len(grounds) == 2, f"light and dark differ: {grounds}")
    browser.run("document.querySelector('.masthead button').click()")
    check(browser.run("document.documentElement.dataset.theme") == "light" and
          browser.run("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)",
          "the switch makes a dark page light")
    browser.run("document.querySelector('.masthead button').click()")
    browser.run("document.querySelector('.masthead button').click()")


def long_table(browser, page):
    """A row costs time at every click, so they come 200 at a time."""
    browser.open(page)
    check(browser.run(f"{ROWS}.length") == 200, "the first rows of a long table")
    browser.run("window.scrollTo(0, document.body.scrollHeight)")
    browser.wait_for(f"{ROWS}.length == 400")
    browser.run("document.querySelector('.more').click()")
    check(browser.run(f"{ROWS}.length") == 450, "the button brings all rows")
    check(browser.run(f"new Set({NAMES}).size") == 450, "each of them once")
    browser.run("window.scrollTo(0, 0)")  # at the end of a list more rows come by themselves
    browser.frames()
    browser.run("""String.prototype.localeCompare = () => { window.collators = 1; return 0; };
        [...document.querySelectorAll('th button')].find(b => b.textContent == 'benchmark').click()""")
    check(browser.run("window.collators === undefined"), "one collator compares all names")
    check(browser.run(f"{ROWS}.length") == 200, "a new order begins with the first rows")
    found = [[int(part) if part.isdigit() else part for part in re.split(r"(\d+)", n)]
             for n in browser.run(NAMES) if "/Family" in n]
    check(len(found) > 9 and found == sorted(found), f"numbers sort as numbers: {found[:9]}")
    browser.run("""(() => { const s = document.querySelector('input[type=search]'); s.value = '44';
        s.dispatchEvent(new Event('input')); })()""")
    check(browser.run(f"{ROWS}.length > 10 && {ROWS}.length < 200 && "
                      f"[...{ROWS}].every(r => r.textContent.includes('44'))"), "and a filter looks at all")


def main():
    page, benchmarks, one, audit, long = sys.argv[1], int(sys.argv[2]), *sys.argv[3:6]
    with Browser() as browser:
        browser.size(1920, 1080)
        browser.open(page)
        table(browser, benchmarks)
        filters(browser, benchmarks)
        benchmark(browser)
        explanation(browser)
        hostile(browser, page)
        tabs(browser)
        sizes(browser, page)
        keyboard(browser, page)
        one_log(browser, one)
        doctor(browser, audit)
        long_table(browser, long)
        check(browser.run("performance.getEntriesByType('resource').length") == 0, "no other file is loaded")
        check(not browser.problems, f"the console is silent: {browser.problems}")
    sys.exit(1 if failures else 0)


main()
