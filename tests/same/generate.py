#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Generates suites of benchmarks of which one thing may differ: generate.py SEED c|cxx FOLDER

Each benchmark is of a kind: a function of kinds_c.py, kinds_asm.py or kinds_cxx.py, which draws its
details. What differs is written g.d(old, new). A suite has four variants: the old one, and one in
which each third of its benchmarks is new; neighbours are never of one third. The checksum of a
benchmark tells whether the difference reaches it.
"""
import pathlib
import random
import re
import sys

THIRDS = 3
HEAD = r"""#include "harness/bench.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#define HIDE(...) __extension__({ __typeof__((__VA_ARGS__) + 0) hidden_ = (__VA_ARGS__); \
	__asm__("" : "+r"(hidden_)); hidden_; })
#define NOINLINE __attribute__((noinline, noipa))
#ifdef __clang__
#undef NOINLINE
#define NOINLINE __attribute__((noinline))
#endif
#define MIX(x) (h = (h ^ (uint64_t)(x)) * 0x9E3779B97F4A7C15u, h ^= h >> 29)
#define TEXT(t) (h = bd_hash(t, strlen(t), h))
#define BITS(x) __extension__({ __typeof__(x) bits_ = (x); bd_hash(&bits_, sizeof(bits_), 0); })
"""
RUN = """static void run_{i}(struct bd *b, uint64_t n)
{{
	uint64_t h = 0;
	for (uint64_t round = 0; round < n; round++) {{
		h = {i};
{body}
		bd_keep(h);
	}}
	bd_result(b, h);
}}
BD_BENCHMARK("{kind}/{i}", run_{i}{hooks})
"""


class Drawing:
    """What a kind draws from, and where it puts its text."""

    def __init__(self, rng, number):
        self.rng, self.i, self.third = rng, number, number % THIRDS
        self.top, self.other = [], []  # at file scope, of this file and of the other one
        self.hooks = ""
        self.names = 0

    def pick(self, *items):
        return self.rng.choice(items)

    def number(self, low, high):
        return self.rng.randint(low, high)

    def coin(self):
        return self.rng.random() < 0.5

    def name(self, stem="v"):
        self.names += 1
        return f"{stem}_{self.i}_{self.names}"

    def d(self, old, new):
        """A place that differs; see rendered()."""
        return f"\x01{self.third}{old}\x02{new}\x03"

    def word(self, low=2, high=9):
        return "".join(self.rng.choice("abcdefghijklmnop") for _ in range(self.number(low, high)))

    def value(self, kind):
        """Old and new value of an element."""
        old, step = self.number(1, 90), self.number(1, 30)
        dot = ".5" if kind in ("float", "double", "long double") else ""
        return f"{old}{dot}", f"{old + step}{dot}"

    def elements(self, count, make, at=None):
        """`count` initialisers, of which one differs: make() gives the old and the new one."""
        at = self.number(0, count - 1) if at is None else at
        texts = []
        for i in range(count):
            old, new = make()
            texts.append(self.d(old, new) if i == at else old)
        return texts

    def array(self, kind, count, storage="static const", name=None, other=False):
        name = name or self.name("t")
        body = ", ".join(self.elements(count, lambda: self.value(kind)))
        text = f"{kind} {name}[{count}] = {{ {body} }};"
        if other:
            self.other.append(f"extern {self.constness(storage)}{text}")
            self.top.append(f"extern {self.constness(storage)}{kind} {name}[{count}];")
        else:
            self.top.append(f"{storage} {text}")
        return name

    @staticmethod
    def constness(storage):
        return "const " if "const" in storage else ""


def kinds(language):
    import kinds_asm
    import kinds_c
    import kinds_cxx
    modules = (kinds_c, kinds_asm) if language == "c" else (kinds_cxx, kinds_c)
    return [made for module in modules for name, made in vars(module).items()
            if callable(made) and getattr(made, "__module__", "") == module.__name__
            and not name.startswith("_")
            and not (language == "cxx" and name in getattr(module, "NOT_CXX", ()))]


def rendered(text, variant):
    """The text where the third `variant` is the new one, from 1; 0: none is."""
    return re.sub("\x01(.)([^\x02]*)\x02([^\x03]*)\x03",
                  lambda m: m[3 if int(m[1]) + 1 == variant else 2], text)


def suite(seed, language, count=12, only=None):
    """Its files, as texts by name, for rendered()."""
    rng = random.Random(f"{seed} {language}")
    makers = kinds(language)
    own = [made for made in makers if made.__module__ != "kinds_c"] or makers
    top, other = [HEAD], [HEAD]
    for i in range(count):
        g = Drawing(rng, i)
        made = rng.choice(own if language == "cxx" and rng.random() < 0.7 else makers)
        if only:
            made = next(one for one in makers if one.__name__ == only)
        body = made(g)
        if g.i % 4 == 3 and g.top:  # what is used later comes earlier
            top.insert(1, "\n".join(g.top) + "\n")
        else:
            top.append("\n".join(g.top) + "\n")
        other.append("\n".join(g.other) + "\n")
        top.append(RUN.format(i=i, kind=made.__name__, hooks=g.hooks,
                              body="\n".join("\t\t" + line for line in body.splitlines())))
    end = "c" if language == "c" else "cc"
    return {f"suite.{end}": "\n".join(top), f"other.{end}": "\n".join(other)}


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in suite(sys.argv[1], sys.argv[2]).items():
        for variant in range(THIRDS + 1):
            path = folder / str(variant) / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(rendered(text, variant), encoding="utf-8")


if __name__ == "__main__":
    main()
