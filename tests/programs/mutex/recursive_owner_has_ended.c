// Each thread ends without unlocking, so only the first one gets the recursive mutex.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int inside;

static void *run(void *argument) {
  pthread_mutex_lock(&m);
  inside++;
  assert(inside == 1);
  return argument;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 3; i++) {
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
  }
  return 0;
}
