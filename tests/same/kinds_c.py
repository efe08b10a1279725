# SPDX-License-Identifier: GPL-3.0-or-later
"""Kinds of benchmarks in C: each function draws one. Most are C++ as well."""

NOT_CXX = ("flexible_array", "common_symbol", "computed_goto", "bit_fields",
           "distances_of_labels", "designated", "compound_literal", "pointer_pair", "section_bounds")
INTEGERS = ("char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long long")
KINDS = INTEGERS + ("float", "double")


def _storage(g):
    return g.pick("static const", "static const", "static", "const", "",
                  "__attribute__((visibility(\"hidden\"))) const")


def _extern(storage):
    return "extern const" if storage == "const" else "" if not storage else storage


def _element(kind, text):
    return f"MIX(BITS({text}));" if kind in ("float", "double") else f"MIX({text});"


def _walk(g, kind, t, count):
    """One of the ways in which arrays are read."""
    e = lambda text: _element(kind, text)
    c = g.number(1, 3)
    return g.pick(
        f"for (long i = 0; i < HIDE({count}L); i++) {e(f'{t}[i]')}",
        f"for (long i = 1; i <= HIDE({count}L); i++) {e(f'{t}[i - 1]')}",
        f"for (long i = 0; i < {count}; i++) {e(f'{t}[i]')}",
        f"for (long i = 1; i <= {count}; i++) {e(f'{t}[i - 1]')}",
        f"for (long i = HIDE({count}L); i-- > 0;) {e(f'{t}[i]')}",
        f"for (long i = {count}; i-- > 0;) {e(f'{t}[i]')}",
        f"for (long i = {count}; i > 0; i--) {e(f'{t}[i - 1]')}",
        f"for (long i = -{count}; i < 0; i++) {e(f'{t}[i + {count}]')}",
        f"for (long i = -HIDE({count}L); i < 0; i++) {e(f'{t}[i + {count}]')}",
        f"for (const {kind} *p = {t} + {count}; p > {t};) {e('*--p')}",
        f"for (const {kind} *p = {t}, *end = p + HIDE({count}L); p < end; p++) {e('*p')}",
        f"for (const {kind} *p = {t} + {count} - 1; p >= {t}; p--) {e('*p')}",
        f"for (long i = 0; i + {c} < HIDE({count}L); i++) {{ {e(f'{t}[i]')} {e(f'{t}[i + {c}]')} }}",
        f"for (long i = {c}; i < HIDE({count}L); i++) {{ {e(f'{t}[i - {c}]')} {e(f'{t}[i]')} }}",
        f"for (long i = HIDE(0L); i < {count}; i += {c}) {e(f'{t}[i]')}",
        f"for (long i = 0; i < {count}; i++) {e(f'{t}[({count} - 1) - i]')}",
        f"for (long i = 0; i < 2 * {count}; i++) {e(f'{t}[i / 2]')}")


def array(g):
    kind, count = g.pick(*KINDS), g.number(2, 40)
    storage = _storage(g)
    t = g.array(kind, count, _extern(storage) if storage in ("const", "") else storage)
    return _walk(g, kind, t, count)


def array_of_other_file(g):
    kind, count = g.pick(*KINDS), g.number(2, 40)
    t = g.array(kind, count, g.pick("const", "plain"), other=True)
    return _walk(g, kind, t, count)


def array_beside_others(g):
    kind, count = g.pick(*KINDS), g.pick(4, 8, 16)
    storage = g.pick("static const", "static")
    names = [g.array(kind, count, storage) for _ in range(2)]
    before = g.name("t")
    g.top.insert(0, f"{storage} {kind} {before}[{count}] = {{ {', '.join('1' * count)} }};")
    return _element(kind, f"{before}[HIDE(1)]") + "\n" + \
        "\n".join(_walk(g, kind, t, count) for t in names)


def array_in_function(g):
    kind, count, low = g.pick(*KINDS), g.number(3, 30), g.pick(1, 1, 2, 16, 32, 64, 97, 1000, -5)
    t, f = g.array(kind, count, g.pick("static const", "static")), g.name("get")
    g.top.append(f"static NOINLINE {kind} {f}({g.pick('int', 'long', 'unsigned', 'short')} i)\n"
                 f"{{ return {t}[i - ({low})]; }}")
    return f"for (int i = {low}; i < {low} + HIDE({count}); i++) {_element(kind, f'{f}(i)')}"


def two_dimensions(g):
    kind, rows, cells = g.pick(*KINDS), g.number(2, 6), g.number(2, 6)
    t = g.name("t")
    items = g.elements(rows * cells, lambda: g.value(kind))
    body = ", ".join("{ " + ", ".join(items[r * cells:r * cells + cells]) + " }" for r in range(rows))
    g.top.append(f"{g.pick('static const', 'static')} {kind} {t}[{rows}][{cells}] = {{ {body} }};")
    return g.pick(
        f"for (int r = 0; r < HIDE({rows}); r++) for (int c = 0; c < {cells}; c++)"
        f" {_element(kind, f'{t}[r][c]')}",
        f"for (int c = HIDE({cells}); c-- > 0;) for (int r = {rows}; r > 0; r--)"
        f" {_element(kind, f'{t}[r - 1][c]')}")


def structs(g):
    count, t = g.number(2, 9), g.name("t")
    which = g.number(0, 4)
    rows = []
    at = g.number(0, count - 1)
    for i in range(count):
        cells = [f'"{g.word()}"', str(g.number(1, 99)), f"{g.number(1, 9)}.25", str(g.number(1, 99)),
                 f'"{g.word(1, 5)}"']
        if i == at:
            old = cells[which]
            new = f'"{g.word()}q"' if which in (0, 4) else "100" if which != 2 else "10.5"
            cells[which] = g.d(old, new)
        rows.append("{ " + ", ".join(cells) + " }")
    g.top.append(f"{g.pick('static const', 'static')} struct {t}_s {{ const char *name; int a; "
                 f"double x; short s; char text[8]; }} {t}[] = {{ {', '.join(rows)} }};")
    read = f"TEXT(p->name); MIX(p->a); MIX(BITS(p->x)); MIX(p->s); TEXT(p->text);"
    return g.pick(
        f"for (const struct {t}_s *p = {t}; p < {t} + HIDE({count}); p++) {{ {read} }}",
        f"for (const struct {t}_s *p = {t} + {count}; p-- > {t};) {{ {read} }}",
        f"for (int i = HIDE(1); i <= {count}; i++) {{ const struct {t}_s *p = &{t}[i - 1]; {read} }}")


def bit_fields(g):
    count, t = g.number(2, 12), g.name("t")
    rows = g.elements(count, lambda: (f"{{ {g.number(1, 6)}, {g.number(1, 99)}, 1 }}",
                                      f"{{ 7, {g.number(1, 99)}, 0 }}"))
    g.top.append(f"static const struct {{ unsigned a : 3, b : 9, c : 1; }} {t}[] = "
                 f"{{ {', '.join(rows)} }};")
    return f"for (int i = HIDE({count}); i > 0; i--) MIX({t}[i - 1].a * 3 + {t}[i - 1].b + {t}[i - 1].c);"


def flexible_array(g):
    kind, count, t = g.pick(*INTEGERS), g.number(2, 20), g.name("t")
    items = ", ".join(g.elements(count, lambda: g.value(kind)))
    g.top.append(f"{g.pick('static', 'static const')} struct {{ int count; {kind} a[]; }} {t} = "
                 f"{{ {count}, {{ {items} }} }};")
    return f"for (int i = 0; i < HIDE({t}.count); i++) MIX({t}.a[i]);"


def designated(g):
    t = g.name("t")
    at = g.number(97, 120)
    g.top.append(f"{g.pick('static const ', 'const ', 'static ', '')}{g.pick('unsigned char', 'short', 'int')} {t}[256] = {{ ['a' ... 'z'] = 3, ['0' ... '9'] = 5, "
                 f"[{at}] = {g.d('7', '9')} }};")
    return g.pick(f"for (int c = HIDE('a'); c <= 'z'; c++) MIX({t}[c]);",
                  f"for (const char *s = HIDE(\"{chr(at)}bcxyz09\"); *s; s++) MIX({t}[(unsigned char)*s]);")


def text_pointers(g):
    count, t = g.number(2, 9), g.name("t")
    items = ", ".join(g.elements(count, lambda: (f'"{g.word()}"', f'"{g.word()}{g.pick("x", "yy")}"')))
    g.top.append(f"static const char *{g.pick('', 'const ')}{t}[] = {{ {items} }};")
    return g.pick(f"for (int i = 0; i < HIDE({count}); i++) TEXT({t}[i]);",
                  f"for (int i = {count}; i > 0; i--) TEXT({t}[i - 1]);",
                  f"for (int i = HIDE(1); i <= {count}; i++) TEXT({t}[i - 1]);")


def text_rows(g):
    count, t = g.number(2, 9), g.name("t")
    items = ", ".join(g.elements(count, lambda: (f'"{g.word(1, 7)}"', f'"{g.word(1, 6)}x"')))
    g.top.append(f"static const char {t}[][9] = {{ {items} }};")
    return g.pick(f"for (int i = HIDE(0); i < {count}; i++) TEXT({t}[i]);",
                  f"for (int i = HIDE({count}); i > 0; i--) TEXT({t}[i - 1]);")


def _nul_text(g):
    parts = [g.word(1, 5) for _ in range(g.number(2, 6))]
    at = g.number(0, len(parts) - 1)
    changed = list(parts)
    changed[at] = changed[at][:-1] + "z"
    join = lambda words: '"' + "\\0".join(words) + '\\0"'
    return parts, at, g.d(join(parts), join(changed))


def nul_text(g):
    parts, at, text = _nul_text(g)
    skip = len(parts[0]) + 1
    walk = "for (; *p; p += strlen(p) + 1) TEXT(p);"
    form = g.number(0, 3)
    if form == 0:
        return f"{{ const char *p = HIDE({text}); {walk} }}"
    t = g.name("t")
    if form == 1:
        g.top.append(f"static const char {t}[] = {text};")
        return f"{{ const char *p = {t} + HIDE(0); {walk} p = {t} + {skip}; {walk} }}"
    g.top.append(f"static const char *{t} = {text};")
    if form == 2:
        g.top.append(f"static const char *{t}_2 = {text} + {skip};")
        return f"{{ const char *p = {t}; {walk} p = {t}_2; {walk} }}"
    return f"{{ const char *p = {t}; {walk} }}"


def wide_text(g):
    prefix, width = g.pick(("L", "wchar_t"), ("u", "uint16_t"), ("U", "uint32_t")), 0
    tail = g.word(3, 6)
    text = f'{prefix[0]}"{g.word(1, 4)}{tail}"'
    new = text[:-2] + 'z"' if g.coin() else f'{prefix[0]}"{g.word(1, 4)}x{tail}"'
    f = g.name("sum")
    kind = {"L": "wchar_t", "u": "char16_t", "U": "char32_t"}[prefix[0]]
    g.top.append(f"#ifndef __cplusplus\n#include <uchar.h>\n#endif\n"
                 f"static NOINLINE uint64_t {f}(const {kind} *p)\n{{ uint64_t h = 0; while (*p) MIX(*p++);"
                 f" return h; }}")
    if g.coin():
        return f'MIX({f}({g.d(text, new)})); MIX({f}({prefix[0]}"{tail}"));'
    t = g.name("t")
    g.top.append(f'static const {kind} *const {t}[] = {{ {prefix[0]}"{tail}", {g.d(text, new)}, '
                 f'{prefix[0]}"{g.word()}" }};')
    return f"for (int i = 0; i < HIDE(3); i++) MIX({f}({t}[i]));"


def shared_ends(g):
    tail = g.word(3, 6)
    head = g.word(2, 5)
    f = g.name("hash")
    g.top.append(f"static NOINLINE uint64_t {f}(const char *t) {{ return bd_hash(t, strlen(t), 7); }}")
    return f'MIX({f}("{tail}")); MIX({f}({g.d(chr(34) + head + tail + chr(34), chr(34) + "x" + head + tail + chr(34))}));'


def text_indexed(g):
    low, count = g.pick((97, 13), (48, 9), (1, 8), (0, 16), (-4, 9))
    word = "".join(g.rng.choice("ABCDEFGHIJKLMNO") for _ in range(count))
    at = g.number(0, count - 1)
    new = word[:at] + "Z" + word[at + 1:]
    f = g.name("letter")
    g.top.append(f"static NOINLINE int {f}(int c) {{ return {g.d(f'{chr(34)}{word}{chr(34)}', f'{chr(34)}{new}{chr(34)}')}"
                 f"[c - ({low})]; }}")
    return f"for (int c = {low}; c < {low} + HIDE({count}); c++) MIX({f}(c));"


def text_walked(g):
    """A literal that is read from its end, or by an index that is counted from there."""
    word = g.word(3, 20)
    at = g.number(0, len(word) - 1)
    old, new = f'"{word}"', f'"{word[:at]}z{word[at + 1:]}"'
    if g.coin():
        old, new = old.replace('"', '', 1).join(['"' + g.word(1, 4) + "\\0", ""]), new.replace('"', '', 1).join(['"', ""])
    count = f"(long)sizeof({g.d(old, new)})"
    text = g.d(old, new)
    return g.pick(f"for (long i = -{count}; i < 0; i++) MIX({text}[i + {count}]);",
                  f"for (long i = -HIDE({count}); i < 0; i++) MIX({text}[i + {count}]);",
                  f"for (long i = HIDE({count}); i > 0; i--) MIX({text}[i - 1]);",
                  f"for (long i = 1; i <= HIDE({count}); i++) MIX({text}[i - 1]);",
                  f"for (const char *p = {text} + {count}, *begin = p - HIDE({count}); p > begin;) MIX(*--p);")


def text_calls(g):
    word = g.word(3, 12)
    old, new = f'"{word}"', f'"{word[:-1]}z"'
    subject = f'HIDE("{g.word(2, 5)}{word}{g.word(2, 5)}")'
    return g.pick(f"MIX(strcspn({subject}, {g.d(old, new)})); MIX(strspn({subject}, {g.d(old, new)}));",
                  f"MIX(strcmp({subject}, {g.d(old, new)}) > 0); MIX(strstr({subject}, {g.d(old, new)}) != 0);",
                  f"{{ char to[64] = {g.d(old, new)}; MIX(memcmp(to, {subject}, 4) > 0); TEXT(to); }}",
                  f"{{ char to[99]; snprintf(to, sizeof(to), {g.d(old[:-1] + ' %d %s' + chr(34), new[:-1] + ' %d %s' + chr(34))}, HIDE(3), {subject}); TEXT(to); }}",
                  f"{{ const char *p = HIDE(\"zz{word}\"); while (*p) MIX(strchr({g.d(old, new)}, *p++) != 0); }}")


def switch_text(g):
    count, f = g.number(4, 12), g.name("name")
    items = g.elements(count, lambda: (f'"{g.word()}"', f'"{g.word()}y"'))
    cases = " ".join(f"case {i}: return {text};" for i, text in enumerate(items))
    g.top.append(f"static NOINLINE const char *{f}(int i)\n{{ switch (i) {{ {cases} }} return \"none\"; }}")
    return f"for (int i = -1; i < HIDE({count + 1}); i++) TEXT({f}(i));"


def switch_nul_text(g):
    """Texts with NULs are not merged: compilers put them beside the table of distances."""
    count, f = g.number(3, 9), g.name("name")
    parts = lambda: [g.word(1, 5) for _ in range(g.pick(1, 1, 2, 3))]
    join = lambda words: '"' + "\\0".join(words) + '\\0"'
    def make():
        words = parts()
        at = g.number(0, len(words) - 1)
        return join(words), join([*words[:at], words[at][:-1] + "z", *words[at + 1:]])
    items = g.elements(count, make)
    cases = " ".join(f"case {i}: return {text};" for i, text in enumerate(items))
    g.top.append(f"static NOINLINE const char *{f}(int i)\n{{ switch (i) {{ {cases} }} return {g.pick('0', join(['q']))}; }}")
    return (f"for (int i = -1; i <= HIDE({count}); i++) {{ const char *p = {f}(i);"
            f" for (; p && *p; p += strlen(p) + 1) TEXT(p); }}")


def switch_constants(g):
    """Pointers to constants of several kinds, which lie in several sections, or nowhere."""
    count, f, t = g.number(4, 9), g.name("pick"), g.name("t")
    at, cases, read = g.number(0, count - 1), [], []
    for i in range(count):
        number = g.number(1, 90)
        value = g.d(str(number), str(number + 7)) if i == at else str(number)
        word = g.word(8, 12)
        text = f'"{word}"'
        text = g.d(text, f'"{word[:3]}z{word[3:]}"') if i == at else text
        kind = g.pick("text", "nul", "struct", "array", "wide", "pointers", "function", "variable", "none")
        if i == at and kind == "none":
            kind = "struct"
        name, as_text, as_number = f"{t}_{i}", f"TEXT(({'const char *'})p);", "MIX(((const int *)p)[1]);"
        if kind == "text":
            cases.append(text), read.append(as_text)
        elif kind == "nul":
            cases.append(f'"ab\\0" {text}'), read.append("TEXT((const char *)p + 3);")
        elif kind in ("struct", "array", "variable"):
            what = "struct { int a, b; const char *c; }" if kind == "struct" else "int"
            g.top.append(f"static {'' if kind == 'variable' else 'const '}{what} {name}{'[3]' if kind != 'struct' else ''} = {{ {number}, {value}, 0 }};")
            cases.append(f"&{name}"), read.append(as_number)
        elif kind == "wide":
            cases.append(f"L{text}" if i != at else g.d('L"' + word + '"', 'L"' + word[:3] + 'z"'))
            read.append("for (const wchar_t *w = (const wchar_t *)p; *w; w++) MIX(*w);")
        elif kind == "pointers":
            g.top.append(f"static const char *const {name}[] = {{ \"{g.word()}\", {text} }};")
            cases.append(f"{name}"), read.append("TEXT(((const char *const *)p)[1]);")
        elif kind == "function":
            g.top.append(f"static uint64_t {name}(uint64_t x) {{ bd_keep(x); return x * 3 + {value}; }}\n"
                         f"static uint64_t (*const {name}_p)(uint64_t) = {name};")
            cases.append(f"&{name}_p"), read.append("MIX((*(uint64_t (*const *)(uint64_t))p)(7));")
        else:
            cases.append("0"), read.append("MIX(!p);")
    body = lambda all: " ".join(f"case {i}: {one}" for i, one in enumerate(all))
    g.top.append(f"static NOINLINE const void *{f}(int i)\n{{ switch (i) {{ "
                 + body(f"return {one};" for one in cases) + f" }} return {g.pick(cases[0], '0')}; }}")
    return (f"for (int i = 0; i < HIDE({count}); i++) {{ const void *p = {f}(i); switch (i) {{ "
            + body(f"{one} break;" for one in read) + " } }")


def array_constants(g):
    """As an array of a function, of which clang makes a table of distances."""
    count, f = g.number(2, 8), g.name("name")
    make = lambda: (lambda w, e: (f'"{w}{e}"', f'"{w[:-1]}z{e}"'))(g.word(3, 8), g.pick("", "", "\\0x"))
    items = ", ".join(g.elements(count, make))
    g.top.append(f"static NOINLINE const char *{f}(int i)\n{{ static const char *const all[] = {{ {items} }}; return all[i]; }}")
    return f"for (int i = 0; i < HIDE({count}); i++) TEXT({f}(i));"


def switch_labels(g):
    """Only the jump table differs: at which of two cases a label stands."""
    count, f = g.number(4, 9), g.name("step")
    first, second = g.rng.sample(range(count), 2)
    label = {first: g.d(f"case {count}:", ""), second: g.d("", f"case {count}:")}
    cases = "\n".join(f'case {i}: {label.get(i, "")} __asm__ volatile("" : "+r"(x)); '
                      f"return x * {2 * i + 3} + {i + 1};" for i in range(count))
    g.top.append(f"static NOINLINE uint64_t {f}(uint64_t x, long i)\n"
                 f"{{ switch (i) {{ {cases} }} return 1; }}")
    return f"for (long i = 0; i <= {count}; i++) MIX({f}(h, HIDE(i)));"


def switch_numbers(g):
    count, f, kind = g.number(4, 14), g.name("number"), g.pick("int", "double", "short", "long long")
    low = g.pick(0, 1, 10, -3)
    items = g.elements(count, lambda: (str(g.number(1, 999)), str(g.number(1000, 2000))))
    cases = " ".join(f"case {low + i}: return {text};" for i, text in enumerate(items))
    g.top.append(f"static NOINLINE {kind} {f}(int i)\n{{ switch (i) {{ {cases} }} return 0; }}")
    return f"for (int i = {low - 1}; i < HIDE({low + count + 1}); i++) MIX({f}(i));"


def switch_code(g):
    count, f = g.number(5, 14), g.name("step")
    ways = ("x += {};", "x ^= {};", "x *= {};", "x = x << 3 | {};", "x = ~x - {};", "bd_keep(x); x -= {};")
    items = g.elements(count, lambda: (str(g.number(1, 999)), str(g.number(1000, 2000))))
    order = list(range(count))
    if g.coin():  # the entries differ, not the code
        at = g.number(1, count - 1)
        items = [item.split("(")[-1].split(",")[0] for item in items]
        cases = " ".join(f"case {g.d(str(i), str(i + 100)) if i == at else i}: "
                         f"{ways[i % len(ways)].format(items[i])} break;" for i in order)
    else:
        cases = " ".join(f"case {i}: {ways[i % len(ways)].format(items[i])} break;" for i in order)
    g.top.append(f"static NOINLINE uint64_t {f}(int i, uint64_t x)\n{{ switch (i) {{ {cases} default: x++; }}"
                 f" return x; }}")
    return f"for (int i = -1; i < HIDE({count + 1}); i++) MIX({f}(i, h));"


def computed_goto(g):
    f = g.name("goes")
    order = ["add", "sub", "mul", "end"]
    program = [str(g.number(0, 2)) for _ in range(g.number(3, 9))]
    at = g.number(0, len(program) - 1)
    program[at] = g.d(program[at], str((int(program[at]) + 1) % 3))
    table = ", ".join(f"&&{f}_{word}" for word in order)
    g.top.append(f"static NOINLINE uint64_t {f}(uint64_t x)\n{{ static const void *const labels[] = {{ {table} }};\n"
                 f"static const unsigned char program[] = {{ {', '.join(program)}, 3 }}; const unsigned char *p = program;\n"
                 f"goto *labels[*p++];\n{f}_add: x += 3; goto *labels[*p++];\n{f}_sub: x -= 77; goto *labels[*p++];\n"
                 f"{f}_mul: x *= 31; goto *labels[*p++];\n{f}_end: return x; }}")
    return f"MIX({f}(HIDE(5)));"


def distances_of_labels(g):
    f, kind = g.name("goes"), g.pick("int", "long", "short")
    kind = "int" if kind == "short" else kind
    order = ["add", "sub", "mul"]
    at = g.number(0, 2)
    items = [f"&&{f}_{word} - &&{f}_add" for word in order]
    items[at] = g.d(items[at], f"&&{f}_{order[(at + 1) % 3]} - &&{f}_add")
    g.top.append(f"static NOINLINE uint64_t {f}(uint64_t x, int i)\n{{ static const {kind} to[] = {{ {', '.join(items)} }};\n"
                 f"goto *(&&{f}_add + to[i]);\n{f}_add: return x + 3;\n{f}_sub: return x - 77;\n"
                 f"{f}_mul: return x * 31; }}")
    return f"for (int i = 0; i < HIDE(3); i++) MIX({f}(h, i));"


def functions(g):
    count, f = g.number(2, 7), g.name("f")
    for i in range(count):
        g.top.append(f"static uint64_t {f}_{i}(uint64_t x) {{ bd_keep(x); return x * {2 * i + 3} + {g.number(1, 99)}; }}")
    items = [f"{f}_{i}" for i in range(count)]
    at = g.number(0, count - 1)
    items[at] = g.d(items[at], items[(at + 1) % count])
    g.top.append(f"static uint64_t (*{g.pick('', 'const ')}{f}_all[])(uint64_t) = {{ {', '.join(items)} }};")
    return g.pick(f"for (int i = 0; i < HIDE({count}); i++) MIX({f}_all[i](h));",
                  f"for (int i = HIDE({count}); i > 0; i--) MIX({f}_all[i - 1](h));")


def called_function(g):
    f = g.name("f")
    g.top.append(f"static NOINLINE uint64_t {f}_in(uint64_t x) {{ bd_keep(x); return x * 3 + {g.d('5', '7')}; }}\n"
                 f"static NOINLINE uint64_t {f}(uint64_t x) {{ bd_keep(x); return {f}_in(x){g.pick('', ' ^ 1')}; }}")
    return f"MIX({f}(HIDE(3)));"


def operations(g):
    t, count = g.name("op"), g.number(2, 5)
    for i in range(count):
        g.top.append(f"static uint64_t {t}_{i}(uint64_t x) {{ bd_keep(x); return x ^ {g.number(100, 9999)}; }}")
    rows = g.elements(count, lambda: (f"{{ \"{g.word()}\", {t}_{g.number(0, count - 1)}, 3 }}",
                                      f"{{ \"{g.word()}\", {t}_{g.number(0, count - 1)}, 4 }}"))
    g.top.append(f"static const struct {t}_s {{ const char *name; uint64_t (*call)(uint64_t); int weight; }} {t}[] = "
                 f"{{ {', '.join(rows)} }};\nstatic const struct {t}_s *const {t}_last = {t} + {count - 1};")
    return (f"for (const struct {t}_s *p = {g.pick(f'{t}_last', f'{t} + {count - 1}')}; p >= {t}; p--) "
            f"{{ TEXT(p->name); MIX(p->call(h) * p->weight); }}")


def pointer_inside(g):
    kind, count = g.pick(*KINDS), g.number(3, 20)
    t, k = g.array(kind, count, g.pick("static const", "static")), g.number(0, count)
    p = g.name("p")
    constant = g.pick("", "const ")
    g.top.append(f"static const {kind} *{constant}{p} = {t} + {k};")
    back = f"for (long i = 1; i <= HIDE({k}L); i++) {_element(kind, f'{p}[-i]')}" if k else ""
    return back + f"\nfor (long i = 0; i < HIDE({count - k}L); i++) {_element(kind, f'{p}[i]')}"


def pointer_before(g):
    kind, count = g.pick(*KINDS), g.number(3, 20)
    t, p = g.array(kind, count, g.pick("static const", "static")), g.name("p")
    g.top.append(f"static const {kind} *{g.pick('', 'const ')}{p} = {t} - 1;")
    return f"for (long i = 1; i <= HIDE({count}L); i++) {_element(kind, f'{p}[i]')}"


def pointer_pair(g):
    kind, count = g.pick(*KINDS), g.number(3, 20)
    t, p = g.array(kind, count, "static const"), g.name("p")
    g.top.append(f"static const struct {{ const {kind} *begin, *end; }} {p} = {{ {t}, {t} + {count} }};")
    return g.pick(f"for (const {kind} *q = {p}.begin; q < HIDE({p}.end); q++) {_element(kind, '*q')}",
                  f"for (const {kind} *q = HIDE({p}.end); q > {p}.begin;) {_element(kind, '*--q')}")


def thread_local_array(g):
    kind, count = g.pick(*KINDS), g.number(2, 20)
    if g.coin():
        t = g.array(kind, count, g.pick("static __thread", "__thread"))
    else:
        t = g.name("t")
        items = ", ".join(g.elements(count, lambda: g.value(kind)))
        g.top.append(f"extern __thread {kind} {t}[{count}];")
        g.other.append(f"extern __thread {kind} {t}[{count}];\n__thread {kind} {t}[{count}] = {{ {items} }};")
    return _walk(g, kind, t, count)


def constructor(g):
    kind, count, t = g.pick(*INTEGERS), g.number(2, 20), g.name("t")
    f, priority = g.name("make"), g.pick("", "(101)", "(150)", "(65000)")
    g.top.append(f"static {kind} {t}[{count}];\n"
                 f"__attribute__((constructor{priority})) static void {f}(void)\n"
                 f"{{ for (int i = 0; i < {count}; i++) {t}[i] = ({kind})(i * {g.d('3', '5')} + 1); }}")
    return _walk(g, kind, t, count)


def constructor_far(g):
    t, f = g.name("t"), g.name("make")
    g.other.append(f"extern int {t}; int {t};\nint *{f}_where(void);\nint *{f}_where(void) {{ return &{t}; }}")
    g.top.append(f"extern int {t};\nextern int *{f}_where(void);\n__attribute__((constructor)) static void {f}(void)\n"
                 f"{{ *{f}_where() = {g.d('7', '9')}; }}")
    if g.top and "extern \"C\"" not in g.top[-1]:
        pass
    return f"MIX({t});"


def constructor_sets_pointer(g):
    t, f = g.array("int", 4), g.name("make")
    g.top.append(f"static const int *{f}_p;\n__attribute__((constructor)) static void {f}(void)\n"
                 f"{{ {f}_p = {t} + HIDE(2); }}")
    return f"MIX({f}_p[0]); MIX({f}_p[1]); MIX({f}_p[-1]); MIX({f}_p[-2]);"


def setup_writes(g):
    kind, count, t = g.pick(*INTEGERS), g.number(2, 20), g.name("t")
    f, kept = g.name("setup"), g.pick("static", "")
    g.top.append(f"static {kind} {t}[{count}];\nstatic int {f}(struct bd *b)\n"
                 f"{{ (void)b; for (int i = 0; i < {count}; i++) {t}[i] = ({kind})(i * {g.d('3', '5')} + 1); return 0; }}")
    g.hooks = f", .setup = {f}"
    return _walk(g, kind, t, count)


def before_sample(g):
    t, f = g.name("t"), g.name("before")
    g.top.append(f"static int {t};\nstatic void {f}(struct bd *b, uint64_t n) {{ (void)b; (void)n; {t} = {g.d('3', '5')}; }}")
    g.hooks = f", .before_sample = {f}"
    return f"MIX({t});"


def common_symbol(g):
    t, f = g.name("t"), g.name("make")
    g.top.append(f"__attribute__((common)) int {t}[9];\n__attribute__((constructor)) static void {f}(void)\n"
                 f"{{ {t}[3] = {g.d('7', '9')}; }}")
    return f"for (int i = 0; i < HIDE(9); i++) MIX({t}[i]);"


def local_array(g):
    kind, count = g.pick(*KINDS), g.number(2, 40)
    items = ", ".join(g.elements(count, lambda: g.value(kind)))
    return f"{{ {kind} t[{count}] = {{ {items} }}; bd_keep(&t[0]);\n{_walk(g, kind, 't', count)} }}"


def compound_literal(g):
    count = g.number(2, 9)
    items = ", ".join(g.elements(count, lambda: g.value("int")))
    return f"{{ const int *q = ({g.pick('const ', '')}int[]){{ {items} }}, *p = HIDE(q); for (int i = 0; i < {count}; i++) MIX(p[i]); }}"


def section_bounds(g):
    s, count = f"sec_{g.i}", g.number(2, 5)
    items = g.elements(count, lambda: g.value("long"))
    for i, item in enumerate(items):
        g.top.append(f"static const long {s}_{i} __attribute__((section(\"{s}\"), used)) = {item};")
    g.top.append(f"extern const long __start_{s}[], __stop_{s}[];")
    return g.pick(f"for (const long *p = __start_{s}; p < __stop_{s}; p++) MIX(*p);",
                  f"for (const long *p = __stop_{s}; p > __start_{s};) MIX(*--p);")


def own_section(g):
    kind, count, t = g.pick(*INTEGERS), g.number(2, 12), g.name("t")
    items = ", ".join(g.elements(count, lambda: g.value(kind)))
    name = g.pick(".rodata.mine", ".data.mine", "mine", ".rodata", ".data.rel.ro.mine")
    if name == ".rodata":
        name = ".rodata.b"
    constant = "const " if "rodata" in name else ""
    if name == "mine":
        name = f"mine_{g.i}"
    g.top.append(f"static {constant}{kind} {t}[{count}] __attribute__((section(\"{name}\"))) = {{ {items} }};")
    return _walk(g, kind, t, count)


def sorted_by_library(g):
    t, f = g.name("t"), g.name("by")
    g.top.append(f"#ifdef __cplusplus\nextern \"C\" {{\n#endif\nstatic int {f}(const void *a, const void *b)\n"
                 f"{{ int x = *(const int *)a * {g.d('1', '-1')}, y = *(const int *)b * {g.d('1', '-1')}; return (x > y) - (x < y); }}\n"
                 f"#ifdef __cplusplus\n}}\n#endif")
    return f"{{ int t[] = {{ 3, 1, 4, 1, 5, 9, 2, 6 }}; qsort(t, 8, sizeof(*t), {f}); for (int i = 0; i < 8; i++) MIX(t[i]); }}"


def static_counter(g):
    f = g.name("next")
    g.top.append(f"static NOINLINE int {f}(int to) {{ static int c = {g.d('3', '5')}; static int m = 9; if (to) m = to; return c ^ m; }}")
    return f"MIX({f}(HIDE(0)));"


def constants(g):
    kind = g.pick("double", "float", "long double")
    old, new = f"{g.number(1, 99)}.{g.number(1, 99)}", f"{g.number(100, 199)}.5"
    return g.pick(f"{{ {kind} x = HIDE(3); x = x * {g.d(old, new)} + 1.5; MIX((uint64_t)(x * 100)); }}",
                  f"{{ {kind} x = HIDE(3); x = x > 2 ? {g.d(old, new)} : {g.number(1, 9)}.75; MIX((uint64_t)(x * 100)); }}",
                  f"MIX(HIDE(3) * {g.d('12345678912345u', '12345678912346u')});",
                  f"MIX(HIDE(77u) / {g.d('7', '9')});")


def vectors(g):
    kind, width = g.pick(("int", 4), ("float", 4), ("double", 2), ("short", 8))
    items = g.elements(width, lambda: g.value(kind))
    return (f"{{ typedef {kind} v_t __attribute__((vector_size(16)));\n"
            f"v_t x = {{ ({kind})HIDE(3) }}, y = {{ {', '.join(items)} }}; x = x + y; MIX(BITS(x)); }}")


def copied(g):
    count, t = g.number(3, 70), g.name("t")
    name = g.array("unsigned char", count, g.pick("static const", "static"))
    size = g.pick(count, count - 1)
    return f"{{ unsigned char to[{count}] = {{ 0 }}; memcpy(to, {name}, {size}); bd_keep(&to[0]); MIX(bd_hash(to, {count}, 0)); }}"


def weak_symbols(g):
    f = g.name("f")
    g.top.append(f"#ifdef __cplusplus\nextern \"C\"\n#endif\n__attribute__((weak)) uint64_t {f}(uint64_t x);\n"
                 f"#ifdef __cplusplus\nextern \"C\"\n#endif\n__attribute__((weak)) uint64_t {f}(uint64_t x) {{ bd_keep(x); return x * {g.d('3', '5')}; }}")
    return f"MIX({f}(HIDE(3)));"


def alias_of_array(g):
    t = g.name("t")
    items = ", ".join(g.elements(6, lambda: g.value("int")))
    g.top.append(f"#ifdef __cplusplus\nextern \"C\" {{\n#endif\nextern const int {t}[6]; const int {t}[6] = {{ {items} }};\n"
                 f"extern const int {t}_also[6] __attribute__((alias(\"{t}\")));\n#ifdef __cplusplus\n}}\n#endif")
    return f"for (int i = HIDE(1); i <= 6; i++) MIX({t}_also[i - 1]);"


def indirect_function(g):
    f = g.name("f")
    g.top.append(f"#ifdef __cplusplus\nextern \"C\" {{\n#endif\n"
                 f"static uint64_t {f}_a(uint64_t x) {{ bd_keep(x); return x * {g.d('3', '5')}; }}\n"
                 f"static uint64_t {f}_b(uint64_t x) {{ bd_keep(x); return x * 9; }}\n"
                 f"uint64_t (*{f}_which(void))(uint64_t);\n"
                 f"uint64_t (*{f}_which(void))(uint64_t) {{ return __builtin_cpu_supports(\"sse2\") ? {f}_a : {f}_b; }}\n"
                 f"uint64_t {f}(uint64_t x) __attribute__((ifunc(\"{f}_which\")));\n"
                 f"#ifdef __cplusplus\n}}\n#endif")
    return f"MIX({f}(HIDE(3)));"


def linked_nodes(g):
    t, count = g.name("n"), g.number(2, 6)
    items = g.elements(count, lambda: g.value("int"))
    g.top.append(f"struct {t}_s {{ int value; const struct {t}_s *next; }};\n"
                 f"static const struct {t}_s {t}[] = {{ " + ", ".join(
                     f"{{ {item}, " + (f"{t} + {i + 1}" if i + 1 < count else "0") + " }"
                     for i, item in enumerate(items)) + " };")
    return f"for (const struct {t}_s *p = HIDE({t}); p; p = p->next) MIX(p->value);"


def union_table(g):
    t = g.name("t")
    items = ", ".join("{ " + item + " }" for item in g.elements(5, lambda: g.value("double")))
    g.top.append(f"static const union {{ double d; uint64_t u; }} {t}[] = {{ {items} }};")
    return f"for (int i = HIDE(5); i-- > 0;) MIX({t}[i].u);"


def large_index(g):
    kind = g.pick("int", "char", "double")
    t, low = g.name("t"), g.pick(40, 100, 300, 1100, 5000)
    items = ", ".join(g.elements(6, lambda: g.value(kind)))
    g.top.append(f"static const {kind} {t}[] = {{ {items} }};\nstatic NOINLINE {kind} {t}_get(long id) {{ return {t}[id - {low}]; }}")
    return f"for (long i = 0; i < HIDE(6L); i++) {_element(kind, f'{t}_get(i + {low})')}"
