# shellcheck shell=sh
# C programs that several tests use. Each function writes one and sets $program to its path.

# Two threads increment a counter without a lock: one update may get lost.
write_lost_update() {
  program=$input/lost_update.c
  cat >"$program" <<'C'
#include <assert.h>
#include <pthread.h>
int counter;
void *worker(void *unused) {
  counter++;
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 2);
  return 0;
}
C
}

# The same under a mutex.
write_correct() {
  program=$input/correct.c
  cat >"$program" <<'C'
#include <assert.h>
#include <pthread.h>
int counter;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 2);
  return 0;
}
C
}

# Never terminates, repeats a state only after longer than any test lasts, and no engine finds the invariant.
write_endless() {
  program=$input/endless.c
  cat >"$program" <<'C'
#include <assert.h>
#include <pthread.h>
unsigned long long ticks, squares;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *tick(void *unused) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    squares += 2 * ticks + 1;
    ticks++;
    assert(squares == ticks * ticks);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, tick, 0);
  tick(0);
}
C
}

# Loops without a bound: each depth of unwinding is a little more work, and none is the last.
write_counting() {
  program=$input/counting.c
  cat >"$program" <<'C'
#include <assert.h>
#include <pthread.h>
int x;
void *count(void *unused) {
  while (1)
    x = x + 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, count, 0);
  while (1)
    assert(x != 12345678);
}
C
}
