#!/bin/sh
# same_violation.sh HEDDLE TASK PROPERTY: saves a counterexample, and lets the compiled program follow it. With
# HEDDLE_LONG, ten times: a native run does not depend on timing.
heddle=$1
task=$2
property=$3
command -v clang-19 >/dev/null || {
  echo "skipped: clang-19 is not installed"
  exit 77
}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
TMPDIR=$work
export TMPDIR
"$heddle" verify --quiet --property "$property" --counterexample "$work/c.json" "$task" >"$work/out" 2>&1
[ -f "$work/c.json" ] || {
  echo "FAILED: there is no counterexample"
  cat "$work/out"
  exit 1
}
rounds=1
[ -z "$HEDDLE_LONG" ] || rounds=10
while [ "$rounds" -gt 0 ]; do
  rounds=$((rounds - 1))
  "$heddle" replay --native "$work/c.json" >"$work/out" 2>"$work/err"
  status=$?
  if [ "$status" -ne 1 ] || ! grep -q "^the native run .*" "$work/out" || grep -q "could not be enforced" "$work/out"; then
    echo "FAILED: exit code $status"
    cat "$work/out" "$work/err"
    exit 1
  fi
done
cat "$work/out"
