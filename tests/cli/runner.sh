#!/bin/sh
# runner.sh HEDDLE SCRIPT TEST: runs one test function. It starts in an empty directory, with an empty
# TMPDIR, and both must be empty again at the end; files of the test itself go to $input.
#
#   heddle ARGUMENT...     runs the command; then $status is its exit code, $out and $err are files with its output
#   expect_*               end the test with a message if the expectation is not met
binary=$1
script=$2
name=$3

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir "$work/cwd" "$work/tmp" "$work/input"
input=$work/input
out=$work/out
err=$work/err
source_root=$(cd "$(dirname "$0")/../.." && pwd)
TMPDIR=$work/tmp
XDG_CACHE_HOME=$work/cache
export TMPDIR XDG_CACHE_HOME
unset HEDDLE_LOG
cd "$work/cwd" || exit 1

heddle() {
  "$binary" "$@" >"$out" 2>"$err" </dev/null
  status=$?
}

fail() {
  echo "FAILED: $*"
  echo "--- standard output"
  tail -n 20 "$out"
  echo "--- standard error"
  tail -n 20 "$err"
  exit 1
}

# Ends the test without a result (ctest knows the exit code).
skip() {
  echo "skipped: $*"
  exit 77
}

expect_status() { [ "$status" -eq "$1" ] || fail "exit code $status, not $1"; }
expect_out() { grep -qF -e "$1" "$out" || fail "no '$1' on standard output"; }
expect_err() { grep -qF -e "$1" "$err" || fail "no '$1' on standard error"; }
expect_no_out() { [ ! -s "$out" ] || fail "something on standard output"; }
expect_no_err() { [ ! -s "$err" ] || fail "something on standard error"; }

# The last line of standard output is the verdict, and the exit code says the same.
expect_verdict() {
  last=$(tail -n 1 "$out")
  case $last in
  "VERDICT: $1"*) ;;
  *) fail "the last line is '$last', not 'VERDICT: $1'" ;;
  esac
  case $1 in
  true) expect_status 0 ;;
  false) expect_status 1 ;;
  *) expect_status 3 ;;
  esac
}

# One line that begins like an error of Heddle and holds $1; exit code 2; no verdict.
expect_error() {
  expect_status 2
  expect_no_out
  [ "$(wc -l <"$err")" -eq 1 ] || fail "not exactly one line on standard error"
  grep -q '^heddle: error: ' "$err" || fail "the line does not begin with 'heddle: error: '"
  expect_err "$1"
}

. "$source_root/tests/cli/programs.sh"
# shellcheck source=/dev/null
. "$script"
"$name"

left=$(find "$work/cwd" "$work/tmp" -mindepth 1)
[ -z "$left" ] || fail "files left: $left"
