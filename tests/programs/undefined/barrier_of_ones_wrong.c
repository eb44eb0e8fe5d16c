// A static barrier is filled with bytes.
#include <assert.h>
#include <pthread.h>
#include <string.h>
static pthread_barrier_t object;
int main(void) {
  memset(&object, 0xff, sizeof object);
  pthread_barrier_wait(&object);
  assert(0);
  return 0;
}
