#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bdriver report --svg: the page's plots as files, drawn without a browser.
# slow: loads the scripts six times
. "$BD_SOURCE/tests/cli/lib.sh"

python3 "$BD_SOURCE/tests/browser/logs.py" run 12 3 5

# Each file is XML with styles of its own and no other source; prints its texts.
texts() {
	python3 - "$@" <<'PY' || bad "no good SVG among $*"
import sys
import xml.etree.ElementTree as xml
SVG = "{http://www.w3.org/2000/svg}"
for path in sys.argv[1:]:
    root = xml.parse(path).getroot()
    assert root.tag == SVG + "svg" and ".plot" in root.find(SVG + "style").text, path
    assert "var(" not in root.find(SVG + "style").text, path
    marks = [e for e in root.iter() if e.tag in (SVG + "path", SVG + "rect", SVG + "line")]
    assert len(marks) > 8, path
    for e in root.iter():
        assert not any("href" in key for key in e.attrib), path
        if e.text and e.tag == SVG + "text":
            print(e.text)
PY
}

expect 0 "$BDRIVER" report run --svg plots
has err 'Plots: plots/*.svg'
[ ! -e report.html ] || bad 'a page without -o'
[ "$(ls plots | tr '\n' ' ')" = 'effects.svg noise.svg resolution.svg timeline.svg volcano.svg ' ] ||
	bad "plots: $(ls plots)"
texts plots/*.svg >words
has words 'Changes, sorted, with 95 % intervals'
has words 'worker 1'
has plots/volcano.svg 'class="mark slower"'
expect 2 "$BDRIVER" report run --svg plots
has err 'plots/effects.svg exists already; give --force'
cp -r plots kept
expect 0 "$BDRIVER" report run --svg plots --force -o page.html
diff -r plots kept || bad 'other plots'
[ -s page.html ] || bad 'no page with -o'

# Of a few benchmarks, theirs as well; hostile names stay within the folder and the XML.
expect 0 "$BDRIVER" report run --svg few -s suite0
[ "$(find few -name 'suite0*-samples.svg' | wc -l)" = 3 ] || bad "few: $(ls few)"
texts few/suite0*.svg >words
has words '</script><script>window.attacked = 1</script>: histogram and box plot'
# One log has no changes.
expect 0 "$BDRIVER" report run/new.log --svg one
[ -e one/noise.svg ] && [ ! -e one/effects.svg ] || bad "one: $(ls one)"
expect 4 "$BDRIVER" report run --svg nowhere/plots
has err 'nowhere/plots: the folder cannot be created'
finish
