// A static mutex is filled with other bytes than its initialiser: a thread must not wait for it for ever.
#include <assert.h>
#include <pthread.h>
#include <string.h>
static pthread_mutex_t object;
int main(void) {
  memset(&object, 0xff, sizeof object);
  pthread_mutex_lock(&object);
  assert(0);
  return 0;
}
