# shellcheck shell=sh
# Verdicts, exit codes, and the reports around them.

test_true() {
  write_correct
  heddle verify "$program"
  expect_verdict true
  expect_no_err
}

test_false_with_a_counterexample() {
  write_lost_update
  heddle verify "$program"
  expect_verdict false
  expect_out "violation of unreach-call"
  expect_out "T1 worker"
  expect_out "counter++;"
}

test_every_engine_finds_the_bug() {
  write_lost_update
  for engine in auto explore random; do
    heddle verify --engine "$engine" "$program"
    expect_verdict false
  done
}

test_random_executions_prove_nothing() {
  write_correct
  heddle verify --engine random "$program"
  expect_verdict unknown
}

test_quiet_prints_the_verdict_only() {
  write_lost_update
  heddle verify --quiet "$program"
  expect_verdict false
  [ "$(wc -l <"$out")" -eq 1 ] || fail "more than the verdict"
}

test_json_report() {
  write_lost_update
  heddle verify --format json "$program"
  expect_status 1
  expect_out '"verdict": "false"'
  expect_out '"property": "unreach-call"'
  expect_out '"schedule": {'
  ! grep -q '^VERDICT' "$out" || fail "a line that is not JSON"
}

test_a_proof_is_checked_if_that_is_cheap() {
  write_correct
  # The check takes less than a millisecond, but on a busy machine its time may be up before it runs.
  for attempt in 1 2 3 4 5 6; do
    heddle verify --engine explore "$program"
    expect_verdict true
    ! grep -q "the proof has been checked: " "$out" || return 0
  done
  fail "not checked in $attempt attempts"
}

test_a_proof_that_takes_long_to_check_is_not_checked() {
  program=$input/many.c
  cat >"$program" <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int a, b, c;
void *count(void *p) {
  for (int i = 0; i < 40; i++)
    atomic_fetch_add((atomic_int *)p, 1);
  return 0;
}
int main(void) {
  pthread_t t, u, v;
  pthread_create(&t, 0, count, &a);
  pthread_create(&u, 0, count, &b);
  pthread_create(&v, 0, count, &c);
  pthread_join(t, 0);
  pthread_join(u, 0);
  pthread_join(v, 0);
  assert(a + b + c == 120);
}
C
  heddle verify --engine explore "$program"
  expect_verdict true
  expect_out "the proof has not been checked: that takes longer than "
  expect_out "; --check-proof checks it"
  heddle verify --engine explore --format json "$program"
  expect_out '"checked": false'
}

# Identifiers, which stay the same when the words of --stats change; numbers, not text with a unit.
test_json_statistics_have_identifiers() {
  write_correct
  heddle verify --engine bmc --format json "$program"
  expect_status 0
  expect_out '"statistics": ['
  expect_out '"engine": "bmc"'
  expect_out '"values": {'
  grep -qE '^ *"clauses\.abstraction": [0-9]+,?$' "$out" || fail "no count clauses.abstraction"
  grep -qE '^ *"time\.solving": [0-9.e-]+,?$' "$out" || fail "no number of seconds time.solving"
  ! grep -qF 'time in the solver' "$out" || fail "a phrase of --stats"
}

test_json_statistics_of_every_engine_that_ran() {
  write_correct
  heddle verify --format json "$program"
  expect_status 0
  sed -n '/"statistics": \[/,$p' "$out" >"$input/statistics"
  [ "$(grep -c '"engine": "' "$input/statistics")" -ge 2 ] || fail "statistics of less than two engines"
  grep -qF '"engine": "random"' "$input/statistics" || fail "no statistics of engine random"
}

test_statistics() {
  write_correct
  heddle verify --engine explore --stats "$program"
  expect_verdict true
  expect_out "statistics:"
  expect_out "states"
}

test_statistics_are_phrases() {
  write_correct
  heddle verify --engine bmc --stats "$program"
  expect_verdict true
  grep -qE '^  clauses of the abstraction  +[0-9]+$' "$out" || fail "no clauses of the abstraction"
  grep -qE '^  time in the solver  +[0-9.]+ s$' "$out" || fail "no time in the solver"
  ! grep -qF 'time.solving' "$out" || fail "an identifier"
}

test_unknown_gives_advice_instead_of_statistics() {
  write_endless
  heddle verify --timeout 1s "$program"
  expect_verdict unknown
  expect_out "try: "
  ! grep -q '^statistics:' "$out" || fail "statistics without --stats"
}

test_what_stands_in_the_way_of_a_proof_is_said_first() {
  program=$input/unknown.c
  cat >"$program" <<'C'
int first(int);
int second(int);
int main(void) { return first(second(1)); }
C
  heddle verify "$program"
  expect_verdict unknown
  [ "$(sed -n '2,3p' "$out" | grep -c 'has no body and no model')" -eq 2 ] || fail "not listed before the engines start"
}

test_all_unsupported_constructs_are_listed() {
  program=$input/unsupported.c
  cat >"$program" <<'C'
#include <pthread.h>
#include <stdio.h>
void *identify(void *arg) { __asm__ volatile("cpuid"); return arg; }
int main(int argc, char **argv) {
  pthread_t thread;
  pthread_create(&thread, 0, identify, 0);
  if (argc > 1) __asm__ volatile("hlt");
  pthread_join(thread, 0);
  return 0;
}
C
  heddle verify "$program"
  expect_verdict unknown
  [ "$(grep -c '^warning: .*unsupported.c:[37]: executions are not followed beyond this point' "$out")" -eq 2 ] ||
    fail "not both are listed"
}

test_assumptions_are_named_on_the_verdict() {
  program=$input/unknown.c
  cat >"$program" <<'C'
int first(int);
int main(void) { return first(1); }
C
  heddle verify --assume extern:first=any "$program"
  expect_verdict true
  expect_out "VERDICT: true (assuming: extern:first=any)"
  heddle verify --assume extern:first=any --format json "$program"
  expect_status 0
  expect_out '"extern:first=any"'
}

test_an_unknown_function_may_write() {
  program=$input/writes.c
  cat >"$program" <<'C'
#include <assert.h>
struct config { int size; } config = {1};
void lib_init(void);
int main(void) { config.size = 1; lib_init(); assert(config.size != 3); return 0; }
C
  heddle verify --counterexample "$input/schedule.json" "$program"
  expect_verdict unknown
  expect_out "(a violation is reachable if lib_init() writes 3 to config.size; it has no body and no model here)"
  heddle run --schedule "$input/schedule.json" "$program"
  expect_status 1
  heddle verify --assume extern:lib_init=any --counterexample "$input/schedule.json" "$program"
  expect_verdict false
  heddle run --schedule "$input/schedule.json" "$program"
  expect_status 2
  expect_err "if it was found with --assume, say the same here"
  heddle run --assume extern:lib_init=any --schedule "$input/schedule.json" "$program"
  expect_status 1
  heddle verify --assume extern:lib_init=pure "$program"
  expect_verdict true
  expect_out "VERDICT: true (assuming: extern:lib_init=pure)"
}

test_all_that_stands_in_the_way_is_listed_at_once() {
  program=$input/obstacles.c
  cat >"$program" <<'C'
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
int started;
int lib_open(int);
static void *worker(void *p) { fork(); return p; }
int main(void) {
  started = 1;
  int handle = lib_open(1);
  __asm__ volatile("frobnicate %0" : "+r"(handle));
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  return system("true");
}
C
  heddle verify --timeout 1 "$program"
  expect_verdict unknown
  expect_out "lib_open has no body and no model"
  expect_out "obstacles.c:10: executions are not followed beyond this point: inline assembly"
  expect_out "obstacles.c:6: executions are not followed beyond this point: processes (fork)"
  expect_out "obstacles.c:13: executions are not followed beyond this point: processes (system)"
}

test_a_namesake_of_a_library_function_is_another_function() {
  program=$input/namesake.c
  cat >"$program" <<'C'
int strlen(int base, int exponent);
int main(void) { return strlen(2, 3); }
C
  heddle verify "$program"
  expect_verdict unknown
  expect_out "the library function of this name has another type"
}

test_wrong_assumptions() {
  write_correct
  for assumption in magic extern: extern:f extern:f=some extern:=any; do
    heddle verify --assume "$assumption" "$program"
    expect_status 2
    expect_err "--assume $assumption"
  done
  heddle verify --assume extern:f=any --assume extern:f=null "$program"
  expect_status 2
  heddle verify --assume extern:f=any "$program"
  expect_verdict true
  expect_out "has no effect"
}

test_a_vacuous_proof_says_so() {
  program=$input/vacuous.c
  cat >"$program" <<'C'
#include <assert.h>
#include <pthread.h>
_Atomic int go, stop;
void *worker(void *unused) {
  while (!go)
    ;
  assert(stop == 1);
  return unused;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  stop = 1;
  return 0;
}
C
  heddle verify "$program"
  expect_verdict true
  expect_out "note: no execution gets to the assertion at "
  expect_out "the end of worker"
  ! grep -q '^note.*the end of main' "$out" || fail "main ends"
  write_correct
  heddle verify "$program"
  expect_verdict true
  ! grep -q '^note:' "$out" || fail "not vacuous"
}

test_code_that_must_not_be_reached_is_no_vacuous_assertion() {
  program=$input/unreached.c
  cat >"$program" <<'C'
#include <assert.h>
extern void reach_error(void);
int x, y, z;
int main(void) {
  if (x == 1) {
    if (y == 1)
      assert(0);
    if (z == 1)
      reach_error();
  }
  assert(x == 0 || y == 1);
  return 0;
}
C
  heddle verify "$program"
  expect_verdict true
  ! grep -q '^note:' "$out" || fail "no vacuous assertion"
  cat >"$program" <<'C'
extern void reach_error(void);
void __VERIFIER_assert(int condition) {
  if (!condition)
    reach_error();
}
int x;
int main(void) {
  if (x == 1)
    __VERIFIER_assert(x == 2);
  return 0;
}
C
  heddle verify "$program"
  expect_verdict true
  expect_out "note: no execution gets to the assertion at "
}

test_an_assertion_of_constants_after_an_assumption_is_named() {
  program=$input/constants.c
  cat >"$program" <<'C'
#include <assert.h>
extern void __VERIFIER_assume(int);
int main(void) {
  int x = 1;
  __VERIFIER_assume(x > 5);
  assert(x == 7);
  return 0;
}
C
  heddle verify "$program"
  expect_verdict true
  expect_out "note: no execution gets to the assertion at "
  expect_out "the end of main"
  sed -i 's/x > 5/x < 5/; s/x == 7/x == 1/' "$program"
  heddle verify "$program"
  expect_verdict true
  ! grep -q '^note:' "$out" || fail "not vacuous"
}

test_a_local_that_is_used_after_its_block_is_named() {
  program=$input/block.c
  cat >"$program" <<'C'
int *p;
int main(void) {
  int *q;
  {
    int x = 1;
    q = &x;
  }
  return *q;
}
C
  heddle verify --property valid-memsafety "$program"
  expect_verdict false
  expect_out "whose lifetime has ended with its block (x is declared at "
}

test_a_claimed_deadlock_is_verified() {
  program=$input/waits.c
  cat >"$program" <<'C'
#include <pthread.h>
pthread_mutex_t a, b;
void *worker(void *unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_join(thread, 0);
  return 0;
}
C
  heddle verify --property no-deadlock --counterexample "$input/deadlock.json" "$program"
  expect_verdict false
  heddle run --schedule "$input/deadlock.json" "$program"
  expect_status 1
  ! grep -q 'not confirmed' "$out" || fail "it is a deadlock"
  # After two steps, main holds the mutex, and the thread waits for it, but not for ever.
  cat >"$program" <<'C'
#include <pthread.h>
pthread_mutex_t a;
void *worker(void *unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_join(thread, 0);
  return 0;
}
C
  heddle run --property no-deadlock --counterexample "$input/run.json" "$program"
  sed 's/"steps": .*/"steps": [[0, 2]],/; s/"deadlocked": .*/"deadlocked": [1],/' "$input/run.json" >"$input/forged.json"
  heddle run --schedule "$input/forged.json" "$program"
  expect_error "the schedule does not lead to a deadlock"
}

test_explore_counts_states() {
  write_correct
  heddle explore "$program"
  expect_verdict true
  expect_out "states"
}

test_reductions_keep_the_verdict() {
  for write in write_correct write_lost_update; do
    "$write"
    heddle explore --quiet "$program"
    expected=$(cat "$out")
    for reduction in --reduction=sleep --reduction=persistent --reduction=both --no-large-blocks; do
      heddle explore --quiet "$reduction" "$program"
      [ "$(cat "$out")" = "$expected" ] || fail "$reduction changes the verdict of $program"
    done
  done
}

test_counterexample_replays() {
  write_lost_update
  heddle verify --counterexample "$input/schedule.json" "$program"
  expect_verdict false
  heddle run --schedule "$input/schedule.json" "$program"
  expect_status 1
  expect_out "ended with a violation of unreach-call"
  cp "$out" "$input/first"
  heddle run --schedule "$input/schedule.json" "$program"
  cmp "$out" "$input/first" || fail "two replays differ"
}

test_run_is_the_same_for_the_same_seed() {
  write_lost_update
  heddle run --seed 7 "$program"
  cp "$out" "$input/first"
  heddle run --seed 7 "$program"
  cmp "$out" "$input/first" || fail "two runs with the same seed differ"
}

test_run_shows_every_thread() {
  write_correct
  heddle run "$program"
  expect_status 0
  expect_out "main"
  expect_out "T1 worker"
  expect_out "T2 worker"
  expect_out "ended: the program finished"
}

test_run_stops_after_the_steps_it_is_given() {
  write_endless
  heddle run --steps 20 "$program"
  expect_status 0
  expect_out "stopped after 20 steps, while the program was still running"
}

test_data_race() {
  write_lost_update
  heddle verify --property no-data-race "$program"
  expect_verdict false
  expect_out "violation of no-data-race"
  write_correct
  heddle verify --property no-data-race "$program"
  expect_verdict true
}

test_a_property_file_with_several_lines_is_one_property() {
  write_correct
  printf 'CHECK( init(main()), LTL(G ! data-race) )\nCHECK( init(main()), LTL(G ! deadlock) )\n' >"$input/both.prp"
  heddle verify --property "$input/both.prp" "$program"
  expect_verdict true
  expect_out "checking no-data-race, no-deadlock in"
}
