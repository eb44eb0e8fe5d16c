# shellcheck shell=sh
# What a counterexample says: why, where, and in how few context switches.

# The explanation with its lines joined, without the paths of files, in $input/why.
read_why() {
  sed -n '/^why:/,/^$/p' "$out" | sed '1d;/^$/d' |
    awk '/^      / { sub(/^ +/, " "); printf "%s", $0; next } { printf "%s%s", (NR == 1 ? "" : "\n"), $0 } END { print "" }' |
    sed "s|$input/||g" >"$input/why"
}

# The whole explanation is $1.
expect_why() {
  read_why
  printf '%s\n' "$1" >"$input/expected"
  diff "$input/expected" "$input/why" || fail "another explanation"
}

test_a_race_has_both_accesses_locks_and_stacks() {
  program=$input/race.c
  cat >"$program" <<'C'
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int total;
static void add(int n) { total += n; }
void *careful(void *p) {
  pthread_mutex_lock(&m);
  add(1);
  pthread_mutex_unlock(&m);
  return p;
}
void *careless(void *p) {
  add(2);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, careful, 0);
  pthread_create(&b, 0, careless, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
C
  heddle verify --engine explore --property no-data-race "$program"
  expect_verdict false
  read_why
  grep -qE "^  T1 (reads|writes) total at race.c:4 in add ← careful:7, holding m$" "$input/why" || fail "not the first access"
  grep -qE "^  T2 (reads|writes) total at race.c:4 in add ← careless:12, holding no lock$" "$input/why" ||
    fail "not the second access"
  grep -qxF "  the two have not synchronised: T1 was started at race.c:17, T2 at race.c:18 in main" "$input/why" ||
    fail "not how they began"
  grep -qxF "  T2 would have to hold m as well" "$input/why" || fail "not what would order them"
  grep -qxF "  total is a static variable, declared at race.c:3" "$input/why" || fail "not the declaration"
  # The table shows how a thread got to its line.
  expect_out "in add ← careless:12"
}

test_a_deadlock_shows_what_each_thread_holds() {
  program=$input/deadlock.c
  cat >"$program" <<'C'
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void *forth(void *p) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, forth, 0);
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  pthread_join(t, 0);
}
C
  heddle verify --engine explore --property no-deadlock "$program"
  expect_verdict false
  expect_why "  main holds b (taken at deadlock.c:13) and waits at deadlock.c:14 in main to lock a, which T1 holds
  T1 holds a (taken at deadlock.c:4) and waits at deadlock.c:5 in forth to lock b, which main holds
  the cycle: main → T1 → main"
}

test_a_use_after_free_shows_allocation_and_free() {
  program=$input/freed.c
  cat >"$program" <<'C'
#include <pthread.h>
#include <stdlib.h>
int *shared;
void *release(void *p) {
  free(shared);
  return p;
}
int main(void) {
  pthread_t t;
  shared = malloc(sizeof *shared);
  if (!shared)
    return 0;
  pthread_create(&t, 0, release, 0);
  *shared = 1;
  pthread_join(t, 0);
}
C
  heddle verify --engine explore --property valid-memsafety "$program"
  expect_verdict false
  expect_why "  main writes *shared at freed.c:14 in main
  it was freed by T1 at freed.c:5 in release
  it was allocated by main at freed.c:10 in main"
}

test_an_assertion_shows_the_last_write_of_each_value() {
  write_lost_update
  heddle verify --engine explore "$program"
  expect_verdict false
  read_why
  grep -qE "^  counter is 1, last written by T[12] at lost_update.c:5 in worker$" "$input/why" || fail "not the last write"
  # Both start, one reads, the other increments, the first writes.
  heddle verify --engine random --format json "$program"
  tr -d ' \n' <"$out" | grep -q '"to":{"contextSwitches":4,' || fail "not the fewest context switches"
}

test_an_overflow_shows_the_operand_and_its_type() {
  program=$input/overflow.c
  cat >"$program" <<'C'
#include <limits.h>
#include <pthread.h>
int level = INT_MAX - 1;
void *raise(void *p) {
  level = level + 1;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, raise, 0);
  pthread_join(t, 0);
  level = level + 1;
}
C
  heddle verify --engine explore --property no-overflow "$program"
  expect_verdict false
  expect_why "  level is 2147483647 (int), last written by T1 at overflow.c:5 in raise"
}

test_misuse_of_a_lock_shows_its_holder() {
  program=$input/misuse.c
  cat >"$program" <<'C'
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *intruder(void *p) {
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, intruder, 0);
  pthread_join(t, 0);
  pthread_mutex_unlock(&m);
}
C
  heddle verify --engine explore --property lock-discipline "$program"
  expect_verdict false
  expect_why "  T1: unlock m at misuse.c:4 in intruder, holding no lock
  main holds m, which it took at misuse.c:9 in main"
}

test_heap_objects_are_named_by_the_path_to_them() {
  program=$input/queue.c
  cat >"$program" <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
enum state { EMPTY, FULL = 5 };
struct node {
  struct node *next;
  char letter;
};
struct queue {
  pthread_mutex_t lock;
  enum state state;
  struct node *head;
  int counts[3];
} *queue;
void *put(void *unused) {
  struct node *fresh = malloc(sizeof *fresh);
  fresh->letter = 'x';
  pthread_mutex_lock(&queue->lock);
  queue->head = fresh;
  queue->state = FULL;
  queue->counts[2] = 7;
  pthread_mutex_unlock(&queue->lock);
  return unused;
}
int main(void) {
  pthread_t thread;
  queue = calloc(1, sizeof *queue);
  pthread_mutex_init(&queue->lock, 0);
  pthread_create(&thread, 0, put, 0);
  pthread_mutex_lock(&queue->lock);
  assert(queue->state == EMPTY || queue->counts[2] != 7 || queue->head->letter != 'x');
}
C
  heddle verify --engine explore --full-trace "$program"
  expect_verdict false
  expect_out "lock queue->lock"
  expect_out "queue->state = FULL"
  expect_out "queue->counts[2] = 7"
  expect_out "read queue->head->letter → 120 'x'"
  expect_out "  queue->state is FULL, last written by T1 at"
  ! grep -q "read malloc@\|read calloc@" "$out" || fail "a heap object without a path"
}

test_what_happens_is_said_in_words() {
  program=$input/words.c
  cat >"$program" <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready, failed, empty;
pthread_t self;
void *try(void *unused) {
  failed = pthread_mutex_trylock(&m) != 0;
  return unused;
}
int main(void) {
  pthread_t t;
  empty = malloc(1) == 0;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, try, 0);
  self = t;
  pthread_join(t, 0);
  if (!ready)
    pthread_cond_wait(&c, &m);
  assert(ready || !failed || !empty || !self);
}
C
  heddle verify --engine random --malloc-may-fail --locals "$program"
  expect_verdict false
  expect_out "pthread_cond_wait wakes up spuriously"
  expect_out "try lock m fails: held by main"
  expect_out "malloc returns NULL"
  expect_out "self = T1"
  ! grep -q "input choice" "$out" || fail "a choice without words"
}

test_steps_that_cannot_matter_are_folded() {
  program=$input/noise.c
  cat >"$program" <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int noise, x;
void *worker(void *unused) {
  noise = 1;
  noise = 2;
  x = 1;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  assert(x == 0);
  return noise;
}
C
  heddle verify --engine explore "$program"
  expect_verdict false
  expect_out "⋮ 2 steps that do not matter"
  ! grep -q "noise = " "$out" || fail "a step that does not matter"
  heddle verify --engine explore --full-trace "$program"
  expect_out "noise = 2"
  ! grep -q "do not matter" "$out" || fail "a step is folded"
}

test_json_has_the_explanation_and_stacks() {
  write_lost_update
  heddle verify --engine explore --format json "$program"
  expect_status 1
  expect_out '"explanation": ['
  expect_out '"role": "value"'
  expect_out '"stack": ['
  expect_out '"function": "worker"'
  expect_out '"shortened": {'
}

test_no_minimize_shows_what_was_found() {
  write_lost_update
  heddle verify --engine random --no-minimize "$program"
  expect_verdict false
  ! grep -q "^shortened from" "$out" || fail "it was shortened"
}

test_a_saved_counterexample_is_the_one_that_is_shown() {
  write_lost_update
  heddle verify --engine random --counterexample "$input/c.json" "$program"
  expect_verdict false
  sed -n '/^why:/,/^$/p' "$out" >"$input/shown"
  heddle run --schedule "$input/c.json" "$program"
  expect_status 1
  sed -n '/^why:/,/^$/p' "$out" | diff "$input/shown" - || fail "another explanation"
}

# Local work that is joined with the wait has a line of its own.
test_waiting_thread_is_at_the_line_of_the_lock() {
  cat >"$input/wait.c" <<'C'
#include <pthread.h>
struct link { struct link *next; };
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *unused) {
  struct link second = {0}, first = {&second}, *last = &first;
  while (last->next)
    last = last->next;
  pthread_mutex_lock(&m);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
}
C
  heddle verify --engine explore --property no-deadlock "$input/wait.c"
  expect_verdict false
  expect_out "T1 waits at $input/wait.c:8 to lock m"
}
