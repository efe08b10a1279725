# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Sourced by each tests/machine/NAME.sh: what tests/cli/lib.sh has, and
#	meta LOG KEY         its value
[ -d /run/machine ] || {
	echo 'skipped: it changes the whole machine; run it in one of its own: .ci/machine tests/machine/run'
	exit 77
}
. "${BD_SOURCE:?}/tests/cli/lib.sh" || exit 1
cpu=/sys/devices/system/cpu

meta() {
	sed -n "s/^# $2: //p" "$1"
}
