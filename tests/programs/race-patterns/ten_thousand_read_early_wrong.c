// Main looks at the total while it starts the threads.
#include <pthread.h>

#define THREADS 10000

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
    if (pthread_create(&threads[i], 0, probe, (void *)i) != 0 || total.misses > 9000)
      return total.misses > total.hits;
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  return total.hits + total.misses != THREADS;
}
