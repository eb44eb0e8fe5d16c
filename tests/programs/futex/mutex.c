// A mutex that waits in the kernel.
#include "mutex.h"

#include <assert.h>
#include <pthread.h>

static atomic_int mutex;
static int count;

static void *thread(void *unused) {
  mutex_lock(&mutex);
  ++count;
  mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, thread, 0);
  thread(0);
  pthread_join(other, 0);
  assert(count == 2);
  return 0;
}
