// Main starts as many threads as n was, and joins as many as n is.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int n, shared;
static pthread_t threads[64];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  shared++;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  n = __VERIFIER_nondet_int();
  if (n < 0 || n > 64)
    return 1;
  int started = n;
  n = 0;
  for (int i = 0; i < started; i++)
    pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < n; i++)
    pthread_join(threads[i], 0);
  shared = 1;
  return 0;
}
