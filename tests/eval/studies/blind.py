#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does `bdriver blind` know which functions could get slower unseen?

A function of a suite gets slower by a part of its own time: at each return it spins for that part of
the time since its call, without what it called. Old and new differ in nothing but this part, which is
0 in the old one. It is between a tenth and ten times what blind says is seen, if that is up to +200 %.
Seen: the paired run calls a benchmark of that file slower.
"""
import json
import math
import pathlib
import random
import re
import shlex
import subprocess

import trees
from study import BDRIVER, BUILD, Run, arguments, bdriver, built, compare, own_lock, print_csv, say, stop, \
    workplace

# A frame of 48 bytes on a stack beside: return address, rax, rdx, start, time in what was called.
CLOCK = "rdtsc; shlq $32, %rdx; orq %rdx, %rax"
ENTER = f"""	movq slow_top(%rip), %r11
	popq (%r11)
	movq %rax, 8(%r11); movq %rdx, 16(%r11)
	{CLOCK}; movq %rax, 24(%r11); movq $0, 32(%r11)
	movq 8(%r11), %rax; movq 16(%r11), %rdx
	addq $48, slow_top(%rip)
	call {{callee}}
	subq $48, slow_top(%rip)
	movq slow_top(%rip), %r11
	movq %rax, 8(%r11); movq %rdx, 16(%r11)
	{CLOCK}
"""
LEAVE = """	movq 8(%r11), %rax; movq 16(%r11), %rdx
	pushq (%r11)
	ret
"""
SPIN = f"""	movq %rax, %rsi
	subq 24(%r11), %rax; subq 32(%r11), %rax
	imulq ${{part}}, %rax; shrq $16, %rax; addq %rax, %rsi
1:	{CLOCK}; cmpq %rsi, %rax; jb 1b
"""
CALLED = "	subq 24(%r11), %rax; addq %rax, -16(%r11)\n"
STACK = "	.data\n	.balign 64\nslow_top: .quad slow_stack\n	.local slow_stack\n	.comm slow_stack, 65536, 64\n"


def function(symbol, lines):
    return f"	.p2align 6\n	.type {symbol}, @function\n{symbol}:\n{lines}	.size {symbol}, .-{symbol}\n"


def slowed(text, symbol, part):
    """The assembly text where the function is slower by part/65536; None: it cannot be injected."""
    found = re.search(rf"^{re.escape(symbol)}:\n(.*?)^\t\.size\t{re.escape(symbol)}, .*?\n", text, re.M | re.S)
    if not found:
        return None
    body, stubs = found[1], ""
    if re.search(rf"\t(call|jmp)\t\*(?!\.L)|\tjmp\t[^.*\s]|\tcall\t{re.escape(symbol)}\b|setjmp|alloca", body):
        return None
    for i, callee in enumerate(dict.fromkeys(re.findall(r"\tcall\t(\S+)", body))):
        body = re.sub(rf"\tcall\t{re.escape(callee)}$", f"\tcall\tslow_call_{i}", body, flags=re.M)
        stubs += function(f"slow_call_{i}", ENTER.format(callee=callee) + CALLED + LEAVE)
    entry = function(symbol, ENTER.format(callee="slow_body") + SPIN.format(part=part) + LEAVE)
    return f"{text[:found.start()]}slow_body:\n{body}\t.size\tslow_body, .-slow_body\n{text[found.end():]}" \
           f"\t.text\n{entry}{stubs}{STACK}"


class Suite:
    """A suite as assembly text, which can be edited and linked again."""

    def __init__(self, name, commands):
        self.name, self.folder = name, pathlib.Path(name).absolute()
        self.folder.mkdir()
        self.texts, self.objects = {}, {}
        for one in commands:
            words = shlex.split(one["command"])
            if f"/{name}.dir/" not in words[words.index("-o") + 1]:
                continue
            output, source = words[words.index("-o") + 1], pathlib.Path(one["file"])
            if words[0].endswith("ccache"):
                del words[0]
            words[words.index("-c")], words[words.index("-o") + 1] = "-S", str(self.folder / source.name) + ".s"
            words = [word for word in words if word != "-g"] + ["-fno-ipa-ra"]
            Run(["nice", "env", "-C", BUILD, *words])
            self.texts[source.name] = (self.folder / (source.name + ".s")).read_text(encoding="utf-8")
            self.objects[source.name] = output
            self.assemble(source.name, self.texts[source.name], self.folder / (source.name + ".o"))
        if not self.texts:
            stop(f"{BUILD}/compile_commands.json has no {name}")
        done = Run(["ninja", "-C", BUILD, "-t", "commands", f"suites/{name}"], stdout=subprocess.PIPE)
        self.link_line = shlex.split(done.output.strip().split("\n")[-1])[2:-2]

    def assemble(self, name, text, path):
        scratch = self.folder / f"edited-{name}.s"
        scratch.write_text(text, encoding="utf-8")
        Run(["cc", "-c", scratch, "-o", path])

    def link(self, path, replaced=None, by=None):
        mine = {output: by if name == replaced else self.folder / (name + ".o")
                for name, output in self.objects.items()}
        words = [str(mine.get(word, word)) for word in self.link_line]
        words[words.index("-o") + 1] = str(path)
        Run(["env", "-C", BUILD, *words])

    def build(self, file, text, path):
        self.assemble(file, text, self.folder / "edited.o")
        self.link(path, file, self.folder / "edited.o")

    def symbols(self, file, name):
        """Those of the function: its name may end in .constprop.0 and the like."""
        return [s for s in re.findall(r"^\t\.type\t(\S+), @function", self.texts[file], re.M)
                if s.split(".")[0] == name]


def tables(suites, rounds):
    """What blind says of each suite that is compared with itself."""
    for suite in suites.values():
        for build in ("old", "new"):
            pathlib.Path(build).mkdir(exist_ok=True)
            suite.link(pathlib.Path(build).absolute() / suite.name)
    bdriver("run", "--old", "old", "--new", "new", "-r", rounds, "-o", "base", "--no-wait", "-q")
    done = Run([BDRIVER, "blind", "base", "--format", "json", "-q"], stdout=subprocess.PIPE)
    times = {(row["suite"], row["benchmark"]): row["old"]["estimate_ns"]
             for row in compare("base/old.log", "base/new.log")["rows"]}
    return json.loads(done.output)["functions"], times


def place(suites, one):
    """File and symbols of a function that can be injected, or None."""
    suite = suites[one["suite"]]
    file, _, name = one["function"].rpartition(":")
    files = [file] if file else [f for f in suite.texts if f"\n{name}:\n" in suite.texts[f]]
    symbols = suite.symbols(files[0], name) if files and files[0] in suite.texts else []
    good = len(symbols) == 1 and slowed(suite.texts[files[0]], symbols[0], 0)
    return (files[0], symbols[0]) if good else None


def case(suites, one, slower, rounds, names, time):
    suite, (file, symbol) = suites[one["suite"]], place(suites, one)
    for build, part in ("old", 0), ("new", round(slower * 65536)):
        folder = pathlib.Path("case", build).absolute()
        folder.mkdir(parents=True, exist_ok=True)
        suite.build(file, slowed(suite.texts[file], symbol, part), folder / suite.name)
    bdriver("run", "--old", "case/old", "--new", "case/new", "-r", rounds, "-o", "case/log", "--force",
            "--no-wait", "-q", *names)
    rows = {row["benchmark"]: row for row in compare("case/log/old.log", "case/log/new.log")["rows"]}
    most = rows.get(one["benchmark"])
    if not most or most["old"]["estimate_ns"] > (1.01 + one["share"] / 4) * time:
        return None
    seen_from = one["seen_from"] or math.inf
    seen = any(row["verdict"] == "regressed" for row in rows.values())
    return {"suite": one["suite"], "function": one["function"], "benchmark": one["benchmark"],
            "share": f"{one['share']:.4f}", "slower": f"{slower:.4f}", "seen_from": f"{seen_from:.4f}",
            "margin": margin(slower / seen_from), "predicted": int(seen_from <= slower), "seen": int(seen),
            "agree": int(seen == (seen_from <= slower)), "expected": f"{one['share'] * slower:.5f}",
            "measured": f"{most['time_ratio'] - 1:.5f}", "n": 1}


def margin(ratio):
    return "below 1/4" if ratio < .25 else "1/4 to 1/2" if ratio < .5 else "1/2 to 1" if ratio < 1 else \
        "1 to 2" if ratio < 2 else "2 to 4" if ratio < 4 else "above 4"


def main():
    options = arguments(cases=200, rounds=12, seed=1, suites="classic_O2,csv_O2,ini_O2,uthash_O2,zlib_O2")
    wanted = options.suites.split(",")
    commands = json.loads(built("compile_commands.json").read_text(encoding="utf-8"))
    own_lock()
    chance = random.Random(options.seed)
    rows, short = [], 0
    with workplace():
        suites = {name: Suite(name, commands) for name in wanted}
        functions, times = tables(suites, options.rounds)
        files = {name: trees.files_of(pathlib.Path("old", name).absolute()) for name in wanted}
        sampled = [one for one in functions if (one["seen_from"] or 9) <= 2]
        fit = [one for one in sampled if place(suites, one)]
        say(f"{len(fit)} of {len(sampled)} functions that are seen up to +200 % can be injected")
        while len(rows) < options.cases and short < 3 * options.cases:
            one = chance.choice(fit)
            slower = min(5, one["seen_from"] / 10 * 100 ** chance.random())
            file = place(suites, one)[0]
            names = [name for name, where in files[one["suite"]].items() if where == file]
            names = list(dict.fromkeys([one["benchmark"], one["seen_by"] or one["benchmark"], *names]))[:4]
            row = case(suites, one, slower, options.rounds, names, times[one["suite"], one["benchmark"]])
            short += not row
            if row:
                rows.append(row)
                say(json.dumps(row))
    say(f"{short} left out: reading the clock took more than a quarter of the function's time")
    print_csv(rows)


if __name__ == "__main__":
    main()
