// The thread unlocks a mutex that it does not hold, and ends with one that it does.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t held = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int result;

static void *run(void *argument) {
  result = pthread_mutex_trylock(&held);
  pthread_mutex_unlock(&other);
  return argument;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 2; i++) {
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    assert(result == (i == 0 ? 0 : EBUSY));
  }
  return 0;
}
