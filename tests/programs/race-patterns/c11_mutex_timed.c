// C11: a timed lock that may fail, in which case the update is left to a later attempt.
#include <threads.h>
#include <time.h>

_Bool __VERIFIER_nondet_bool(void);

static mtx_t mutex;
static int flushed;

static int flush(int pending) {
  struct timespec deadline = {0, 0};
  if (mtx_timedlock(&mutex, &deadline) != thrd_success)
    return pending;
  flushed += pending;
  mtx_unlock(&mutex);
  return 0;
}

static int worker(void *argument) {
  int pending = 0;
  while (__VERIFIER_nondet_bool())
    pending = flush((pending + 1) % 1000);
  return pending;
}

int main(void) {
  thrd_t thread;
  mtx_init(&mutex, mtx_timed);
  while (__VERIFIER_nondet_bool())
    thrd_create(&thread, worker, 0);
  return 0;
}
