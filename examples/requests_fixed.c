// A server counts its requests: the workers count under a mutex, and main takes it to report.
//
// Right; requests.c shows what happens without the mutex in `average`.
//
//   heddle verify --property no-data-race requests_fixed.c   true
#include <pthread.h>
#include <stdio.h>

static struct {
  unsigned long requests;
  unsigned long bytes;
  pthread_mutex_t mutex;
} statistics = {0, 0, PTHREAD_MUTEX_INITIALIZER};

static void count(unsigned long bytes) {
  pthread_mutex_lock(&statistics.mutex);
  statistics.requests++;
  statistics.bytes += bytes;
  pthread_mutex_unlock(&statistics.mutex);
}

static unsigned long average(void) {
  pthread_mutex_lock(&statistics.mutex);
  const unsigned long result = statistics.requests == 0 ? 0 : statistics.bytes / statistics.requests;
  pthread_mutex_unlock(&statistics.mutex);
  return result;
}

static void *serve(void *argument) {
  count(512);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, serve, 0);
  pthread_create(&second, 0, serve, 0);
  printf("%lu bytes per request\n", average());
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
