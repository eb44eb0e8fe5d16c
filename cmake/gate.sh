# shellcheck shell=sh disable=SC2034,SC2154
# Read by ./test --all after bootstrap.sh: the gate that a change passes before it is done.
#
# Each stage has a build directory of its own, which it keeps, so that the next run repeats only what has changed.
# A stage that fails does not stop the others. The table at the end counts as findings: failed tests and reports of
# the sanitizers, distinct errors of the compiler, distinct findings of clang-tidy and shellcheck.

run_gate() {
  for_gate=yes # read by bootstrap.sh
  HEDDLE_GATE=1 # read by tests that take long or need packages of the gate's group
  export HEDDLE_GATE
  table=
  gate_status=0
  stage "release" stage_tests release "$@"
  stage "clang" stage_sanitizers "$@"
  stage "clang-tidy" stage_tidy
  stage "shellcheck" stage_shellcheck
  printf '\n%-12s %-8s %10s %10s   %s\n' stage result time findings log
  printf '%s' "$table"
  return $gate_status
}

# stage NAME COMMAND...: runs the command, which sets $findings and $report, and adds a row to the table.
stage() {
  name=$1
  shift
  say "--- $name"
  findings=0
  report=
  start=$(date +%s)
  result=passed
  "$@" || result=FAILED
  seconds=$(($(date +%s) - start))
  [ "$result" = passed ] || gate_status=1
  took=$(printf '%d:%02d min' $((seconds / 60)) $((seconds % 60)))
  table=$table$(printf '%-12s %-8s %10s %10s   %s' "$name" "$result" "$took" "$findings" "$report")$newline
}
newline='
'

# stage_tests PRESET CTEST-ARGUMENT...: builds everything and runs the tests.
stage_tests() {
  preset=$1
  shift
  report=$(build_directory "$preset")/build.log
  if ! bootstrap_build all "$preset"; then
    findings=$(count_distinct '(error|undefined reference)[: ]' "$report")
    return 1
  fi
  report=$build/test.log
  say "testing …"
  (cd "$root" && ctest --preset "$preset" -j"$(nproc)" "$@") >"$report" 2>&1 && return 0
  findings=$(sed -n 's/.* tests passed, \([0-9]*\) tests failed out of .*/\1/p' "$report")
  findings=${findings:-1}
  sed -n '/^The following tests FAILED/,$p' "$report"
  return 1
}

# A report counts even if the test passes nevertheless: a test may expect its command to fail.
stage_sanitizers() {
  reports=$(build_directory asan)/reports
  rm -rf "$reports"
  mkdir -p "$reports"
  stage_tests asan "$@"
  tested=$?
  for file in "$reports"/*; do
    [ -e "$file" ] || continue
    findings=$((findings + 1))
    tested=1
    [ "$findings" -gt 20 ] || grep -m 1 -E 'ERROR: |runtime error: ' "$file" || echo "$file"
  done
  return $tested
}

stage_tidy() {
  bootstrap_build all tidy "analysing" && report=$log && return 0
  report=$log
  findings=$(count_distinct ': (warning|error): .*\[[a-z][-a-zA-Z0-9.,]*\]$' "$report")
  return 1
}

stage_shellcheck() {
  report=$(build_directory release)/shellcheck.log
  # shellcheck disable=SC2046
  (cd "$root" && shellcheck -x -f gcc $(shell_scripts)) >"$report" 2>&1 && return 0
  findings=$(wc -l <"$report")
  cat "$report"
  return 1
}

shell_scripts() {
  echo test heddle .ci/run contrib/pre-commit
  find cmake tests bench -name '*.sh'
}

count_distinct() { grep -E -e "$1" "$2" | sort -u | wc -l; }
