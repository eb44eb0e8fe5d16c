// System headers are found for 32 bits as well.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

int main(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&m);
  assert(sizeof(long) == 4 && pthread_mutex_trylock(&m) == EBUSY);
  return 0;
}
