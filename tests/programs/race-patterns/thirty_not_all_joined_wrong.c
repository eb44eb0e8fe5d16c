// One of thirty threads is not joined when main reads the total.
#include <pthread.h>

#define THREADS 30

struct total {
  pthread_mutex_t mutex;
  long hits;
  long misses;
};

static struct total total = {PTHREAD_MUTEX_INITIALIZER, 0, 0};

static void add(int hit) {
  pthread_mutex_lock(&total.mutex);
  if (hit)
    total.hits++;
  else
    total.misses++;
  pthread_mutex_unlock(&total.mutex);
}

static void *probe(void *argument) {
  const long number = (long)argument;
  add(number % 3 == 0);
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++)
    if (pthread_create(&threads[i], 0, probe, (void *)i) != 0)
      return 1;
  for (int i = 0; i < THREADS - 1; i++)
    pthread_join(threads[i], 0);
  return total.hits + total.misses != THREADS;
}
