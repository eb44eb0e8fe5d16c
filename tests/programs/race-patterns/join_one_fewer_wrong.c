// The loop that starts threads tests its counter after it has started one, so there is one more than main joins.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

#define MOST 64
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  total++;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > MOST)
    return 1;
  pthread_t threads[MOST + 1];
  int started = 0;
  do {
    pthread_create(&threads[started], 0, worker, 0);
  } while (started++ < n);
  for (int i = 0; i < n; i++)
    pthread_join(threads[i], 0);
  return total > 5;
}
