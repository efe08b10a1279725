#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""pictures.py PAGE BENCHMARK: takes the pictures of the README from a page of bdriver report. Writes
page.png, the table in light, and page-benchmark.png, suite/name in dark, to the current folder. Those of
the README: bdriver run --old O2 --new Os -r 8 --launch-time 20ms -o out; bdriver report out -o report.html;
pictures.py report.html classic/Sieve/100000"""
import sys

from chromium import Browser

with Browser() as browser:
    for theme, height, fragment, picture in (("light", 720, "", "page.png"),
                                             ("dark", 900, "#" + sys.argv[2], "page-benchmark.png")):
        browser.size(1180, height)
        browser.theme(theme)
        browser.open("/dev/null")
        browser.open(sys.argv[1], fragment)
        browser.frames()
        browser.picture(picture)
