#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fills the tables and figures of tests/eval/pages/ from tests/eval/results/, and makes
docs/EVALUATION.md: tests/eval/EVALUATION.md.in with the title and the answer of each page.

render.py [--check] [DOCUMENT...]    tests/eval/README.md explains the marks in a document
"""
import csv
import difflib
import math
import pathlib
import re
import shlex
import sys
import textwrap

EVAL = pathlib.Path(__file__).resolve().parent.parent
SUMMARY = EVAL.parent.parent / "docs/EVALUATION.md"
TEMPLATE = EVAL / "EVALUATION.md.in"
INLINE = re.compile(r"<!-- =\s(.*?) -->(.*?)<!-- end -->", re.S)
USUAL = re.compile(r", (otherwise )?AMD EPYC, 2 cores, Linux 6\.18\.44")  # as in TEMPLATE
COMBINE = {"sum": sum, "min": min, "max": max}
BLOCK = re.compile(r"^<!-- table (.*?) -->\n(.*?)^<!-- end -->$", re.M | re.S)
ANSWER = re.compile(r"# ([^\n]*)\n\n\*\*(.*?)\*\*", re.S)
GROUP = re.compile(r"^<!-- pages (.*?) -->$", re.M | re.S)
LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")
FIELD = re.compile(r"\{([^{}]+)\}")


class Bad(Exception):
    pass


def wilson(hits, total):
    """The 95 % interval of a share, as percentages."""
    if total == 0:
        return 0.0, 100.0
    z, p = 1.959964, hits / total
    middle = (p + z * z / (2 * total)) / (1 + z * z / total)
    half = z / (1 + z * z / total) * math.sqrt(p * (1 - p) / total + z * z / (4 * total * total))
    return 100 * max(0.0, middle - half), 100 * min(1.0, middle + half)


def short(percent):
    """Three digits are enough: 0.03, 4.1, 24.6, 100."""
    if abs(percent) < 0.005 or abs(percent) >= 99.95:
        return f"{percent:.0f}"
    return f"{percent:.2f}" if abs(percent) < 0.095 else f"{percent:.1f}"


def field(row, text):
    """{name}, {name:.2f}, {name/n:.2f}, {name/total%} (a share), {name/total%%} (with bounds)"""
    ratio = re.fullmatch(r"(\w+)/(\w+):(.*)", text)
    if ratio:
        return format(float(row[ratio[1]]) / float(row[ratio[2]]), ratio[3])
    share = re.fullmatch(r"(\w+)/(\w+)(%%?)", text)
    if not share:
        name, _, form = text.partition(":")
        value = row[name]
        return format(float(value), form) if form and value else value
    hits, total = float(row[share[1]]), float(row[share[2]])
    if total == 0:
        return "-"
    value = short(100 * hits / total)
    if share[3] == "%":
        return value
    low, high = wilson(hits, total)
    return f"{value} ({short(low)} to {short(high)})"


def fill(row, template):
    try:
        return FIELD.sub(lambda match: field(row, match[1]), template)
    except (KeyError, ValueError) as error:
        raise Bad(f"{template}: {error!r}") from error


def load(name):
    """The rows of one file of results and its `# key: value` lines."""
    path = EVAL / "results" / name
    if not path.is_file():
        return None, {}
    lines = path.read_text(encoding="utf-8").splitlines()
    meta = dict(line[2:].split(": ", 1) for line in lines if re.match(r"# \w+: ", line))
    return list(csv.DictReader(line for line in lines if line and not line.startswith("#"))), meta


def wanted(rows, where):
    for name, value in where:
        if rows and name not in rows[0]:
            raise Bad(f"where={name}:{value}: there is no column {name}")
        rows = [row for row in rows if row[name] in value.split("|")]
    return rows


def markdown(head, body):
    def line(cells):
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
    return [line(head), "|" + "---|" * len(head), *map(line, body)]


def plain(rows, columns):
    """columns: [(heading, template)]"""
    return markdown([head for head, _ in columns],
                    [[fill(row, template) for _, template in columns] for row in rows])


def pivot(rows, columns, across, cell):
    """One row for each combination of the columns, one column for each value of `across`."""
    lines, places = {}, []
    for row in rows:
        key = tuple(fill(row, template) for _, template in columns)
        place = fill(row, across)
        if place not in places:
            places.append(place)
        if place in lines.setdefault(key, {}):
            raise Bad(f"two rows of results for {key}, {place}")
        lines[key][place] = fill(row, cell)
    return markdown([head for head, _ in columns] + places,
                    [[*key, *(cells.get(place, "") for place in places)]
                     for key, cells in lines.items()])


def column(text):
    """`name`, `Heading=name` or `Heading={template}`"""
    head, _, template = text.rpartition("=")
    template = template if "{" in template else "{" + template + "}"
    return head or text, template


def wrapped(text):
    return textwrap.wrap(text, 100, break_long_words=False, break_on_hyphens=False)


def read_mark(query, known):
    """The selected rows of results (None: not measured), their metadata, the words of the mark."""
    words = shlex.split(query)
    options = {"column": [], "where": []}
    for word in words[1:]:
        key, _, value = word.partition("=")
        if key not in known:
            raise Bad(f"{word}: unknown word in a mark")
        if key == "column":
            options["column"].append(column(value))
        elif key == "where":
            options["where"].append(value.split(":", 1))
        else:
            options[key] = value
    rows, meta = load(words[0])
    if rows is not None:
        rows = wanted(rows, options["where"])
        if not rows:
            raise Bad(f"{query}: no row of results is selected")
    return rows, meta, options


def combined(rows, how):
    """One row of several: the sum, minimum or maximum of each column of numbers."""
    found = {}
    for name in rows[0]:
        try:
            found[name] = f"{COMBINE[how]([float(row[name]) for row in rows]):.12g}"
        except ValueError:
            continue
    return found


def figure(query):
    rows, _, options = read_mark(query, ("where", "cell", "rows"))
    if rows is None:
        return "not measured yet"
    if "rows" in options:
        rows = [combined(rows, options["rows"])]
    if len(rows) != 1:
        raise Bad(f"{query}: selects {len(rows)} rows of results, not one")
    return fill(rows[0], options["cell"])


def when(rows, meta):
    """Date, load and machine of these rows; EVALUATION.md names the usual machine once."""
    return USUAL.sub("", dated(rows, meta)).replace(" at the start", "")


def dated(rows, meta):
    """The same in full; of their hours if results of several are kept."""
    hours = sorted({row["hour"] for row in rows if "hour" in row})
    if not hours:
        return f"{meta['date']}, {meta['machine']}"
    dates = [meta[f"hour{hour}"] for hour in hours]
    usual = [] if all("(" in date for date in dates) else [meta["machine"]]
    if not any("(" in date for date in dates):
        usual = [meta["machine"].removeprefix("otherwise ")]
    return ", ".join(["; ".join(dates), *usual])


def table(query):
    rows, meta, options = read_mark(query, ("where", "column", "across", "cell", "source"))
    if rows is None:
        name = shlex.split(query)[0].removesuffix(".csv")
        return [f"*Not measured yet: `tests/eval/run {name}`.*"]
    columns = options["column"] or [(name, "{" + name + "}") for name in rows[0]]
    if "across" in options:
        lines = pivot(rows, columns, options["across"], options["cell"])
    else:
        lines = plain(rows, columns)
    if options.get("source") != "no":
        lines += ["", *wrapped(f"*{when(rows, meta)}:"),
                  *wrapped(f"`{meta['command']}`*")]
    return lines


def render(text):
    """The text with its tables and figures."""
    def safely(make, kind, query):
        try:
            return make(query)
        except (Bad, KeyError) as error:
            raise SystemExit(f"render: <!-- {kind} {query} -->: {error}") from error

    def block(match):
        return "\n".join([f"<!-- table {match[1]} -->", *safely(table, "table", match[1]),
                          "<!-- end -->"])

    def inline(match):
        return f"<!-- = {match[1]} -->{safely(figure, '=', match[1])}<!-- end -->"

    return INLINE.sub(inline, BLOCK.sub(block, text))


def question(name):
    """A line of the summary: the title of a page, with a link, and its answer, the first bold text."""
    text = INLINE.sub(r"\2", (EVAL / f"pages/{name}.md").read_text(encoding="utf-8"))
    found = ANSWER.match(text)
    if not found:
        raise SystemExit(f"render: pages/{name}.md does not begin with a title and a bold answer")
    answer = " ".join(LINK.sub(r"\1", found[2]).split())
    return [f"[{found[1]}](../tests/eval/pages/{name}.md)", answer]


def summary():
    return GROUP.sub(lambda match: "\n".join(
        markdown(["question", "answer"], [question(name) for name in match[1].split()])),
        TEMPLATE.read_text(encoding="utf-8"))


def main():
    arguments = sys.argv[1:]
    check = "--check" in arguments
    paths = [pathlib.Path(a) for a in arguments if a != "--check"]
    wrong = []
    for path in paths or [*sorted((EVAL / "pages").glob("*.md")), SUMMARY]:
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        new = summary() if path == SUMMARY else render(old)
        if old == new:
            continue
        if check:
            sys.stdout.writelines(difflib.unified_diff(
                old.splitlines(True), new.splitlines(True), str(path), "from the results"))
            wrong.append(str(path))
        else:
            path.write_text(new, encoding="utf-8")
    if wrong:
        sys.exit(f"{', '.join(wrong)}: differs from the results: run tests/eval/lib/render.py")


main()
