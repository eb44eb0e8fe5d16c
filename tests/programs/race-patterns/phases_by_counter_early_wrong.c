// A worker counts down before its part is ready.
#include <pthread.h>
#include <stdatomic.h>

#define WORKERS 2

static int parts[WORKERS];
static atomic_int missing = WORKERS;
static int result;

static void *work(void *argument) {
  const long index = (long)argument;
  atomic_fetch_sub(&missing, 1);
  parts[index] = (int)index * 10 + 1;
  return 0;
}

static void *reduce(void *argument) {
  while (atomic_load(&missing) > 0)
    ;
  for (int i = 0; i < WORKERS; i++)
    result += parts[i];
  return 0;
}

int main(void) {
  pthread_t workers[WORKERS], reducer;
  pthread_create(&reducer, 0, reduce, 0);
  for (long i = 0; i < WORKERS; i++)
    pthread_create(&workers[i], 0, work, (void *)i);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(workers[i], 0);
  pthread_join(reducer, 0);
  return result != 12;
}
