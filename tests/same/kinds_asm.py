# SPDX-License-Identifier: GPL-3.0-or-later
"""Kinds of benchmarks with functions of an assembler, as libraries of cryptography and libc write
them."""


def _function(g, lines):
    f = g.name("asm")
    text = "\n".join(f'\t"{line}\\n"' for line in lines(f))
    g.top.append(f"__asm__(\n{text});\nuint64_t {f}(uint64_t x);")
    return f


def _number(g):
    """A number of the text of an assembler that differs."""
    old = g.number(1, 99)
    return g.d(old, old + 7)


def _frame(f, body, size=True, after=()):
    return [".text", f".globl {f}", f".type {f}, @function", ".p2align 4", f"{f}:", *body,
            *([f".size {f}, .-{f}"] if size else []), *after]


def data_in_text(g):
    def lines(f):
        data = [".p2align 4", f".L{f}_mask:", f".quad {_number(g)}, 5"]
        body = g.pick([f"movq .L{f}_mask(%rip), %rax", "imulq %rdi, %rax", "ret"],
                      [f"leaq .L{f}_mask(%rip), %rdx", "movq (%rdx), %rax", "addq %rdi, %rax", "ret"],
                      [f"leaq .L{f}_mask+64(%rip), %rdx", "movq -64(%rdx), %rax", "addq %rdi, %rax", "ret"],
                      [f"movdqu .L{f}_mask(%rip), %xmm0", "movq %xmm0, %rax", "addq %rdi, %rax", "ret"])
        if g.coin():
            return _frame(f, body, True, data)
        if g.coin():
            return [".text", *data, *_frame(f, body)]
        return _frame(f, body + data)
    return f"MIX({_function(g, lines)}(HIDE(3)));"


def named_table_in_text(g):
    """The constants of all rounds stand in front of the function, under a name without a size."""
    def lines(f):
        table = [".text", ".p2align 6", f"K{f}:" if g.coin() else f".LK{f}:",
                 f".quad 1, 2, 3, {_number(g)}, 5, 6"]
        k = "K" + f if table[2][0] == "K" else ".LK" + f
        return table + _frame(f, [f"leaq {k}(%rip), %rdx", "xorl %eax, %eax", "movl $6, %ecx", f".L{f}_1:",
                                  "addq (%rdx), %rax", "imulq $31, %rax", "addq $8, %rdx", "decl %ecx",
                                  f"jnz .L{f}_1", "addq %rdi, %rax", "ret"])
    return f"MIX({_function(g, lines)}(HIDE(3)));"


def jump_into(g):
    def lines(f):
        common = [f"{f}_other:", "addq $3, %rdi", f".L{f}_common:", f"leaq {_number(g)}(%rdi), %rax", "ret",
                  f".size {f}_other, .-{f}_other"]
        return [".text", f".type {f}_other, @function", *common,
                *_frame(f, ["imulq $5, %rdi", f"jmp .L{f}_common"])]
    return f"MIX({_function(g, lines)}(HIDE(3)));"


def fall_through(g):
    def lines(f):
        return _frame(f, ["imulq $5, %rdi"], True,
                      [f"{f}_next:" if g.coin() else f".type {f}_next, @function\\n\"\n\t\"{f}_next:",
                       f"leaq {_number(g)}(%rdi), %rax", "ret"])
    return f"MIX({_function(g, lines)}(HIDE(3)));"


def without_type(g):
    def lines(f):
        return [".text", f".globl {f}", f"{f}:", f"leaq {_number(g)}(%rdi), %rax", "ret"]
    return f"MIX({_function(g, lines)}(HIDE(3)));"


def table_of_labels(g):
    """The jump tables of libc's string functions: distances from the table."""
    def lines(f):
        at = g.number(0, 2)
        entries = [f".L{f}_{i}" for i in range(3)]
        entries[at] = g.d(entries[at], entries[(at + 1) % 3])
        return _frame(f, [f"leaq .L{f}_table(%rip), %rdx", "movq %rdi, %rax", "andl $3, %edi",
                          "movslq (%rdx,%rdi,4), %rcx", "addq %rdx, %rcx", "jmp *%rcx",
                          f".L{f}_0:", "addq $7, %rax", "ret", f".L{f}_1:", "imulq $9, %rax", "ret",
                          f".L{f}_2:", "xorq $77, %rax", "ret"], True,
                      [".section .rodata", ".p2align 2", f".L{f}_table:",
                       *[f".int {entry} - .L{f}_table" for entry in [*entries, entries[0]]], ".text"])
    return f"for (int i = 0; i < HIDE(4); i++) MIX({_function(g, lines)}(i));"


def relative_to_itself(g):
    """Each entry is the distance from itself to a function."""
    def lines(f):
        at = g.number(0, 2)
        entries = [f"{f}_{i}" for i in range(3)]
        entries[at] = g.d(entries[at], entries[(at + 1) % 3])
        parts = []
        for i in range(3):
            parts += [f".type {f}_{i}, @function", f"{f}_{i}:", f"leaq {3 * i + 5}(%rdi,%rdi,{1 << i}), %rax", "ret",
                      f".size {f}_{i}, .-{f}_{i}"]
        return [".text", *parts,
                *_frame(f, [f"leaq {f}_table(%rip), %rdx", "movq %rdi, %rax", "andl $1, %edi", "incl %edi",
                            "leaq (%rdx,%rdi,4), %rdx", "movslq (%rdx), %rcx", "addq %rdx, %rcx",
                            "movq %rax, %rdi", "jmp *%rcx"], True,
                        [".section .rodata", ".p2align 2", f"{f}_table:",
                         *[f".long {entry} - ." for entry in entries],
                         *([f".type {f}_table, @object", f".size {f}_table, 12"] if g.coin() else []), ".text"])]
    f = _function(g, lines)
    return f"for (int i = 0; i < HIDE(2); i++) MIX({f}(i));"


def behind_end(g):
    """A loop over a table of constants ends at a label behind it."""
    def lines(f):
        return _frame(f, [f"leaq .L{f}_end(%rip), %rdx", "movq $-4, %rcx", "movq %rdi, %rax", f".L{f}_1:",
                          "addq (%rdx,%rcx,8), %rax", "imulq $31, %rax", "incq %rcx", f"jnz .L{f}_1", "ret"], True,
                      [f".section {g.pick('.rodata', '.data', '.rodata.cst', '.text')}", ".p2align 3",
                       f".quad 1, {_number(g)}, 3, 4", f".L{f}_end:", f".quad {g.number(1, 99)}", ".text"])
    return f"MIX({_function(g, lines)}(HIDE(3)));"


def _relative_table(g, targets, name):
    """Lines of a table of distances to `targets`, from itself or from each entry, in one of the
    sections and with one of the names that assemblers give; and its width and its base."""
    itself, width = g.coin(), g.pick(4, 4, 4, 8)
    section = g.pick(".rodata", f".rodata.{name}", ".data.rel.ro", ".data")
    word = ".long" if width == 4 else ".quad"
    flags = "a" if section.startswith(".rodata") else "aw"
    lines = [f'.section {section}, \\"{flags}\\"', ".p2align 3", f"{name}:",
             *[f"{word} {target} - {'.' if itself else name}" for target in targets]]
    if g.coin() and name[0] != ".":
        lines += [f".type {name}, @object", f".size {name}, {width * len(targets)}"]
    return lines + [".text"], width, itself


def _table_reader(name, width, itself, call):
    load = f"movslq (%rdx,%rdi,4), %rcx" if width == 4 else f"movq (%rdx,%rdi,8), %rcx"
    base = [f"leaq (%rdx,%rdi,{width}), %rdx"] if itself else []
    return [f"leaq {name}(%rip), %rdx", "movq %rdi, %rax", load, *base, "addq %rdx, %rcx",
            *(["movq %rax, %rdi", "jmp *%rcx"] if call else ["movq (%rcx), %rax", "ret"])]


def relative_functions(g):
    """The distances lead to functions, or to labels within those."""
    count = g.number(2, 6)

    def lines(f):
        at, inside, parts, targets = g.number(0, count - 1), g.pick(False, False, True), [], []
        for i in range(count):
            number = _number(g) if i == at else g.number(100, 900)
            label = f".L{f}_in{i}" if inside else f"{f}_{i}"
            typed = g.coin()
            parts += [*([f'.section .text.{f}_{i}, \\"ax\\"'] if g.number(0, 3) == 0 else [".text"]),
                      *([f".type {f}_{i}, @function"] if typed or inside else []), f"{f}_{i}:",
                      *(["nop", "ret"] if inside else []), *([f"{label}:"] if inside else []),
                      f"leaq {number}(%rdi,%rdi,{1 << (i % 4)}), %rax", "ret",
                      *([f".size {f}_{i}, .-{f}_{i}"] if typed or inside else [])]
            targets.append(label)
        name = g.pick(f"{f}_table", f".L{f}_table")
        table, width, itself = _relative_table(g, targets, name)
        return [*parts, *_frame(f, _table_reader(name, width, itself, True), True, table)]
    f = _function(g, lines)
    return f"for (int i = 0; i < HIDE({count}); i++) MIX({f}(i));"


def relative_data(g):
    """The distances lead to data of other sections."""
    def lines(f):
        at, parts, targets = g.number(0, 2), [], []
        for i in range(3):
            number = _number(g) if i == at else g.number(100, 900)
            section = g.pick(f'.data, \\"aw\\"', f'.data.rel.ro, \\"aw\\"', f'.rodata.{f}_o, \\"a\\"')
            parts += [f".section {section}", ".p2align 3", f".type {f}_{i}, @object", f"{f}_{i}:", f".quad {number}, 3",
                      f".size {f}_{i}, 16"]
            targets.append(f"{f}_{i}")
        name = g.pick(f"{f}_table", f".L{f}_table")
        table, width, itself = _relative_table(g, targets, name)
        return [*parts, *_frame(f, _table_reader(name, width, itself, False), True, table)]
    f = _function(g, lines)
    return f"for (int i = 0; i < HIDE(3); i++) MIX({f}(i));"
