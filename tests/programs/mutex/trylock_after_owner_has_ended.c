#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int result;

static void *run(void *argument) {
  result = pthread_mutex_trylock(&m);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  assert(result == 0);
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  assert(result == EBUSY);
  return 0;
}
