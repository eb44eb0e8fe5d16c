// One thread of each batch is not joined, and still runs when main collects the result.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

#define BATCH 4

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int batch_result;
static long grand_total;

static void *work(void *argument) {
  const int share = (int)(long)argument;
  pthread_mutex_lock(&mutex);
  batch_result += share;
  pthread_mutex_unlock(&mutex);
  return 0;
}

static void run_batch(void) {
  pthread_t threads[BATCH];
  for (long i = 0; i < BATCH; i++)
    pthread_create(&threads[i], 0, work, (void *)i);
  for (int i = 1; i < BATCH; i++)
    pthread_join(threads[i], 0);
  grand_total += batch_result;
  batch_result = 0;
}

int main(void) {
  do
    run_batch();
  while (__VERIFIER_nondet_bool());
  return grand_total == 0;
}
