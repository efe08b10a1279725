#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# 200,000 launches in one run (or as many as are given): the driver's memory and descriptors at the beginning and at the end.
set -eu
: "${BDRIVER:?}" "${BD_BUILD:?}"
launches=${1:-200000}
export BDRIVER_LOCK=growth$$ FAKE=$BD_BUILD/tests/fakes/dies
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Four suites, as a run has at most 65,535 rounds; one run only, so that growth would show.
cat >many <<'EOF'
#!/bin/sh
case "$*" in
*--list*)
	echo '{"schema":"bdriver-list-1","suites":[{"benchmarks":[{"name":"Fine"}]}]}' ;;
*) exec "$FAKE" "$@" ;;
esac
EOF
chmod +x many
printf '[suite s%d]\npath = many\n' 1 2 3 4 >bdriver.ini
began=$(date +%s)
"$BDRIVER" run -q -r $((launches / 4)) -j 2 --iterations 1 --samples 1 --launch-time 1ns --repeat-disturbed 0 \
	--repeat-alone 0 -o g.log &
pid=$!
# usage_at LINES: then "RESIDENT-KIB,DESCRIPTORS"
usage_at() {
	while [ -e g.log.part ] || [ ! -e g.log ]; do
		[ "$(wc -l 2>/dev/null <g.log.part || echo 0)" -lt "$1" ] || break
		kill -0 $pid
		sleep 0.2
	done
	echo "$(awk '/VmRSS/ { print $2 }' /proc/$pid/status),$(find /proc/$pid/fd -mindepth 1 | wc -l)"
}
first=$(usage_at $((launches / 20)))
last=$(usage_at $((launches / 20 * 19)))
wait $pid
echo launches,ok,rss_kib_5,fds_5,rss_kib_95,fds_95,seconds
echo "$launches,$(grep -c '^"s[1-4]".*,ok,' g.log),$first,$last,$(($(date +%s) - began))"
