// A countdown latch: a library, without main. latch_wait returns when latch_count_down has been called `count` times.
// The waiter checks the count in a loop and the last one signals while it holds the mutex, so that no wake-up is lost.
// Users of the latch are given on the command line:
//
//   heddle verify examples/latch.c --declarations 'struct latch l; int done;' --setup 'latch_init(&l, 2)' \
//     --threads 'done = 1; latch_count_down(&l) | latch_count_down(&l) | latch_wait(&l); assert(done == 1)'
//
// Holds: no-deadlock, no-data-race, unreach-call.
#include <pthread.h>

struct latch {
  pthread_mutex_t mutex;
  pthread_cond_t zero;
  unsigned count;
};

void latch_init(struct latch *latch, unsigned count) {
  pthread_mutex_init(&latch->mutex, 0);
  pthread_cond_init(&latch->zero, 0);
  latch->count = count;
}

void latch_count_down(struct latch *latch) {
  pthread_mutex_lock(&latch->mutex);
  if (latch->count > 0 && --latch->count == 0)
    pthread_cond_broadcast(&latch->zero);
  pthread_mutex_unlock(&latch->mutex);
}

void latch_wait(struct latch *latch) {
  pthread_mutex_lock(&latch->mutex);
  while (latch->count > 0)
    pthread_cond_wait(&latch->zero, &latch->mutex);
  pthread_mutex_unlock(&latch->mutex);
}

void latch_destroy(struct latch *latch) {
  pthread_cond_destroy(&latch->zero);
  pthread_mutex_destroy(&latch->mutex);
}
