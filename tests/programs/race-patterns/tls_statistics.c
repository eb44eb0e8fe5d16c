// Each thread counts in thread-local memory and adds it under a mutex in the end.
#include <pthread.h>

static _Thread_local unsigned long hits;
static unsigned long total_hits;
static pthread_mutex_t total_lock = PTHREAD_MUTEX_INITIALIZER;

static void hit(void) { hits++; }

static void flush(void) {
  pthread_mutex_lock(&total_lock);
  total_hits += hits;
  pthread_mutex_unlock(&total_lock);
  hits = 0;
}

static void *serve(void *arg) {
  for (int i = 0; i < 10000; i++) {
    hit();
    if (i % 100 == 99)
      flush();
  }
  flush();
  return NULL;
}

int main(void) {
  pthread_t threads[16];
  for (int i = 0; i < 16; i++)
    if (pthread_create(&threads[i], NULL, serve, NULL))
      return 1;
  for (int i = 0; i < 16; i++)
    pthread_join(threads[i], NULL);
  return total_hits != 160000;
}
