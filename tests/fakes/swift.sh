#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Speaks the protocol of Swift's Benchmark_O: `swift-2020` as of 2020, other names with --json.
# It measures nothing: it says 100 us for an iteration, and 20 times that below build-new.
old= json= list= name= samples=1 iters=0 verbose=
[[ $0 == *2020* ]] && old=yes
for word; do
	case $word in
	--json) [ ! "$old" ] || { echo "error: unsupported option $word" >&2; exit 1; }; json=yes ;;
	--list) list=yes ;;
	--verbose) verbose=yes ;;
	--num-samples=*) samples=${word#*=} ;;
	--num-iters=*) iters=${word#*=} ;;
	--sample-time=*) ;;
	-*) exit 1 ;;
	*) name=$word ;;
	esac
done
if [ "$list" ] && [ "$json" ]; then
	printf '{"number":%d, "name":"%s", "tags":["%s","api"]}\n' 1 Ackermann algorithm 2 Absent x
	exit
elif [ "$list" ]; then
	printf '#,Test,[Tags]\n1,Ackermann,[algorithm, api]\n2,Absent,[x, api]\n'
	exit
fi
us=100
[[ $0 == *build-new* ]] && us=2000
[ "$iters" != 0 ] || iters=50
[ "$json" ] || echo '#,TEST,SAMPLES,MIN(μs),MAX(μs),MEAN(μs),SD(μs),MEDIAN(μs)'
if [ "$name" = Absent ]; then
	echo "Skipping unsupported benchmark $name!"
	[ "$json" ] || echo "2,$name,Unsupported"
	exit
fi
[ ! "$verbose" ] || printf 'Running %s\n    SetUp 13\n    Collecting %d samples.\n    Measuring with scale %d.\n' \
	"$name" "$samples" "$iters"
values=
for ((i = 0; i < samples; i++)); do
	[ ! "$verbose" ] || printf '    Sample %d,%d\n' "$i" "$((us + i % 3))"
	values+=,$((us + i % 3)).5
done
if [ "$json" ]; then
	printf '{ "number":1, "name":"%s", "samples":[%s], "iters":%d }\n' "$name" \
		"$(tr , '\n' <<<"${values#,}" | sort -n | paste -sd,)" "$iters"
else
	most=$((us + (samples > 2 ? 2 : samples - 1))) middle=$((us + (samples > 1)))
	printf '1,%s,%d,%d,%d,%d,1,%d\n\nTotal performance tests executed: 1\n' "$name" "$samples" \
		"$us" "$most" "$middle" "$middle"
fi
