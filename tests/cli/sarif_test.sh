# shellcheck shell=sh
# --format sarif; its structure is checked by tests/report/sarif_test.cpp. The problem matcher of doc/editors.md.

# The log as one line, without spaces between its tokens.
compact() { tr -d '\n' <"$out" | sed 's/\([[{,:]\) */\1/g; s/ *\([]}]\)/\1/g'; }
expect_json() { compact | grep -qF -e "$1" || fail "no '$1' in the log"; }

test_a_race_has_both_accesses() {
  write_lost_update
  cd "$input" || exit 1
  heddle verify --property no-data-race --format sarif lost_update.c
  expect_status 1
  expect_no_err
  expect_json '"version":"2.1.0"'
  expect_json '"ruleId":"no-data-race","ruleIndex":1,"kind":"fail","level":"error"'
  expect_json '"artifactLocation":{"uri":"lost_update.c","uriBaseId":"SRCROOT"},"region":{"startLine":5,'
  expect_json '"relatedLocations":[{"physicalLocation":'
  expect_json '{"id":"T1 worker","locations":['
  expect_json '{"id":"T2 worker","locations":['
  grep -q '"text": "T1 .*s counter in worker, holding no lock"' "$out" || fail "not the first access"
  grep -q '"text": "T2 .*s counter in worker, holding no lock"' "$out" || fail "not the second access"
}

test_verdicts_are_kinds() {
  write_correct
  heddle verify --format sarif --property unreach-call --property no-data-race "$program"
  expect_status 0
  expect_json '"ruleId":"unreach-call","ruleIndex":0,"kind":"pass","level":"none"'
  expect_json '"ruleId":"no-data-race","ruleIndex":1,"kind":"pass","level":"none"'
  [ "$(grep -c '"tool":' "$out")" -eq 1 ] || fail "more than one run"
  heddle verify --format sarif --engine random --runs 1 "$program"
  expect_status 3
  expect_json '"kind":"open","level":"none"'
  expect_out 'unreach-call is undecided: '
}

test_every_violation_is_a_result() {
  cat >"$input/two.c" <<'C'
#include <assert.h>
int nondet_int(void);
int main(int argc, char **argv) {
  if (argc == 2)
    assert(argv == 0);
  assert(argc != 3);
}
C
  heddle verify --format sarif --all "$input/two.c"
  expect_status 1
  [ "$(grep -c '"kind": "fail"' "$out")" -eq 2 ] || fail "not two results"
}

test_a_saved_counterexample_as_sarif() {
  write_lost_update
  heddle verify --counterexample "$input/c.json" "$program"
  heddle replay --format sarif "$input/c.json"
  expect_status 1
  expect_json '"ruleId":"unreach-call","ruleIndex":0,"kind":"fail"'
}

test_output_that_cannot_be_written() {
  write_lost_update
  "$binary" verify --format sarif "$program" >/dev/full 2>"$err"
  status=$?
  expect_status 2
  expect_err "standard output: cannot be written"
}

test_run_has_no_sarif() {
  write_lost_update
  heddle run --format sarif "$program"
  expect_error "--format"
}

# What the patterns of doc/editors.md find in standard output, as FILE:LINE.
matched() {
  sed -n 's/^ *"regexp": "\(.*\)",$/\1/p' "$source_root/doc/editors.md" | sed 's/\\\\/\\/g' >"$input/patterns"
  violation=$(sed -n 1p "$input/patterns")
  warning=$(sed -n 2p "$input/patterns")
  if [ -z "$violation" ] || [ -z "$warning" ]; then
    fail "no patterns in doc/editors.md"
  fi
  VIOLATION=$violation WARNING=$warning perl -ne '
    if (/$ENV{VIOLATION}/) { print "error $1 $3:$4\n" } elsif (/$ENV{WARNING}/) { print "warning $1:$2\n" }' "$out"
}

test_the_problem_matcher_finds_places() {
  write_lost_update
  heddle verify --property unreach-call --property no-data-race "$program"
  matched >"$input/matched"
  grep -qx "error unreach-call $program:14" "$input/matched" || fail "not the assertion: $(cat "$input/matched")"
  grep -qx "error no-data-race $program:5" "$input/matched" || fail "not the race: $(cat "$input/matched")"
  program="$input/with space.c"
  cat >"$program" <<'C'
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int unknown(void);
int main(void) {
  if (unknown())
    return 0;
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
}
C
  heddle verify --assume extern-pure --property no-deadlock "$program"
  matched >"$input/matched"
  grep -qx "error no-deadlock $program:8" "$input/matched" || fail "not the deadlock: $(cat "$input/matched")"
  heddle verify --property no-deadlock "$program"
  matched >"$input/matched"
  grep -qx "warning $program:5" "$input/matched" || fail "not the warning: $(cat "$input/matched")"
}
