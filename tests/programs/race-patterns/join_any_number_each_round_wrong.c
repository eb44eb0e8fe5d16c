// In each round, main starts any number of threads and joins them all before it changes what they read.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int generation;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  sum += generation;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 8)
    return 1;
  pthread_t threads[8];
  for (int round = 0; round < 100; round++) {
    for (int i = 0; i < n; i++)
      pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < n; i++)
      pthread_join(threads[i], 0);
    if (n > 4)
      pthread_create(&threads[0], 0, worker, 0);
    generation++;
  }
  return sum > 100;
}
