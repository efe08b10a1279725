#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""terminal_svg.py [TITLE] <OUTPUT >PICTURE.svg: terminal output as a picture.

Understands the colours that bdriver prints (SGR 0, 1, 2, 22, 30-37, 39, 90-97).
The picture in README.md is made by tests/eval/picture.sh.
"""
import html
import re
import sys

COLOURS = ["#3b4252", "#e06c75", "#8fc379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#abb2bf"]
WIDTH, HEIGHT, MARGIN = 8.43, 19, 16


def style_after(style, codes):
    for code in [int(c or 0) for c in codes.split(";")]:
        if code == 0:
            style = {}
        elif code == 1:
            style = {**style, "font-weight": "bold"}
        elif code == 2:
            style = {**style, "opacity": "0.65"}
        elif code == 22:
            style = {k: v for k, v in style.items() if k not in ("font-weight", "opacity")}
        elif 30 <= code <= 37 or 90 <= code <= 97:
            style = {**style, "fill": COLOURS[code % 10]}
        elif code == 39:
            style = {k: v for k, v in style.items() if k != "fill"}
    return style


def spans(line, style):
    """(column, text, style) of each run of one style, and the style after the line."""
    out, column = [], 0
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        match = re.fullmatch(r"\x1b\[([0-9;]*)m", part)
        if match:
            style = style_after(style, match.group(1))
        elif part:
            out.append((column, part, style))
            column += len(part)
    return out, style, column


def main():
    title = sys.argv[1] if len(sys.argv) > 1 else ""
    style, rows, widest = {}, [], 0
    for number, line in enumerate(sys.stdin.read().rstrip("\n").split("\n")):
        runs, style, columns = spans(line, style)
        widest = max(widest, columns)
        for column, text, how in runs:
            if not text.strip():
                continue
            attributes = "".join(f' {k}="{v}"' for k, v in how.items())
            rows.append(
                f'<text x="{MARGIN + column * WIDTH:.1f}" y="{48 + number * HEIGHT}"'
                f' xml:space="preserve" textLength="{len(text) * WIDTH:.1f}"{attributes}>'
                f"{html.escape(text)}</text>"
            )
    width, height = int(2 * MARGIN + widest * WIDTH), 48 + (number + 1) * HEIGHT
    print(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" fill="#d8dee9">'
    )
    print(f'<title>{html.escape(title)}</title><rect width="100%" height="100%" rx="8" fill="#1e222a"/>')
    for i, colour in enumerate(("#e06c75", "#e5c07b", "#8fc379")):
        print(f'<circle cx="{20 + 20 * i}" cy="18" r="6" fill="{colour}"/>')
    print(f'<text x="{width / 2}" y="23" text-anchor="middle" opacity="0.6">{html.escape(title)}</text>')
    print("\n".join(rows))
    print("</svg>")


main()
