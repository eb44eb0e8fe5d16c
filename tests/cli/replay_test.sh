# shellcheck shell=sh
# heddle replay: a saved counterexample is shown again, also when the program has changed.

# The table and what follows it, without what only a search can say.
without_search() { grep -v "^checking \|^engine \|^shortened \|^the counterexample is in \|^VERDICT: \|^violation of \|^ended with "; }

test_a_counterexample_needs_nothing_but_its_file() {
  write_lost_update
  cd "$input" || exit 1
  heddle verify --engine explore --counterexample c.json lost_update.c
  expect_verdict false
  expect_out "the counterexample is in c.json: heddle replay c.json shows it again"
  without_search <"$out" | sed '/./,$!d' >verified
  heddle replay c.json
  expect_status 1
  expect_no_err
  expect_out "ended with a violation of unreach-call: assertion"
  without_search <"$out" >replayed
  diff verified replayed || fail "replay does not show what verify has shown"
  heddle replay c.json lost_update.c
  expect_status 1
  expect_no_err
  # From another directory.
  mkdir elsewhere && cd elsewhere || exit 1
  heddle replay ../c.json
  expect_status 1
  expect_err "heddle: note: the files are those in "
}

test_the_options_that_make_the_program_are_saved() {
  cat >"$input/options.c" <<'C'
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  char *p = malloc(SIZE);
  assert(p != 0 || argc != 3 || strcmp(argv[2], "-y z") != 0);
}
C
  heddle verify --engine explore --property unreach-call --malloc-may-fail --timeout 100 -DSIZE=2 -D LONG='"a b"' \
    --counterexample "$input/c.json" "$input/options.c" -- -x '-y z'
  expect_verdict false
  heddle replay "$input/c.json"
  expect_status 1
  expect_out "malloc returns NULL"
  # Those of the command line replace them.
  heddle replay -DSIZE=3 "$input/c.json"
  expect_status 1
  expect_err "this is not the program for which"
}

test_each_property_has_its_own_file() {
  write_lost_update
  heddle verify --property no-data-race --property unreach-call --counterexample "$input/c.json" "$program"
  expect_status 1
  heddle replay "$input/c.no-data-race.json"
  expect_status 1
  expect_out "ended with a violation of no-data-race"
  heddle replay --quiet "$input/c.unreach-call.json"
  expect_status 1
  [ "$(wc -l <"$out")" -eq 1 ] || fail "not only how it ended"
  expect_out "ended with a violation of unreach-call"
}

test_a_report_and_other_forms() {
  write_lost_update
  heddle verify --format json "$program"
  cp "$out" "$input/report.json"
  heddle replay "$input/report.json"
  expect_status 1
  expect_out "✗ assertion"
  heddle replay --format json "$input/report.json"
  expect_status 1
  grep '"text":\|"step":' "$out" | tr -d ' ' >"$input/replayed"
  sed -n '/^  "trace"/,$p' "$input/report.json" | grep '"text":\|"step":' | tr -d ' ' >"$input/reported"
  head -n "$(wc -l <"$input/reported")" "$input/replayed" | diff "$input/reported" - || fail "not the same trace"
  heddle replay --full-trace --locals "$input/report.json"
  expect_status 1
  heddle verify --format json --property unreach-call --property no-data-race "$program"
  cp "$out" "$input/list.json"
  heddle replay "$input/list.json"
  expect_error "list.json: is not a schedule: it is a list of reports; --counterexample writes a file for each property"
}

test_changed_sources_are_named() {
  write_lost_update
  heddle verify --engine explore --counterexample "$input/c.json" "$program"
  expect_verdict false
  # A comment: everything still fits.
  echo '// one more line' >>"$program"
  heddle replay "$input/c.json"
  expect_status 1
  expect_err "heddle: note: $program has changed since $input/c.json was saved"
  # A repair: the saved execution has no violation any more.
  sed 's/counter == 2/counter >= 1/' "$program" >"$input/fixed.c"
  mv "$input/fixed.c" "$program"
  heddle replay "$input/c.json"
  expect_status 0
  expect_err "has changed since"
  expect_out "what was saved does not occur: assertion \`counter == 2\` fails"
}

test_a_schedule_is_followed_as_far_as_it_fits() {
  write_lost_update
  heddle verify --engine explore --counterexample "$input/c.json" "$program"
  expect_verdict false
  cat >"$program" <<'C'
#include <assert.h>
#include <pthread.h>
int counter;
void *worker(void *p) { counter++; return p; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  assert(counter == 2 || counter == 1);
}
C
  heddle replay "$input/c.json"
  expect_status 2
  expect_out "start worker (T1)"
  expect_err "c.json: the schedule does not fit the program: step 2 runs thread 0, but"
}

test_bad_files_are_errors() {
  heddle replay
  expect_error "no file given"
  heddle replay "$input/absent.json"
  expect_error "absent.json: cannot be read"
  echo '{' >"$input/bad.json"
  heddle replay "$input/bad.json"
  expect_error "bad.json: is not a schedule: it is not JSON"
  printf '%s' '{"version": 1, "program": [], "steps": [], "inputs": []}' >"$input/old.json"
  heddle replay "$input/old.json"
  expect_error "old.json: does not say which program it belongs to; give the C files as well"
  for command in '"-x"' '"--output=/etc/passwd"' '"--help"' 7; do
    printf '{"version": 1, "program": [], "steps": [], "inputs": [], "origin": {"heddle": "", "directory": "/",
      "fingerprint": "", "violation": "", "sources": [], "command": [%s, "a.c"]}}' "$command" >"$input/forged.json"
    heddle replay "$input/forged.json"
    expect_status 2
    expect_no_out
    grep -q "^heddle: error: .*forged.json: " "$err" || fail "no error for $command"
  done
  write_lost_update
  heddle verify --counterexample "$input/c.json" "$program"
  rm "$program"
  heddle replay "$input/c.json"
  expect_error "lost_update.c: no such file"
}
