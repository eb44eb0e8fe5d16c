// A thread that finds the lock taken retries from a label between two loops, which enter each other.
// After two retries it continues without the lock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *worker(void *arg) {
  int done = 0, failures = 0;
  if (arg != 0)
    goto retry;
next:
  if (done == 1)
    return 0;
retry:
  if (pthread_mutex_trylock(&lock) != 0) {
    if (++failures == 2)
      goto give_up;
    goto retry;
  }
  counter++;
  pthread_mutex_unlock(&lock);
  done++;
  goto next;
give_up:
  counter++;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, &lock);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 2);
  return 0;
}
