#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# C and C++ files are laid out as .clang-format says.
set -u
cd "$BD_SOURCE" || exit 1
command -v clang-format >/dev/null || {
	echo 'skipped: clang-format is not installed'
	exit 77
}
find harness compare doctor driver suites tests \( -name '*.[ch]' -o -name '*.cpp' \) -print0 |
	xargs -0 -n 50 -P 2 clang-format --dry-run -Werror
