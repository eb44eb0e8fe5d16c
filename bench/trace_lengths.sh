#!/bin/sh
# How much counterexamples are shortened: bench/trace_lengths.sh HEDDLE [EVERY [OPTION...]]
#
# Verifies every EVERY-th (default 1) task of tests/programs, tests/components and examples with an expected verdict
# `false`, with OPTION..., and prints the median, the 90th percentile and the maximum of context switches and steps,
# before and after. A line for each task goes to standard error.
set -eu
heddle=$1
every=${2:-1}
if [ $# -lt 2 ]; then shift 1; else shift 2; fi
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

grep -l 'expected_verdict: false' "$root"/tests/programs/*/*.yml "$root"/tests/components/*/*.yml "$root"/examples/*.yml |
  awk -v every="$every" 'NR % every == 0' |
  while read -r task; do
    status=0
    "$heddle" verify --format json --timeout 10s "$@" "$task" 2>/dev/null >"$work/report" || status=$?
    [ "$status" -eq 1 ] || echo "exit code $status: ${task#"$root"/}" >&2
    # Of "shortened": switches and steps before, then after.
    lengths=$(sed -n '/"shortened": {/,/^  }/p' "$work/report" | tr -dc '0-9\n' | grep -v '^$' | tr '\n' ' ')
    [ -n "$lengths" ] || continue
    echo "$lengths" >>"$work/lengths"
    echo "$lengths ${task#"$root"/}" >&2
  done

column() {
  awk -v n="$1" '{ print $n }' "$work/lengths" | sort -n |
    awk '{ value[NR] = $1 }
         END { printf "%6d %6d %6d", value[int((NR + 1) / 2)], value[int(NR * 0.9 + 0.5)], value[NR] }'
}
echo "$(wc -l <"$work/lengths") counterexamples   median    90%    max"
echo "context switches, found    $(column 1)"
echo "context switches, shown    $(column 3)"
echo "steps, found               $(column 2)"
echo "steps, shown               $(column 4)"
