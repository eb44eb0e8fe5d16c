// A server counts its requests. The workers count under a mutex; main only reads, to report, and does so without
// the mutex.
//
// Wrong. The unlocked read is a data race with the write of a worker, and the average may be that of a request that is
// only half counted. requests_fixed.c takes the mutex in `average` as well.
//
//   heddle verify --property no-data-race requests.c   false: the race on statistics.requests
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
  if (statistics.requests == 0)
    return 0;
  return statistics.bytes / statistics.requests;
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
