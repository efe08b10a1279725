# SPDX-License-Identifier: GPL-3.0-or-later
"""Kinds of benchmarks that only C++ has."""


def _head(g, *headers):
    g.top.append("".join(f"#include <{name}>\n" for name in headers))


def virtual_functions(g):
    c, count = g.name("c"), g.number(2, 5)
    g.top.append(f"struct {c} {{ virtual ~{c}() = default; virtual uint64_t f(uint64_t x) const {{ return x + 1; }} }};")
    items = g.elements(count, lambda: (str(g.number(3, 99)), str(g.number(100, 199))))
    for i, item in enumerate(items):
        g.top.append(f"struct {c}_{i} : {c} {{ uint64_t f(uint64_t x) const override {{ bd_keep(x); return x * {item}; }} }};")
    g.top.append(f"static {c} *{c}_make(int i)\n{{ switch (i) {{ " +
                 " ".join(f"case {i}: return new {c}_{i};" for i in range(count)) + f" }} return new {c}; }}")
    return f"for (int i = 0; i < HIDE({count}); i++) {{ {c} *p = {c}_make(i); MIX(p->f(3)); delete p; }}"


def exceptions(g):
    _head(g, "stdexcept")
    f, kinds = g.name("f"), ["int", "long", "const char *", "std::runtime_error", "std::logic_error"]
    caught = g.number(0, 1)
    old, new = "int", "long"
    g.top.append(f"static NOINLINE void {f}_throw(int i) {{ if (i == 0) throw 3; if (i == 1) throw 4L; if (i == 2) throw std::runtime_error(\"{g.word()}\"); }}\n"
                 f"static NOINLINE uint64_t {f}(int i)\n{{ try {{ {f}_throw(i); }} catch ({g.d(old, new)}) {{ return 5; }} "
                 f"catch (const std::exception &e) {{ return strlen(e.what()); }} catch (...) {{ return 9; }} return 1; }}")
    return f"for (int i = 0; i < HIDE(4); i++) MIX({f}(i));"


def handlers(g):
    f = g.name("f")
    g.top.append(f"static int {f}_count;\nstruct {f}_c {{ int v; ~{f}_c() {{ bd_keep(v); {f}_count += v * {g.d('3', '5')}; }} }};\n"
                 f"static NOINLINE void {f}_throw(int i) {{ if (i) throw i; }}\n"
                 f"static NOINLINE void {f}(int i) {{ {f}_c c{{ i }}; {f}_throw(i); }}")
    return f"{f}_count = 0; for (int i = 0; i < HIDE(3); i++) {{ try {{ {f}(i); }} catch (int x) {{ MIX(x); }} }} MIX({f}_count);"


def catch_clauses(g):
    """Only the type of a clause differs: of this program, of the library, or of a base."""
    _head(g, "stdexcept", "new", "string")
    f = g.name("f")
    g.top.append(f"struct {f}_a {{ virtual ~{f}_a() {{}} }}; struct {f}_b {{ int v; }}; struct {f}_c : {f}_a, {f}_b {{}}; "
                 f"struct {f}_d {{}};\ntemplate <int N> struct {f}_t {{}};")
    thrown = [f"{f}_c()", f"{f}_d()", "std::out_of_range(\"x\")", "std::bad_alloc()", "3", "4L", f"{f}_t<1>()",
              "\"text\"", f"new {f}_c"]
    types = [f"{f}_a &", f"const {f}_b &", f"{f}_c", f"{f}_d", "const std::logic_error &", "std::out_of_range &",
             "const std::exception &", "std::bad_alloc &", "int", "long", f"{f}_t<1>", f"{f}_t<2>", "const char *",
             f"{f}_a *", f"{f}_d *"]
    one, other = g.rng.sample(range(len(types)), 2)
    rest = g.rng.sample([t for i, t in enumerate(types) if i not in (one, other)], g.number(0, 2))
    cases = " ".join(f"case {i}: throw {what};" for i, what in enumerate(thrown))
    clauses = [f"catch ({g.d(types[one], types[other])}) {{ return 5; }}",
               *(f"catch ({t}) {{ return {7 + i}; }}" for i, t in enumerate(rest))]
    g.rng.shuffle(clauses)
    g.top.append(f"static NOINLINE void {f}_throw(int i) {{ switch (i) {{ {cases} }} }}\n"
                 f"static NOINLINE uint64_t {f}(int i)\n{{ {g.pick('', f'std::string s(64 + i, 120); bd_keep(&s[0]); ')}"
                 f"try {{ {f}_throw(i); }} {' '.join(clauses)} catch (...) {{ return 99; }} return 1; }}")
    return f"for (int i = 0; i <= HIDE({len(thrown)}); i++) MIX({f}(i));"


def rethrown(g):
    """One clause calls what throws again; the type of an outer one differs."""
    f = g.name("f")
    g.top.append(f"struct {f}_a {{}}; struct {f}_b : {f}_a {{}}; struct {f}_c : {f}_a {{}};\n"
                 f"static NOINLINE void {f}_in(int i) {{ try {{ if (i) throw {f}_b(); throw {f}_c(); }} catch ({f}_a &) {{ throw; }} }}\n"
                 f"struct {f}_g {{ int &x; ~{f}_g() {{ x++; }} }};\n"
                 f"static NOINLINE int {f}(int i)\n{{ int x = 0; try {{ {f}_g one{{ x }}; {f}_in(i); }} "
                 f"catch ({g.d(f'{f}_b', f'{f}_c')} &) {{ x += 5; }} catch (...) {{ x += 9; }} return x; }}")
    return f"for (int i = 0; i < HIDE(2); i++) MIX({f}(i));"


def thrown_text(g):
    _head(g, "stdexcept", "string")
    old, new = f'"{g.word()}"', f'"{g.word()}q"'
    return f"try {{ throw std::runtime_error(HIDE({g.d(old, new)})); }} catch (const std::exception &e) {{ TEXT(e.what()); }}"


def static_object(g):
    _head(g, "string", "vector")
    t = g.name("t")
    items = ", ".join(g.elements(g.number(2, 6), lambda: (f'"{g.word()}"', f'"{g.word()}q"')))
    g.top.append(f"static const std::vector<std::string> {t} = {{ {items} }};")
    return f"for (const auto &one : {t}) TEXT(one.c_str());"


def static_map(g):
    _head(g, "map", "string")
    t = g.name("t")
    items = ", ".join(g.elements(g.number(2, 6), lambda: (f'{{ "{g.word()}", {g.number(1, 99)} }}', f'{{ "{g.word()}", 100 }}')))
    g.top.append(f"static std::map<std::string, int> {t} = {{ {items} }};")
    return f"for (const auto &one : {t}) {{ TEXT(one.first.c_str()); MIX(one.second); }}"


def local_static(g):
    _head(g, "string")
    f = g.name("f")
    old, new = f'"{g.word(3, 30)}"', f'"{g.word(3, 30)}q"'
    g.top.append(f"static NOINLINE const std::string &{f}() {{ static const std::string text(HIDE({g.d(old, new)})); return text; }}")
    return f"TEXT({f}().c_str());"


def inline_variable(g):
    c = g.name("c")
    g.top.append(f"static int {c}_make() {{ return HIDE({g.d('3', '5')}); }}\n"
                 f"template <int N> struct {c} {{ static inline int value = {c}_make() + N; static constexpr int table[] = {{ 1, {g.d('2', '9')}, N }}; }};")
    return f"MIX({c}<4>::value); for (int i = 0; i < HIDE(3); i++) MIX({c}<5>::table[i]);"


def templates(g):
    f, count = g.name("f"), g.number(2, 5)
    g.top.append(f"template <int N> static NOINLINE uint64_t {f}(uint64_t x)\n"
                 f"{{ static const int t[] = {{ N, 2, {g.d('3', '7')}, 4 }}; for (long i = 1; i <= HIDE(4L); i++) x = x * 31 + t[i - 1]; return x; }}")
    return " ".join(f"MIX({f}<{i}>(h));" for i in range(count))


def functional(g):
    _head(g, "functional", "array")
    f = g.name("f")
    items = ", ".join(g.elements(3, lambda: (f"[](int x) {{ return x * {g.number(2, 9)}; }}", f"[](int x) {{ return x + {g.number(1000, 2000)}; }}")))
    g.top.append(f"static NOINLINE std::array<std::function<int(int)>, 3> {f}() {{ return {{ {items} }}; }}")
    return f"for (auto &one : {f}()) MIX(one(HIDE(7)));"


def member_pointers(g):
    c = g.name("c")
    g.top.append(f"struct {c} {{ int v; int a(int x) {{ bd_keep(x); return x + v; }} int b(int x) {{ bd_keep(x); return x * v; }} }};\n"
                 f"static int ({c}::*const {c}_all[])(int) = {{ &{c}::a, {g.d(f'&{c}::b', f'&{c}::a')} }};")
    return f"{{ {c} one{{ 5 }}; for (int i = 0; i < HIDE(2); i++) MIX((one.*{c}_all[i])(HIDE(7))); }}"


def type_names(g):
    _head(g, "typeinfo")
    c = g.name("c")
    g.top.append(f"struct {c} {{ virtual ~{c}() {{}} }}; struct {c}_a : {c} {{}}; struct {c}_b : {c} {{}};\n"
                 f"static NOINLINE {c} *{c}_make(int i) {{ if (i) return new {g.d(f'{c}_a', f'{c}_b')}; return new {c}; }}")
    return f"for (int i = 0; i < HIDE(2); i++) {{ {c} *p = {c}_make(i); MIX(dynamic_cast<{c}_a *>(p) != nullptr); TEXT(typeid(*p).name()); delete p; }}"


def views(g):
    _head(g, "string_view")
    t = g.name("t")
    items = ", ".join(g.elements(g.number(2, 7), lambda: (f'"{g.word()}"', f'"{g.word()}q"')))
    g.top.append(f"static constexpr std::string_view {t}[] = {{ {items} }};")
    return g.pick(f"for (auto one : {t}) h = bd_hash(one.data(), HIDE(one.size()), h);",
                  f"for (int i = HIDE((int)(sizeof({t}) / sizeof(*{t}))); i > 0; i--) h = bd_hash({t}[i - 1].data(), {t}[i - 1].size(), h);")


def thread_local_object(g):
    _head(g, "string")
    t = g.name("t")
    old, new = f'"{g.word(3, 30)}"', f'"{g.word(3, 30)}q"'
    g.top.append(f"static thread_local std::string {t}({g.d(old, new)});")
    return f"TEXT({t}.c_str());"


def registry(g):
    _head(g, "vector")
    c, count = g.name("c"), g.number(2, 5)
    g.top.append(f"static std::vector<uint64_t (*)(uint64_t)> &{c}_all() {{ static std::vector<uint64_t (*)(uint64_t)> all; return all; }}\n"
                 f"struct {c} {{ explicit {c}(uint64_t (*f)(uint64_t)) {{ {c}_all().push_back(f); }} }};")
    items = g.elements(count, lambda: (str(g.number(2, 99)), str(g.number(100, 199))))
    for i, item in enumerate(items):
        g.top.append(f"static {c} {c}_{i}([](uint64_t x) -> uint64_t {{ bd_keep(x); return x * {item} + 1; }});")
    return f"for (auto f : {c}_all()) MIX(f(h));"


def scoped_switch(g):
    c, count = g.name("c"), g.number(4, 9)
    items = g.elements(count, lambda: (f'"{g.word()}"', f'"{g.word()}q"'))
    g.top.append(f"enum class {c} {{ " + ", ".join(f"k{i}" for i in range(count)) + " };\n"
                 f"static NOINLINE const char *{c}_text({c} one)\n{{ switch (one) {{ " +
                 " ".join(f"case {c}::k{i}: return {item};" for i, item in enumerate(items)) + f" }} return \"?\"; }}")
    return f"for (int i = 0; i < HIDE({count}); i++) TEXT({c}_text(({c})i));"


def initializer_list(g):
    _head(g, "initializer_list")
    items = ", ".join(g.elements(g.number(2, 9), lambda: g.value("int")))
    f = g.name("sum")
    g.top.append(f"static NOINLINE uint64_t {f}(std::initializer_list<int> all) {{ uint64_t h = 0; for (int one : all) MIX(one); return h; }}")
    return f"MIX({f}({{ {items} }}));"


def default_argument(g):
    _head(g, "string")
    f = g.name("f")
    old, new = f'"{g.word()}"', f'"{g.word()}q"'
    g.top.append(f"static NOINLINE uint64_t {f}(int x, const char *text = {g.d(old, new)}, const std::string &s = \"{g.word(3, 40)}\") {{ return bd_hash(text, strlen(text), x) + s.size(); }}")
    return f"MIX({f}(HIDE(3)));"


def virtual_base(g):
    c = g.name("c")
    g.top.append(f"struct {c} {{ int v = {g.d('3', '5')}; virtual ~{c}() {{}} virtual int f() {{ return v; }} }};\n"
                 f"struct {c}_a : virtual {c} {{ int w = 1; }}; struct {c}_b : virtual {c} {{ int f() override {{ bd_keep(v); return v * 9; }} }};\n"
                 f"struct {c}_c : {c}_a, {c}_b {{}};\nstatic NOINLINE {c} *{c}_make() {{ return new {c}_c; }}")
    return f"{{ {c} *p = {c}_make(); MIX(p->f()); delete p; }}"
