#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Is a benchmark whose source was changed, and that runs other code, ever called the same code?

One token or statement of a source file of a suite in C is changed; lib/mutants.py says how it is judged.
"""
import collections
import functools
import pathlib
import re

import mutants
from study import SOURCE, print_csv, say, workplace

LEFT_OUT = r"/\*.*?\*/|//[^\n]*|\#\ *include[^\n]*|^BD_\w+\([^\n]*\n(?:[ \t]+[^\n]*\n)*"
TOKEN = re.compile(rf"""(?P<left_out>{LEFT_OUT})
    |(?P<string>"(?:\\.|[^"\\\n])+")|'(?:\\.|(?P<character>[^'\\]))'
    |^\t+(?P<statement>[\w.\->\[\]]+(?:\ [-+*/|&^]?=\ [^;{{}}]+|\([^;{{}}]*\)|\+\+|--));$
    |(?P<constant>\b\d\w*(?:\.\d+)?)|\w+|->
    |(?P<operator><<|>>|&&|\|\||\+\+|--|[-+*/%&|^<>=!]=?)""", re.M | re.S | re.X)
KINDS = ("constant", "element", "operator", "statement", "string", "character")
OTHERS = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "&": "|", "|": "&", "^": "&", "<": "<=",
          "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
          "<<": ">>", ">>": "<<", "++": "--", "--": "++", "+=": "-=", "-=": "+=", "|=": "&=",
          "&=": "|=", "^=": "|=", "*=": "+="}


def places(text):
    """(kind, start, end) of all that can be changed."""
    for found in TOKEN.finditer(text):
        kind = found.lastgroup
        if kind in (None, "left_out"):
            continue
        start, end = found.span(kind)
        line = text[text.rfind("\n", 0, start) + 1:start]
        if kind == "constant" and re.search(r"\{[^}]*$|^\s*([-\w.]+,\s*)*$", line):
            kind = "element"
        yield kind, start, end
        if kind == "statement":
            yield from ((inner, start + first, start + last)
                        for inner, first, last in places(found[kind]))


def another(kind, old, rng):
    if kind == "statement":
        return ""
    if kind == "operator":
        return OTHERS.get(old, old)
    at = rng.randrange(len(old) - 2 * (kind == "string")) + (kind == "string")
    letters = "0123456789" if kind in ("constant", "element") else "eintkz"
    keep = kind == "string" and rng.random() < 0.3
    return old[:at] + rng.choice(letters) + old[at + 1 - keep:]


def mutate(suite, folder, rng):
    while True:
        file = rng.choice(suite.files)
        text = suite.paths[file].read_text(encoding="utf-8")
        able = list(places(text))
        wanted = rng.choice(KINDS)
        able = [place for place in able if place[0] == wanted]
        if not able:
            continue
        kind, start, end = rng.choice(able)
        new = another(kind, text[start:end], rng)
        (folder / file).write_text(text[:start] + new + text[end:], encoding="utf-8")
        if new != text[start:end] and not suite.compile(folder, file) and \
                not suite.link(folder, file):
            break
    counts = collections.Counter(mutants=1)
    prints = mutants.judge.fingerprints(folder / "suite")
    line = text.count("\n", 0, start) + 1
    difference = functools.cache(lambda: mutants.differing(*(
        where / (file + ".o") for where in (suite.folder, folder))))
    for name, was in suite.prints.items():
        now = prints.get(name, "")
        near = suite.is_near(name, file)
        word = "unknown" if None in (was, now) else "same" if was == now else "other"
        if now == "":
            continue
        if word == "same" and near:
            why = mutants.affected(suite, folder, file, name, difference)
            if why:
                word = "false"
                say(f"{suite.toolchain.name}: {name}: {file}:{line}: {text[start:end]!r} -> {new!r}: {why}")
        counts[word if near else "far_" + word] += 1
    return kind, counts


def main():
    parser = mutants.parser_of(__doc__)
    parser.add_argument("suites", nargs="*", metavar="SUITE", help="folders of the source")
    options = parser.parse_args()
    toolchains = mutants.toolchains_of(options)
    sources = [SOURCE / name for name in options.suites] or [
        path for path in sorted((SOURCE / "suites").iterdir()) if path.is_dir()]
    rows = collections.defaultdict(collections.Counter)
    with workplace() as here:
        suites = list(mutants.judge.in_parallel(mutants.Suite, [
            (toolchain, source, here / f"{toolchain.compiler}_{source.name}")
            for toolchain in toolchains for source in sources], options.workers))
        for compiler, _, kind, counts in mutants.study(suites, options, mutate):
            rows[compiler, kind].update(counts)
    print_csv([{"compiler": toolchain.compiler, "kind": kind, **{
        word: rows[toolchain.compiler, kind][word] for word in (
            "mutants", "other", "unknown", "same", "false", "far_same", "far_other", "far_unknown")}}
        for toolchain in toolchains for kind in KINDS])


if __name__ == "__main__":
    main()
