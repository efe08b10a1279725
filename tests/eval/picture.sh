#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# picture.sh [BUILD]: makes docs/compare.svg, the picture in README.md (classic, -O2 against -Os).
set -eu # compare ends with 1 where something regressed
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$(readlink -f "${1:-$source/build}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir build-O2 build-Os
cp "$build/suites/classic_O2" build-O2/classic
cp "$build/suites/classic_Os" build-Os/classic
command="bdriver run --old build-O2 --new build-Os -r 12 --launch-time 20ms"
select=('H*' 'Q*' 'S*' 'B*')
${command/bdriver/"$build/bdriver"} -q -j 1 -o out "${select[@]}" >/dev/null || [ $? = 1 ]
COLUMNS=104 "$build/bdriver" compare --color always out/old.log out/new.log |
	python3 "$source/tests/eval/lib/terminal_svg.py" "$command ${select[*]}" >"$source/docs/compare.svg"
COLUMNS=104 "$build/bdriver" compare out/old.log out/new.log || [ $? = 1 ]
