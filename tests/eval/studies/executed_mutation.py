#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Is a benchmark that executes a change of its library ever said not to execute it?

The sources of the libraries are linked into the suites. A mutant is one instruction of one function in
what the compiler makes of them: another constant, its opposite, or none. It is assembled and linked.
The oracle is callgrind's list of the functions that a benchmark executes.
"""
import collections
import pathlib
import re

import mutants
from study import SOURCE, print_csv, say, workplace

FUNCTION = re.compile(r"^\t\.type\t([\w.$]+), ?@function\n\1:\n(.*?)^\t\.size\t\1,", re.M | re.S)
OPPOSITES = {"je": "jne", "jne": "je", "jg": "jle", "jle": "jg", "jl": "jge", "jge": "jl", "ja": "jbe",
             "jbe": "ja", "jb": "jae", "jae": "jb", "js": "jns", "jns": "js", "addq": "subq",
             "subq": "addq", "addl": "subl", "subl": "addl", "andl": "orl", "orl": "andl"}
INSTRUCTION = re.compile(r"^\t(?P<word>[a-z]\w*)(?:\t[^\n]*)?\n", re.M)
CONSTANT = re.compile(r"\$-?\d+")


def changed(text, kind, rng):
    """The text of a function with one instruction changed; None: it has none of that kind."""
    able = [found for found in INSTRUCTION.finditer(text)
            if kind == "instruction" or (kind == "operator" and found["word"] in OPPOSITES) or
            (kind == "constant" and CONSTANT.search(found[0]))]
    if not able:
        return None
    found = rng.choice(able)
    new = {"instruction": lambda: "",
           "operator": lambda: found[0].replace(found["word"], OPPOSITES[found["word"]], 1),
           "constant": lambda: CONSTANT.sub(f"${rng.randrange(100)}", found[0], count=1)}[kind]()
    return text[:found.start()] + new + text[found.end():]


def mutate(suite, folder, rng):
    """A function is drawn again as long as its mutants are called not executed."""
    while True:
        file, function = rng.choice(suite.candidates)
        text = suite.assembly(file)
        body = next(found for found in FUNCTION.finditer(text) if found[1] == function)
        kind = rng.choice(("constant", "operator", "instruction"))
        new = changed(body[2], kind, rng)
        if new in (None, body[2]):
            continue
        (folder / (file + ".s")).write_text(text[:body.start(2)] + new + text[body.end(2):], "utf-8")
        if suite.compile(folder, file) or suite.link(folder, file):
            continue
        mutants.lay_out(folder / "first", folder / "suite", folder)
        reach, execute = (mutants.measured(folder, *words) for words in (["--reached"], []))
        if execute == reach:
            suite.candidates.remove((file, function))
        if reach:
            break
    counts = collections.Counter(mutants=1, reach=len(reach), proven=execute != reach)
    for name in suite.prints:
        runs = function in suite.functions_of(name, file)
        counts["execute"] += runs
        counts["lost"] += name in execute and not runs
        if name in reach and name not in execute:
            counts["not_executed"] += 1
        if runs and name not in execute and \
                function in mutants.differing(suite.folder / (file + ".o"), folder / (file + ".o"))[0]:
            counts["missed"] += 1
            say(f"{suite.toolchain.name}: {name}: {function} in {file}: {kind}")
    return kind, counts


def find_candidates(suite):
    suite.candidates = [
        (file, found[1]) for file in suite.mutable for found in FUNCTION.finditer(suite.assembly(file))
        if not all(found[1] in suite.functions_of(name, file) for name in suite.prints)]


def main():
    parser = mutants.parser_of(__doc__)
    parser.add_argument("libraries", nargs="*", metavar="NAME=FOLDER", help="of its source")
    options = parser.parse_args()
    toolchains = mutants.toolchains_of(options)
    rows = collections.defaultdict(collections.Counter)
    with workplace() as here:
        suites = []
        for toolchain in toolchains:
            for name, _, folder in (word.partition("=") for word in options.libraries):
                suites.append(mutants.Suite(toolchain, SOURCE / "suites" / name,
                                            here / f"{toolchain.compiler}_{name}",
                                            pathlib.Path(folder).absolute()))
                find_candidates(suites[-1])
                say(f"{name}: {len(suites[-1].candidates)} functions")
        for compiler, seed, _, counts in mutants.study(suites, options, mutate):
            rows[compiler, seed.split()[-2]].update(counts)
    print_csv([{"compiler": compiler, "library": name, **{
        word: counts[word] for word in ("mutants", "proven", "reach", "execute", "lost", "not_executed",
                                        "missed")}}
        for (compiler, name), counts in sorted(rows.items())])


if __name__ == "__main__":
    main()
