# shellcheck shell=sh
# More than the first violation, and violations that are not of interest.

# Two assertions that fail, one that holds.
write_two_assertions() {
  program=$input/two.c
  cat >"$program" <<'C'
#include <assert.h>
#include <pthread.h>
int x, y;
void *worker(void *unused) {
  x = 1;
  y = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  assert(x == 0);
  assert(y == 0);
  assert(x <= 1);
  pthread_join(thread, 0);
  return 0;
}
C
}

# Two variables race, in two pairs of places each.
write_two_races() {
  program=$input/races.c
  cat >"$program" <<'C'
#include <pthread.h>
struct statistics { int hits; } statistics;
int important;
static void count(void) { statistics.hits++; }
void *worker(void *unused) {
  count();
  important = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  count();
  important = 2;
  pthread_join(thread, 0);
  return 0;
}
C
}

test_every_assertion_that_fails_is_reported() {
  write_two_assertions
  heddle verify --all "$program"
  expect_verdict false
  expect_out "2 distinct violations:"
  expect_out "two.c:12, in main"
  expect_out "two.c:13, in main"
  grep -q 'two.c:14' "$out" && fail "an assertion that holds is reported"
  heddle verify --keep-going "$program"
  expect_out "2 distinct violations:"
  heddle verify "$program"
  expect_verdict false
  [ "$(grep -c '^violation of' "$out")" -eq 1 ] || fail "more than one violation"
}

test_every_race_is_reported() {
  write_two_races
  heddle verify --all --property no-data-race "$program"
  expect_verdict false
  expect_out "2 distinct violations:"
  expect_out "statistics.hits is "
  expect_out "important is "
}

# x = 1 and x = 2 race with the read, and with each other; each line also with itself in the other thread.
test_races_are_distinguished_by_their_two_places() {
  cat >"$input/pairs.c" <<'C'
#include <pthread.h>
int x;
void *first(void *unused) {
  x = 1;
  return unused;
}
void *second(void *unused) {
  x = 2;
  return unused;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, first, 0);
  pthread_create(&c, 0, second, 0);
  int seen = x;
  return seen;
}
C
  heddle verify --all --property no-data-race "$input/pairs.c"
  expect_verdict false
  # 4 with 4, 4 with 8, 4 with 16, 8 with 16; 16 is the read
  expect_out "4 distinct violations:"
}

test_each_violation_has_a_schedule_that_replays() {
  write_two_assertions
  heddle verify --all --counterexample "$input/c.json" "$program"
  expect_verdict false
  heddle run --quiet --schedule "$input/c.json" "$program"
  expect_status 1
  cp "$out" "$input/first"
  heddle run --quiet --schedule "$input/c.2.json" "$program"
  expect_status 1
  cmp -s "$out" "$input/first" && fail "the two schedules lead to the same violation"
  [ ! -e "$input/c.3.json" ] || fail "a third schedule"
}

test_distinct_deadlocks() {
  cat >"$input/locks.c" <<'C'
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  pthread_mutex_lock(&c);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&c);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_lock(&c);
  pthread_mutex_unlock(&c);
  pthread_mutex_unlock(&a);
  pthread_join(thread, 0);
  return 0;
}
C
  heddle verify --all --property no-deadlock "$input/locks.c"
  expect_verdict false
  expect_out "2 distinct violations:"
  expect_out "waits at $input/locks.c:5"
  expect_out "waits at $input/locks.c:9"
}

test_all_of_a_program_without_violations() {
  write_correct
  heddle verify --all "$program"
  expect_verdict true
}

test_a_suppressed_race_does_not_hide_another() {
  write_two_races
  printf '# not exact\nrace variable:statistics.*\n' >"$input/races.supp"
  heddle verify --property no-data-race --suppress "$input/races.supp" "$program"
  expect_verdict false
  expect_out "violation of no-data-race: important is "
  heddle verify --all --property no-data-race --suppress "$input/races.supp" "$program"
  expect_verdict false
  expect_out "1 distinct violation:"
  expect_out "1 violation is suppressed ($input/races.supp:2: 1)"
}

test_a_suppressed_violation_is_never_a_proof() {
  write_two_races
  printf 'race function:count\nrace at:races.c:7\n' >"$input/races.supp"
  heddle verify --property no-data-race --suppress "$input/races.supp" "$program"
  expect_verdict unknown
  expect_out "VERDICT: unknown (2 suppressed violations, and no other was found"
  write_two_assertions
  echo 'assertion file:two.c' >"$input/all.supp"
  heddle verify --suppress "$input/all.supp" "$program"
  expect_verdict unknown
  echo 'any file:*' >"$input/all.supp"
  write_correct
  heddle verify --suppress "$input/all.supp" "$program"
  expect_verdict true
}

test_rules_must_fit_all_their_conditions() {
  write_two_races
  printf 'race function:count variable:important\ndeadlock file:*\nassertion file:*\n' >"$input/races.supp"
  heddle verify --all --property no-data-race --suppress "$input/races.supp" "$program"
  expect_verdict false
  expect_out "2 distinct violations:"
}

test_mistakes_in_a_file_of_suppressions_are_named() {
  write_correct
  echo 'races file:x' >"$input/s"
  heddle verify --suppress "$input/s" "$program"
  expect_error "s:1: 'races' is not a kind of violation"
  printf '\n# x\nrace line:7\n' >"$input/s"
  heddle verify --suppress "$input/s" "$program"
  expect_error "s:3: 'line:7' is not a condition"
  echo 'race' >"$input/s"
  heddle verify --suppress "$input/s" "$program"
  expect_error "s:1: a rule without a condition"
  heddle verify --suppress "$input/missing" "$program"
  expect_error "missing: cannot be read"
}

test_json_lists_all_violations() {
  write_two_assertions
  heddle verify --all --format json "$program"
  expect_status 1
  expect_out '"violations": ['
  expect_out '"suppressed": 0'
  [ "$(grep -c '^      "violation": {' "$out")" -eq 2 ] || fail "not two violations"
}
